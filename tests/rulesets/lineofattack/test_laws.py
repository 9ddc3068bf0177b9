"""Laws that every position keeps, on random maps where lines touch walls, joints and corners all the time."""

from decimal import Decimal
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.lineofattack.positions import ATTACK, SPOTS, battle, judged, moved, scenes

from enfilade.files.scenario import load
from enfilade.referee import Action, Ruling
from enfilade.rulesets.lineofattack import table
from enfilade.rulesets.lineofattack.state import LEVELS

COUNTS = (
    "visibility", "lines_total", "lines_blocked", "coverage", "coverage_points", "coverage_clamped", "cover",
    "cover_lines", "cover_sources", "soft_shield", "shield_lines", "shield_ids", "sheltered",
    "table_row", "line_of_attack",
)  # fmt: skip

EXAMPLES = Path(__file__).parents[3] / "examples" / "lineofattack"
PREDICATES = ("pinched", "open", "closed")


def values(scene: dict[str, Any]) -> dict[str, Any]:
    """The values of a's attack on t; empty if the position is refused."""
    found = judged(**scene).values
    return dict(found) if "visibility" in found else {}


def counts(scene: dict[str, Any]) -> dict[str, Any]:
    found = values(scene)
    return {name: found.get(name) for name in COUNTS} | {
        "corners": len(found.get("corner_options", ())),
        "vertices": len(found.get("blocked_vertices", ())),
    }


