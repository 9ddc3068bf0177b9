"""Battles side by side, for who has no compiler: every node and digit is that of the kernel's own text."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.lab.conftest import ASOIAF, DUELS, RUNEWARS

from enfilade.lab import batches, read_duel
from enfilade.lab.batches import fight_abreast
from enfilade.lab.kernel import UNKNOWN, Written, fight, plainly
from enfilade.lab.philox import Stream, key
from enfilade.lab.twin import Twin, twin

SWORDS = Path(__file__).resolve().parents[2] / "examples" / "lab" / "sworn-swords.duel.yaml"
TEXTS = {
    **DUELS,
    "two rounds": RUNEWARS + "rounds: 2\n",
    "turns without dice": ASOIAF.replace("wounds: 6", "wounds: 1"),
}


@cache
def made(name: str, pilot: int = 300) -> Twin:
    return twin(read_duel(TEXTS.get(name, SWORDS)), seed=1, pilot=pilot, broad=5)


def rows(size: int, draws: int) -> Written:
    return Written(*(np.zeros(n, np.int32) for n in (size, size, size, draws, draws)))  # type: ignore[arg-type]


def one_by_one(one: Twin, seed: int, battles: range, draws: int = 0) -> tuple[Written, int]:
    written = rows(len(battles), draws)
    return written, plainly(fight)(one.tables(), *key(seed), one.limit, np.array(battles), written)


def abreast(one: Twin, seed: int, battles: range, draws: int = 0) -> tuple[Written, int]:
    written = rows(len(battles), draws)
    return written, fight_abreast(one.tables(), key(seed), one.limit, battles, written)


def same(one: Twin, seed: int, battles: range, draws: int) -> int:
    """Both ways to fight, row by row and draw by draw; the number of draws."""
    (alone, total), (beside, together) = (way(one, seed, battles, draws) for way in (one_by_one, abreast))
    for name, left, right in zip(Written._fields, alone, beside, strict=True):
        assert np.array_equal(left, right), name
    assert total == together
    return total


@pytest.mark.parametrize("name", TEXTS)
def test_every_draw_is_that_of_the_kernels_text(name):
    total = same(made(name), 5, range(200), 100_000)
    assert 200 <= total < 100_000


@pytest.mark.parametrize("size", [1, 7, 50])
def test_batches_of_any_size_are_alike(size, monkeypatch):
    monkeypatch.setattr(batches, "ABREAST", size)
    same(made("runewars"), 3, range(1000, 1050), 20_000)


@pytest.mark.parametrize("room", [0, 1, 100])
def test_draws_are_written_as_far_as_there_is_room(room, monkeypatch):
    monkeypatch.setattr(batches, "ABREAST", 8)
    assert same(made("asoiaf"), 3, range(30), room) > 100


def test_battles_stop_where_the_tables_end():
    one = Twin(read_duel(ASOIAF))
    one.broaden(12)
    same(one, 3, range(200), 20_000)
    last = abreast(one, 3, range(200))[0].last
    stopped = [one.tables().kind[at] == UNKNOWN for at in last]
    assert any(stopped)
    assert not all(stopped)


def test_a_battle_that_passes_over_a_word_keeps_its_dice():
    """About one battle in a hundred thousand draws a word that would favour some faces; 26,075 of seed 1 does."""
    words = []

    class Counted(Stream):
        def word(self):
            words.append(super().word())
            return words[-1]

    one, battle = made("swords"), 26_075
    _, draws = one_by_one(one, 1, range(battle, battle + 1), 100)
    digits = one_by_one(one, 1, range(battle, battle + 1), 100)[0]
    stream = Counted(1, battle)
    bases = [int(one.tables().base[node]) for node in digits.nodes[:draws]]
    assert [stream.digit(base) for base in bases] == list(digits.digits[:draws])
    assert len(words) == draws + 1
    same(one, 1, range(battle - 20, battle + 20), 5_000)


def test_a_duel_that_is_over_at_once():
    one = Twin(read_duel(ASOIAF))
    tables = one.tables()
    assert tables.kind[0] == UNKNOWN
    written = rows(3, 5)
    assert fight_abreast(tables, key(1), one.limit, range(3), written) == 0
    assert not any(row.any() for row in written)  # type: ignore[attr-defined]
