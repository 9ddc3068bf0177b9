"""The end of a turn: tiredness, combat advantage, morale at every edge, rallying, leaving."""

import pytest
from tests.rulesets.ageofmagic.armies import BRACE, battle, example, stands, turn, unit

from enfilade.referee import Action
from enfilade.rulesets.ageofmagic.aftermath import share_row
from enfilade.rulesets.ageofmagic.state import Standing

QUIET = Action.of("turn", orders={})


def shelled(size, **fields):
    """A unit that loses a tenth of 500 to one volley: the result is 18."""
    return battle(
        unit("bows", missile={"value": 13 + fields.pop("more", 0)}),
        unit("x", "blue", size=size, defence={"value": 0}, **fields),
        battle={"dice": 0},
    )


FIRE = turn(bows={"fire": "x"}, x=BRACE)


@pytest.mark.parametrize(
    ("lost", "of", "worse", "better"),
    [
        (0, 100, 0, 0),
        (9, 100, 0, 0),
        (10, 100, -1, 0),
        (11, 100, -1, -1),
        (25, 100, -2, -1),
        (26, 100, -2, -2),
        (50, 100, -3, -2),
        (51, 100, -3, -3),
        (476, 400, -3, -3),
        (21, 250, 0, 0),
        (40, 500, 0, 0),
    ],
)
def test_the_rows_of_morale(lost, of, worse, better):
    one = Standing(max(0, of - lost), of, "red centre", inflicted=lost)
    assert (share_row(one, "worse"), share_row(one, "better")) == (worse, better)


@pytest.mark.parametrize(
    ("size", "before", "after"),
    [
        (1000, "good", "good"),
        (500, "good", "normal"),
        (500, "poor", "routing"),
        (180, "good", "poor"),
        (90, "good", "routing"),
    ],
)
def test_morale_after_a_volley_of_50(size, before, after):
    assert stands(shelled(size, morale=before).play(FIRE, []), "x").morale == after


def test_the_morale_edge_readings_differ_in_play():
    def after(option):
        field = battle(
            unit("bows", missile={"value": 12}),
            unit("x", "blue", size=500, defence={"value": 0}, morale="good"),
            readings={"morale_edges": option},
            battle={"dice": 0},
        )
        return stands(field.play(FIRE, []), "x").morale

    assert (after("worse"), after("better")) == ("normal", "good")


def test_tiredness_as_archers_3_tired():
    """Fire in turns 1 to 4, nothing in 5, fire from 6 on: normal in turn 4, slightly tired in 7, quite tired in 9."""
    field = battle(
        unit("bows", missile={"value": 13}),
        unit("x", "blue", size=900_000, defence={"value": 0}),
        battle={"dice": 0, "last_turn": 99},
    )
    seen = {}
    for number in range(1, 10):
        seen[number] = stands(field, "bows").tiredness
        field = field.play(QUIET if number == 5 else FIRE, [])
    assert (seen[1], seen[4], seen[7], seen[9]) == ("fresh", "normal", "slightly tired", "quite tired")


def test_the_quiet_turn_readings_differ():
    def after(option):
        field = battle(unit("a"), unit("b", "blue"), readings={"quiet_turns": option})
        for _ in range(4):
            field = field.play(QUIET, [])
        return stands(field, "a").tiredness

    assert (after("skip"), after("count")) == ("fresh", "slightly tired")


def test_melee_tires_by_a_level_and_keeps_the_banked_half():
    field = battle(
        unit("a", half_tired=True, size=90_000, melee={"value": 0}),
        unit("b", "blue", "red centre", size=90_000, melee={"value": 0}),
        engaged=[["a", "b"]],
        battle={"dice": 0, "last_turn": 99},
    )
    levels = []
    for _ in range(8):
        field = field.play(Action.of("turn"), [])
        levels.append((stands(field, "a").tiredness, stands(field, "a").weary))
    assert levels[0] == ("normal", 1)
    assert levels[1] == ("slightly tired", 1)
    assert levels[-1] == ("reeling", 1)  # nobody sinks further


