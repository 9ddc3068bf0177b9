"""The whole proof of the fast twin: a hundred thousand battles of every example duel, every decision compared.

    python -m tests.lab.whole_parity [BATTLES] [FILE ...]

Each battle is played in the readable text and by the twin with the same dice. Then the twin's frequencies are laid
beside the exact chain of the same duel, where the chain is small enough to be weighed.
"""

import sys
import time
from functools import lru_cache
from math import sqrt
from pathlib import Path

from enfilade.dice import OverBudget
from enfilade.lab.duels import read_duel
from enfilade.lab.fighting import weighed
from enfilade.lab.parity import Agreement, Parted, compare
from enfilade.lab.rows import explore
from enfilade.lab.scale import Run, fight_many
from enfilade.lab.twin import Twin, twin
from enfilade.lab.workers import Crew, share

DUELS = Path(__file__).resolve().parents[2] / "examples" / "lab"
SEED = 1
SHARE = 12_500


@lru_cache(maxsize=2)
def made(path: str) -> Twin:
    return twin(read_duel(path), SEED)


def compared(task: tuple[str, int, int]) -> Agreement | str:
    path, start, stop = task
    try:
        return compare(made(path), SEED, range(start, stop))
    except Parted as parted:
        return str(parted)


def proven(path: str, battles: int) -> bool:
    """Compare that many battles of a duel and say what was found."""
    started = time.perf_counter()
    tasks = [(path, at, min(at + SHARE, battles)) for at in range(0, battles, SHARE)]
    total = Agreement()
    for _, found in share(compared, tasks, Crew("processes")):
        if isinstance(found, str):
            print(f"{Path(path).name}: DIFFERENT: {found}", flush=True)
            return False
        total = total.plus(**{name: getattr(found, name) for name in Agreement.__slots__})
    told = f"{total.battles:,} battles, {total.turns:,} turns, {total.throws:,} throws, {total.digits:,} digits, "
    told += f"{total.choices:,} choices agree"
    if total.untold:
        told += f" ({total.untold:,} more left the tables and are fought in the readable text)"
    print(f"{Path(path).name}: {told}, in {time.perf_counter() - started:.0f} s", flush=True)
    return frequent(path, 1_000_000)


def frequent(path: str, battles: int) -> bool:
    """Lay the twin's frequencies beside the exact chain: each way to end within 4.5 standard errors."""
    duel = read_duel(path)
    try:
        exact = weighed(explore(duel, 60_000))
    except OverBudget:
        print("  (too many positions for the exact chain; not compared with it)", flush=True)
        return True
    counted = fight_many(duel, Run(battles, SEED)).fought
    worst = 0.0
    for key in {*exact.endings(), *counted.endings()}:
        chance, seen = float(exact.endings().get(key, 0)), float(counted.endings().get(key, 0))
        error = sqrt(chance * (1 - chance) / battles)
        if abs(seen - chance) > 1e-9:
            worst = max(worst, abs(seen - chance) / error if error else float("inf"))
    print(f"  {battles:,} battles beside the exact chain: at most {worst:.2f} standard errors apart", flush=True)
    return worst <= 4.5


def main(words: list[str]) -> int:
    battles = int(words[0]) if words and words[0].isdecimal() else 100_000
    files = [word for word in words if not word.isdecimal()] or sorted(map(str, DUELS.glob("*.duel.yaml")))
    return int(len([path for path in files if not proven(path, battles)]) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
