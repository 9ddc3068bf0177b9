"""How the benchmarks measure: variants take turns within a round, and the medians of several rounds are compared.

Other work on the machine slows all variants of a round alike, so ratios hold where single figures do not. Run as a
benchmark itself, it tells the machine and what calling nothing costs.
"""

import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping

ROUNDS, LEAST = 7, 0.06  # seconds that each variant is repeated for in every round


def seconds(action: Callable[[], object], least: float = LEAST) -> float:
    """One call, on the average of as many as fill `least` seconds."""
    calls, start = 0, time.process_time()
    while (spent := time.process_time() - start) < least:
        action()
        calls += 1
    return spent / calls


def medians(variants: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Seconds for one call of each variant: the median of rounds in which all take turns, each warmed first."""
    for action in variants.values():
        action()
    taken = [{name: seconds(action) for name, action in variants.items()} for _ in range(rounds)]
    return {name: statistics.median(one[name] for one in taken) for name in variants}


def compare(title: str, variants: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Measure the variants and print each with its ratio to the first."""
    found = medians(variants, rounds)
    first = next(iter(found.values()))
    print(title)
    for name, taken in found.items():
        print(f"  {name:44} {shown(taken):>10}   x {taken / first:.2f}")
    return found


def shown(taken: float) -> str:
    """Seconds in the unit that suits them."""
    return f"{taken * 1e6:.1f} µs" if taken < 1e-3 else f"{taken * 1e3:.2f} ms" if taken < 1 else f"{taken:.2f} s"


def main() -> None:
    print(f"Python {platform.python_version()} on {os.cpu_count()} cores, {platform.system()} {platform.machine()}")
    compare("calling nothing", {"a function": lambda: None})


if __name__ == "__main__":
    main()
