"""Contact and threat against Shapely and the table of the rule; the whole table turned, shifted, mirrored."""

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.ops import unary_union
from tests.rulesets.runewars.field import TURNS, Laid, battle, clear, formations, laid, melee, side, unit

from enfilade.battle import Battle

FACINGS = st.sampled_from([0, 90, 180, 270, 30, 45, 61.7, 137.5, 299.99]) | st.floats(0, 359).map(lambda a: round(a, 3))
SHIFTS = st.tuples(st.integers(-400, 400), st.integers(-400, 400)).map(lambda pair: (pair[0] / 32, pair[1] / 32))


def touched(found: Laid) -> dict[str, set[str]]:
    """By Shapely: for each edge of the unit, the trays along whose outer side the enemy lies."""
    enemy, trays = found.enemy().buffer(1e-7, join_style="mitre"), found.trays()
    edges: dict[str, set[str]] = {}
    for name, tray in trays.items():
        for edge in TURNS:
            line = side(tray, edge)
            inner = any(other.buffer(1e-6).covers(line) for other in trays.values() if other is not tray)
            if not inner and enemy.intersection(line).length > 0.02:
                edges.setdefault(edge, set()).add(name)
    return edges


def ruled(fight: Battle) -> dict[str, set[str]]:
    """The same by the ruleset."""
    edges: dict[str, set[str]] = {}
    for contact in fight.state.touching("a", "t"):
        if not contact.corner:
            edges.setdefault(contact.edge, set()).update(map(str, contact.trays))
    return edges


def by_the_table(ranks: tuple[str, ...], edge: str, trays: set[str]) -> int:
    """The threat by the table of the rule: W, P and the full ranks."""
    counts = [sum(sign != "." for sign in row) for row in ranks]
    width, full = counts[0], sum(count == counts[0] for count in counts)
    partial = counts[-1] if counts[-1] < width else 0
    behind = {name for name in trays if partial and name.startswith(f"{len(ranks)}.")}
    if edge == "front":
        return width
    if edge == "rear":
        return partial if partial and behind == trays else width
    return full + bool(behind)


@given(laid(), FACINGS, SHIFTS)
@settings(max_examples=100)
def test_contact_is_where_shapely_finds_it_at_any_angle(found, turned, shifted):
    assume(clear(found))
    assert ruled(battle(*found.scenario(turned, shifted))) == touched(found)


@given(laid(), FACINGS)
@settings(max_examples=60)
def test_threat_follows_the_table_over_every_contacted_edge(found, turned):
    assume(clear(found))
    fight = battle(*found.scenario(turned))
    for edge, trays in touched(found).items():
        assert fight.judge(melee(edge=edge)).values["threat"] == by_the_table(found.ranks, edge, trays)


@given(laid(), FACINGS, SHIFTS)
@settings(max_examples=40)
def test_turning_and_shifting_the_table_changes_no_ruling(found, turned, shifted):
    assume(clear(found))
    straight, moved = battle(*found.scenario()), battle(*found.scenario(turned, shifted))
    assert straight.candidates() == moved.candidates()
    for action in straight.candidates():
        one, other = straight.judge(action), moved.judge(action)
        assert one.verdict == other.verdict
        assert one.values == other.values
    for action in straight.actions()[:1]:
        assert straight.odds(action) == moved.odds(action)


@given(laid())
@settings(max_examples=40)
def test_mirroring_swaps_left_and_right_and_nothing_else(found):
    assume(clear(found))
    swapped = {"left": "right", "right": "left"}
    one, other = battle(*found.scenario()), battle(*found.mirrored().scenario())
    mine, theirs = ruled(one), ruled(other)
    assert {swapped.get(edge, edge) for edge in mine} == set(theirs)
    for edge in mine:
        there = melee(edge=swapped.get(edge, edge))
        assert one.judge(melee(edge=edge)).values == other.judge(there).values
        assert one.odds(melee(edge=edge)).of(lambda r: r.counts) == other.odds(there).of(lambda r: r.counts)
        break