@given(scenes(), st.integers(0, 3), st.booleans(), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_turned_mirrored_and_shifted(scene, turns, mirror, shift):
    assert counts(scene) == counts(moved(scene, turns, mirror, shift))


@given(scenes(), st.randoms(use_true_random=False))
def test_how_walls_are_written_does_not_matter(scene, random):
    walls = [wall if random.random() < 0.5 else wall[::-1] for wall in scene["walls"]]
    walls += [*random.sample(walls, len(walls) // 2), [[2, 1], [2, 1]], [[0, 0], [0, 0]]]
    random.shuffle(walls)
    assert counts(scene) == counts({**scene, "walls": walls})


@given(scenes(), st.sampled_from([(1, 1), (1, 3), (3, 1), (2, 3)]))
def test_a_wall_split_in_two_is_the_same_wall(scene, parts):
    def joint(wall):
        return [(a * parts[0] + b * parts[1]) * Decimal(1) / sum(parts) for a, b in zip(*wall, strict=True)]

    pieces = [piece for wall in scene["walls"] for piece in ([wall[0], joint(wall)], [joint(wall), wall[1]])]
    assert counts(scene) == counts({**scene, "walls": pieces})


@given(scenes(), SPOTS, SPOTS)
def test_a_new_wall_frees_no_line(scene, start, end):
    before, after = values(scene), values({**scene, "walls": [*scene["walls"], [start, end]]})
    if not before or not after:
        return
    assert set(before["blocked_vertices"]) <= set(after["blocked_vertices"])
    if before["visibility"] == after["visibility"] == "partial":
        assert before["coverage_points"] <= after["coverage_points"]
    if before["visibility"] != "full":
        assert set(after["corner_options"]) <= set(before["corner_options"])


@given(scenes())
def test_without_walls_everything_is_seen(scene):
    found = values({**scene, "walls": []})
    assert (found["visibility"], found["coverage"], found["corner_options"]) == ("full", None, ())


@given(
    scenes(), st.sampled_from(["low", "medium", "high"]), SPOTS, SPOTS, st.tuples(st.integers(0, 5), st.integers(0, 4))
)
def test_more_in_the_way_covers_no_less(scene, height, start, end, cell):
    before = values(scene)
    if not before:
        return
    more = [] if start == end else [{"id": "more", "height": height, "shape": [start, end]}]
    covered = values({**scene, "obstacles": [*scene["obstacles"], *more]})
    assert covered["cover_lines"] >= before["cover_lines"] or LEVELS.index(covered["cover"]) > LEVELS.index(
        before["cover"]
    )
    assert LEVELS.index(covered["cover"]) >= LEVELS.index(before["cover"])
    crowded = values({**scene, "tokens": [*scene["tokens"], {"id": "m", "side": "red", "cell": list(cell)}]})
    assert crowded["shield_lines"] >= before["shield_lines"]
    assert crowded["line_of_attack"] == before["line_of_attack"]  # a soft shield is never decisive


@given(scenes())
def test_coverage_is_counted_where_visibility_is_partial(scene):
    found = values(scene)
    if found:
        partial = found["visibility"] == "partial"
        assert (found["coverage"] in (0, 25, 50, 75)) == partial
        assert (found["coverage_points"] is not None) == partial
        assert found["coverage_clamped"] == (found["coverage_points"] == 4)


@given(scenes())
def test_every_corner_that_is_offered_sees_the_target_in_full(scene):
    fight = battle(**scene)
    for place in values(scene).get("corner_options", ()):
        ruling = fight.judge(Action.of("attack", attacker="a", target="t", corner=place))
        assert ruling.legal
        assert ruling.values["visibility"] == "full"
        assert ruling.values["corner_used"] == place
        assert ruling.values["exposed"] is True
        assert ruling.values["coverage"] is None


@given(scenes())
def test_the_line_of_attack_is_what_the_table_prints(scene):
    found = values(scene)
    if found:
        assert table.line(found["table_row"]) is found["line_of_attack"]


@given(scenes(), st.sampled_from([2, 4, 5, 10]))
def test_the_lattice_does_not_matter(scene, parts):
    """A far wall with other decimals makes the lattice finer and changes nothing."""
    far = [[90, 90], [90 + Decimal(1) / parts, Decimal("90.123")]]
    assert counts(scene) == counts({**scene, "walls": [*scene["walls"], far]})


@given(scenes())
def test_the_same_question_has_the_same_answer(scene):
    fight = battle(**scene)
    first = fight.judge(ATTACK)
    for action in fight.candidates():
        fight.judge(action)
    assert fight.judge(ATTACK) == first


def test_whether_a_touch_covers_is_a_reading_and_the_ruling_names_it():
    fence = {"id": "fence", "height": "low", "shape": [[6, 5], [6, Decimal("5.3")]]}
    tokens = [{"id": "a", "side": "red", "cell": [7, 6]}, {"id": "t", "side": "blue", "cell": [2, 2]}]
    found = [by_predicate(one, ATTACK, tokens=tokens, obstacles=[fence]) for one in PREDICATES]
    assert [ruling.values["cover"] for ruling in found] == ["low", "none", "low"]
    assert [ruling.readings.get("predicate") for ruling in found] == list(PREDICATES)


def test_behind_the_crates_many_counts_hang_on_the_reading_of_a_touch():
    text = (EXAMPLES / "behind-the-crates.battle.yaml").read_text("utf-8")
    fights = [load(f"{text}readings: {{predicate: {one}}}\n") for one in PREDICATES]
    hanging = set()
    for action in fights[0].candidates():
        found = [fight.judge(action) for fight in fights]
        if any(ruling.values != found[0].values for ruling in found):
            hanging.add((action["attacker"], action["target"]))
            assert [ruling.readings.get("predicate") for ruling in found] == list(PREDICATES)
    assert {("elio", "bruno"), ("dina", "bruno")} <= hanging  # lines of cover; a corner


@given(scenes(), st.booleans())
def test_what_hangs_on_the_reading_of_a_touch_says_so(scene, leaning):
    action = Action.of("attack", attacker="a", target="t", corner="best" if leaning else None)
    found = [by_predicate(one, action, **scene) for one in PREDICATES]
    named = [ruling for ruling in found if "predicate" in ruling.readings]
    assert len(named) == 3 or len({(ruling.legal, ruling.values) for ruling in found}) == 1


def by_predicate(predicate: str, action: Action, **scene: Any) -> Ruling:
    """The ruling where a touch is read so."""
    return battle(**{**scene, "readings": {**scene.get("readings", {}), "predicate": predicate}}).judge(action)


@given(scenes())
def test_every_value_that_claims_to_be_a_sum_is_one(scene):
    for step in judged(**scene).walk():
        if step.fold == "sum":
            assert step.value == sum(part.value for part in step.because)
        if step.fold == "all":
            assert step.value == all(part.value for part in step.because)


@given(scenes())
def test_margins_are_distances_in_cells(scene):
    for step in judged(**scene).walk():
        assert step.margin is None or 0 <= step.margin < 20
