"""Exact odds, best policies and samples of a Runewars attack; and the same pools in icepool and dyce.

Every answer is checked before it is timed: ours against theirs, the sample against the exact odds. Where equal dice
do not heed each other, all three take the odds of one die and add them up; "stage by stage" walks through all dice
at once, as the program of an attack does, in which players choose and dice are counted. "Nothing kept" empties our
caches before every call: the first attack of a run.
"""

import importlib
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import dyce
import icepool
from timing import compare

from enfilade.dice import D6, Die, Distribution, Pool, Program, Roll, Stage, Sum, Tally, best, odds, sample, throw
from enfilade.files.scenario import load
from enfilade.lab import pit
from enfilade.lab.course import last_situations
from enfilade.lab.rows import plain
from enfilade.lab.unfolding import Tables, unfold
from enfilade.referee import Action
from enfilade.rulesets.runewars import aims
from enfilade.rulesets.runewars.tables import BLUE, RED

Variants = dict[str, Callable[[], object]]
ATTACK = """\
format: enfilade/scenario/1
ruleset: runewars
units:
  - id: a
    side: w
    profile: {type: infantry, defense: 1, wounds: 1, melee: {dice: "R R B", surges: %s}}
    ranks: ["44", "44"]
  - {id: b, side: d, profile: {type: infantry, defense: 2, wounds: 1}, ranks: ["444"]}
contacts: [{unit: a, edge: front, enemy: b, enemy_edge: front}]
"""
PLAIN, SURGES = ATTACK % "[]", ATTACK % "[{cost: 1, gain: {hit: 1}}, {cost: 2, unique: true, gain: {mortal: 1}}]"


def forgetful(action: Callable[[], object]) -> Callable[[], object]:
    """The same with the caches of throws emptied first."""

    def run() -> object:
        for name in ("_pool_chances", "_multisets", "_tally_chances", "_sum_chances", "_draw_chances"):
            getattr(throw, name).cache_clear()
        return action()

    return run


def attack(title: str, scenario: str) -> None:
    battle = load(scenario)
    (action,) = battle.actions()
    program: Any = battle.judge(action).dice
    worth = aims["wounds"]
    exact, sampled = odds(program), sample(program, 1_000_000, 1)
    assert not exact.sampled
    assert abs(float(exact.expected(worth)) - float(sampled.expected(worth))) < 0.01
    plan = best(program, worth, "attacker")
    assert odds(program, plan).expected(worth) == plan.value >= exact.expected(worth)
    compare(
        f"A Runewars attack, 3 dice, a full rank behind, {title}: {len(exact)} results",
        {
            "the ruling": lambda: battle.judge(action),
            "exact odds, the first policy": lambda: odds(program),
            "exact odds, nothing kept": forgetful(lambda: odds(program)),
            "the best policy": lambda: best(program, worth, "attacker"),
            "a million sampled": lambda: sample(program, 1_000_000, 1),
        },
    )


# The same pools in three libraries ------------------------------------------------------------------------------


def one_die(die: Die, again: frozenset[Any], worth: Callable[[Any], int]) -> Program[Any, int]:
    """One die, thrown again once where it shows one of these faces, and what its face is worth."""
    roll = Roll(Pool(((die, 1),)), lambda rows: rows[0][0])
    stages: Any = (Stage("", "", lambda _: roll), Stage("", "", lambda face: roll if face in again else face))
    return Program("", stages, worth)


def icons(face: str) -> int:
    """Hits, surges and accuracy in one number, so that all three libraries can add them."""
    return face.count("H") + 100 * face.count("S") + 10_000 * face.count("A")


def runewars_pool() -> Variants:
    """Two red dice and a blue one, blanks once again: hits, surges and accuracy together."""
    blank = frozenset("-")

    def ours() -> Distribution[int]:
        return odds(one_die(RED, blank, icons)).times(2) + odds(one_die(BLUE, blank, icons))

    def icepools() -> Any:
        red, blue = (icepool.Die(die.faces).reroll(lambda face: face == "-", depth=1).map(icons) for die in (RED, BLUE))
        return 2 @ red + blue

    def once(result: Any) -> Any:
        return result.h.apply(icons) if result.outcome == "-" else icons(result.outcome)

    def dyces() -> Any:
        red, blue = (dyce.H({face: die.faces.count(face) for face in die.faces}) for die in (RED, BLUE))
        return 2 @ expand(once, red) + expand(once, blue)

    return {"enfilade": ours, "enfilade, nothing kept": forgetful(ours), "icepool": icepools, "dyce": dyces}


def expand(callback: Callable[[Any], Any], h: Any) -> Any:
    """dyce's own, told to drop no branch, however improbable."""
    return dyce.expand(callback, h, min_path_probability=Fraction(0))


def volley(count: int) -> Variants:
    """Hits on 4+, misses once again, saved on 5+: how many are lost?"""
    hitting, lost = (4, 5, 6), (1, 2, 3, 4)

    def stages(dice: int) -> Program[int, int]:
        return Program(
            0,
            (
                Stage("", "", lambda _: Roll(Tally(D6, dice, (hitting,)), lambda result: result[0])),
                Stage("", "", lambda n: Roll(Tally(D6, dice - n, (hitting,)), lambda result: n + result[0])),
                Stage("", "", lambda n: Roll(Tally(D6, n, (lost,)), lambda result: result[0])),
            ),
            lambda n: n,
        )

    def ours() -> Distribution[int]:
        return odds(stages(1)).times(count)

    def icepools() -> Any:
        hits = icepool.d6.reroll(lambda face: face < 4, depth=1)
        return count @ hits.map(lambda face: icepool.d6 <= 4 if face >= 4 else False).map(lambda loss: int(loss))

    def once(result: Any) -> Any:
        return result.h if result.outcome < 4 else result.outcome

    def wounded(result: Any) -> Any:
        return dyce.H(6).le(4) if result.outcome >= 4 else 0

    return {
        "enfilade": ours,
        "enfilade, nothing kept": forgetful(ours),
        "enfilade, stage by stage": lambda: odds(stages(count)),
        "icepool": icepools,
        "dyce": lambda: count @ expand(wounded, expand(once, dyce.H(6))),
    }


