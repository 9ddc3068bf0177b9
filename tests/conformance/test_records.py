"""Battles played at random: they end, their record is the battle, and whoever edits it is found out."""

import random
from dataclasses import replace

import pytest
from tests.conformance.positions import played, present, ruleset, shipped

from enfilade.battle import Entry
from enfilade.dice import Answer, AnswerError, Chosen, FaceError, Rolled
from enfilade.files import record
from enfilade.files.scenario import load
from enfilade.referee import Action, Event, Facts

on_every_battle = pytest.mark.parametrize(
    "file", [file for name in present() for file in shipped(name)], ids=lambda file: f"{file.parent.name}/{file.name}"
)


def test_every_ruleset_ships_battles():
    assert [name for name in present() if not shipped(name)] == []


@on_every_battle
def test_a_shipped_battle_is_told_in_a_line_and_loads(file):
    comments = [line for line in file.read_text("utf-8").splitlines() if line.startswith("# ")]
    assert [line for line in comments if not line.startswith("# yaml-language-server:")], "what does it show?"
    battle = load(file)
    assert battle.ruleset is ruleset(file.parent.name)
    assert battle.candidates()


@on_every_battle
def test_a_battle_ends(file):
    battle = played(file)[-1]
    assert battle.outcome() is not None or not any(battle.judge(action).dice for action in battle.actions())


@on_every_battle
def test_a_record_is_the_battle(file):
    battle = played(file)[-1]
    there = record.parse(record.write(battle))
    assert there.check() is None
    again = there.replay()
    assert again.state == battle.state
    assert hash(again.state) == hash(battle.state)
    assert again.entries == battle.entries
    assert record.write(again) == record.write(battle)


@on_every_battle
def test_replaying_and_undoing_pass_through_the_same_states(file):
    battle = played(file)[-1]
    forward = [battle.start(), *battle.start().replay(battle.entries)]
    for step in reversed(forward):
        assert step.state == battle.state
        battle = battle.undo() if battle.before else battle
    assert battle.entries == ()
    assert battle.state == load(file).state


def edited(entry: Entry, randomness: random.Random) -> Entry:
    """The entry with one thing changed: a face, a choice, a fact of an event, a field of the action."""
    kinds = ["action", *(["answer"] if entry.answers else []), *(["event"] if entry.events else [])]
    match randomness.choice(kinds):
        case "answer":
            at = randomness.randrange(len(entry.answers))
            answers = list(entry.answers)
            answers[at] = _other_answer(answers[at], randomness)
            return replace(entry, answers=tuple(answers))
        case "event":
            at = randomness.randrange(len(entry.events))
            events = list(entry.events)
            facts = _other_facts(events[at].facts, randomness)
            events[at] = Event(events[at].kind, facts) if facts != events[at].facts else Event("peace", facts)
            return replace(entry, events=tuple(events))
    action = entry.action
    return replace(entry, action=Action(action.kind, _other_facts(action.fields, randomness)))


def _other_answer(answer: Answer, randomness: random.Random) -> Answer:
    if isinstance(answer, Chosen):
        return Chosen(answer.label + "!")
    faces = list(answer.faces)
    if not faces:
        return Rolled((1,))
    faces[randomness.randrange(len(faces))] = "nothing"
    return Rolled(tuple(faces))


def _other_facts(facts: Facts, randomness: random.Random) -> Facts:
    if not facts:
        return facts
    name = randomness.choice(list(facts))
    value = facts[name]
    other = value + 1 if isinstance(value, int) and not isinstance(value, bool) else f"not {value}"
    return Facts(facts, **{name: other})


@on_every_battle
def test_check_finds_what_was_edited(file):
    """An edited entry is found, unless it is by the rules itself and came to the very events that are recorded."""
    battle, randomness = played(file)[-1], random.Random(3)
    entries = battle.entries
    caught = 0
    for _ in range(min(25, 5 * len(entries))):
        at = randomness.randrange(len(entries))
        changed = edited(entries[at], randomness)
        if changed == entries[at]:
            continue
        story = (*entries[:at], changed, *entries[at + 1 :])
        found = battle.check(story)
        if found is None:
            before = [battle.start(), *battle.start().replay(entries[:at])][-1]
            assert before.answer(changed.action, changed.answers).entries[-1] == changed
        else:
            caught += 1
            assert found.entry > at
            assert found.recorded != found.ruled
            assert found.rule in battle.ruleset.book.sources or found.rule == "-"
    assert caught or not entries


@on_every_battle
def test_answers_of_another_kind_are_refused_and_change_nothing(file):
    battle = load(file)
    for action in battle.actions()[:10]:
        if battle.judge(action).dice is None:
            continue
        before = repr(battle.state)
        for answers in ([Chosen("to win")], [Rolled(("nothing",))], [Rolled(())] * 200):
            with pytest.raises((AnswerError, FaceError)):
                battle.answer(action, answers)
        assert repr(battle.state) == before
