"""A battle: immutable, told by its entries, and checked against the rules wherever it was changed."""

import random
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.battle import conquest
from tests.battle.test_conquest import world

from enfilade.battle import Battle, Entry, Refused
from enfilade.dice import AnswerError, Chosen, FaceError, Rolled, best
from enfilade.referee import Action, Event, Facts

ATTACK = Action.of("attack", attacker="r0", target="r1")
RING = world(4, 2, 3)


def campaign(seed: int = 1, length: int = 6) -> Battle:
    """A ring of regions after some random attacks."""
    battle, dice = world(6, 3, 5, 2, 7, 4), random.Random(seed)
    for _ in range(length):
        battle = battle.play(dice.choice(battle.actions()), dice)
    return battle


# Playing --------------------------------------------------------------------------------------------------------


def test_faces_on_the_table_are_used_in_order_and_written_down():
    after = RING.play(ATTACK, [6, 2, 5, 4, 1])
    assert after.entries[0].answers == (Chosen("3 dice"), Chosen("2 dice"), Rolled((6, 2, 5)), Rolled((4, 1)))
    assert after.entries[0].events[0] == Event("losses", Facts(region="r1", armies=2))
    assert [(region.side, region.armies) for region in after.state.regions] == [("red", 1), ("red", 3), ("green", 3)]


def test_the_chance_of_a_story_stands_beside_it():
    """Three dice take a region from two in 2890 of 7776 throws, and this is one of them."""
    told = RING.play(ATTACK, [6, 2, 5, 4, 1]).entries[0].events
    assert RING.odds(ATTACK).chance(lambda result: result.counts["conquered"] == 1).limit_denominator() * 7776 == 2890
    assert sum(result.events == told for result in RING.odds(ATTACK)) == 1


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ([6, 2, 5, 4], r"2 d6.*: expected 2 more faces, found 1$"),
        ([6, 2, 5, 4, 1, 1], "1 face too many: 1"),
        ([6, 2, 7, 4, 1], "found 7"),
    ],
)
def test_faces_that_do_not_fit_are_refused_and_nothing_is_changed(faces, words):
    before = (RING.state, RING.entries)
    with pytest.raises(FaceError, match=words):
        RING.play(ATTACK, faces)
    assert (RING.state, RING.entries) == before


def test_a_refused_action_cannot_be_played_and_says_why():
    for attempt in (RING.play, RING.answer):
        with pytest.raises(Refused, match="share a border: no") as refused:
            attempt(Action.of("attack", attacker="r0", target="r0"), [])
        assert [step.rule for step in refused.value.ruling.walk()] == ["attack.border"]
    with pytest.raises(Refused):
        RING.odds(Action.of("attack", attacker="r0", target="r9"))


def test_answers_must_be_all_there():
    with pytest.raises(AnswerError, match="an answer is missing after 2: the faces of 3 d6"):
        RING.answer(ATTACK, [Chosen("3 dice"), Chosen("2 dice")])
    with pytest.raises(AnswerError, match="more answers were given"):
        RING.answer(ATTACK, [*RING.play(ATTACK, random.Random(1)).entries[0].answers, Rolled((1,))])


def test_policies_go_by_name():
    ruling: Any = RING.judge(ATTACK)
    assert RING.policy(ruling) is RING.policy(ruling, "all dice") is conquest.policies["all dice"]
    for name, aim in (("best", "armies"), ("best:armies", "armies"), ("best:region", "region")):
        worth = conquest.aims[aim]
        assert RING.policy(ruling, name) == best(ruling.dice, worth, "attacker")
        assert RING.odds(ATTACK, name).expected(worth) == best(ruling.dice, worth, "attacker").value
    assert RING.odds(ATTACK).expected(conquest.aims["region"]) > 0
    assert RING.odds(ATTACK, "best:region").expected(conquest.aims["region"]) == 0  # one die never loses two armies
    for name, words in (("wild", "known: all dice, best"), ("best:glory", "known: armies, region")):
        with pytest.raises(KeyError, match=words):
            RING.policy(ruling, name)


def test_limits_of_the_odds_are_passed_on():
    sampled = RING.odds(ATTACK, budget=1, samples=1000, seed=5)
    assert (sampled.sampled, sampled.total) == (True, 1000)


# Immutable ------------------------------------------------------------------------------------------------------


def test_a_battle_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        RING.state = None  # type: ignore[misc]
    before = RING.state
    RING.play(ATTACK, random.Random(2))
    assert RING.state is before
    assert RING.entries == ()


def test_undo_goes_back_one_by_one_to_the_start():
    battle = campaign(length=4)
    for length in (3, 2, 1, 0):
        battle = battle.undo()
        assert len(battle.entries) == length
    assert battle == campaign(length=0) == campaign(length=4).start()
    with pytest.raises(IndexError, match="nothing to undo"):
        battle.undo()


def test_two_ways_from_one_position_do_not_disturb_each_other():
    one, other = RING.play(ATTACK, [6, 6, 6, 1, 1]), RING.play(ATTACK, [1, 1, 1, 6, 6])
    assert one.undo() == other.undo() == RING
    assert one.state != other.state


def test_a_battle_prints_without_its_past_and_compares_by_its_entries():
    battle = campaign()
    assert "before=" not in repr(battle)
    assert battle == campaign()
    assert battle != campaign(seed=2)
    assert battle != battle.undo()


def test_a_long_battle_is_no_deeper_than_a_short_one():
    battle, dice = world(1000, 1000), random.Random(4)
    for _ in range(600):
        battle = battle.play(ATTACK, dice, "all dice")
    assert battle == list(battle.start().replay(battle.entries))[-1]
    assert len(repr(battle.state)) < 500
    assert battle.check(battle.entries) is None


