"""What came of an action in one line: the ruleset's own sentences, or the counts that are something."""

from pathlib import Path
from random import Random

import pytest

from enfilade.battle import Battle
from enfilade.dice import Distribution
from enfilade.files.scenario import load
from enfilade.referee import Action, Facts, Result
from enfilade.show.languages import LANGUAGES, translator
from enfilade.show.summing import sentences, summed
from enfilade.show.tallies import certainly, tallies

CHARGE = Action.of("charge", attacker="halberdiers", target="cutthroats", attack="melee", align=100)


def came_of(battle: Battle, action: Action, faces: list[int]) -> tuple[str, str]:
    ruling = battle.judge(action)
    trace = battle.told(ruling, faces, battle.policy(ruling))
    assert trace.result is not None
    counts = trace.result.counts
    return sentences(battle, action, counts), summed(battle, action, counts).replace("\u00a0", " ")


def test_a_charge_that_failed_is_said_to_have_failed_and_what_it_cost():
    battle = load("examples/asoiaf/charge-into-the-flank.battle.yaml")
    failed = "the charge fails: no contact"
    assert came_of(battle, CHARGE, [2, 6, 6, 1]) == (failed, failed)
    lost = f"{failed} · a panic test costs halberdiers 3 wounds"
    assert came_of(battle, CHARGE, [2, 1, 1, 2]) == (lost, lost)
    made = came_of(battle, CHARGE, [6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    assert made == ("", "ranks left 3, contact yes")


def test_a_turn_tells_of_the_sides_by_their_names():
    battle = load("examples/ageofmagic/alexander-and-darius-turn-3.battle.yaml")
    turn, sides = Action.of("turn"), {"darius_lost": 41, "darius_broken": 1, "alexander_lost": 0, "alexander_broken": 0}
    assert sentences(battle, turn, Facts(sides)) == "Darius lost 41, and 1 of its units broke"
    assert sentences(battle, turn, Facts({**sides, "darius_broken": 0, "alexander_lost": 7})) == (
        "Darius lost 41 · Alexander lost 7"
    )
    assert sentences(battle, Action.of("end"), Facts(dict.fromkeys(sides, 0))) == "nobody fell and no unit broke"
    heroes = load("examples/ageofmagic/heroes.battle.yaml")
    assert sentences(heroes, Action.of("site"), Facts(first="blue")) == "blue was there first"
    assert sentences(battle, Action.of("give_up", side="darius"), Facts(given_up="darius")) == (
        "Darius gives up the field"
    )


def test_what_a_turn_wrote_down_is_what_its_sentence_tells():
    battle = load("examples/ageofmagic/alexander-and-darius-turn-3.battle.yaml")
    ruling = battle.judge(Action.of("turn"))
    trace = battle.told(ruling, [], battle.policy(ruling))
    assert trace.result is not None
    counts = trace.result.counts
    said = sentences(battle, ruling.action, counts)
    assert said == (
        f"Darius lost {counts['darius_lost']}, and {counts['darius_broken']} of its units broke · "
        f"Alexander lost {counts['alexander_lost']}, and {counts['alexander_broken']} of its units broke"
    )


def test_what_is_certain_is_told_as_always_and_never():
    odds = Distribution({Result(Facts(dies=False, seen=True, lost=0, hits=2, who="blue"), ()): 1}, 1)
    assert [f"{one.names[0]} {certainly(one)}" for one in tallies(odds)] == [
        "dies never", "seen always", "lost never any", "hits always 2", "who always blue",
    ]  # fmt: skip


@pytest.mark.parametrize("file", sorted(Path("examples").glob("*/*.battle.yaml")), ids=lambda file: file.stem)
def test_what_came_of_a_deed_is_said_in_every_language(file):
    battle = load(file)
    legal = [ruling for ruling in map(battle.judge, battle.candidates()) if ruling.legal and ruling.dice]
    for ruling in {ruling.action.kind: ruling for ruling in legal}.values():
        trace = battle.told(ruling, Random(1), battle.policy(ruling))
        assert trace.result is not None
        said = {one: sentences(battle, ruling.action, trace.result.counts, translator(one)) for one in LANGUAGES}
        assert len(set(said.values())) in (1, len(LANGUAGES))
        assert bool(said["en"]) == (ruling.action.kind in ("turn", "end", "site", "give_up")) or "fails" in said["en"]
        assert not any("{" in words for words in said.values())
