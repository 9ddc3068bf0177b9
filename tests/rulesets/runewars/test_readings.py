"""Every disputed reading: each of its options gives another ruling somewhere."""

from typing import Any

import pytest
from tests.rulesets.runewars.field import RUNEWARS, battle, melee, shot, story, unit

from enfilade.battle import Battle
from enfilade.dice import Rolled
from enfilade.referee import Action, ScenarioError

FRONT = [{"unit": "a", "edge": "front", "enemy": "t"}]
JAB = {"type": "infantry", "hero": True, "defense": 1, "wounds": 1, "melee": {"dice": "R R"}}
PUNCH = {**JAB, "keywords": ["Brutal 1"]}
BESIDE = unit("t", "y", "Spearmen", ["44"], position=[8.5, 7], facing=90)
TURNED = unit("t", "y", "Spearmen", ["44"], position=[11.5, 7.5], facing=90)
KNIGHTS = unit("a", "x", "Death Knights", ["22", "22"], upgrades=["Column Tactics"])
GOLEM = unit("t", "y", "Rune Golems", ["1"])
LOW = {"t": {"modifier": {"defend": -1}}}
CORNER = (
    unit("a", "x", "Spearmen", ["44"], position=[10, 6]),
    unit("t", "y", "Reanimates", ["44", "44"], position=[12, 7.5], facing=180),
)


def stated(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"units": units, "contacts": FRONT, **more}


def placed(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"units": units, **more}


# For every reading: a position, what is asked there, and what is looked at: a value of the ruling, the verdict, the
# odds, or the position after an effect.
CASES: dict[str, tuple[dict[str, Any], Action, str]] = {
    "leftover_damage": (placed(GOLEM), Action.of("damage", target="t", amount=3), "after"),
    "overflow": (stated(unit("a", "x", PUNCH, ["1"]), unit("t", "y", "Spearmen", ["44", "1."])), melee(), "odds"),
    "wounded_figures": (
        stated(unit("a", "x", JAB, ["1"]), unit("t", "y", "Wraiths", ["22"], wounds={"1.1": 1})), melee(), "options",
    ),
    "emptied_trays": (stated(unit("a", "x", PUNCH, ["1"]), unit("t", "y", "Spearmen", ["242"])), melee(), "odds"),
    "corner_contact": (placed(*CORNER), melee(edge="front"), "verdict"),
    "corner_flanking": (
        placed(unit("a", "x", "Spearmen", ["44"], position=[10, 6]), TURNED),
        melee(edge="front"),
        "flanking",
    ),
    "corner_after_removal": (
        placed(
            unit("t", "y", "Reanimates", ["44", "1."], position=[10, 6]),
            unit("a", "x", "Spearmen", ["4"], position=[8.5, 5.5], facing=90),
        ),
        Action.of("damage", target="t", amount=1),
        "after",
    ),
    "corner_trays": (
        placed(unit("a", "x", "Reanimates", ["44", "4."], position=[10, 6]), BESIDE),
        melee(edge="left"),
        "threat",
    ),
    "minimum_defense": (
        stated(unit("a", "x", PUNCH, ["1"]), unit("t", "y", "Spearmen", ["44"]), dial=LOW),
        melee(),
        "defense",
    ),
    "sight_points": (
        placed(
            unit("a", "x", "Reanimate Archers", ["44"], position=[10, 10]),
            unit("t", "y", "Spearmen", ["444"], position=[10, 13], facing=180),
            unit("screen", "x", "Reanimates", ["444"], position=[9, 11.4]),
        ),
        shot(),
        "verdict",
    ),
    "grazing": (
        placed(
            unit("a", "x", "Reanimate Archers", ["44"], position=[10, 10]),
            unit("t", "y", "Spearmen", ["4"], position=[10.5, 13.5], facing=180),
            terrain=[{"id": "wall", "shape": [[6, 11], [11, 11], [11, 12], [6, 12]]}],
        ),
        shot(),
        "verdict",
    ),
    "column_tactics": (
        stated(KNIGHTS, unit("t", "y", "Spearmen", ["4"])),
        melee(),
        "threat",
    ),
    "loss_of_faith": (
        placed(unit("t", "y", "Spearmen", ["44", "41"])), Action.of("morale", target="t", severity=2), "odds",
    ),
}  # fmt: skip


def read(fight: Battle, action: Action, what: str) -> Any:
    ruling = fight.judge(action)
    if what == "verdict":
        return ruling.verdict
    if what == "odds":
        return dict(fight.odds(action).of(lambda result: result.counts).items())
    if what == "after":
        return fight.play(action, []).state.unit("t").remembered, fight.play(action, []).state.engaged("t")
    if what == "options":
        told = story(ruling.dice, Rolled(("H", "-")))
        return [option.label for option in told.waiting.options] if told.waiting else told.result.counts
    return ruling.values[what]


def test_there_is_a_case_for_every_reading():
    assert set(CASES) == set(RUNEWARS.book.readings)


@pytest.mark.parametrize("name", CASES)
def test_every_option_reads_otherwise_and_the_ruling_names_it(name):
    scenario, action, what = CASES[name]
    reading, found = RUNEWARS.book.readings[name], {}
    for option in reading.options:
        fight = battle(
            *scenario["units"], **{k: v for k, v in scenario.items() if k != "units"}, readings={name: option}
        )
        found[option] = read(fight, action, what)
        if name != "corner_after_removal":
            assert fight.judge(action).readings[name] == option
    plain = battle(*scenario["units"], **{k: v for k, v in scenario.items() if k != "units"})
    assert read(plain, action, what) == found[reading.default]
    assert len({str(value) for value in found.values()}) == len(found), found


def test_an_unknown_reading_or_option_is_told_with_the_nearest():
    from enfilade.files.scenario import load

    text = "\n".join(
        [
            "format: enfilade/scenario/1",
            "ruleset: runewars",
            "readings: {overflo: stops, wounded_figures: fre}",
            'units: [{id: a, side: x, profile: Spearmen, ranks: ["4"]}]',
        ]
    )
    with pytest.raises(ScenarioError) as refused:
        load(text)
    assert [mistake.hint for mistake in refused.value.mistakes] == ['did you mean "overflow"?', 'did you mean "free"?']
