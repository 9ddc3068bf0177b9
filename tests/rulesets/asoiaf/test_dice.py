"""The dice of an attack: exact chances against closed formulas, brute force over faces, and another odds engine."""

from fractions import Fraction
from functools import partial
from itertools import product
from math import comb

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.asoiaf.table import ask, chances, expected, missing, why
from tests.rulesets.asoiaf.table import dice as program

from enfilade.dice import Chosen, Rolled, best, follow, odds, sample

TWO_DICE = [7 - abs(7 - total) - 1 for total in range(2, 13)]  # ways to roll 2 to 12


def fails(morale: int, modifier: int = 0) -> Fraction:
    """The chance that two dice and a modifier fall short of a Morale."""
    return Fraction(sum(w for t, w in enumerate(TWO_DICE, 2) if t + modifier < morale), 36)


# q is the chance that one die becomes a wound; the panic test follows at least one wound.
VECTORS = [
    ("D1", {"dice": 7, "hit": 4, "defense": 3, "morale": 7}, Fraction(1, 6), 7, fails(7)),
    ("D2", {"dice": 7, "hit": 4, "defense": 3, "morale": 7, "charging": "yes"}, Fraction(1, 4), 7, fails(7)),
    (
        "D4",
        {"dice": 7, "hit": 4, "defense": 3, "morale": 7, "charging": "yes", "arc": "rear"},
        Fraction(1, 2),
        7,
        fails(7, -2),
    ),
    ("D5", {"dice": 5, "hit": 4, "defense": 3, "morale": 7}, Fraction(1, 6), 5, fails(7)),
    ("D6", {"dice": 4, "hit": 4, "defense": 3, "morale": 7}, Fraction(1, 6), 4, fails(7)),
    ("D7", {"dice": 6, "hit": 4, "defense": 4, "morale": 6}, Fraction(1, 4), 6, fails(6)),
    ("D9", {"dice": 7, "hit": 3, "defense": 3, "morale": 7, "kind": "long"}, Fraction(2, 9), 7, fails(7)),
    (
        "D10",
        {"dice": 7, "hit": 3, "defense": 3, "morale": 7, "kind": "long", "cover": "yes"},
        Fraction(1, 6),
        7,
        fails(7),
    ),
]
PUBLISHED = {
    "D1": (1.166667, 0.279082, 2.067815, 0.256402),
    "D2": (1.75, 0.133484, 2.833145, 0.358948),
    "D4": (3.5, 0.007813, 5.649740, 0.842303),
    "D5": (0.833333, 0.401878, 1.580986, 0.195352),
    "D6": (0.666667, 0.482253, 1.313850, 0.162594),
    "D7": (1.5, 0.177979, 2.185018, 0.222534),
    "D9": (1.555556, 0.172182, 2.590328, 0.324936),
    "D10": (1.166667, 0.279082, 2.067815, 0.256402),
}


@pytest.mark.parametrize(("name", "facts", "q", "dice", "fail"), VECTORS, ids=[row[0] for row in VECTORS])
def test_vectors_hold_as_fractions(name, facts, q, dice, fail):
    """Independent dice: binomial wounds, then 1 + D3 more with the chance to fail."""
    found = chances(ask(**facts))
    wounds = {k: comb(dice, k) * q**k * (1 - q) ** (dice - k) for k in range(dice + 1)}
    total: dict[int, Fraction] = {}
    for k, chance in wounds.items():
        parts = [(0, 1 - fail), *((1 + d3, fail / 3) for d3 in (1, 2, 3))] if k else [(0, Fraction(1))]
        for more, part in parts:
            total[k + more] = total.get(k + more, Fraction(0)) + chance * part
    assert dict(found.of(lambda r: r.counts["attack_wounds"]).items()) == wounds
    assert dict(found.of(lambda r: r.counts["wounds"]).items()) == total
    from_attack, none, all_in_all, four = PUBLISHED[name]
    assert float(found.expected(lambda r: r.counts["attack_wounds"])) == pytest.approx(from_attack, abs=1e-6)
    assert float(found.chance(lambda r: r.counts["attack_wounds"] == 0)) == pytest.approx(none, abs=1e-6)
    assert float(found.expected(lambda r: r.counts["wounds"])) == pytest.approx(all_in_all, abs=1e-6)
    assert float(found.chance(lambda r: r.counts["wounds"] >= 4)) == pytest.approx(four, abs=1e-6)


