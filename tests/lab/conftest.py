"""Duels that the tests of the lab share: one small one for each ruleset that can fight without a map."""

import pytest

RUNEWARS = """
format: enfilade/duel/1
scenario:
  format: enfilade/scenario/1
  ruleset: runewars
  sides: {d: Daqan, w: Waiqar}
  units:
    - {id: spearmen, side: d, profile: Spearmen, ranks: ["2"]}
    - {id: reanimates, side: w, profile: Reanimates, ranks: ["2"]}
  contacts:
    - {unit: spearmen, edge: front, enemy: reanimates, enemy_edge: front}
turns: [spearmen, reanimates]
"""
ASOIAF = """
format: enfilade/duel/1
scenario:
  format: enfilade/scenario/1
  ruleset: asoiaf
  units:
    - {id: a, side: x, wounds: 5,
       profile: {tray: infantry, speed: 5, defense: 4, morale: 6,
                 attacks: [{name: s, kind: melee, to_hit: 3, dice: [5, 4, 3]}]}}
    - {id: b, side: y, wounds: 6,
       profile: {tray: infantry, speed: 5, defense: 5, morale: 5,
                 attacks: [{name: s, kind: melee, to_hit: 4, dice: [5, 4, 3]}]}}
  contacts:
    - {unit: a, side: front, enemy: b, enemy_side: front}
"""
AGEOFMAGIC = """
format: enfilade/duel/1
scenario:
  format: enfilade/scenario/1
  ruleset: ageofmagic
  sides: {x: X, y: Y}
  battle: {dice: 1}
  units:
    - {id: a, side: x, leader: {tactics: 4, iq: 1}, size: 60, area: x centre, melee: {value: 20}, defence: {value: 12}}
    - {id: b, side: y, leader: {tactics: 4, iq: 1}, size: 50, area: x centre, melee: {value: 22}, defence: {value: 12}}
  engaged: [[a, b]]
"""
DUELS = {"runewars": RUNEWARS, "asoiaf": ASOIAF, "ageofmagic": AGEOFMAGIC}


@pytest.fixture(params=sorted(DUELS))
def written(request):
    return DUELS[request.param]
