"""Attacks played: what is written down, who may attack again, and records that were tampered with."""

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.rulesets.runewars.field import battle, duel, melee, shot, unit

from enfilade.battle import Refused
from enfilade.dice import AnswerError, Chosen, FaceError, Rolled
from enfilade.files import record
from enfilade.files.scenario import load
from enfilade.files.writing import write
from enfilade.referee import Action, Event, Facts
from enfilade.rulesets.runewars import apply


def between() -> Any:
    """Lord Hawthorne between two enemies, each of whom he touches."""
    return battle(
        unit("a", "x", "Lord Hawthorne", ["1"], position=[10, 6]),
        unit("t", "y", "Reanimates", ["44", "44"], position=[10, 7.5], facing=180),
        unit("u", "y", "Reanimates", ["44", "44"], position=[10, 4.5], facing=0),
    )


def test_a_unit_attacks_once_in_its_activation():
    fight = duel("Spearmen", "Reanimates", (["444"], ["444", "444"]))
    once = fight.play(melee(), ["H", "H"])
    refused = once.judge(melee()).refusal
    assert refused is not None
    assert (refused.step.rule, refused.nearest) == ("11.once", None)
    with pytest.raises(Refused, match="has attacked in this activation already"):
        once.play(melee(), ["H", "H"])
    assert once.judge(melee("t", "a")).legal


def test_a_second_melee_attack_needs_another_engaged_enemy():
    fight = between()
    first = fight.play(melee(edge="front"), ["H", "H"])
    again = first.judge(melee(edge="front")).refusal
    assert again is not None
    assert again.step.rule == "card.second_melee"
    assert again.step.text() == "the second melee attack needs another enemy than t"
    assert again.nearest is not None
    assert again.nearest.action == melee(target="u")
    second = first.play(melee(target="u", edge="rear"), ["H", "H"])
    assert second.judge(melee(edge="front")).refusal.step.rule == "11.once"
    assert second.state.unit("a").attacked == ("t", "u")


def test_who_may_attack_twice_may_not_without_another_enemy():
    fight = duel("Lord Hawthorne", "Spearmen", (["1"], ["444"]))
    refused = fight.play(melee(), ["H", "H"]).judge(melee()).refusal
    assert (refused.step.rule, refused.nearest) == ("card.second_melee", None)


def test_effects_are_no_attacks():
    fight = duel("Spearmen", "Reanimates", (["444"], ["444", "444"]))
    after = fight.play(Action.of("damage", target="a", amount=2), random.Random(1))
    after = after.play(Action.of("morale", target="t", severity=1), ["Disarray"])
    assert after.state.unit("a").attacked == after.state.unit("t").attacked == ()
    assert after.judge(melee()).legal


def test_what_an_attack_writes_down():
    fight = battle(
        unit("a", "x", "Reanimate Archers", ["44"]),
        unit("t", "y", "Spearmen", ["44"], tokens={"panic": 1}),
        sights=[{"unit": "a", "enemy": "t", "range": 3}],
    )
    after = fight.play(shot(), ["H", "SS", "Rising Panic"])
    events = [(event.kind, dict(event.facts)) for event in after.entries[0].events]
    assert events[0] == (
        "attack", {"attacker": "a", "target": "t", "attack": "ranged", "hits": 1, "damage": 2, "wounds": 2},
    )  # fmt: skip
    assert events[1] == ("losses", {"unit": "t", "trays": ((2, 4),), "upgrades": ()})
    assert dict(after.state.unit("t").tokens) == {"blight": 1, "panic": 2}
    assert (after.state.unit("t").figures, after.state.unit("a").attacked) == (6, ("t",))
    assert after.undo().state == fight.state


def test_inspiration_is_the_attackers_and_banes_are_the_targets():
    fight = duel("Spearmen", "Reanimates", (["444"], ["444"]))
    after = fight.play(melee(), ["-", "SS"])
    assert (dict(after.state.unit("a").tokens), dict(after.state.unit("t").tokens)) == ({"inspiration": 1}, {})
    fight = duel("Aymhelin Scions", "Reanimates", (["11"], ["444"]))
    after = fight.play(melee(), ["-", "SS", "-"])
    assert (dict(after.state.unit("a").tokens), dict(after.state.unit("t").tokens)) == ({}, {"stun": 1})


def test_a_unit_that_is_destroyed_is_engaged_with_nobody_and_cannot_be_named():
    fight = duel("Spearmen", "Reanimates", (["444"], ["1"]))
    after = fight.play(melee(), ["HH", "-"])
    assert after.state.engaged("a") == ()
    assert not after.state.unit("t").alive
    assert after.judge(melee("t", "a")).refusal.step.text() == "t has no figures left"
    assert after.outcome().winner == "x"


def test_the_battle_is_over_when_nobody_has_an_attack_left():
    fight = duel("Spearmen", "Reanimates", (["444"], ["444", "444"]))
    assert fight.outcome() is None
    after = fight.play(melee(), ["-", "-"]).play(melee("t", "a"), ["-", "-", "-", "-"])
    assert after.outcome().winner is None
    assert after.actions() == ()


