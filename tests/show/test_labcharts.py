"""Charts of duels and sweeps: what is drawn is what the numbers say."""

import xml.etree.ElementTree as ET
from types import SimpleNamespace

import pytest

from enfilade.show.duelchart import TALL, percent_of, survival
from enfilade.show.sweepchart import sweepchart

SVG = "{http://www.w3.org/2000/svg}"


def fought(rounds):
    told = tuple(
        SimpleNamespace(round=n, won=(a, b), draw=0.0, fighting=1 - a - b) for n, (a, b) in enumerate(rounds, 1)
    )
    return SimpleNamespace(names=("Oak", "Elm"), rounds=told, title="", how="exact", samples=0)


def texts(svg):
    return [node.text for node in ET.fromstring(svg).iter(f"{SVG}text")]


def test_each_round_stands_in_the_table():
    said = texts(survival(fought([(0.1, 0.25), (0.5, 0.5)])).svg)
    assert "10.0%" in said
    assert "25.0%" in said
    assert "65.0%" in said
    assert said.count("50.0%") == 2
    assert "Oak against Elm" in said


def test_bands_meet_where_nothing_is_left_to_fight():
    root = ET.fromstring(survival(fought([(0.25, 0.5), (0.4, 0.6)])).svg)
    lines = [
        node.get("d")
        for node in root.iter(f"{SVG}path")
        if node.get("fill") == "none" and node.get("stroke-width") == "2"
    ]
    ends = [float(str(line).split(",")[-1]) for line in lines]
    assert ends == pytest.approx([TALL * 0.6, TALL * 0.6])


def test_many_rounds_are_thinned_and_said_so():
    said = texts(survival(fought([(n / 80, 0.0) for n in range(60)])).svg)
    assert "further rounds are left out" in said


def test_a_screen_reader_hears_the_rounds():
    root = ET.fromstring(survival(fought([(0.125, 0.25)])).svg)
    desc = root.find(f"{SVG}desc")
    assert desc is not None
    assert desc.text == "Won by then. after round 1: Oak 12.5%, Elm 25.0%."


def test_rounds_in_which_both_are_beaten_add_up():
    told = fought([(0.25, 0.25)])
    told.rounds[0].draw, told.rounds[0].fighting = 0.125, 0.375
    picture = survival(told).svg
    assert {"37.5%", "12.5%", "both beaten", "fought or both beaten"} <= set(texts(picture))
    assert "Oak 25.0%, Elm 25.0%, both beaten 12.5%." in picture
    assert "both beaten" not in texts(survival(fought([(0.25, 0.25)])).svg)


def test_a_sweep_draws_its_line_and_band():
    swept = SimpleNamespace(
        range=SimpleNamespace(unit="Oak", field="morale"),
        band="95% interval",
        line=lambda: [(5, 0.5, 0.4, 0.6), (6, 0.25, 0.2, 0.3), (8, 0.0, 0.0, 0.1)],
    )
    svg = sweepchart(swept).svg
    root = ET.fromstring(svg)
    dots = [(float(c.get("cx", 0)), float(c.get("cy", 0))) for c in root.iter(f"{SVG}circle")]
    assert [y for _, y in dots] == pytest.approx([TALL * 0.5, TALL * 0.75, TALL])
    assert dots[2][0] - dots[1][0] == pytest.approx(2 * (dots[1][0] - dots[0][0]), abs=0.02)
    assert {"Oak: morale", "20.0%", "30.0%"} <= set(texts(svg))


def test_a_sweep_of_one_value_is_drawn():
    swept = SimpleNamespace(
        range=SimpleNamespace(unit="Oak", field="morale"), band="", line=lambda: [(5, 0.5, 0.5, 0.5)]
    )
    assert "50.0%" in texts(sweepchart(swept).svg)


@pytest.mark.parametrize(
    ("chance", "said"), [(0.0, "0.0%"), (1.0, "100.0%"), (1e-9, "<0.1%"), (1 - 1e-9, ">99.9%"), (1.2, "100.0%")]
)
def test_chances_as_percent(chance, said):
    assert percent_of(chance) == said
