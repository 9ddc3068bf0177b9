"""A battle that was set up with a file of further units is asked about with that file, wherever it is asked about."""

import pytest
from tests.web.asking import EXAMPLES, trouble
from tests.web.asking import told as answered
from tests.web.live import living
from tests.web.sitting import Sitting

from enfilade.files.scenario import load
from enfilade.referee import same
from enfilade.web.telling import position

OWN = (
    "format: enfilade/units/1\nruleset: runewars\n"
    "units:\n  Millers: {type: infantry, defense: 1, wounds: 1, melee: {dice: R}}\n"
)
ATTACK = {"kind": "melee", "attacker": "reanimates", "target": "spearmen", "edge": "rear"}


@pytest.fixture
def laid(tmp_path):
    """The position of an example whose spearmen are a unit of their own file."""
    units = tmp_path / "own.yaml"
    units.write_text(OWN)
    text = (EXAMPLES / "runewars" / "struck-in-the-rear.battle.yaml").read_text("utf-8")
    assert "profile: Spearmen" in text
    return position(load(text.replace("profile: Spearmen", "profile: Millers"), units), same)


async def test_the_laidbrings_its_units_and_is_asked_about_with_them(laid):
    assert laid.units["units"]["Millers"]["melee"] == {"dice": "R"}
    asked = {"scenario": laid.scenario, "units": laid.units}
    assert await answered("/api/position", asked) == laid.model_dump(mode="json")
    judged = await answered("/api/judge", {**asked, "actions": [ATTACK]})
    assert judged["rulings"][0]["verdict"] == "legal"
    assert (await answered("/api/odds", {**asked, "action": ATTACK}))["exact"]


async def test_without_them_the_unit_is_not_known(laid):
    wrong = await trouble(422, "/api/judge", {"scenario": laid.scenario})
    assert wrong["mistakes"][0]["field"].endswith("profile")


def test_a_laidwithout_such_a_file_says_nothing_of_it():
    battle = load(EXAMPLES / "runewars" / "struck-in-the-rear.battle.yaml")
    assert "units" not in position(battle, same).model_dump(mode="json")


async def test_a_room_is_opened_with_them_and_keeps_them(laid, tmp_path):
    async with living(tmp_path / "rooms.sqlite") as live:
        links = await live.room(scenario=laid.scenario, units=laid.units)
        told = (await live.get(links["referee"])).json()["snapshot"]["position"]
        assert (told["units"], told["scenario"]) == (laid.units, laid.scenario)
        assert "Millers" in (await live.get(links["referee"], "/record")).text


def test_another_scenario_in_a_room_is_laid_down_with_them(laid):
    room = Sitting(laid.scenario, units=laid.units)
    room.send("referee", "set", scenario={**laid.scenario, "title": "Another day"})
    assert room.table.battle.library is not None
    room.check()
