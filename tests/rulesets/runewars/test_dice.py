"""The odds of attacks against all faces one by one, icepool and dyce; the best choices against all others."""

from fractions import Fraction
from itertools import product
from typing import Any

import dyce
import icepool
import pytest
from tests.dice.chance import all_faces, enumerated
from tests.rulesets.runewars.field import RUNEWARS, battle, duel, melee, shot, unit

from enfilade.battle import Battle
from enfilade.dice import Answer, Chosen, Program, Roll, Rolled, best, follow, odds, sample
from enfilade.rulesets.runewars.tables import BLUE, RED, WHITE

TARGET = {"type": "infantry", "defense": 1, "wounds": 4}
SURGES = {
    "plain": {"cost": 2, "gain": {"hit": 1}},
    "unique": {"cost": 1, "unique": True, "gain": {"mortal": 1}},
    "plus": {"cost": 1, "plus": True, "gain": {"damage": 2}, "to": "another enemy"},
}


def card(dice: str, *keywords: str, surges: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    attack = {"dice": dice, "surges": [SURGES[name] for name in surges]}
    return {"type": "infantry", "defense": 1, "wounds": 1, "melee": attack, "keywords": list(keywords), **more}


def fight(
    attacker: dict[str, Any], *ranks: str, target: Any = TARGET, rows: tuple[str, ...] = ("44",), **more: Any
) -> Battle:
    return duel(attacker, target, (list(ranks or ("4",)), list(rows)), **more)


def program(battle: Battle) -> Program[Any, Any]:
    ruling = battle.judge(melee())
    assert ruling.dice is not None, ruling.refusal
    return ruling.dice


SMALL = {
    "a red die, which may test nerves": fight(card("R")),
    "a white die, which may strike mortally": fight(card("W")),
    "a blue die with a re-roll of any and of one": fight(card("B"), "44", "44", "4."),
    "two blue dice with one re-roll": fight(card("B B"), "4", "4"),
    "two blue dice with a single re-roll": fight(card("B B"), "44", "4."),
    "blue dice and three ways to spend surges": fight(card("B B", surges=("plain", "unique", "plus"))),
    "a die that the defender may throw again": fight(card("B B"), target={**TARGET, "keywords": ["Haunting 1"]}),
    "a die taken away": fight(card("B B", "Discard 1")),
    "a re-roll against the panicked": battle(
        unit("a", "x", card("B", "Panic Hunter 1"), ["4"]),
        unit("t", "y", TARGET, ["4"], tokens={"panic": 1}),
        contacts=[{"unit": "a", "edge": "front", "enemy": "t"}],
    ),
    "accuracy on a champion": battle(
        unit("a", "x", card("B B"), ["4"]),
        unit("t", "y", TARGET, ["44", "44"], upgrades=[{"name": "Champion", "tray": "1.1", "defense": 2, "wounds": 2}]),
        contacts=[{"unit": "a", "edge": "front", "enemy": "t"}],
    ),
    "wounds paid for Lethal": fight(card("B", "Blood Price 2"), "4", target={**TARGET, "defense": 2}),
    "a flank die of either colour": battle(
        unit("a", "x", card("B"), ["4"]),
        unit("t", "y", {**TARGET, "wounds": 1}, ["4"]),
        contacts=[{"unit": "a", "edge": "front", "enemy": "t", "enemy_edge": "left"}],
    ),
    "blight takes one of two": battle(
        unit("a", "x", card("R B"), ["4"], tokens={"blight": 1}),
        unit("t", "y", TARGET, ["4"]),
        contacts=[{"unit": "a", "edge": "front", "enemy": "t"}],
    ),
}
small = pytest.mark.parametrize("name", SMALL)


@small
@pytest.mark.parametrize("policy", list(RUNEWARS.policies))
def test_odds_are_what_all_faces_come_to(name, policy):
    dice, answers = program(SMALL[name]), RUNEWARS.policies[policy]
    assert dict(odds(dice, answers).items()) == enumerated(dice, answers)


def value(dice: Program[Any, Any], aim: str, answers: tuple[Answer, ...] = ()) -> Fraction:
    """The worth of a position if the attacker always chooses for the best and the defender against it."""
    trace = follow(dice, answers)
    if trace.waiting is None:
        assert trace.result is not None
        return Fraction(RUNEWARS.aims[aim](trace.result))
    if isinstance(trace.waiting, Roll):
        rows: dict[Any, list[Any]] = {}
        for faces in all_faces(trace.waiting.throw):
            rows.setdefault(tuple(sorted(faces)), []).append(faces)  # the order of equal dice says nothing
        worth = sum(len(same) * value(dice, aim, (*answers, Rolled(same[0]))) for same in rows.values())
        return Fraction(worth, sum(map(len, rows.values())))
    pick = max if trace.waiting.side == "attacker" else min
    return pick(value(dice, aim, (*answers, Chosen(option.label))) for option in trace.waiting.options)


@pytest.mark.parametrize(
    ("name", "aim"),
    [
        ("a blue die with a re-roll of any and of one", "wounds"),
        ("blue dice and three ways to spend surges", "wounds"),
        ("a die that the defender may throw again", "damage"),
        ("a die taken away", "wounds"),
        ("accuracy on a champion", "figures"),
        ("wounds paid for Lethal", "wounds"),
    ],
)
def test_the_best_choices_are_worth_what_trying_all_of_them_gives(name, aim):
    dice = program(SMALL[name])
    found = best(dice, RUNEWARS.aims[aim], "attacker")
    assert found.value == value(dice, aim)
    assert odds(dice, found).expected(RUNEWARS.aims[aim]) == found.value


@small
def test_no_policy_beats_the_best(name):
    dice = program(SMALL[name])
    if "defender" in name:
        return  # a named policy may let the defender choose badly
    for aim, worth in RUNEWARS.aims.items():
        most = best(dice, worth, "attacker").value
        assert all(odds(dice, policy).expected(worth) <= most for policy in RUNEWARS.policies.values()), aim


@small
def test_a_sampled_million_agrees_with_the_odds(name):
    dice = program(SMALL[name])
    exact, sampled = odds(dice), sample(dice, 10**6, 7)
    for result, chance in exact.items():
        spread = (float(chance) * (1 - float(chance)) / 10**6) ** 0.5
        assert abs(float(sampled[result]) - float(chance)) <= 5 * spread + 1e-9


# Independent dice -----------------------------------------------------------------------------------------------


def hits(battle: Battle, policy: str = "hits") -> dict[int, Fraction]:
    return dict(battle.odds(melee(), policy).of(lambda result: result.counts["hits"]).items())


def of_icepool(die: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


def pool(letters: str, each: Any) -> Any:
    """The sum of what `each` makes of every die."""
    return sum(each(icepool.Die({"R": RED, "B": BLUE, "W": WHITE}[letter].faces)) for letter in letters)


@pytest.mark.parametrize("letters", ["R", "B", "W", "RRB", "RB", "WW", "RRBW", "BBBB"])
def test_hits_without_re_rolls_agree_with_icepool(letters):
    theirs = pool(letters, lambda die: die.map(lambda face: face.count("H")))
    assert hits(fight(card(" ".join(letters)))) == of_icepool(theirs)


@pytest.mark.parametrize(("letters", "times"), [("RR", 1), ("RRB", 1), ("RB", 2), ("WB", 1), ("BB", 2)])
def test_hits_after_throwing_every_miss_again_agree_with_icepool(letters, times):
    ranks = ["44"] * (times + 1)
    theirs = pool(
        letters, lambda die: die.reroll(lambda face: "H" not in face, depth=times).map(lambda f: f.count("H"))
    )
    assert hits(fight(card(" ".join(letters)), *ranks)) == of_icepool(theirs)


@pytest.mark.filterwarnings("ignore::dyce.lifecycle.ExperimentalWarning")
@pytest.mark.parametrize("letters", ["RRB", "BB", "WR"])
def test_hits_after_throwing_every_miss_again_agree_with_dyce(letters):
    def once(result: Any) -> Any:
        return result.outcome if result.outcome else result.h

    each = []
    for letter in letters:
        faces = [str(face).count("H") for face in {"R": RED, "B": BLUE, "W": WHITE}[letter].faces]
        each.append(dyce.expand(once, dyce.H(faces), min_path_probability=Fraction(0)))
    total = each[0]
    for die in each[1:]:
        total = total + die
    theirs = {int(outcome): Fraction(count, total.total) for outcome, count in total.items() if count}
    assert hits(fight(card(" ".join(letters)), "44", "44")) == theirs


def test_one_single_die_thrown_again_for_the_partial_rank_agrees_with_icepool():
    @icepool.map_function
    def again(red: int, blue: int) -> Any:
        """One miss is thrown again; if both missed, the red one, for its hits are more."""
        if red and blue:
            return red + blue
        faces = [str(face).count("H") for face in (RED if not red and "R" in missed(red, blue) else BLUE).faces]
        return (red or 0) + (blue or 0) + icepool.Die(faces)

    def missed(red: int, blue: int) -> str:
        return ("R" if not red else "") + ("B" if not blue else "")

    counted = {die.name: icepool.Die([str(face).count("H") for face in die.faces]) for die in (RED, BLUE)}
    theirs = of_icepool(again(counted["red"], counted["blue"]))
    found = fight(card("R B"), "44", "4.")
    most = best(program(found), lambda result: int(result.counts["hits"]), "attacker").value
    assert most == sum(n * chance for n, chance in theirs.items())


@pytest.mark.parametrize(("letters", "morale"), [("RRB", Fraction(1, 2)), ("WW", Fraction(1, 3))])
def test_severity_is_the_morale_icons_that_fell(letters, morale):
    severity = fight(card(" ".join(letters))).odds(melee()).of(lambda result: result.counts["severity"])
    theirs = of_icepool(pool(letters, lambda die: die.map(lambda face: face.count("M"))))
    assert dict(severity.items()) == theirs
    assert severity.expected() == morale


@pytest.mark.parametrize("threat", [1, 3])
@pytest.mark.parametrize("defense", [1, 2, 4])
def test_wounds_are_damage_over_defense_rounded_down_and_no_more_than_there_are(threat, defense):
    wide = fight(
        card("R R B"), "4" * threat, target={"type": "infantry", "defense": defense, "wounds": 1}, rows=("44",)
    )
    theirs = of_icepool(
        pool("RRB", lambda die: die.map(lambda face: face.count("H"))).map(lambda n: min(8, n * threat // defense))
    )
    assert dict(wide.odds(melee()).of(lambda result: result.counts["wounds"]).items()) == theirs


# More of one thing, never less of another -----------------------------------------------------------------------


def expected(battle: Battle, count: str) -> Fraction:
    return battle.odds(melee()).expected(lambda result: result.counts[count])


@pytest.mark.parametrize("dice", ["R B", "W", "R R B"])
def test_more_defense_never_costs_more_wounds(dice):
    wounds = [
        expected(fight(card(dice), "444", target={**TARGET, "defense": d}, rows=("444",)), "wounds")
        for d in range(1, 7)
    ]
    assert wounds == sorted(wounds, reverse=True)
    assert wounds[0] > wounds[-1]


@pytest.mark.parametrize("keyword", ["Brutal", "Precise", "Lethal"])
def test_more_of_a_keyword_never_does_less(keyword):
    damage = [expected(fight(card("R B", f"{keyword} {n}"), "44"), "damage") for n in range(1, 4)]
    assert expected(fight(card("R B"), "44"), "damage") < damage[0] < damage[1] < damage[2]


def test_more_protection_never_does_more():
    damage = [
        expected(fight(card("R B"), "44", target={**TARGET, "keywords": [f"Protected {n}"]}), "damage")
        for n in (1, 2, 3)
    ]
    assert expected(fight(card("R B"), "44"), "damage") > damage[0] > damage[1] > damage[2]


def test_more_panic_never_makes_the_test_milder():
    def severity(panic: int) -> Fraction:
        units = unit("a", "x", card("R"), ["4"]), unit("t", "y", TARGET, ["44"], tokens={"panic": panic})
        return expected(battle(*units, contacts=[{"unit": "a", "edge": "front", "enemy": "t"}]), "severity")

    assert [severity(n) - severity(0) for n in range(4)] == [0, 1, 2, 3]


def test_a_blank_card_of_dice_is_exact_to_the_last_face():
    """All 512 faces of two red dice and a blue one, by hand: hits, and nothing re-rolled."""
    by_hand: dict[int, int] = {}
    for faces in product(RED.faces, RED.faces, BLUE.faces):
        number = sum(str(face).count("H") for face in faces)
        by_hand[number] = by_hand.get(number, 0) + 1
    assert hits(fight(card("R R B")), "keep") == {n: Fraction(ways, 512) for n, ways in by_hand.items()}


@pytest.mark.parametrize("name", ["Reanimate Archers", "Heavy Crossbowmen", "Kari Wraithstalker", "Maegan Cyndewin"])
def test_ranged_hits_agree_with_icepool(name):
    rows = ["1"] if name in ("Kari Wraithstalker", "Maegan Cyndewin") else ["44"]
    units = unit("a", "x", name, rows), unit("t", "y", TARGET, ["44"])
    there = battle(*units, sights=[{"unit": "a", "enemy": "t", "range": 4}])
    letters = there.judge(shot()).values["dice"].split()
    found = there.odds(shot(), "keep").of(lambda result: result.counts["hits"])
    theirs = pool("".join(letters), lambda die: die.map(lambda face: face.count("H")))
    assert dict(found.items()) == of_icepool(theirs)
