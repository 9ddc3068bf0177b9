"""The pictures: valid, the same every time, legible, and true to the scene and the ruling."""

import re
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.show.scenes import APART, FLANKING, SHOT, STRUCK, SVG, field, read, rear, texts, unit

from enfilade.referee import Scene, Shape, shown
from enfilade.show import draw
from enfilade.show.fan import fan
from enfilade.show.labels import LINE, text_width
from enfilade.show.style import INK, LEGAL, PAPER, QUIET, REFUSED, ROLES, SIDES, TABLE, sides
from enfilade.show.svg import number
from enfilade.show.view import Box, view

ACTIONS = [STRUCK, FLANKING, APART, SHOT]


def judged(action):
    battle = rear()
    ruling = battle.judge(action)
    return battle.ruleset.scene(battle.state, ruling), ruling


@pytest.mark.parametrize("action", ACTIONS)
def test_the_caption_says_the_verdict_and_every_value(action):
    scene, ruling = judged(action)
    said = " ".join(texts(draw(scene, ruling).svg))
    assert ruling.verdict.upper() in said
    for name, value in ruling.values.items():
        assert f"{name.replace('_', ' ')} {shown(value)}" in said.replace(" · ", " ")
    if ruling.refusal:
        assert ruling.refusal.step.text() in said


@pytest.mark.parametrize("action", ACTIONS)
def test_a_picture_is_the_same_every_time(action):
    assert draw(*judged(action)) == draw(*judged(action))


def test_people_who_hear_it_get_the_title_the_verdict_and_the_units():
    scene, ruling = judged(STRUCK)
    root = read(draw(scene, ruling).svg)
    title, described = (root.findtext(f"{SVG}{name}", "") for name in ("title", "desc"))
    assert root.get("role") == "img"
    assert title == "Struck in the rear: melee: reanimates → spearmen, edge rear"
    assert described.startswith("LEGAL. threat 1, ")
    assert "Spearmen" in described


def test_names_of_the_sides_stand_in_the_legend():
    said = texts(draw(rear().scene(), names={"w": "Waiqar", "d": "Daqan Lords"}).svg)
    assert {"Waiqar", "Daqan Lords", "1 tray"} <= set(said)
    assert "w" in texts(draw(rear().scene()).svg)


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(names, names, names)
def test_no_name_breaks_the_picture(title, name, label):
    scene = field(*unit(name, "a", (5, 5)), Shape("polygon", ((1, 1), (9, 1), (9, 9)), "terrain", label), title=title)
    root = read(draw(scene, names={"a": name}).svg)
    assert root.tag == f"{SVG}svg"


@given(st.lists(st.sampled_from("<>&\"'x "), min_size=1, max_size=12).map("".join))
def test_a_name_is_shown_as_it_is_written(name):
    said = texts(draw(field(*unit(name, "a", (5, 5)))).svg)
    assert name in said


def labels_of(svg):
    """The boxes of the texts on the map that have to keep clear of one another."""
    for element in read(svg).iter(f"{SVG}text"):
        if element.get("class") == "label" and element.get("text-anchor") is None:
            size, x, y = (float(element.get(key, "")) for key in ("font-size", "x", "y"))
            middle, height, said = y - 0.36 * size, size * LINE, element.text or ""
            yield Box(x, middle - height / 2, x + text_width(said, size), middle + height / 2), said


places = st.tuples(st.floats(0, 40), st.floats(0, 30), st.floats(0, 360))


@given(st.lists(places, min_size=1, max_size=25))
def test_no_label_covers_another_or_leaves_the_map(placed):
    shapes = [
        shape
        for number, (x, y, turn) in enumerate(placed)
        for shape in unit(f"unit number {number}", "ab"[number % 2], (x, y), turn)
    ]
    scene = field(*shapes)
    seen = view(scene)
    boxes = [box for box, _ in labels_of(draw(scene).svg)]
    for one, other in combinations(boxes, 2):
        assert not one.grown(-0.5).meets(other.grown(-0.5))
    for box in boxes:
        assert Box(0, 0, seen.width, seen.height).grown(0.5).holds(box)


def test_a_lone_unit_has_its_name_beside_it():
    ((box, name),) = labels_of(draw(field(*unit("archers", "a", (20, 15)))).svg)
    assert name == "archers"
    assert box.width > 0


def test_where_many_stand_the_two_in_question_are_named_first():
    from enfilade.referee import Action, Facts, Ruling

    crowd = [shape for x in range(20) for y in range(15) for shape in unit(f"u{x}.{y}", "ab"[x % 2], (x, y), half=0.4)]
    ruling = Ruling(Action.of("melee", attacker="u7.7", target="u9.7"), (), None, None, (), Facts())
    told = {name for _, name in labels_of(draw(field(*crowd, width=20, depth=15), ruling).svg)}
    assert {"u7.7", "u9.7"} <= told


