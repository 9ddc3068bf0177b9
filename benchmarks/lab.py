"""The lab: an exact duel of some 7,000 positions beside a million sampled ones; thirty units all against all.

The duel is two trays of sixty wounds. What is asked of it three ways: the exact answer, in rows that come from the
rulings and are then solved; and a million duels, in tables that come from the rulings too and are then fought through,
every die rolled. Both preparations are told apart from what they prepare. The roster is fought whole. Seconds are those
that processors worked for us, so that other work on the machine counts little; the clock's are told beside them where
several processes work at once.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from tempfile import TemporaryDirectory

from enfilade.lab import Crew, Duel, Effort, MatchUps, Run, fight_many, flow, matchup, read_duel, read_roster
from enfilade.lab.course import Chain
from enfilade.lab.fighting import sampled, weighed
from enfilade.lab.kernel import COMPILED
from enfilade.lab.rows import explore
from enfilade.lab.twin import Twin, twin

ROUNDS, SAMPLES, BATTLES, UNITS = 9, 10_000, 1_000_000, 30

CARD = (
    "{{tray: infantry, speed: 5, defense: {defense}, morale: 6, wounds_per_model: {wounds}, "
    "attacks: [{{name: sword, kind: melee, to_hit: {hit}, dice: [10, 8, 6]}}]}}"
)
DUEL = f"""
format: enfilade/duel/1
scenario:
  format: enfilade/scenario/1
  ruleset: asoiaf
  units:
    - {{id: a, side: x, profile: {CARD.format(defense=4, wounds=5, hit=3)}}}
    - {{id: b, side: y, profile: {CARD.format(defense=5, wounds=5, hit=4)}}}
  contacts: [{{unit: a, side: front, enemy: b, enemy_side: front}}]
"""


def once(action: Callable[[], object]) -> float:
    """Seconds that our processors work on it, those of child processes that ended meanwhile included."""
    start = sum(os.times()[:4])
    action()
    return sum(os.times()[:4]) - start


def median(action: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return statistics.median(times)


def duel() -> None:
    fought: Duel = read_duel(DUEL)
    chains: list[Chain] = []
    weighing = once(lambda: chains.append(explore(fought)))
    chain = chains[0]
    whole = flow.flat(chain)
    exact = once(lambda: flow.solved(whole))  # loads the compiler's work
    solving, telling = median(lambda: flow.solved(whole)), median(lambda: weighed(chain))
    print(f"exact duel: {len(chain.positions):,} positions, {chain.branches:,} branches")
    shown("rows from the rulings, once", weighing, f"{1000 * weighing / len(chain.positions):.2f} ms a position")
    shown("the chain solved", solving, f"the first time {exact:.2f} s: the compiler is loaded" if COMPILED else "plain")
    shown("solved and told round by round", telling)
    made: list[Twin] = []
    tables = once(lambda: made.append(twin(fought, 1)))
    run = Run(BATTLES if COMPILED else BATTLES // 500, 1)
    fighting = once(lambda: fight_many(made[0], run, Crew("threads", 1)))
    shown("tables for the twin, once", tables, f"{len(made[0].positions):,} positions")
    shown(f"{run.battles:,} duels sampled, every die", fighting, f"the chain solved x {fighting / solving:,.0f}")
    together = once(lambda: sampled(fought, SAMPLES, 1))
    shown(f"{SAMPLES:,} duels, rows as they are met", together)


def shown(what: str, spent: float, noted: str = "") -> None:
    taken = f"{spent:.2f} s" if spent >= 1 else f"{1000 * spent:.2f} ms"
    print(f"  {what:40} {taken:>12}   {noted}".rstrip(), flush=True)


def card(n: int) -> str:
    """Thirty cards of which no two are alike."""
    attack = f"{{name: sword, kind: melee, to_hit: {3 + n % 2}, dice: [{10 - n % 4}, {8 - n % 3}, {6 - n % 2}]}}"
    return f"{{tray: infantry, speed: 5, defense: {2 + n % 5}, morale: {5 + n % 3}, attacks: [{attack}]}}"


def roster() -> None:
    units = "\n".join(f"  u{n}: {{unit: {{profile: {card(n)}}}}}" for n in range(UNITS))
    read = read_roster(f"format: enfilade/roster/1\nruleset: asoiaf\nunits:\n{units}\n")
    made: list[MatchUps] = []
    start = time.perf_counter()
    spent = once(lambda: made.append(matchup(read, Effort(width=0.01), Crew("processes", 2))))
    hows = sorted({meeting.how for meeting in made[0].meetings.values()})
    clock = time.perf_counter() - start
    print(f"{UNITS} x {UNITS} match-ups to ±1 %, 2 processes ({', '.join(hows)}):")
    print(
        f"  {spent:.1f} s of work, {spent / 2:.1f} s on two cores of one's own; {clock:.1f} s by the clock in this run"
    )


def first_answer() -> None:
    """The whole process, once Python keeps its modules compiled, as it does wherever it may write beside them."""
    words = [sys.executable, "-m", "enfilade", "duel", "examples/lab/sworn-swords.duel.yaml", "--json"]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryDirectory() as folder:
        kept["PYTHONPYCACHEPREFIX"] = folder
        run = partial(subprocess.run, words, check=True, capture_output=True, env=kept)
        _, *spent = (once(run) for _ in range(ROUNDS + 1))
    taken = f"{statistics.median(spent):.2f} s ({min(spent):.2f} to {max(spent):.2f})"
    print(f"first answer: `enfilade duel` on a duel of 312 positions {taken}, the whole process")


def main() -> None:
    duel()
    roster()
    first_answer()


if __name__ == "__main__":
    main()
