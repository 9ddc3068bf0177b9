"""Orders: over HTTP the menu of every unit that is there; in a room the orders that lie at the table."""

from pathlib import Path

import httpx
from tests.web.sitting import Sitting

import enfilade
from enfilade.referee import same
from enfilade.rulesets.ageofmagic.menu import menu
from enfilade.web.app import create_app
from enfilade.web.rooms import showing

ARMIES = "ageofmagic/alexander-and-darius-turn-1"
EXAMPLES = Path(__file__).parents[2] / "examples"


async def _menus(name, language="en"):
    battle = enfilade.load(EXAMPLES / f"{name}.battle.yaml")
    transport = httpx.ASGITransport(create_app())
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        asked = {"scenario": plain(battle.scenario)}
        found = await client.post(f"/api/orders?language={language}", json=asked)
    assert found.status_code == 200, found.text
    return battle, found.json()["menus"]


def plain(value):
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value if isinstance(value, str | int | bool) or value is None else float(value)


async def test_every_unit_on_the_field_has_its_menu():
    battle, menus = await _menus("ageofmagic/alexander-and-darius-turn-9")
    state = battle.state
    assert [one["unit"] for one in menus] == [unit.id for unit in state.muster.units if state.on_field(unit.id)]
    for told in menus:
        kinds = [(kind["kind"], one) for kind in told["orders"] for one in kind["targets"]]
        offered = [(kind, one["target"], bool(one["why"])) for kind, one in kinds]
        assert offered == [(one.kind, one.target, one.why is not None) for one in menu(state, told["unit"])]


async def test_units_of_other_games_move_by_no_orders():
    _, menus = await _menus("runewars/struck-in-the-rear")
    assert menus == []


def _told(room, seat="referee"):
    return showing.snapshot(room.table, [], same, {}, seat).orders


def test_a_room_tells_the_orders_of_the_turn_to_come():
    room = Sitting(ARMIES, "alexander", "darius")
    assert _told(room) == enfilade.load(EXAMPLES / f"{ARMIES}.battle.yaml").scenario["orders"]
    room.send("alexander", "orders", orders={"archers1": {"stand": ""}})
    assert _told(room)["archers1"] == {"stand": ""}
    room.send("referee", "play", action={"kind": "turn"}, dice="server", policy="three")
    assert _told(room) == {}
    room.send("alexander", "orders", orders={"phalanx3": {"stand": ""}})
    assert _told(room) == {"phalanx3": {"stand": ""}}
    room.check()


def test_a_room_of_another_game_tells_of_no_orders():
    assert _told(Sitting()) is None
