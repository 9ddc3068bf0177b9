"""The heat map: every figure can be read on its square."""

import re
import xml.etree.ElementTree as ET
from types import SimpleNamespace

import pytest

from enfilade.show.heatmap import heatmap, luminance, whole_percent

SVG = "{http://www.w3.org/2000/svg}"


class Table:
    """Twenty-one units whose chances against one another go from none to certain; one pair is missing."""

    names = tuple(f"unit {n}" for n in range(21))
    roster = SimpleNamespace(title="")

    def cell(self, row, column):
        if (row, column) == (3, 4):
            return None
        return SimpleNamespace(wins=column / 20, low=0.0, high=1.0, how="sampled")

    def average(self, row):
        return row / 20


def squares():
    root = ET.fromstring(heatmap(Table()).svg)
    for group in root.iter(f"{SVG}g"):
        square, label = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        title = group.find(f"{SVG}title")
        if square is not None and label is not None and title is not None:
            yield square.get("fill"), label.get("fill"), label.text, title.text


def test_figures_stand_out_from_their_squares():
    found = list(squares())
    assert len(found) == 21 * 22
    for ground, ink, _, _ in found:
        bright, dark = sorted((luminance(ground), luminance(ink)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_every_square_says_its_pair_and_interval():
    said = {title for _, _, _, title in squares()}
    assert "unit 1 against unit 10: 50.0% (0.0% to 100.0%)" in said
    assert "unit 3 against unit 4: not finished" in said
    assert "unit 7 on average: 35.0%" in said


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.0, "0"), (0.0035, "<1"), (0.006, "1"), (0.5, "50"), (0.994, "99"), (0.9965, ">99"), (1 - 1e-16, "100")],
)
def test_only_what_is_certain_is_called_so(chance, said):
    assert whole_percent(chance) == said

    class One(Table):
        names = ("one",)

        def average(self, row):
            return chance

    assert f">{said.replace('<', '&lt;').replace('>', '&gt;')}</text>" in heatmap(One()).svg


def test_luminance_of_black_and_white():
    assert luminance("#000000") == 0
    assert abs(luminance("#ffffff") - 1) < 1e-9


def test_names_with_markup_are_text():
    table = Table()
    table.names = ("<b>", "&")
    assert re.search(r"&lt;b&gt;", heatmap(table).svg)
