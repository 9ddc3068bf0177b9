from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.show.labels import TAKEN, Paper, beside, shortened, text_width, upon, wrapped
from enfilade.show.view import Box


def place(paper, thing):
    """The free place for a label of 40 by 14 beside a thing, and what it covers."""
    found = paper.free(beside(thing, 40, 14))
    assert found is not None
    return found


def test_a_label_takes_the_nearest_free_place():
    paper, thing = Paper(Box(0, 0, 300, 300)), Box(140, 140, 160, 160)
    below, _ = place(paper, thing)
    assert below.box.top >= thing.bottom
    paper.take(below.box, TAKEN)
    second, _ = place(paper, thing)
    assert not second.box.meets(below.box)
    assert second.away >= below.away


def test_where_everything_is_taken_there_is_no_place():
    paper = Paper(Box(0, 0, 60, 60))
    paper.take(Box(0, 0, 60, 60), TAKEN)
    assert paper.free(beside(Box(20, 20, 40, 40), 10, 10)) is None
    assert Paper(Box(0, 0, 5, 5)).free(upon(Box(0, 0, 5, 5), 40, 14)) is None


def test_a_place_that_covers_less_is_worth_a_few_pixels():
    paper, thing = Paper(Box(0, 0, 300, 300)), Box(140, 140, 160, 160)
    paper.take(Box(100, 161, 200, 185), 10)
    assert place(paper, thing)[1] == 0


def test_a_label_lies_on_what_it_names_where_it_fits():
    paper, thing = Paper(Box(0, 0, 300, 300)), Box(100, 100, 220, 180)
    paper.take_polygon([(100, 100), (220, 100), (220, 180), (100, 180)], 2)
    spot, cost = paper.free(upon(thing, 40, 14), own=2) or pytest.fail("no place")
    assert (cost, spot.box.centre) == (0, thing.centre)
    paper.take(spot.box, TAKEN)
    second, _ = paper.free(upon(thing, 40, 14), own=2) or pytest.fail("no place")
    assert thing.holds(second.box)
    assert not second.box.meets(spot.box)


def test_a_line_takes_the_squares_along_it():
    paper = Paper(Box(0, 0, 300, 300))
    paper.take_line([(10, 10), (110, 110), (110, 10)], 1)
    assert paper.cost(Box(58, 58, 62, 62)) > 0
    assert paper.cost(Box(108, 48, 112, 52)) > 0
    assert paper.cost(Box(10, 100, 40, 110)) == 0


def test_a_polygon_takes_its_inside_only():
    paper = Paper(Box(0, 0, 300, 300))
    paper.take_polygon([(0, 0), (100, 0), (0, 100)], 1)
    assert paper.cost(Box(10, 10, 30, 30)) > 0
    assert paper.cost(Box(70, 70, 95, 95)) == 0


@given(st.text(max_size=60), st.floats(6, 30))
def test_a_longer_text_is_wider(text, size):
    assert text_width(text + "x", size) > text_width(text, size) >= 0


@given(st.text("abc def", max_size=120), st.floats(40, 400))
def test_wrapping_keeps_every_word(text, room):
    lines = wrapped(text, 12, room)
    assert " ".join(lines).split() == text.split()
    assert all(text_width(line, 12) <= room for line in lines if " " in line)
    for line, following in pairwise(lines):
        assert text_width(f"{line} {following.split()[0]}", 12) > room


def test_a_long_name_is_shortened():
    assert shortened("a" * 40, 10) == "a" * 9 + "…"
    assert shortened("short") == "short"
