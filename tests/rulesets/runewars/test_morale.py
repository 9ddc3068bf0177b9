"""Morale tests: the deck's numbers, Steadfast, who chooses, what cards write down."""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from tests.rulesets.runewars.field import battle, duel, melee, shot, story, unit

from enfilade.dice import Chosen, Rolled, odds
from enfilade.referee import Action
from enfilade.rulesets.runewars.tables import BY_HAND, CARD_TOKENS, MORALE


def nerve_test(severity: int, profile: str = "Spearmen") -> Any:
    """The dice of a morale test of a unit of three trays."""
    fight = battle(unit("t", "y", profile, ["444"]), unit("a", "x", "Spearmen", ["4"]))
    ruling = fight.judge(Action.of("morale", target="t", severity=severity))
    assert ruling.dice is not None
    return ruling.dice


def nothing_happens(severity: int, profile: Any = "Spearmen") -> Fraction:
    return odds(nerve_test(severity, profile)).chance(lambda result: not result.events)


def test_the_deck_has_thirty_cards_of_three_types():
    copies: dict[str, int] = {}
    for card in MORALE.values():
        copies[card.type] = copies.get(card.type, 0) + card.copies
    assert copies == {"Doubt": 6, "Confusion": 12, "Fear": 12}
    assert [sum(c.copies for c in MORALE.values() if c.icons == n) for n in (1, 2, 3)] == [15, 8, 7]
    assert {*CARD_TOKENS, *BY_HAND, "Loss of Faith", "Wavering Resolve"} == set(MORALE)


def test_severity_one_does_something_with_every_second_card():
    assert nothing_happens(1) == Fraction(15, 30)


def test_severity_two_does_nothing_only_with_two_dear_cards():
    assert nothing_happens(2) == Fraction(7, 30) * Fraction(6, 29)
    assert float(nothing_happens(2)) < 0.05


@pytest.mark.parametrize("severity", [1, 2, 3])
def test_the_chance_of_nothing_is_counted_over_all_hands(severity):
    deck = [card.icons for card in MORALE.values() for _ in range(card.copies)]
    hands = sum(all(icons > severity for icons in hand) for hand in combinations(deck, severity))
    assert nothing_happens(severity) == Fraction(hands, comb(30, severity))


def test_betrayal_of_the_steadfast_needs_severity_four():
    def betrayed(severity: int) -> bool:
        found = odds(nerve_test(severity, "Reanimates"))
        return any("Betrayal" in event.facts.values() for result in found for event in result.events)

    assert [betrayed(severity) for severity in (2, 3, 4)] == [False, False, True]


def test_steadfast_counts_as_printed():
    """Ravos is steadfast against Fear with two icons more: Rising Panic costs three."""
    ravos = battle(unit("t", "y", "Ravos the Everhungry", ["1"]), unit("a", "x", "Spearmen", ["4"]))

    def cards(severity: int) -> set[str]:
        found = ravos.judge(Action.of("morale", target="t", severity=severity)).dice
        return {
            str(event.facts.get("panic")) for result in odds(found) for event in result.events if event.kind == "tokens"
        }

    assert "2" not in cards(2)
    assert "2" in cards(3)


def test_the_opponent_chooses_one_card_of_those_that_were_drawn():
    drawn = story(nerve_test(3), Rolled(("Disarray", "Loss of Faith", "Betrayal")))
    assert drawn.waiting.side == "attacker"
    assert [option.label for option in drawn.waiting.options] == ["Betrayal", "Loss of Faith", "Disarray"]
    chosen = story(nerve_test(3), Rolled(("Disarray", "Loss of Faith", "Betrayal")), Chosen("Disarray"))
    assert [dict(event.facts) for event in chosen.result.events] == [{"unit": "t", "stun": 1}]


def test_cards_that_are_too_dear_are_not_offered():
    drawn = story(nerve_test(2), Rolled(("Betrayal", "Disarray")))
    assert dict(drawn.result.events[0].facts) == {"unit": "t", "stun": 1}


def tokens_of(fight: Any, name: str) -> dict[str, int]:
    return dict(fight.state.unit(name).tokens)