PANIC = {
    2: (0, 1, 3, 6),
    4: (3, 6, 10, 15),
    5: (6, 10, 15, 21),
    6: (10, 15, 21, 26),
    7: (15, 21, 26, 30),
    8: (21, 26, 30, 33),
}


@pytest.mark.parametrize("morale", PANIC)
def test_panic_failures_by_morale_and_modifier(morale):
    """After a certain wound the chance to lose more is the chance to fail."""
    for minus, ways in enumerate(PANIC[morale]):
        found = chances(ask(dice=1, hit=4, defense=4, morale=morale, plus_hits=6, plus_save=-6, plus_panic=-minus))
        assert found.chance(lambda r: r.counts["panic_wounds"] > 0) == Fraction(ways, 36)


@pytest.mark.parametrize(("gap", "chance"), [(5, 1), (6, 1), (7, 5), (8, 4), (9, 3), (10, 2), (11, 1)])
def test_charge_reach(gap, chance):
    """Speed 5: Speed + D6 covers the gap."""
    found = chances(ask(dice=7, gap=gap, speed=5)).chance(lambda r: bool(r.counts["contact"]))
    assert found == (Fraction(chance, 6) if gap > 6 else 1)


def test_a_charge_beyond_the_best_die_is_not_declared():
    ruling = ask(dice=7, gap=11.1, speed=5)
    assert why(ruling) == "9.2.reach"
    assert missing(ruling) == pytest.approx(0.1)


def test_a_one_makes_contact_but_is_disorderly():
    """Speed 5 over 6 inches: with a 1 the charge arrives without its bonus."""
    ruling = ask(dice=7, hit=4, defense=3, morale=7, gap=6, speed=5)
    plain, charging = (expected(ask(dice=7, hit=4, defense=3, morale=7, charging=c)) for c in ("no", "yes"))
    assert expected(ruling) == plain / 6 + charging * 5 / 6


# Brute force over all faces of small attacks ------------------------------------------------------------------


def by_hand(hits, save, morale, left=12):
    """The mean wounds of certain hits, by every face of saves and of the panic test."""
    total = Fraction(0)
    for saves in product(range(1, 7), repeat=hits):
        wounds = min(left, sum(face < save for face in saves))
        panic = Fraction(0)
        for a, b, c in product(range(1, 7), range(1, 7), (1, 2, 3)):
            panic += min(left - wounds, 1 + c) * (wounds > 0 and a + b < morale)
        total += wounds + panic / 108
    return total / 6**hits


@pytest.mark.parametrize(("hits", "save", "morale", "left"), [(2, 4, 7, 12), (3, 3, 5, 12), (2, 5, 9, 3), (3, 4, 8, 2)])
def test_saves_panic_and_the_last_wounds_by_every_face(hits, save, morale, left):
    ruling = ask(dice=0, hit=4, plus_hits=hits, defense=save, morale=morale, target_wounds=left)
    assert expected(ruling) == by_hand(hits, save, morale, left)


