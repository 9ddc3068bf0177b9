"""Battles by the million: one answer for any chunks, workers and interruptions."""

import hashlib
import importlib.util
import json
import os
import socket
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import pytest
from tests.lab.conftest import ASOIAF

from enfilade.lab import scale
from enfilade.lab import twin as twins
from enfilade.lab.battles import Text
from enfilade.lab.chart import chart
from enfilade.lab.duels import Duel, read_duel
from enfilade.lab.fighting import fight
from enfilade.lab.fought import LabError
from enfilade.lab.philox import Stream
from enfilade.lab.scale import Many, Run, count, fight_many
from enfilade.lab.tallies import Ending, Tally, ending, opened
from enfilade.lab.twin import Twin, twin
from enfilade.lab.workers import Crew, knock, share

LAB = Path(__file__).resolve().parents[2] / "examples" / "lab"
SIZE = 6_000


@cache
def duel() -> Duel:
    return read_duel(LAB / "sworn-swords.duel.yaml")


@cache
def made() -> Twin:
    return twin(duel())


@cache
def front() -> scale._Front:
    return scale._Front(made(), Run(SIZE, 4), Crew())


@cache
def whole() -> Many:
    return fight_many(made(), Run(SIZE, 4))


def hashed(many: Many) -> str:
    """A hash of everything that was counted."""
    told = many.json()
    return hashlib.sha256(json.dumps([told["digest"], told["ends"], told["rounds"]]).encode()).hexdigest()


def counted(parts: list[range], order: list[int], crew: Crew) -> Tally:
    """The battles in these chunks, given out in this order."""
    tally = Tally()
    tasks = [front()._chunk(parts[n]) for n in order]
    for number, found in share(count, tasks, crew):
        tally.add(parts[order[number]], front()._counted(found))
    return tally


def chunks(size: int) -> list[range]:
    return [range(at, min(at + size, SIZE)) for at in range(0, SIZE, size)]


def uneven() -> list[range]:
    bounds = sorted({0, SIZE, *(pow(7, n, SIZE) for n in range(30))})
    return [range(a, b) for a, b in pairwise(bounds)]


@pytest.mark.parametrize(
    ("parts", "crew"),
    [
        ([range(SIZE)], Crew("threads", 1)),
        (chunks(1_000), Crew("threads", 2)),
        (uneven(), Crew("threads", 3)),
        (chunks(3_000), Crew("processes", 1)),
        ([*uneven()[:8], range(uneven()[8].start, SIZE)], Crew("processes", 2)),
    ],
    ids=["one", "even on two threads", "uneven on three", "a process", "two processes"],
)
def test_one_answer_for_any_chunks_order_and_workers(parts, crew):
    order = sorted(range(len(parts)), key=lambda n: (n * 17 + 5) % 31)
    tally = counted(parts, order, crew)
    assert tally.done == [(0, SIZE)]
    assert f"{tally.digest:016x}" == whole().json()["digest"]
    limit = front().twin.limit
    assert tally.fought(duel(), whole().fought.positions, limit) == whole().fought


def test_the_same_hash_every_time_and_another_for_another_seed():
    assert hashed(fight_many(made(), Run(SIZE, 4), Crew("threads", 1))) == hashed(whole())
    assert hashed(fight_many(made(), Run(SIZE, 5))) != hashed(whole())


def test_the_digest_tells_of_a_single_battle():
    """Every battle is in it once: the digests of two halves add up, and no two battles give the same number."""
    halves = [count(front()._chunk(part)).digest for part in (range(3_000), range(3_000, SIZE))]
    assert sum(halves) % 2**64 == whole().digest
    singles = {count(front()._chunk([battle])).digest for battle in range(200)}
    assert len(singles) == 200


