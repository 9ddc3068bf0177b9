"""Runewars: one ruling, its exact odds by fixed and by best choices, a sampled million; for attacks of several kinds.

What is aimed at, on an idle machine: a ruling in 300 µs, odds of three dice with re-rolls by a fixed policy in 2 ms,
best re-rolls and surges in 50 ms, a sampled million in 0.2 s. Every answer is checked before it is timed: chances
total one, the best choices are worth what their own odds come to, and the sample agrees with the exact odds.
"""

from typing import Any

from timing import compare

from enfilade.battle import Battle
from enfilade.dice import best, odds, sample
from enfilade.files.scenario import load
from enfilade.referee import Action
from enfilade.rulesets.runewars import POLICIES, aims

HEAD = "format: enfilade/scenario/1\nruleset: runewars\nrunes: {stable: 1, unstable: 2, natural: 1}\n"

# Three dice and a re-roll; a flanker with a die to choose; surges and a champion to aim at; two full ranks of white.
ATTACKS = {
    "cavalry in two ranks, three dice, one re-roll": (
        """\
units:
  - {id: a, side: d, profile: Oathsworn Cavalry, ranks: ["22", "22"], position: [10, 6]}
  - {id: t, side: w, profile: Reanimates, ranks: ["44", "44"], position: [10, 8], facing: 180}
""",
        Action.of("melee", attacker="a", target="t", edge="front"),
    ),
    "a flanker, and a partial rank to count": (
        """\
units:
  - {id: a, side: d, profile: Spearmen, ranks: ["444"], position: [9.5, 4.5]}
  - {id: t, side: w, profile: Reanimates, ranks: ["44", "2."], position: [10, 6]}
""",
        Action.of("melee", attacker="a", target="t", edge="front"),
    ),
    "riders with two surge abilities on a champion's unit": (
        """\
units:
  - {id: a, side: l, profile: Leonx Riders, ranks: ["22", "22"], position: [10, 6]}
  - id: t
    side: w
    profile: Reanimates
    ranks: ["44", "44"]
    position: [10, 8]
    facing: 180
    upgrades: [{name: Necromancer, tray: "1.1"}]
""",
        Action.of("melee", attacker="a", target="t", edge="front"),
    ),
    "archers past a screen, twenty units on the table": (
        """\
table: {width: 8ft, depth: 8ft}
units:
  - {id: a, side: w, profile: Reanimate Archers, ranks: ["44", "44"], position: [10, 10]}
  - {id: t, side: d, profile: Spearmen, ranks: ["444"], position: [10, 14], facing: 180}
  - {id: s, side: d, profile: Spearmen, ranks: ["444"], position: [8.6, 12], facing: 180}
"""
        + "".join(
            f'  - {{id: u{n}, side: d, profile: Spearmen, ranks: ["444", "444"], position: [{3 + 5 * (n % 6)}, '
            f"{20 + 4 * (n // 6)}]}}\n"
            for n in range(17)
        ),
        Action.of("ranged", attacker="a", target="t"),
    ),
}


def measure(title: str, battle: Battle, action: Action) -> None:
    ruling = battle.judge(action)
    program: Any = ruling.dice
    worth = aims["wounds"]
    exact, plan = odds(program), best(program, worth, "attacker")
    assert not exact.sampled
    assert sum(chance for _, chance in exact.items()) == 1
    assert odds(program, plan).expected(worth) == plan.value >= exact.expected(worth)
    sampled = sample(program, 1_000_000, 1)
    assert abs(float(sampled.expected(worth)) - float(exact.expected(worth))) < 0.02
    compare(
        f"{title}: {len(exact)} results",
        {
            "the ruling": lambda: battle.judge(action),
            "exact odds, re-rolls for hits": lambda: odds(program),
            "exact odds, re-rolls for surges too": lambda: odds(program, POLICIES["surges"]),
            "the best choices": lambda: best(program, worth, "attacker"),
            "a million sampled": lambda: sample(program, 1_000_000, 1),
        },
        rounds=5,
    )


def main() -> None:
    for title, (scenario, action) in ATTACKS.items():
        measure(title, load(HEAD + scenario), action)
    scenario = HEAD + ATTACKS["archers past a screen, twenty units on the table"][0]
    battle = load(scenario)
    compare(
        "a table of twenty units",
        {"reading its file": lambda: load(scenario), "every attack of everybody": lambda: battle.actions()},
        rounds=3,
    )


if __name__ == "__main__":
    main()
