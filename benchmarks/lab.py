"""The lab: an exact duel of some 7,000 positions, beside its sampling; a roster all against all; the first answer.

The duel is two trays of sixty wounds. Its rows come from the rulings (once), then the chain is solved (median). The
roster is fought by two processes; what thirty units would take follows from the number of pairs. Every figure is of
this machine in this run, whatever else it does; read the ratios.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from enfilade.lab import Crew, Duel, Effort, flow, matchup, read_duel, read_roster
from enfilade.lab.course import Chain
from enfilade.lab.fighting import sampled
from enfilade.lab.rows import explore

ROUNDS, SAMPLES, UNITS = 9, 10_000, 6

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


def median(action: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def once(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def duel() -> None:
    fought: Duel = read_duel(DUEL)
    chains: list[Chain] = []
    weighing = once(lambda: chains.append(explore(fought)))
    chain = chains[0]
    whole = flow.flat(chain)
    loading = once(lambda: flow.solved(whole))
    solving = median(lambda: flow.solved(whole))
    sampling = once(lambda: sampled(fought, SAMPLES, 1))
    print(f"exact duel: {len(chain.positions):,} positions, {chain.branches:,} branches")
    print(f"  rows from the rulings   {weighing:9.2f} s   {1000 * weighing / len(chain.positions):.2f} ms a position")
    print(f"  solved                  {1000 * solving:9.2f} ms  (the first time {loading:.2f} s, compiling counted in)")
    print(f"  {SAMPLES:,} duels sampled   {sampling:9.2f} s   together, position by position")


def roster() -> None:
    units = "\n".join(
        f"  u{n}: {{unit: {{profile: {CARD.format(defense=3 + n % 3, wounds=1, hit=3 + n % 2)}}}}}"
        for n in range(UNITS)
    )
    read = read_roster(f"format: enfilade/roster/1\nruleset: asoiaf\nunits:\n{units}\n")
    taken = {on: once(lambda on=on: matchup(read, Effort(), Crew(on, 2))) for on in ("threads", "processes")}  # type: ignore[misc]
    pairs = UNITS * (UNITS + 1) // 2
    for on, spent in taken.items():
        each = spent / pairs
        print(f"{UNITS} x {UNITS} exact duels, 2 {on}: {spent:.1f} s; 30 x 30 at that rate {each * 465:.0f} s")


def first_answer() -> None:
    words = [sys.executable, "-m", "enfilade", "duel", "examples/lab/sworn-swords.duel.yaml", "--json"]
    spent = median(lambda: subprocess.run(words, check=True, capture_output=True))
    print(f"first answer: `enfilade duel` on a duel of 312 positions {spent:.2f} s, the whole process")


def main() -> None:
    duel()
    roster()
    first_answer()


if __name__ == "__main__":
    main()
