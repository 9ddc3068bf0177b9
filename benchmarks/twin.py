"""Sampled duels, every die rolled: the twin's kernel compiled and plain, the readable text, one thread and two.

All fight the same battles of the same duel (two full trays of A Song of Ice & Fire; two small blocks of Runewars), and
their last positions are compared before anything is timed. Rates of one thread are by the time of its own processor, so
that other work on the machine does not count; threads beside one another can only be timed by the clock, and need both
cores to themselves. What is fought without the compiler runs in a process of its own, where it is turned off.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from enfilade.lab import kernel
from enfilade.lab.battles import Text
from enfilade.lab.duels import read_duel
from enfilade.lab.kernel import COMPILED, Tables, Written
from enfilade.lab.philox import Stream, key
from enfilade.lab.scale import Run, _Front, count
from enfilade.lab.twin import Twin, run_tables, twin
from enfilade.lab.workers import Crew, share

LAB = Path(__file__).resolve().parent.parent / "examples" / "lab"
DUELS = ("sworn-swords", "spearmen-against-reanimates")
SEED, ROUNDS = 1, 7
FEW, MANY = 300, 1_000_000


def spent(action: Callable[[], Any]) -> float:
    """Seconds of this thread's own work."""
    start = time.thread_time()
    action()
    return time.thread_time() - start


def clocked(action: Callable[[], Any]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def told(text: Text, battles: range) -> tuple[list[Any], int]:
    """The readable text: the last positions, and how many single dice and cards fell."""
    ends, dice = [], 0
    for battle in battles:
        for turn in text.battle(Stream(SEED, battle)):
            to = turn.to
            dice += (
                sum(one.asked.throw.size for one in turn.trace.told if hasattr(one.asked, "throw")) if turn.trace else 0
            )
        ends.append(to)
    return ends, dice


def rates_without(name: str) -> tuple[float, float]:
    """Battles a second without the compiler: side by side, and by the kernel's own text."""
    command = [sys.executable, __file__, name]
    done = subprocess.run(
        command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True
    )
    abreast, plain = map(float, done.stdout.split())
    return abreast, plain


def rates_here(name: str) -> tuple[float, float]:
    made = twin(read_duel(LAB / f"{name}.duel.yaml"), SEED)
    tables, words = made.tables(), key(SEED)

    def abreast() -> None:
        run_tables(tables, made.limit, SEED, range(100_000))

    def plain() -> None:
        written = Written(*([0] * n for n in (500, 500, 500, 0, 0)))
        kernel.fight(lists, words.low, words.high, made.limit, range(500), written)

    lists = Tables(*(row.tolist() for row in tables))  # type: ignore[attr-defined]
    sizes = ((abreast, 100_000), (plain, 500))
    one, other = (size / statistics.median(spent(way) for _ in range(3)) for way, size in sizes)
    return one, other


def others() -> float:
    """Seconds that all processors have worked so far, less our own; 0 where the system does not tell."""
    try:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0
    busy = sum(int(fields[n]) for n in (0, 1, 2, 5, 6)) / os.sysconf("SC_CLK_TCK")
    return busy - sum(os.times()[:2])


def beside(variants: dict[str, Callable[[], Any]]) -> tuple[dict[str, float], float]:
    """The clock's seconds of each variant, from the round in which others worked least, and how much they did then."""
    rounds = []
    for _ in range(ROUNDS):
        start, before = time.perf_counter(), others()
        taken = {name: clocked(action) for name, action in variants.items()}
        rounds.append(((others() - before) / (time.perf_counter() - start), taken))
    disturbed, taken = min(rounds, key=lambda one: one[0])
    return taken, disturbed


def measure(name: str) -> None:
    made: Twin = twin(read_duel(LAB / f"{name}.duel.yaml"), SEED)
    tables, text = made.tables(), Text(made.duel)
    ends, dice = told(text, range(FEW))
    written = run_tables(tables, made.limit, SEED, range(FEW))
    if [made.positions[at] for at in map(int, written.last)] != ends:
        raise SystemExit(f"{name}: the twin and the readable text part")
    digits = sum(map(int, written.draws)) / FEW
    print(f"{name}: {len(made.positions)} positions, {dice / FEW:.0f} dice a duel in {digits:.0f} digits")

    size = MANY if COMPILED else MANY // 10
    front = _Front(made, Run(size, SEED), Crew())
    halves = [front._chunk(range(at, at + size)) for at in (0, size)]
    rows = []
    for _ in range(ROUNDS):
        kernel, words = (
            spent(lambda: run_tables(tables, made.limit, SEED, range(size))),
            spent(lambda: told(text, range(FEW))),
        )
        rows.append((size / kernel, FEW / words, size / spent(lambda: count(halves[0]))))
    fast, slow, whole = (statistics.median(column) for column in zip(*rows, strict=True))
    abreast, plain = rates_without(name)
    rate("the kernel, compiled" if COMPILED else "side by side", fast)
    rate("fought and counted", whole, f"{1 - whole / fast:.0%} of the time outside the kernel")
    rate("without a compiler, side by side", abreast, f"compiled x {fast / abreast:,.1f}")
    rate("without a compiler, one by one", plain, f"compiled x {fast / plain:,.0f}")
    rate("the readable text, rulings kept", slow, f"compiled x {fast / slow:,.0f}")
    threads = {str(n): lambda n=n: list(share(count, halves, Crew("threads", n))) for n in (1, 2)}
    taken, disturbed = beside(threads)
    rate("by the clock, one thread", 2 * size / taken["1"])
    noted = f"x {taken['1'] / taken['2']:.2f}"
    if disturbed > 0.15:
        noted += f"; no measure: other processes took {disturbed:.1f} cores"
    rate("by the clock, two threads", 2 * size / taken["2"], noted)


def rate(name: str, value: float, noted: str = "") -> None:
    print(f"  {name:34} {value:12,.0f} duels/s   {noted}".rstrip(), flush=True)


def main() -> None:
    if len(sys.argv) > 1:
        print(*rates_here(sys.argv[1]))
        return
    for name in DUELS:
        measure(name)


if __name__ == "__main__":
    main()