@given(
    st.integers(1, 5), st.integers(2, 6), st.integers(2, 6), st.sampled_from(["", "critical blow", "precision", "both"])
)
def test_keywords_against_icepool(dice, hit, defense, keyword):
    words = "critical blow,precision" if keyword == "both" else keyword
    found = chances(ask(dice=dice, hit=hit, defense=defense, morale=2, keywords=words))
    lost = icepool.Die({1: defense - 1, 0: 7 - defense})

    def one(face: int):  # the wounds of one die, as a distribution
        if face < hit:
            return icepool.Die([0])
        if face < 6 or not keyword:
            return lost
        wounds = {"critical blow": lost + lost, "precision": icepool.Die([1]), "both": lost + 1}
        return wounds[keyword]

    oracle = dice @ icepool.d6.map(one)
    mine = found.of(lambda r: r.counts["attack_wounds"])
    for wounds in range(2 * dice + 1):
        mass = sum((oracle.probability(w) for w in oracle.outcomes() if min(w, 12) == wounds), Fraction(0))
        assert mine[wounds] == mass


def test_the_same_stages_sampled_agree_with_exact():
    ruling = ask(dice=7, hit=4, defense=3, morale=7, arc="flank", gap=9, conditions="panicked,vulnerable")
    exact, drawn = odds(program(ruling)), sample(program(ruling), 200_000, 5)
    for wounds in range(12):
        least = partial(at_least, wounds)
        low, high = drawn.interval(least, z=4.5)
        assert low <= float(exact.chance(least)) <= high


def at_least(wounds, result):
    return result.counts["wounds"] >= wounds


# Fixed faces ---------------------------------------------------------------------------------------------------


def test_faces_tell_the_story():
    """3 dice hit with 4 and 6, one is saved, one wound; 1 and 3 against Morale 7 fail, the D3 of 2 costs 3 more."""
    ruling = ask(dice=3, hit=4, defense=4, morale=7)
    trace = follow(program(ruling), [Rolled((4, 2, 6)), Rolled((5, 1)), Rolled((1, 3, 2))])
    assert trace.result is not None
    assert dict(trace.result.counts) == {
        "wounds": 4,
        "attack_wounds": 1,
        "panic_wounds": 3,
        "ranks_left": 2,
        "destroyed": False,
    }
    assert [event.kind for event in trace.result.events] == ["acted", "wounds", "wounds"]


def test_the_charge_bonus_is_a_choice_and_best_takes_it():
    ruling = ask(dice=7, hit=4, defense=3, morale=7, charging="yes")
    taken = best(program(ruling), lambda r: int(r.counts["wounds"]), "attacker")
    assert taken.value == expected(ruling)
    keep = follow(program(ruling), [Rolled((1, 1, 1, 1, 1, 1, 1)), Chosen("keep all dice")])
    assert keep.result is not None
    assert keep.result.counts["wounds"] == 0


def test_more_armour_never_raises_losses_and_more_dice_never_lower_them():
    means = [expected(ask(dice=6, hit=4, defense=defense, morale=7)) for defense in range(2, 7)]
    assert means == sorted(means)
    means = [expected(ask(dice=dice, hit=4, defense=4, morale=7)) for dice in range(8)]
    assert means == sorted(means)


@pytest.mark.parametrize("edition", ["v1x", "v15", "y2021"])
def test_every_edition_adds_up_and_its_panic_is_its_own(edition):
    """Certain wound, Morale 9: the chance of every loss by all 36 (108) faces."""
    found = chances(
        ask(dice=0, plus_hits=1, plus_save=-9, morale=9, edition=edition, readings="natural_six_saves:never")
    )
    price = {"v1x": lambda t, d: 9 - t, "v15": lambda t, d: 1 + d, "y2021": lambda t, d: d}[edition]
    oracle: dict[int, Fraction] = {}
    for a, b, d3 in product(range(1, 7), range(1, 7), (1, 2, 3)):
        loss = price(a + b, d3) if a + b < 9 else 0
        oracle[loss] = oracle.get(loss, Fraction(0)) + Fraction(1, 108)
    assert dict(found.of(lambda r: r.counts["panic_wounds"]).items()) == oracle
    assert sum(weight for _, weight in found.items()) == 1
