"""A Song of Ice & Fire: exact odds of a whole attack beside a simulation of the same, and the best attack of a unit.

The simulation throws every die of 10,000 attacks at once in NumPy and is checked against the exact mean first. The
two take turns within a round; the medians of the rounds are printed, and the ratio. Tables of 20 units for the best
attack are drawn from fixed seeds; every unit is asked once. Then all attacks among forty units are ruled on, timed by
the processor's clock, since it takes long enough for others to get in between.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from enfilade.dice import odds
from enfilade.geometry import INCH, Point, Pose, Rect, overlapping
from enfilade.referee import Action, Ruling
from enfilade.rulesets import asoiaf

ROUNDS, SAMPLES, TABLES = 9, 10_000, 6

ATTACKS = {
    "front, plain": {"dice": "7", "hit": "4", "defense": "3", "morale": "7"},
    "charging into the rear": {
        "dice": "7", "hit": "4", "defense": "3", "morale": "7", "arc": "rear", "charging": "yes",
    },
    "charge of 9 inches into the flank": {
        "dice": "7", "hit": "4", "defense": "3", "morale": "7", "arc": "flank", "gap": "9", "speed": "5",
    },
}  # fmt: skip


def ruling_on(facts: dict[str, str]) -> Ruling:
    state, (action,) = asoiaf.ask(facts)
    return asoiaf.judge(state, action)


def simulated(facts: dict[str, str], generator: np.random.Generator) -> np.ndarray[Any, Any]:
    """The wounds of SAMPLES attacks, every die thrown: charge, hits, re-rolled misses, saves, panic."""
    dice, hit, save, morale = (int(facts[name]) for name in ("dice", "hit", "defense", "morale"))
    worse = {"flank": 1, "rear": 2}.get(facts.get("arc", ""), 0)
    faces = generator.integers(1, 7, (SAMPLES, dice))
    hits = faces >= hit
    contact = orderly = np.full(SAMPLES, "charging" in facts)
    if "gap" in facts:
        die = generator.integers(1, 7, SAMPLES)
        contact, orderly = die + int(facts["speed"]) >= int(facts["gap"]), die > 1
        hits &= contact[:, None]
    if orderly.any():
        again = generator.integers(1, 7, (SAMPLES, dice)) >= hit
        hits |= again & (orderly & contact)[:, None]
    saves = generator.integers(1, 7, (SAMPLES, dice)) >= save + worse
    wounds = (hits & ~saves).sum(axis=1)
    total = generator.integers(1, 7, (SAMPLES, 2)).sum(axis=1) - worse
    panic = (wounds > 0) & (total < morale)
    return np.minimum(12, wounds + panic * (1 + generator.integers(1, 4, SAMPLES)))


def seconds(action: Callable[[], object]) -> float:
    """One call on the average of as many as fill 0.05 s."""
    calls, start = 0, time.perf_counter()
    while time.perf_counter() - start < 0.05:
        action()
        calls += 1
    return (time.perf_counter() - start) / calls


def compare(name: str, facts: dict[str, str]) -> None:
    ruling, generator = ruling_on(facts), np.random.default_rng(1)
    assert ruling.dice is not None
    exact = float(odds(ruling.dice).expected(lambda result: result.counts["wounds"]))
    drawn = np.concatenate([simulated(facts, generator) for _ in range(30)])
    if abs(drawn.mean() - exact) > 5 * drawn.std() / np.sqrt(drawn.size):
        raise SystemExit(f"{name}: the simulation gives {drawn.mean():.4f}, exactly it is {exact:.4f}")
    rounds = [
        (seconds(lambda: odds(ruling.dice)), seconds(lambda: simulated(facts, generator)))  # type: ignore[arg-type]
        for _ in range(ROUNDS)
    ]
    ours, theirs = (statistics.median(row) * 1e3 for row in zip(*rounds, strict=True))
    print(f"{name:36} exact {ours:6.2f} ms   {SAMPLES:,} samples {theirs:6.2f} ms   ratio {theirs / ours:5.2f}")


CARD = {
    "tray": "infantry", "speed": 5, "defense": 4, "morale": 6,
    "attacks": [
        {"name": "sword", "kind": "melee", "to_hit": 4, "dice": [7, 5, 4]},
        {"name": "bow", "kind": "long", "to_hit": 3, "dice": [7, 7, 5]},
    ],
}  # fmt: skip


def crowd(seed: int, count: int = 20) -> Any:
    """A table of units of two sides, scattered with half an inch between them."""
    luck = random.Random(seed)
    trays: list[Rect] = []
    units: list[dict[str, Any]] = []
    while len(units) < count:
        x, y = round(luck.uniform(4, 44), 2), round(luck.uniform(4, 44), 2)
        facing = luck.choice([0, 90, 180, 270, round(luck.uniform(0, 360), 1)])
        tray = Rect(Pose(Point(x * INCH, y * INCH), facing), 6 * INCH, 5.3 * INCH)
        if not any(overlapping(tray, other) for other in trays):
            trays.append(tray)
            side = "xy"[len(units) % 2]
            place = {"position": [x, y], "facing": facing}
            units.append({"id": f"u{len(units)}", "side": side, "profile": CARD, **place})
    document = {"format": "enfilade/scenario/1", "ruleset": "asoiaf", "units": units}
    return asoiaf.setup(asoiaf.document.model_validate(document))


def best_attacks() -> None:
    took = []
    for seed in range(TABLES):
        state = crowd(seed)
        for unit in state.units:
            start = time.perf_counter()
            asoiaf.judge(state, Action.of("best", unit=unit.id))
            took.append((time.perf_counter() - start) * 1e3)
    took.sort()
    middle, most = statistics.median(took), took[len(took) * 95 // 100]
    print(f"best attack, 20 units: median {middle:.1f} ms, 95 % within {most:.1f} ms, worst {took[-1]:.1f} ms")


def lines(apart: float) -> Any:
    """Two sides of twenty in two lines each, a little out of line, so many inches apart."""
    luck, units = random.Random(1), list[dict[str, Any]]()
    for side, y, facing in (("x", -8, 0), ("x", -1, 0), ("y", 1, 180), ("y", 8, 180)):
        for place in range(10):
            across, along, turned = (luck.uniform(-0.3, 0.3) for _ in range(3))
            y_now = 24 + y + (apart / 2 if y > 0 else -apart / 2) + along / 2
            position = [round(5 + 7 * place + across, 2), round(y_now, 2)]
            stands = {"position": position, "facing": round((facing + 30 * turned) % 360, 1)}
            units.append({"id": f"u{len(units)}", "side": side, "profile": CARD, **stands})
    table = {"width": 72, "depth": 48}
    document = {"format": "enfilade/scenario/1", "ruleset": "asoiaf", "table": table, "units": units}
    return asoiaf.setup(asoiaf.document.model_validate(document))


def every_pair() -> None:
    """Aimed at: 4 s for all attacks among forty units."""
    for apart in (5, 20):
        state = lines(apart)
        actions = list(asoiaf.candidates(state))
        start = time.process_time()
        for action in actions:
            asoiaf.judge(state, action)
        took = time.process_time() - start
        print(f"{len(actions):,} rulings, 40 units in lines {apart} inches apart: {took:.2f} s of the processor")


def main() -> None:
    for name, facts in ATTACKS.items():
        compare(name, facts)
    best_attacks()
    every_pair()


if __name__ == "__main__":
    main()