def test_counts_are_those_of_the_readable_text():
    """Battle by battle in the rules' own text, with the same dice."""
    text, size = Text(duel()), 150
    found: Counter[tuple[Ending, int]] = Counter()
    for battle in range(size):
        turns = list(text.battle(Stream(4, battle)))
        rounds = sum(turn.over for turn in turns) + (not turns[-1].over)
        found[ending(duel(), turns[-1].to), rounds] += 1
    assert front()._counted(count(front()._chunk(range(size)))).ends == found


def test_battles_that_leave_the_tables_are_told_and_counted_alike(monkeypatch):
    monkeypatch.setattr(twins, "MOST_POSITIONS", 60)
    cut = fight_many(duel(), Run(400, 4))
    monkeypatch.undo()
    full = fight_many(made(), Run(400, 4))
    assert cut.told > 100 > full.told == 0
    assert cut.digest == full.digest
    assert cut.fought.ends == full.fought.ends
    assert "in the readable text" in str(cut)


def test_tables_that_grow_meanwhile_are_used_by_every_chunk(monkeypatch):
    """Many chunks begin with the same small tables; only what is too large for tables is fought in the text."""
    monkeypatch.setattr(scale, "SECONDS", 1e-9)
    young = twin(duel(), pilot=1, broad=1)
    before = len(young.positions)
    many = fight_many(young, Run(300, 4), Crew("threads", 1))
    assert len(young.positions) > before
    assert many.told == 0
    assert many.digest == fight_many(made(), Run(300, 4)).digest


def test_attacks_too_large_for_a_chart_are_told_and_counted_alike(monkeypatch):
    monkeypatch.setattr(twins, "chart", partial(chart, most=250))
    cut = fight_many(duel(), Run(300, 4))
    monkeypatch.undo()
    assert cut.told > 30
    assert cut.digest == fight_many(made(), Run(300, 4)).digest


def test_the_same_answer_without_numba():
    """For who has no compiler the same battles are fought side by side."""
    script = """
import sys
sys.modules["numba"] = None  # what an import finds where it is not installed
from enfilade.lab import Run, fight_many, kernel, read_duel
assert not kernel.COMPILED
print(f"{fight_many(read_duel(sys.stdin.read()), Run(200, 9)).digest:016x}")
"""
    done = subprocess.run([sys.executable, "-c", script], input=ASOIAF, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"{fight_many(read_duel(ASOIAF), Run(200, 9)).digest:016x}"


def test_chances_lie_beside_the_exact_ones():
    many, exact = fight_many(made(), Run(200_000, 2)).fought, fight(duel())
    for side in duel().sides:
        chance = float(exact.wins(side))
        assert abs(float(many.wins(side)) - chance) < 4.5 * (chance * (1 - chance) / many.samples) ** 0.5
    for told, known in zip(many.rounds, exact.rounds, strict=False):
        assert abs(float(told.fighting) - float(known.fighting)) < 0.006


def test_it_stops_when_the_answer_is_known():
    many = fight_many(made(), Run(1_000_000, 4, width=0.005))
    low, high = many.fought.interval(many.fought.wins("x"))
    assert (high - low) / 2 <= 0.005
    assert many.fought.samples == 40_000  # 10,000 and 20,000 are not enough for one in two
    assert many.complete


# Kept and gone on with -----------------------------------------------------------------------------------------


def test_what_is_kept_is_not_fought_again(tmp_path, monkeypatch):
    place = tmp_path / "battles.json"
    first = fight_many(made(), Run(2_000, 4), keep=place)
    assert json.loads(place.read_text())["done"] == [[0, 2_000]]
    fought: list[int] = []
    real = scale.count

    def noted(chunk):
        fought.extend(chunk.battles)
        return real(chunk)

    monkeypatch.setattr(scale, "count", noted)
    again = fight_many(made(), Run(2_000, 4), keep=place)
    assert hashed(again) == hashed(first)
    timed = len(fought)  # what was fought to learn the speed
    more = fight_many(made(), Run(SIZE, 4), keep=place)
    assert sorted(fought[2 * timed :]) == list(range(2_000, SIZE))
    assert hashed(more) == hashed(whole())


def test_stopped_from_the_keyboard_it_keeps_what_is_counted(tmp_path, monkeypatch):
    place = tmp_path / "battles.json"
    monkeypatch.setattr(scale, "SECONDS", 1e-9)  # a battle a chunk
    seen = []

    def stop(done, total, words):
        seen.append(done)
        if done == 7:
            raise KeyboardInterrupt

    many = fight_many(made(), Run(50, 4), Crew("threads", 1), place, stop)
    assert not many.complete
    assert many.fought.samples == 7
    assert seen == list(range(1, 8))
    assert json.loads(place.read_text())["done"] == [[0, 7]]
    monkeypatch.undo()
    assert fight_many(made(), Run(SIZE, 4), keep=place).digest == whole().digest


def test_a_full_disk_loses_nothing(tmp_path, monkeypatch):
    place = tmp_path / "battles.json"
    fight_many(made(), Run(1_000, 4), keep=place)
    kept = place.read_text()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        fight_many(made(), Run(2_000, 4), keep=place)
    assert place.read_text() == kept
    assert [path.name for path in tmp_path.iterdir()] == ["battles.json"]


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path):
    place = tmp_path / "battles.json"
    fight_many(made(), Run(100, 4), keep=place)
    kept = place.read_text()
    with pytest.raises(LabError, match="another duel or seed"):
        fight_many(made(), Run(100, 5), keep=place)
    assert place.read_text() == kept
    place.write_text('{"format": "shopping"')
    with pytest.raises(LabError, match="a file of kept battles was expected"):
        opened(place, duel(), 4)