def test_healing_mends_wounded_figures_and_returns_nobody():
    fight = battle(unit("a", "x", "Ankaur Maro", ["1"], wounds={"1.1": 3}), unit("t", "y", "Spearmen", ["4"]))
    healed: Any = apply(fight.state, Event("heal", Facts(unit="a", wounds=2)))
    assert healed.unit("a").trays == ((4,),)
    whole: Any = apply(healed, Event("heal", Facts(unit="a", wounds=9)))
    assert whole.unit("a").trays == ((5,),)


def test_tokens_never_fall_below_none():
    fight = battle(unit("t", "y", "Spearmen", ["4"], tokens={"panic": 1, "stun": 2}))
    less: Any = apply(fight.state, Event("tokens", Facts(unit="t", panic=-3, blight=1)))
    assert dict(less.unit("t").tokens) == {"stun": 2, "blight": 1}


def test_events_that_only_tell_something_change_nothing():
    state = duel("Spearmen", "Reanimates", (["444"], ["444"])).state
    for kind, facts in {
        "owed": {"by": "a"},
        "card": {"unit": "t", "card": "Betrayal"},
        "closing_in": {"unit": "a"},
    }.items():
        assert apply(state, Event(kind, Facts(facts))) == state


# Records --------------------------------------------------------------------------------------------------------

SCENARIO = {
    "format": "enfilade/scenario/1",
    "ruleset": "runewars",
    "units": [
        unit("a", "x", "Reanimates", ["44", "44"], position=[10, 6]),
        unit("t", "y", "Spearmen", ["444"], position=[10, 7.5], facing=180, tokens={"panic": 1}),
    ],
}


def played() -> Any:
    answers: list[Any] = [
        Rolled(("-", "H")), Chosen("re-roll red -"), Rolled(("M",)),
        Chosen("a figure on tray 1.1"), Chosen("a figure on tray 1.1"),
        Chosen("panic tokens: 1"), Rolled(("Disarray", "Rising Panic")), Chosen("Rising Panic"),
    ]  # fmt: skip
    return load(write(SCENARIO)).answer(melee(edge="front"), answers)


def test_a_record_replays_to_an_equal_state():
    whole = played()
    entries = record.parse(record.write(whole)).entries
    assert entries == whole.entries
    *_, again = load(write(SCENARIO)).replay(entries)
    assert again.state == whole.state
    assert whole.check(whole.entries) is None


def test_an_edited_face_is_found_with_its_rule():
    entry = played().entries[0]
    answers = (Rolled(("HH", "H")), *entry.answers[1:])
    found = played().check([replace(entry, answers=answers)])
    assert found is not None
    assert (found.entry, found.rule, found.step) == (1, "10.3", "answer 2")
    assert "re-roll red -" in found.recorded
    answers = (*entry.answers[:2], Rolled(("H",)), *entry.answers[3:])
    found = played().check([replace(entry, answers=answers)])
    assert found is not None


def test_a_face_that_the_die_does_not_have_is_found():
    entry = played().entries[0]
    found = played().check([replace(entry, answers=(Rolled(("A", "H")), *entry.answers[1:]))])
    assert found is not None
    assert (found.rule, found.step) == ("10.2", "answer 1")
    assert "a red die has the faces" in found.ruled


def test_an_edited_choice_is_found_with_its_rule():
    entry = played().entries[0]
    answers = (*entry.answers[:5], Chosen("panic tokens: 3"), *entry.answers[6:])
    found = played().check([replace(entry, answers=answers)])
    assert found is not None
    assert (found.rule, found.step) == ("10.11", "answer 6")
    answers = (*entry.answers[:7], Chosen("Disarray"))
    found = played().check([replace(entry, answers=answers)])
    assert found is not None
    assert found.step.startswith("tokens")


def test_an_edited_event_is_found():
    entry = played().entries[0]
    losses = Event("losses", Facts(unit="t", trays=((3, 4, 4),), upgrades=()))
    found = played().check([replace(entry, events=(entry.events[0], losses, *entry.events[2:]))])
    assert found is not None
    assert (found.step, found.recorded, found.ruled) == ("losses trays", "((3, 4, 4),)", "((2, 4, 4),)")


def test_an_action_that_was_not_legal_is_found():
    entry = played().entries[0]
    found = played().check([replace(entry, action=melee(edge="rear"))])
    assert found is not None
    assert (found.rule, found.step) == ("82.choice", "verdict")


def test_answers_too_many_too_few_and_of_the_wrong_kind_are_refused():
    fight = load(write(SCENARIO))
    with pytest.raises(AnswerError, match="an answer is missing"):
        fight.answer(melee(edge="front"), [Rolled(("H", "H"))])
    with pytest.raises(AnswerError, match="the faces of 2 red were expected"):
        fight.answer(melee(edge="front"), [Chosen("keep all")])
    with pytest.raises(FaceError, match="2 faces too many: H H"):
        fight.play(melee(edge="front"), ["H", "H", "Betrayal", "H", "H"], "keep")
