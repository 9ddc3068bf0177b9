"""A battle that several tests of files share."""

import random

from enfilade.battle import Battle
from enfilade.files import record
from enfilade.files.scenario import load

SCENARIO = """\
format: enfilade/scenario/1
ruleset: runewars
title: Reanimates struck in the rear
sides: {d: Daqan Lords, w: Waiqar}
units:
  - id: reanimates
    side: w
    profile: Reanimates
    ranks: ["44", "44"]
    position: [10, 6]
    facing: 0
  - id: spearmen
    side: d
    profile: Spearmen
    ranks: ["444"]
    position: [10, 4.5]
"""
TWO_FIGHTS = f"""\
{SCENARIO}
  - {{id: more reanimates, side: w, profile: Reanimates, ranks: ["44", "44"], position: [20, 6]}}
  - {{id: more spearmen, side: d, profile: Spearmen, ranks: ["444"], position: [20, 4.5]}}
"""


def played() -> Battle:
    """Three attacks in two fights, with dice that are always the same."""
    battle, dice = load(TWO_FIGHTS), random.Random(3)
    for _ in range(3):
        battle = battle.play(battle.actions()[0], dice)
    return battle


BATTLE = played()
TEXT = record.write(BATTLE)