FORTY = """
format: enfilade/scenario/1
ruleset: asoiaf
units:
  - {id: a, side: x, profile: {tray: infantry, speed: 5, defense: 4, morale: 6,
     attacks: [{name: pikes, kind: melee, to_hit: 4, dice: [40, 30, 20]}]}}
  - {id: b, side: y, profile: {tray: infantry, speed: 5, defense: 5, morale: 2, wounds_per_model: 4,
     attacks: [{name: swords, kind: melee, to_hit: 4, dice: [8, 6, 4]}]}}
contacts: [{unit: a, side: front, enemy: b, enemy_side: front}]
"""
CHARGE = {"attacker": "a", "target": "b", "attack": "pikes", "charging": True}


def forty() -> None:
    """The same volley of forty dice as a whole ruling: charging, misses again, saves, a panic test that cannot fail.

    "Known" is an attack whose dice were weighed before, in this duel or another: what the lab asks again and again. The
    tables are made once from the ruling's program; then they are weighed by the kernel.
    """
    battle = load(FORTY)
    action = Action.of("melee", **CHARGE)
    duel = pit(battle, (action,))
    ruling = battle.judge(action)
    program: Any = ruling.dice
    known, budget = plain(duel), 300_000

    def through() -> Distribution[int]:
        asked = battle.judge(action)
        assert asked.dice is not None
        return known(asked, budget).of(asked.dice.end).of(wounds)

    def first_time() -> Distribution[Any]:
        asked = battle.judge(action)
        assert asked.dice is not None
        return odds(asked.dice)

    def wounds(result: Any) -> int:
        return int(result.counts["wounds"])

    fresh = last_situations(program)
    with suppress(ImportError):
        importlib.import_module("numba")  # once it is there, even small tables are weighed by compiled code
    game = unfold(fresh)
    slow = replace(game, tables=Tables(*(list(row) for row in game.tables)))
    beside = volley(40)
    exact = chances(beside["enfilade"]())
    assert chances(through()) == chances(odds(program).of(wounds)) == exact
    for one in (game, slow):
        told = zip(game.last, one.chances(), strict=True)
        assert max(abs(chance - float(exact[wounds(program.end(end))])) for end, chance in told) < 1e-12
    compare(
        f"40 dice through the ruling: {len(game.tables.to):,} branches",
        {
            "kernel, compiled" if game.fast else "kernel, plain": game.chances,
            "kernel, plain Python": slow.chances,
            "the dice known: ruling and distribution": through,
            "the ruling alone": lambda: battle.judge(action),
            "ruling and exact odds, first time": first_time,
            "exact odds, first time": lambda: odds(program),
            "the tables, first time": lambda: unfold(fresh),
            "icepool": beside["icepool"],
            "dyce": beside["dyce"],
        },
    )


def total(count: int) -> Variants:
    def ours() -> Distribution[int]:
        return odds(Program(0, (Stage("", "", lambda _: Roll(Sum(D6, count), lambda points: points)),), int))

    return {
        "enfilade": ours,
        "enfilade, nothing kept": forgetful(ours),
        "icepool": lambda: count @ icepool.d6,
        "dyce": lambda: count @ dyce.H(6),
    }


def highest(count: int, keep: int) -> Variants:
    pool = Pool(((D6, count),))

    def ours() -> Distribution[int]:
        return odds(Program(0, (Stage("", "", lambda _: Roll(pool, lambda rows: sum(rows[0][-keep:]))),), int))

    return {
        "enfilade": ours,
        "enfilade, nothing kept": forgetful(ours),
        "icepool": lambda: icepool.d6.highest(count, keep),
        "dyce": lambda: dyce.P(*[6] * count).at(slice(-keep, None)),
    }


def chances(answer: Any) -> dict[int, Fraction]:
    """An answer of any of the three libraries as chances."""
    if isinstance(answer, Distribution):
        return dict(answer.items())
    whole = answer.total if isinstance(answer, dyce.H) else answer.denominator()
    return {int(outcome): Fraction(ways, whole) for outcome, ways in answer.items() if ways}


def beside(title: str, variants: Mapping[str, Callable[[], object]]) -> None:
    answers = [chances(action()) for action in variants.values()]
    assert all(answer == answers[0] for answer in answers), title
    compare(title, variants)


def main() -> None:
    warnings.filterwarnings("ignore", message="`expand` is experimental")
    attack("no surge abilities", PLAIN)
    attack("two surge abilities", SURGES)
    beside("R R B, blanks again: hits, surges and accuracy", runewars_pool())
    for count in (8, 40):
        beside(f"{count} dice: 4+ hits, misses again, 5+ saves", volley(count))
    forty()
    beside("12d6", total(12))
    beside("the highest 3 of 5d6", highest(5, 3))


if __name__ == "__main__":
    main()
