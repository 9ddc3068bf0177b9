"""Every disputed reading makes a difference: one position for each, ruled both ways."""

from fractions import Fraction
from pathlib import Path

import pytest
from tests.rulesets.asoiaf.table import (
    SOLO,
    ask,
    chances,
    charge,
    expected,
    judge,
    shoot,
    strike,
    table,
    unit,
)

from enfilade.rulesets import asoiaf

BOOK = asoiaf.book.readings


def both(name, ruled):
    """What each option of a reading comes to, and the reading as the ruling names it."""
    found = {}
    for option in BOOK[name].options:
        ruling, value = ruled({name: option})
        assert ruling.readings[name] == option
        found[option] = value
    return found


def test_arc_model():
    """9 inches aside and 8.2 ahead: in the front by the diagonals, in the flank by 45 degrees from the corner."""

    def ruled(readings):
        state = table(unit("a", "x", 33, 32.2, 230, profile=SOLO), unit("t", "y", 24, 24), readings=readings)
        ruling = charge(state)
        return ruling, ruling.values["arc"]

    assert both("arc_model", ruled) == {"diagonal": "front", "corner": "right_flank"}


def test_corner_contact():
    def ruled(readings):
        state = table(unit("a", "x", 24, 20), unit("t", "y", 29.5, 24.8, 180), readings=readings)
        ruling = strike(state, attack="sword")
        return ruling, ruling.legal

    found = {}
    for option in BOOK["corner_contact"].options:
        state = table(unit("a", "x", 24, 20), unit("t", "y", 29.5, 24.8, 180), readings={"corner_contact": option})
        found[option] = strike(state, attack="sword").legal
    assert found == {"engaged": True, "apart": False}
    engaged, _ = ruled({"corner_contact": "engaged"})
    assert engaged.readings["corner_contact"] == "engaged"


def test_grazing():
    def ruled(readings):
        state = table(unit("a", "x", 24, 10), unit("f", "x", 24, 17), unit("t", "y", 24, 23), readings=readings)
        ruling = shoot(state, attack="bow", shift=[0, 0])
        return ruling, ruling.legal

    assert both("grazing", ruled) == {"blocked": False, "passes": True}


def test_exactly_one_inch():
    found = {}
    for option in BOOK["exactly_one_inch"].options:
        state = table(unit("a", "x", 24, 10), unit("t", "y", 24, 18, 180), readings={"exactly_one_inch": option})
        found[option] = judge(state, "maneuver", unit="a", forward=2.2).legal
    assert found == {"legal": True, "illegal": False}


def test_natural_six_saves():
    """Q22: Defense 6 struck by Sundering: no die saves, or a 6 always does."""

    def ruled(edition):
        def one(readings):
            pairs = ",".join(f"{name}:{option}" for name, option in readings.items())
            ruling = ask(
                dice=0, plus_hits=1, defense=6, morale=2, keywords="sundering", readings=pairs, edition=edition
            )
            return ruling, expected(ruling, "attack_wounds")

        return one

    sure, kept = Fraction(1), Fraction(5, 6)
    assert both("natural_six_saves", ruled("v15")) == {"edition": sure, "never": sure, "always": kept}
    assert both("natural_six_saves", ruled("y2021")) == {"edition": kept, "never": sure, "always": kept}


def test_six_that_misses():
    """To hit 6+ at -1 with Critical Blow: nothing hits, or the face of 6 is two hits all the same."""

    def ruled(readings):
        pairs = ",".join(f"{name}:{option}" for name, option in readings.items())
        facts = {"dice": 1, "hit": 6, "plus_hit": -1, "keywords": "critical blow", "plus_save": -9, "morale": 2}
        ruling = ask(**facts, readings=pairs)
        return ruling, expected(ruling, "attack_wounds")

    assert both("six_that_misses", ruled) == {"hit": 0, "face": Fraction(1, 3)}


def test_failed_charge_panic():
    found = {}
    for option in BOOK["failed_charge_panic"].options:
        ruling = ask(gap=9, readings=f"failed_charge_panic:{option}")
        found[option] = expected(ruling, "charger_wounds") > 0
    assert found == {"yes": True, "no": False}


@pytest.mark.parametrize(
    ("name", "wounds", "dice", "expect"),
    [
        ("friends_without_damage", 12, [1] * 7 + [1, 1, 1], {"always": 2, "only_damage": 0}),
        ("friends_of_destroyed", 1, [6, 1, 1, 1, 1, 1, 1, 1], {"began": 2, "after": 0}),
    ],
)
def test_friends_of_a_shot_enemy(name, wounds, dice, expect):
    def ruled(readings):
        units = unit("a", "x", 24, 10), unit("t", "y", 24, 21, 90, wounds=wounds), unit("f", "x", 28.8, 21, 270)
        ruling = shoot(table(*units, readings=readings), attack="bow")
        return ruling, losses(ruling)

    def losses(ruling):
        """The most that the friend may lose where the shot did nothing, or destroyed its enemy."""
        odds = chances(ruling)
        destroyed = name == "friends_of_destroyed"
        fits = [r for r in odds if (r.counts["destroyed"] if destroyed else r.counts["wounds"] == 0)]
        return 2 if any(result.counts["friendly_wounds"] for result in fits) else 0

    assert both(name, ruled) == expect


def test_turn_against_two():
    units = (unit("a", "x", 24, 20, 90), unit("t", "y", 21.25, 25.15, 180), unit("u", "y", 26.75, 25.15, 180))

    def ruled(readings):
        ruling = strike(table(*units, readings=readings), attack="sword")
        return ruling, ruling.values["may_turn"]

    assert both("turn_against_two", ruled) == {"no": False, "same_side": True}


def test_slide_when_several():
    """Two small enemies on the front: the slide must keep both."""
    units = (
        unit("a", "x", 24, 20),
        unit("t", "y", 24, 24.8, 180),
        unit("u", "y", 24, 20 - 2.4 - 1.38, 0, profile=SOLO),
    )

    def ruled(readings):
        ruling = strike(table(*units, readings=readings), attack="sword")
        return ruling, ruling.values["alignments"]

    assert both("slide_when_several", ruled) == {"no": (), "keep_contact": (100, 50)}


def test_third_on_a_side():
    """Two solos lie on the front already, with room for a third between them."""
    units = (
        unit("t", "y", 24, 24, 180),
        unit("f", "x", 21, 24 - 2.4 - 1.38, profile=SOLO),
        unit("g", "x", 27, 24 - 2.4 - 1.38, profile=SOLO),
        unit("a", "x", 24, 12, profile=SOLO),
    )
    found = {}
    for option in BOOK["third_on_a_side"].options:
        found[option] = charge(table(*units, readings={"third_on_a_side": option})).legal
    assert found == {"if_room": True, "two_at_most": False}


def test_speed_changes():
    bog = {"id": "bog", "shape": [[20, 8], [28, 8], [28, 12], [20, 12]], "keywords": ["rough"]}

    def ruled(readings):
        ruling = judge(table(unit("a", "x", 24, 10), terrain=[bog], readings=readings), "march", unit="a", forward=1)
        return ruling, ruling.values["march_in"]

    assert both("speed_changes", ruled) == {"before_doubling": 8, "after_doubling": 9}


def test_every_reading_is_tested_here():
    """A new reading needs its test."""
    source = Path(__file__).read_text("utf-8")
    assert [name for name in BOOK if name not in source] == []