@given(laid(), st.sampled_from(["Spearmen", "Rune Golems"]))
@settings(max_examples=30)
def test_a_unit_far_away_changes_nothing(found, other):
    assume(clear(found))
    far = unit("far", "y", other, ["1"], position=[2, 2], facing=33)
    alone, with_it = battle(*found.scenario()), battle(*found.scenario(), far)
    for action in alone.candidates():
        one, two = alone.judge(action), with_it.judge(action)
        assert (one.verdict, one.values, one.steps) == (two.verdict, two.values, two.steps)


@given(formations(widest=6, deepest=5), st.sampled_from(list(TURNS)), st.data(), st.integers(0, 4))
@settings(max_examples=60)
def test_threat_is_never_more_than_the_trays_and_brutal_and_never_nothing(ranks, edge, data, stable):
    whole = Laid(ranks, 1, 1, (0, 0), 0).trays()
    block = unary_union(list(whole.values()))
    outer = [
        name for name, tray in whole.items() if block.boundary.buffer(1e-6).intersection(side(tray, edge)).length > 0.5
    ]
    trays = data.draw(st.lists(st.sampled_from(outer), min_size=1, unique=True))
    card = {
        "type": "infantry", "defense": 1, "wounds": 1, "melee": {"dice": "R"}, "keywords": ["Brutal [stable]"],
    }  # fmt: skip
    fight = battle(
        unit("a", "x", card, list(ranks)),
        unit("t", "y", "Spearmen", ["44"]),
        contacts=[{"unit": "a", "edge": edge, "enemy": "t", "trays": trays}],
        runes={"stable": stable},
    )
    threat = fight.judge(melee(edge=edge)).values["threat"]
    assert 1 + stable <= threat <= len(whole) + stable
    assert threat == by_the_table(ranks, edge, set(trays)) + stable


def test_the_enemy_beside_the_first_rank_leaves_the_corner_of_the_second_alone():
    units = (
        unit("a", "x", "Reanimates", ["44", "4."], position=[10, 6]),
        unit("t", "y", "Spearmen", ["44"], position=[8.5, 7], facing=90),
    )
    (contact,) = battle(*units).state.touching("a", "t")
    assert (contact.edge, [*map(str, contact.trays)], [*map(str, contact.corners)]) == ("left", ["1.1"], ["2.1"])
    assert contact.length == 1.0
    (contact,) = battle(*units, readings={"corner_trays": "touched"}).state.touching("a", "t")
    assert [*map(str, contact.trays)] == ["1.1", "2.1"]


def test_what_touches_by_a_hair_is_told_so():
    def engaged(gap: float) -> tuple[bool, bool, float]:
        units = (
            unit("a", "x", "Reanimates", ["44"], position=[10, 6]),
            unit("t", "y", "Spearmen", ["44"], position=[10, 7 + gap]),
        )
        ruling = battle(*units).judge(melee())
        step = next(step for step in ruling.walk() if step.rule == "34.1")
        return ruling.legal, step.too_close, step.margin

    assert engaged(0.0) == (True, False, 0.004)
    assert engaged(0.0035) == (True, True, 0.0005)
    assert engaged(0.0045) == (False, True, -0.0005)
    assert engaged(0.1) == (False, False, -0.096)


def test_a_stated_contact_says_what_the_positions_would_give():
    def told(at: list[float], trays: list[str]) -> str:
        units = (
            unit("a", "x", "Reanimates", ["44", "2."], position=[10, 6]),
            unit("t", "y", "Spearmen", ["444"], position=at),
        )
        contacts = [{"unit": "a", "edge": "rear", "enemy": "t", "enemy_edge": "front", "trays": trays}]
        ruling = battle(*units, contacts=contacts).judge(melee(edge="rear"))
        assert ruling.values["threat"] == Fraction(1)
        assert {shape.role for shape in ruling.evidence} >= {"contacted", "counted"}
        return next(step.text() for step in ruling.walk() if step.rule == "34.stated")

    assert told([10, 4.0], ["2.1"]) == "the contact is stated; by their positions they are 0.5 tray lengths apart"
    assert told([9.5, 4.5], ["2.1"]) == "the contact is stated; by their positions it is the same"
    assert told([11.5, 5.5], ["2.1"]) == (
        "the contact is stated; by their positions it would be rear (1.2) to front, right (2.1) to left"
    )