# The view ---------------------------------------------------------------------------------------------------


@given(st.lists(places, min_size=1, max_size=12), st.booleans())
def test_every_unit_is_seen_whole(placed, y_up):
    shapes = [shape for n, (x, y, turn) in enumerate(placed) for shape in unit(f"u{n}", "a", (x, y), turn)]
    scene = field(*shapes, y_up=y_up)
    seen = view(scene)
    for shape in shapes:
        for point in shape.points:
            x, y = seen.place(point)
            assert -0.01 <= x <= seen.width + 0.01
            assert -0.01 <= y <= seen.height + 0.01


def test_a_small_fight_on_a_large_table_is_seen_from_near():
    near = view(field(*unit("a", "a", (5, 5)), *unit("b", "b", (5, 7.5)), width=72, depth=36))
    whole = view(field(*unit("a", "a", (5, 5)), *unit("b", "b", (66, 30)), width=72, depth=36))
    assert near.scale > 4 * whole.scale
    assert whole.box.holds(Box(0, 0, 72, 36))


def test_the_ruling_decides_what_is_seen_and_no_unit_is_cut_in_two():
    far = [*unit("a", "a", (5, 5)), *unit("b", "b", (5, 7.5)), *unit("far", "b", (66, 30))]
    beside = unit("beside", "b", (7.1, 5))
    scene = field(*far, *beside, width=72, depth=36)
    seen = view(scene, {"a", "b"})
    assert not seen.box.holds(Box(65, 29, 67, 31))
    assert seen.box.holds(Box.around(beside[0].points))


@pytest.mark.parametrize("y_up", [True, False])
def test_lengths_are_true_and_north_is_where_the_scene_says(y_up):
    seen = view(field(*unit("a", "a", (20, 15)), y_up=y_up))
    (x0, y0), (x1, y1) = seen.place((20, 15)), seen.place((23, 19))
    assert hypot(x1 - x0, y1 - y0) == pytest.approx(5 * seen.scale)
    assert x1 > x0
    assert (y1 < y0) == y_up


@pytest.mark.parametrize(("width", "depth"), [(0, 0), (1e-9, 1), (1e7, 1), (3, 4000)])
def test_odd_tables_are_drawn_all_the_same(width, depth):
    read(draw(Scene(width, depth, "in", True, ())).svg)


def test_points_that_are_no_numbers_are_left_out():
    odd = Shape("line", ((float("nan"), 1.0), (2.0, float("inf"))), "line_free", "odd")
    scene = field(*unit("a", "a", (5, 5)))
    assert draw(replace(scene, shapes=(*scene.shapes, odd, Shape("polygon", (), "terrain")))) == draw(scene)


# Marks ------------------------------------------------------------------------------------------------------


def groups(svg, role):
    return [group for group in read(svg).iter(f"{SVG}g") if group.get("class") == role]


def test_a_blocked_line_is_dashed_with_a_cross_where_it_stops():
    stopped = Shape("line", ((10, 10), (15, 10), (20, 10)), "line_blocked", "wall 7")
    scene = field(stopped, *unit("a", "a", (10, 10)))
    seen = view(scene)
    (group, *_) = groups(draw(scene).svg, "line_blocked")
    x, y = seen.place((15, 10))
    paths = [path.get("d") for path in group.iter(f"{SVG}path")]
    assert f"M{number(x - 5)},{number(y - 5)} {number(x + 5)},{number(y + 5)}" in paths[-1]
    assert any(path.get("stroke-dasharray") for path in group.iter(f"{SVG}path"))
    assert "wall 7" in texts(draw(scene).svg)


def test_a_free_line_is_solid():
    scene = field(Shape("line", ((10, 10), (15, 10)), "line_free"), *unit("a", "a", (10, 10)))
    (group, *_) = groups(draw(scene).svg, "line_free")
    assert not any(path.get("stroke-dasharray") for path in group.iter(f"{SVG}path"))


def test_counted_trays_lie_under_the_figures_and_lines_over_them():
    scene, ruling = judged(STRUCK)
    svg = draw(scene, ruling).svg
    assert svg.index('class="tray"') < svg.index('class="counted"') < svg.index('class="figure"')
    assert svg.rindex('class="figure"') < svg.index('class="contacted"')


def test_a_role_that_nobody_knows_is_drawn_plainly():
    scene = field(Shape("polygon", ((1, 1), (3, 1), (3, 3)), "portal", "way out"))
    assert "way out" in texts(draw(scene).svg)