def after(card: str, **more: Any) -> Any:
    """The battle after a test in which this card is drawn and chosen."""
    fight = battle(unit("t", "y", "Spearmen", ["444"], **more), unit("a", "x", "Spearmen", ["4"]))
    severity = MORALE[card].icons
    faces = [card, *[name for name in ("Disarray", "Rising Panic", "Communication Breakdown") if name != card]]
    action = Action.of("morale", target="t", severity=severity)
    return fight.play(
        action, faces[:severity], lambda at, situation, choice: next(o for o in choice.options if o.label == card)
    )


@pytest.mark.parametrize(
    ("card", "tokens", "expected"),
    [
        ("Disarray", {}, {"stun": 1}),
        ("Rising Panic", {}, {"panic": 2}),
        ("Frozen with Dread", {"stun": 1}, {"stun": 1, "immobilize": 1}),
        ("Wavering Resolve", {}, {"panic": 1}),
        ("Wavering Resolve", {"inspiration": 2}, {}),
        ("Uncertainty", {}, {}),
    ],
)
def test_what_cards_write_down(card, tokens, expected):
    assert tokens_of(after(card, tokens=tokens), "t") == expected


@pytest.mark.parametrize("card", BY_HAND)
def test_cards_that_the_players_carry_out_are_named(card):
    events = after(card).entries[0].events
    assert [(event.kind, event.facts.get("card")) for event in events] == [("card", card)]


def test_panic_that_was_spent_is_gone():
    units = unit("a", "x", "Spearmen", ["4"]), unit("t", "y", "Spearmen", ["444"], tokens={"panic": 3})
    fight = battle(*units, contacts=[{"unit": "a", "edge": "front", "enemy": "t"}])
    answers = [Rolled(("-", "-")), Chosen("panic tokens: 2"), Rolled(("Betrayal", "Betrayal"))]
    assert tokens_of(fight.answer(melee(), answers), "t") == {"panic": 1}


def test_the_attackers_own_panic_counts_for_nothing():
    units = unit("a", "x", "Outland Scouts", ["4"], tokens={"panic": 9}), unit("t", "y", "Spearmen", ["444"])
    fight = battle(*units, contacts=[{"unit": "a", "edge": "front", "enemy": "t"}])
    assert fight.odds(melee()).expected(lambda result: result.counts["severity"]) == 0


def test_a_shot_into_a_fight_tests_the_friend_and_not_the_target():
    units = (
        unit("a", "x", "Deepwood Archers", ["44"], position=[10, 6]),
        unit("t", "y", "Reanimates", ["44"], position=[10, 9.5]),
        unit("friend", "x", "Spearmen", ["44"], position=[10, 10.5], facing=180, tokens={"inspiration": 1}),
    )
    fight = battle(*units)

    def friend(card: str) -> dict[str, int]:
        return tokens_of(fight.play(shot(), ["-", "-", "-", "-", card]), "friend")

    assert friend("Rising Panic") == {"inspiration": 1, "panic": 2}
    assert friend("Wavering Resolve") == {}
    assert friend("Betrayal") == {"inspiration": 1}


def test_loss_of_faith_takes_a_tray_with_its_figures_and_leaves_one_piece():
    fight = battle(unit("t", "y", "Spearmen", ["424"]), unit("a", "x", "Spearmen", ["4"]))
    action = Action.of("morale", target="t", severity=2)
    drawn = story(fight.judge(action).dice, Rolled(("Loss of Faith", "Betrayal")))
    assert drawn.waiting.side == "defender"
    assert [option.label for option in drawn.waiting.options] == ["tray 1.1 is lost", "tray 1.3 is lost"]
    left = fight.answer(action, [Rolled(("Loss of Faith", "Betrayal")), Chosen("tray 1.3 is lost")]).state.unit("t")
    assert [left.on(place) for place in left.places()] == [4, 2]


def test_a_destroyed_unit_tests_nothing():
    fight = duel({"type": "infantry", "defense": 1, "wounds": 1, "melee": {"dice": "R"}}, "Spearmen", (["4"], ["1"]))
    assert fight.odds(melee()).chance(lambda r: r.counts["destroyed"] == 1 and r.counts["severity"] > 0) == 0
    assert fight.play(melee(), ["HM"]).state.unit("t").figures == 0