def test_kept_battles_of_other_units_are_not_gone_on_with(tmp_path):
    place = tmp_path / "battles.json"
    other = replace(duel(), battle=replace(duel().battle, library={"units": {}}))
    opened(place, duel(), 4)
    opened(place, duel(), 4)
    with pytest.raises(LabError, match="another duel or seed"):
        opened(place, other, 4)


def test_no_battle_is_counted_twice():
    tally = Tally()
    end = Ending("x", "", ())
    tally.add(range(10), Tally(Counter({(end, 1): 10})))
    with pytest.raises(ValueError, match="counted twice"):
        tally.add(range(9, 12), Tally(Counter({(end, 1): 3})))
    with pytest.raises(ValueError, match="3 battles were to be counted; found 2"):
        tally.add(range(20, 23), Tally(Counter({(end, 1): 2})))
    tally.add(range(20, 23), Tally(Counter({(end, 1): 3})))
    assert [list(gap) for gap in tally.missing(25)] == [list(range(10, 20)), [23, 24]]


@pytest.mark.parametrize("fields", [{"battles": 0}, {"battles": -5}, {"seed": -1}, {"seed": 2**64}, {"width": 1.0}])
def test_a_run_that_cannot_be(fields):
    with pytest.raises(LabError, match="expected"):
        Run(**fields)


# A cluster that is not there ------------------------------------------------------------------------------------


def test_a_cluster_that_is_not_there_is_told_at_once():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]  # bound, but nobody listens
        with pytest.raises(LabError, match=f"there is no cluster at 127.0.0.1:{port}: "):
            knock(f"127.0.0.1:{port}")
        free.listen()
        knock(f"ray://127.0.0.1:{port}")


@pytest.mark.parametrize("address", ["here", "10.0.0.1:", ":6379", "10.0.0.1:http"])
def test_an_address_that_is_none(address):
    with pytest.raises(LabError, match=r"an address such as 10\.0\.0\.1:6379 was expected"):
        knock(address)


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed here")
def test_the_same_answer_on_ray():
    many = fight_many(made(), Run(SIZE, 4), Crew("ray", 2))
    assert hashed(many) == hashed(whole())
    tasks = [front()._chunk(part) for part in chunks(2_000)]
    tally = Tally()
    for number, found in share(count, tasks, Crew("ray", 2)):
        tally.add(chunks(2_000)[number], front()._counted(found))
    assert tally.digest == whole().digest