def test_what_the_legend_says_is_not_said_again_on_the_map():
    door = Shape("line", ((10, 10), (12, 10)), "door", "door")
    open_door = Shape("line", ((20, 20), (22, 20)), "door", "door (open)")
    said = texts(draw(field(*unit("a", "a", (10, 15)), *unit("b", "a", (22, 15)), door, open_door)).svg)
    assert said.count("door") == 1
    assert "door (open)" in said


def test_many_lines_are_fine_and_their_blockers_are_left_to_tooltips():
    rays = [Shape("line", ((20, 15), (n, 29)), "line_blocked", f"wall {n}") for n in range(40)]
    few, many = (field(*unit("a", "a", (20, 15)), *rays[:n]) for n in (10, 41))
    assert sum(said.startswith("wall") for said in texts(draw(few).svg)) > 0
    assert sum(said.startswith("wall") for said in texts(draw(replace(many, shapes=(*many.shapes, rays[0]))).svg)) == 0


def test_a_fan_holds_the_lines_of_all_rulings_and_counts_the_targets():
    battle = rear()
    rulings = [battle.judge(action) for action in battle.candidates() if action["attacker"] == "archers"]
    scene = fan(battle.scene(), rulings)
    assert scene.title == "Struck in the rear: archers may attack 1 of 1"
    lines = {shape for ruling in rulings for shape in ruling.evidence if shape.role.startswith("line_")}
    assert lines
    assert lines <= set(scene.shapes)


# Sides and colours ------------------------------------------------------------------------------------------


def test_sides_differ_in_more_than_colour():
    looks = sides(("d", "w", "x"))
    assert len({look.badge for look, _ in looks.values()}) == 3
    assert len({look.hatch for look, _ in looks.values()}) == 3
    assert [letter for _, letter in looks.values()] == ["D", "W", "X"]
    assert [letter for _, letter in sides(("red", "rose")).values()] == ["1", "2"]


def test_a_side_that_is_called_by_a_colour_has_it():
    def badges(*names):
        return [sides(names)[name][0].badge for name in names]

    assert badges("red", "Blue") == ["square", "circle"]
    assert badges("guards", "blue", "thieves") == ["square", "circle", "diamond"]
    assert len(set(badges("red", "orange", "x", "y"))) == 4


def brightness(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted([brightness(one), brightness(other)])
    return (high + 0.05) / (low + 0.05)


def test_texts_can_be_read():
    """WCAG 2.2, 1.4.3: at least 4.5 to 1."""
    pairs = [(INK, PAPER), (INK, TABLE), (QUIET, PAPER), (PAPER, LEGAL), (PAPER, REFUSED)]
    pairs += [(PAPER, side.dark) for side in SIDES]
    assert {pair: round(contrast(*pair), 2) for pair in pairs if contrast(*pair) < 4.5} == {}


def test_marks_stand_out_from_the_table():
    """WCAG 2.2, 1.4.11: at least 3 to 1 for what carries meaning."""
    lines = [ROLES[role].stroke for role in ("contacted", "counted", "line_free", "line_blocked", "blocker", "wall")]
    assert {line: round(contrast(line, TABLE), 2) for line in lines if contrast(line, TABLE) < 3} == {}


def test_a_board_without_measures_is_shown_whole_and_without_a_grid():
    board = replace(field(*unit("a", "a", (5, 5)), title="Turn 1"), unit="area")
    assert view(board, {"a"}).box.holds(Box(0, 0, board.width, board.depth))
    assert texts(draw(board).svg) == ["Turn 1", "A", "a", "A", "a"]


def test_an_order_is_an_arrow_of_its_side_towards_whom_it_is_about():
    there = (2, 8)
    order = Shape("line", ((2, 2), there), "order", "charge", "a", "red")
    picture = draw(field(*unit("a", "red", (2, 2)), *unit("b", "blue", there), order)).svg
    (drawn,) = (group for group in read(picture).iter(f"{SVG}g") if group.findtext(f"{SVG}title") == "order charge")
    rim, tip_rim, shaft, tip = drawn.findall(f"{SVG}path")
    assert (rim.get("stroke"), tip_rim.get("stroke")) == (PAPER, PAPER)
    assert shaft.get("stroke") == tip.get("fill") == sides(("red", "blue"))["red"][0].dark
    (end, *wings) = [float(y) for y in re.findall(r"[-\d.]+", tip.get("d", ""))[1::2]]
    assert all(end < wing for wing in wings)  # the paper's y grows downward, the table's upward
    assert "order" in texts(picture)