# The record -----------------------------------------------------------------------------------------------------


@given(st.integers(0, 999), st.integers(0, 8))
def test_replaying_the_entries_gives_the_same_battle(seed, length):
    battle = campaign(seed, length)
    replayed = [battle.start(), *battle.start().replay(battle.entries)]
    assert replayed[-1] == battle
    assert [len(step.entries) for step in replayed] == list(range(length + 1))
    assert battle.check(battle.entries) is None


def edits(entry: Entry) -> list[tuple[str, Entry]]:
    """Every way to change one thing in an entry: a field of the action, a face, a choice, a fact of an event."""
    found = []
    for field, value in entry.action.fields.items():
        for region in (f"r{i}" for i in range(6)):
            if region != value:
                action = Action("attack", Facts(entry.action.fields, **{field: region}))
                found.append((f"{field} {region}", replace(entry, action=action)))
    for i, answer in enumerate(entry.answers):
        others: list[Any] = [Chosen("1 dice"), Chosen("9 dice"), Rolled((6,)), Rolled((7, 1))]
        if isinstance(answer, Rolled):
            for j in range(len(answer.faces)):
                others += [Rolled((*answer.faces[:j], face, *answer.faces[j + 1 :])) for face in range(8)]
        for other in others:
            found.append((f"answer {i}: {other}", replace(entry, answers=_with(entry.answers, i, other))))
        found.append((f"no answer {i}", replace(entry, answers=entry.answers[:i] + entry.answers[i + 1 :])))
        found.append((f"answer {i} twice", replace(entry, answers=(*entry.answers[:i], answer, *entry.answers[i:]))))
    for i, event in enumerate(entry.events):
        found.append((f"no event {i}", replace(entry, events=entry.events[:i] + entry.events[i + 1 :])))
        found.append((f"event {i} twice", replace(entry, events=(*entry.events[:i], event, *entry.events[i:]))))
        found.append((f"kind {i}", replace(entry, events=_with(entry.events, i, Event("joy", event.facts)))))
        for field, value in event.facts.items():
            changed = Event(event.kind, Facts(event.facts, **{field: value * 2}))
            found.append((f"event {i} {field}", replace(entry, events=_with(entry.events, i, changed))))
    return found


def _with(row: tuple, at: int, item: object) -> tuple:
    return (*row[:at], item, *row[at + 1 :])


@pytest.mark.parametrize("number", [0, 2, 5])
def test_check_finds_every_change_that_is_not_itself_by_the_rules(number):
    """An edited entry passes only if it could have been played just so and came to the same events."""
    battle = campaign(seed=3)
    start = battle.start()
    before = [start, *start.replay(battle.entries)][number]
    caught = passed = 0
    for what, entry in edits(battle.entries[number]):
        edited = _with(battle.entries, number, entry)
        found = battle.check(edited)
        if found is None:
            passed += 1
            again = before.answer(entry.action, entry.answers)
            assert again.entries[-1] == entry, what
            assert list(start.replay(edited))[-1].state == battle.state, what
        else:
            caught += 1
            assert found.entry >= number + 1, what
            assert found.recorded != found.ruled, what
            assert found.rule in conquest.book.sources, what
    assert caught > passed


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda e: replace(e, action=Action.of("attack", attacker="r1", target="r1")),
            "entry 1, rule attack.border, verdict: recorded played: attack attacker=r1 target=r1, "
            "by the rules refused: r1 and r1 share a border: no",
        ),
        (
            lambda e: replace(e, answers=(Chosen("4 dice"), *e.answers[1:])),
            "entry 1, rule dice.attack, answer 1: recorded the choice '4 dice', by the rules "
            "How many dice attack?: no option '4 dice'; the options are: 3 dice; 2 dice; 1 dice",
        ),
        (
            lambda e: replace(e, answers=(*e.answers[:2], Rolled((6, 2, 0)), e.answers[3])),
            "entry 1, rule dice.attack, answer 3: recorded the faces 6 2 0, by the rules "
            "a d6 die has the faces 1, 2, 3, 4, 5, 6; found 0",
        ),
        (
            lambda e: replace(e, answers=e.answers[:3]),
            "entry 1, rule dice.compare, answer 4: recorded no answer, by the rules the faces of 2 d6",
        ),
        (
            lambda e: replace(e, answers=(*e.answers[:3], Rolled((6, 1)))),
            "entry 1, rule conquest.moves, losses region: recorded 'r1', by the rules 'r0'",
        ),
        (
            lambda e: replace(e, events=(Event("losses", Facts(region="r1", armies=1)), *e.events[1:])),
            "entry 1, rule conquest.moves, losses armies: recorded 1, by the rules 2",
        ),
        (
            lambda e: replace(e, events=()),
            "entry 1, rule conquest.moves, events: recorded 0 events, by the rules 2 events",
        ),
    ],
)
def test_check_says_where_record_and_rules_part(change, told):
    battle = RING.play(ATTACK, [6, 2, 5, 4, 1])
    assert str(battle.check([change(battle.entries[0])])) == told


def test_a_battle_ends():
    for seed in range(5):
        battle, dice = campaign(seed), random.Random(seed)
        while battle.outcome() is None:
            battle = battle.play(dice.choice(battle.actions()), dice)
        assert battle.actions() == ()
        assert str(battle.outcome())


def test_the_scene_shows_the_evidence_of_a_ruling():
    assert RING.scene().shapes == RING.scene(ATTACK).shapes  # these rules draw no evidence
    assert [shape.role for shape in RING.scene().shapes].count("unit") == 3
