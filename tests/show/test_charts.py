from fractions import Fraction

import pytest
from tests.show.scenes import SVG, read, rear, texts
from tests.show.test_tallies import thrown

from enfilade.dice import D6, Distribution, Sum
from enfilade.referee import Facts, Result
from enfilade.show import chart
from enfilade.show.charts import TALL
from enfilade.show.words import percent


def test_the_table_beside_says_every_number():
    said = texts(chart(thrown(2), "Two dice").svg)
    weights, total = Sum(D6, 2).chances()
    for value, weight in weights:
        least = Fraction(sum(w for v, w in weights if v >= value), total)
        row = said.index(str(value), said.index("at least"))
        assert said[row : row + 3] == [str(value), percent(Fraction(weight, total)), percent(least)]
    assert {"Two dice", "exact", "expected 7", "total = twice"} <= set(said)


def test_bars_are_as_high_as_their_chance():
    svg = chart(Distribution({Result(Facts(hits=n), ()): w for n, w in ((0, 1), (1, 2), (2, 1))}, 4)).svg
    bars = [float(bar.get("height", "")) for bar in read(svg).iter(f"{SVG}rect") if float(bar.get("width", "")) > 50]
    assert bars[1:4] == [TALL / 4, TALL / 2, TALL / 4]  # the first is the sheet


def test_the_curve_starts_at_certainty_and_falls():
    svg = chart(thrown(2)).svg
    heights = [float(dot.get("cy", "")) for dot in read(svg).iter(f"{SVG}circle") if dot.get("fill") == "#ffffff"]
    assert heights[0] == 0
    assert heights == sorted(heights)


def test_a_long_table_is_thinned_and_says_so():
    said = texts(chart(thrown(20)).svg)
    assert "some rows are left out" in said
    assert "some rows are left out" not in texts(chart(thrown(2)).svg)


def test_sampled_odds_are_named_so_and_carry_their_spread():
    svg = chart(thrown(2, sampled=True)).svg
    assert "36 samples, 95% intervals" in texts(svg)
    spans = [path for path in read(svg).iter(f"{SVG}path") if "V" in path.get("d", "")]
    assert len(spans) == 11


def test_people_who_hear_it_get_at_least_n():
    described = read(chart(thrown(2)).svg).findtext(f"{SVG}desc", "")
    assert "at least 12 2.8%" in described
    assert "trays: always 2." in described


@pytest.mark.parametrize("results", [{0: 1}, {0: 1, 5: 3}, dict.fromkeys(range(300), 1)])
def test_every_spread_can_be_drawn(results):
    odds = Distribution({Result(Facts(n=n), ()): w for n, w in results.items()}, sum(results.values()))
    read(chart(odds).svg)


def test_results_that_are_names_lie_as_bars():
    odds = Distribution({Result(Facts(card=card), ()): w for card, w in (("Doubt", 1), ("Fear", 3))}, 4)
    said = texts(chart(odds).svg)
    assert [said[said.index("Doubt") + 1], said[said.index("Fear") + 1]] == ["25.0%", "75.0%"]


def test_the_odds_of_a_real_attack():
    battle = rear()
    action = battle.actions()[0]
    assert chart(battle.odds(action)) == chart(battle.odds(action))
