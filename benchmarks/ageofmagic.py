"""Age of Magic: an exact exchange beside a sampled one of the same stages, and whole battles under standing orders.

Ruling and odds of a volley and of a melee are timed together, on the shipped battle of 15 units; the sample of
100,000 runs through the same program, and its mean is checked against the exact one first. The two take turns within
a round; the medians of processor time are printed. Then 1,000 battles of nine turns, 8 units against 12, are fought on
one core by the rules' own text; the clock is printed too, which other work slows. Limits: 5 ms, 10 s.
"""

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from enfilade.battle import Battle
from enfilade.dice import best, odds, sample
from enfilade.files.scenario import load
from enfilade.referee import Action, Result
from enfilade.rulesets.ageofmagic.campaign import campaign
from enfilade.rulesets.ageofmagic.policies import AIMS

EXAMPLES = Path(__file__).parent.parent / "examples" / "ageofmagic"
ROUNDS, SAMPLES, BATTLES, TURNS = 9, 100_000, 1_000, 9
VOLLEY = Action.of("missile", attacker="archers3", target="spearmen4", dice=3)
MELEE = Action.of("melee", attacker="spearmen4", target="phalanx3", charging=True, dice=3, target_dice=3)
OPEN = Action.of("missile", attacker="archers3", target="spearmen4")


def casualties(result: Result) -> int:
    return int(result.counts["casualties"])


def seconds(action: Callable[[], object]) -> float:
    """The processor time of one call, on the average of as many as fill 0.05 s."""
    calls, start = 0, time.process_time()
    while time.process_time() - start < 0.05:
        action()
        calls += 1
    return (time.process_time() - start) / calls


def exchange(battle: Battle, name: str, action: Action) -> None:
    def exact() -> float:
        ruling = battle.judge(action)
        assert ruling.dice is not None
        return float(odds(ruling.dice).expected(casualties))

    def sampled(seed: int = 1) -> float:
        ruling = battle.judge(action)
        assert ruling.dice is not None
        return float(sample(ruling.dice, SAMPLES, seed).expected(casualties))

    means = [sampled(seed) for seed in range(5)]
    if abs(statistics.mean(means) - exact()) > 0.3:
        raise SystemExit(f"{name}: samples give {statistics.mean(means):.2f}, exactly it is {exact():.2f}")
    rounds = [(seconds(exact), seconds(sampled)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(row) * 1e3 for row in zip(*rounds, strict=True))
    print(f"{name:34} exact {ours:6.2f} ms   {SAMPLES:,} samples {theirs:7.2f} ms   ratio {theirs / ours:5.2f}")


def best_dice(battle: Battle) -> None:
    ruling = battle.judge(OPEN)
    assert ruling.dice is not None
    dice = ruling.dice
    took = statistics.median(seconds(lambda: best(dice, AIMS["casualties"], "attacker")) for _ in range(ROUNDS))
    print(f"{'best number of dice of a volley':34} exact {took * 1e3:6.2f} ms")


def battles() -> None:
    start = load(EXAMPLES / "standing-orders.battle.yaml").state
    campaign(start, TURNS, [Random("warm")])
    clock, work = time.perf_counter(), time.process_time()
    ends = campaign(start, TURNS, (Random(f"0/{number}") for number in range(BATTLES)))
    clock, work = time.perf_counter() - clock, time.process_time() - work
    units = len(start.units)
    turns = float(ends.expected(lambda end: int(end.counts["turns"])))
    what = f"{BATTLES:,} battles of {units} units, {turns:.2f} turns each"
    print(f"{what}: {work:.2f} s of one core, {clock:.2f} s by the clock")
    low, high = ends.interval(lambda end: end.counts["winner"] == "blue")
    print(f"{'':34} blue holds the field in {100 * low:.1f} to {100 * high:.1f}% of them")


def main() -> None:
    battle = load(EXAMPLES / "alexander-and-darius-turn-1.battle.yaml")
    exchange(battle, "volley, ruling and odds", VOLLEY)
    exchange(battle, "melee both ways, ruling and odds", MELEE)
    best_dice(battle)
    battles()


if __name__ == "__main__":
    main()