def fight(**fields):
    one = unit("a", size=1000, melee={"value": 17}) | fields.pop("a", {})
    other = unit("b", "blue", "red centre", size=500) | fields.pop("b", {})
    return battle(one, other, engaged=[["a", "b"]], battle={"dice": 0}, **fields)


def test_who_suffers_less_is_ahead_in_the_next_exchange():
    after = fight().play(Action.of("turn"), [])
    # a deals 12% of 1000, b 16% of 500: 120 against 80.
    assert after.state.pairs[0].ahead == "a"
    level = fight(b={"size": 750}).play(Action.of("turn"), [])  # 120 each
    assert level.state.pairs[0].ahead == ""
    action = Action.of("melee", attacker="a", target="b")
    values = after.judge(action).values
    # a's morale fell a level for 8%? No: 80 of 1000 is no row; b lost 24%: one level, and tires like a.
    assert values["attack_value"] == 5 + 17 - 12 + 2
    assert values["reply_value"] == 5 + 20 - 12 - 2 - 2


def test_the_advantage_readings_differ():
    def ahead(option):
        few, many = {"size": 100, "melee": {"value": 26}}, {"size": 1000, "melee": {"value": 9}}
        return fight(a=few, b=many, readings={"advantage_by": option}).play(Action.of("turn"), []).state.pairs[0].ahead

    # 25 fall of 1000, 20 of 100.
    assert (ahead("number"), ahead("share")) == ("a", "b")


def test_a_successful_charge_raises_morale_and_stays_at_good():
    def after(before, size):
        field = battle(
            unit("a", size=size, morale=before), unit("b", "blue", size=2000, melee={"value": 10}), battle={"dice": 0}
        )
        return stands(field.play(turn(a={"charge": "b"}, b=BRACE), []), "a").morale

    assert after("normal", 2000) == "good"
    assert after("good", 2000) == "good"
    assert after("poor", 2000) == "normal"


def test_a_charge_that_takes_more_than_it_deals_raises_nothing():
    field = battle(unit("a", size=100), unit("b", "blue", size=100, melee={"value": 40}), battle={"dice": 0})
    assert stands(field.play(turn(a={"charge": "b"}, b=BRACE), []), "a").morale == "routing"


def test_rallying():
    def after(order, **fields):
        base = battle(
            unit("a", morale="poor", **fields), unit("b", "blue", "reserve", missile={"value": 30}), battle={"dice": 0}
        )
        return stands(base.play(turn(a=order), []), "a")

    assert after({"retreat": "reserve"}).morale == "normal"
    assert after({"retreat": "reserve"}).area == "red reserve"
    assert after("stand").morale == "poor"
    near = battle(
        unit("a", morale="poor", size=5000), unit("b", "blue", missile={"value": 30}), battle={"dice": 0}
    ).play(turn(a={"retreat": "reserve"}, b={"fire": "a"}), [])
    assert stands(near, "a").morale == "poor"  # it took casualties


def test_the_referees_word_counts_among_the_causes():
    field = battle(unit("a"), unit("b", "blue"))
    after = field.play(Action.of("turn", adjust={"a": -2, "b": 3}), [])
    assert (stands(after, "a").morale, stands(after, "b").morale) == ("routing", "good")
    assert "the referee gives a -2 levels" in " ".join(
        step.text() for step in field.judge(Action.of("turn", adjust={"a": -2})).steps
    )


def test_routing_units_never_recover():
    field = battle(unit("a", morale="routing", area="blue centre"), unit("b", "blue", "reserve"), unit("c"))
    after = field.play(Action.of("turn"), [])
    assert stands(after, "a").morale == "routing"


def test_night_falls():
    field = battle(unit("a"), unit("b", "blue"), battle={"turn": 9, "last_turn": 9})
    assert field.outcome() is None
    after = field.play(QUIET, [])
    assert after.outcome().winner is None
    assert after.outcome().words == "night falls"


def test_giving_up_the_field():
    field = example("alexander-and-darius-turn-9")
    after = field.play(Action.of("give_up", side="darius"), [])
    assert after.outcome().winner == "alexander"
    assert after.outcome().text() == "Darius gives up the field"
    assert not field.judge(Action.of("give_up", side="xerxes")).legal
    assert not field.judge(Action.of("give_up")).legal
