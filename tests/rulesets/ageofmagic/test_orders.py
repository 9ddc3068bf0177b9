"""Orders: every reason why one cannot stand, all told at once, with nothing done; files name the line."""

import pytest
from tests.rulesets.ageofmagic.armies import battle, document, state, turn, unit

from enfilade.battle import Refused
from enfilade.files.document import BadFile
from enfilade.files.scenario import load
from enfilade.referee import Action, ScenarioError

FIELD = (
    unit("foot", missile={"value": 15}),
    unit("friend"),
    unit("behind", area="reserve"),
    unit("held"),
    unit("gone", size=0),
    unit("broken", morale="routing"),
    unit("enemy", "blue"),
    unit("camp", "blue", "reserve"),
    unit("holder", "blue", "red centre"),
    unit("lost", "blue", size=0),
)


def field(**more):
    return battle(*FIELD, engaged=[["held", "holder"]], **more)


@pytest.mark.parametrize(
    ("unit_", "order", "rule"),
    [
        ("foot", {"chrage": "enemy"}, "3.6.2.4-orders"),
        ("foot", {"charge": "enemy", "fire": "enemy"}, "3.6.2.4-orders"),
        ("foot", {}, "3.6.2.4-orders"),
        ("foot", 7, "3.6.2.4-orders"),
        ("foot", {"charge": 7}, "3.6.2.4-charge"),
        ("nobody", "stand", "3.6.2.4-orders"),
        ("gone", "stand", "3.6.2.4-orders"),
        ("held", {"charge": "enemy"}, "3.6.2.4-charge"),
        ("held", "stand", "3.6.2.4-stand"),
        ("held", {"fire": "enemy"}, "3.6.2.4-fire"),
        ("held", {"move": "left"}, "3.6.2.4-move"),
        ("held", {"stay": "enemy"}, "3.6.2.4-stay"),
        ("held", {"disengage": "enemy"}, "3.6.2.4-disengage"),
        ("broken", {"charge": "enemy"}, "3.6.2.4-rout"),
        ("broken", "stand", "3.6.2.4-rout"),
        ("foot", "rout", "3.6.2.4-rout"),
        ("foot", "stay", "3.6.2.4-stay"),
        ("foot", "disengage", "3.6.2.4-disengage"),
        ("foot", {"charge": "friend"}, "3.6.2.4-charge"),
        ("foot", {"charge": "lost"}, "3.6.2.4-charge"),
        ("foot", {"charge": "nobody"}, "3.6.2.4-charge"),
        ("foot", "charge", "3.6.2.4-charge"),
        ("foot", {"charge": "camp"}, "3.6.2.4-charge"),
        ("foot", {"fire": "camp"}, "3.6.2.4-fire"),
        ("friend", {"fire": "enemy"}, "3.6.2.4-fire"),
        ("friend", {"hit_and_run": "enemy"}, "3.6.2.4-hit-and-run"),
        ("foot", {"defend": "foot"}, "3.6.2.4-defend"),
        ("foot", {"defend": "enemy"}, "3.6.2.4-defend"),
        ("foot", {"defend": "behind"}, "3.6.2.4-defend"),
        ("foot", {"defend": "friend", "if_charged": "evade"}, "3.6.2.4-defend"),
        ("foot", {"move": "middle"}, "3.6.2.4-move"),
        ("foot", {"move": "centre"}, "3.6.2.4-move"),
        ("foot", {"move": "blue reserve"}, "3.6.2.4-move"),
        ("behind", {"retreat": "blue centre"}, "3.6.2.4-retreat"),
        ("foot", {"stand": "enemy"}, "3.6.2.4-stand"),
        ("foot", {"charge": "enemy", "if_charged": "brace"}, "3.6.2.4-charge"),
        ("foot", {"stand": "", "if_charged": "hide"}, "3.6.2.4-orders"),
        ("foot", {"fire": "enemy", "position": "high"}, "3.6.2.4-orders"),
        ("foot", {"fire": "enemy", "dice": -1}, "1.1.2-risk"),
        ("foot", {"fire": "enemy", "dice": 99}, "1.1.2-risk"),
        ("foot", {"fire": "enemy", "dice": True}, "1.1.2-risk"),
        ("foot", {"fire": "enemy", "dice": "2"}, "1.1.2-risk"),
    ],
)
def test_an_order_that_cannot_stand(unit_, order, rule):
    start = field()
    ruling = start.judge(Action.of("turn", orders={unit_: order}))
    assert not ruling.legal
    assert [step.rule for step in ruling.refusal.step.because] == [rule]
    assert unit_ in ruling.refusal.step.because[0].text()
    with pytest.raises(Refused):
        start.play(ruling.action, [])


@pytest.mark.parametrize(
    ("unit_", "order"),
    [
        ("foot", {"charge": "enemy"}),
        ("foot", {"charge": "holder"}),
        ("foot", "stand"),
        ("foot", {"stand": "", "if_charged": "counter", "dice": 4, "position": "good"}),
        ("foot", {"fire": "holder"}),
        ("foot", {"defend": "friend"}),
        ("foot", {"hit_and_run": "enemy", "if_charged": "evade"}),
        ("foot", {"move": "left"}),
        ("foot", {"move": "red left"}),
        ("foot", {"move": "blue centre"}),
        ("foot", {"move": "forward"}),
        ("foot", {"retreat": "reserve"}),
        ("foot", "retreat"),
        ("behind", {"retreat": "reserve"}),
        ("held", "stay"),
        ("held", {"stay": "holder"}),
        ("held", {"disengage": "holder"}),
        ("broken", "rout"),
    ],
)
def test_an_order_that_can_stand(unit_, order):
    assert field().judge(Action.of("turn", orders={unit_: order})).legal


def test_every_order_that_is_possible_is_legal_and_no_other_is():
    from enfilade.rulesets.ageofmagic.areas import every
    from enfilade.rulesets.ageofmagic.orders import KINDS
    from enfilade.rulesets.ageofmagic.standing import possible

    start = field()
    targets = ["", *(unit_["id"] for unit_ in FIELD), *every(("red", "blue"))]
    for unit_ in FIELD:
        listed = {(order.kind, order.target) for order in possible(start.state, unit_["id"])}
        for kind in KINDS:
            for target in targets:
                if KINDS[kind][1].endswith("?") and not target:
                    continue  # said without its target
                order = {kind: target} if target else kind
                legal = start.judge(Action.of("turn", orders={unit_["id"]: order})).legal
                assert legal == ((kind, target) in listed), (unit_["id"], kind, target)


def test_all_wrong_orders_are_told_at_once_and_nothing_is_done():
    start = field()
    ruling = start.judge(
        turn(
            foot={"charge": "camp"},
            held={"fire": "enemy"},
            broken="stand",
            gone="stand",
            nobody="stand",
            enemy={"charge": "foot"},
            friend={"hold": "enemy"},
        )
    )
    assert ruling.refusal.step.facts["count"] == 6
    text = " ".join(step.text() for step in ruling.refusal.step.because)
    assert all(name in text for name in ("foot", "held", "broken", "gone", "nobody", "friend"))
    left = ruling.refusal.nearest.action
    assert left.json() == {"kind": "turn", "orders": {"enemy": {"charge": "foot"}}}
    assert start.judge(left).legal


def test_wrong_orders_in_a_file_are_told_with_line_and_column():
    text = """format: enfilade/scenario/1
ruleset: ageofmagic
units:
  - {id: a, side: red, area: centre, size: 100, leader: {tactics: 1, iq: 0}, melee: {value: 20}, defence: {value: 9}}
  - {id: b, side: blue, area: reserve, size: 12.5, leader: {tactics: 1, iq: 0}, melee: {value: 20}, defence: {value: 9}}
  - {id: c, side: blue, area: centre, size: -3, melee: {value: 20}, defence: {value: 9}}
  - {id: d, side: blue, area: red centre, size: 9, leader: {tactics: 1, iq: 0}, melee: {value: 20}, defence: {value: 9}}
engaged: [[a, d]]
orders:
  a: {charge: b}
  d: {stya: a}
  zz: stand
"""
    with pytest.raises(BadFile) as error:
        load(text)
    said = str(error.value)
    assert len(said.splitlines()) == 6
    for words in (
        "text:5:46 units[1].size: expected a whole number of combatants, found 12.5",
        "text:6:45 units[2].size: expected 0 to 1,000,000 combatants, found -3",
        "text:6:5 units[2].leader: expected a leader, found none",
        "10:15 orders.a.charge: expected a unit that is not in melee, found one that is",
        '11:13 orders.d.stya: expected an order, found stya; did you mean "stay"?',
        "12:7 orders.zz: expected a unit of this battle, found no such unit",
    ):
        assert words in said, said


def test_orders_of_the_scenario_must_be_possible_but_plans_only_readable():
    with pytest.raises(ScenarioError):
        state(*FIELD, orders={"foot": {"charge": "camp"}})
    state(*FIELD, plan={"2": {"orders": {"foot": {"charge": "camp"}}}})
    with pytest.raises(ScenarioError) as error:
        state(
            *FIELD,
            plan={"1": {}, "x": {}, "2": {"orders": {"foot": {"chrge": "camp"}, "nobody": "stand"}}},
            standing={"green": ["stand"], "foot": [{"sit": ""}]},
        )
    assert {one.path for one in error.value.mistakes} == {
        ("plan", "1"),
        ("plan", "x"),
        ("plan", "2", "orders", "foot", "chrge"),
        ("plan", "2", "orders", "nobody"),
        ("standing", "green"),
        ("standing", "foot", 0),
    }


def test_other_fields_of_a_turn():
    start = field()
    assert not start.judge(Action.of("turn", order={"foot": "stand"})).legal
    assert not start.judge(Action.of("turn", orders=["foot"])).legal
    assert not start.judge(Action.of("turn", side="green")).legal
    assert not start.judge(Action.of("turn", adjust={"nobody": 1})).legal
    assert not start.judge(Action.of("turn", adjust={"foot": 9})).legal
    assert start.judge(Action.of("turn", side="blue", adjust={"foot": -1})).legal


def test_the_plan_brings_orders_and_weather():
    start = battle(
        unit("a", missile={"value": 15}),
        unit("b", "blue"),
        orders={"a": {"move": "left"}},
        plan={"2": {"orders": {"a": {"move": "centre"}}, "visibility": "poor"}, "3": {"wind": "windy"}},
    )
    second = start.play(Action.of("turn"), [])
    assert second.state.stands("a").area == "red left"
    assert (second.state.visibility, second.state.wind) == ("poor", "normal")
    third = second.play(Action.of("turn"), [])
    assert third.state.stands("a").area == "red centre"
    assert (third.state.visibility, third.state.wind, third.state.orders) == ("poor", "windy", ())


def test_a_document_of_units_and_orders_is_data():
    assert document(*FIELD)["units"][0]["id"] == "foot"
    assert state(*FIELD) == state(*FIELD)
    assert hash(state(*FIELD)) == hash(state(*FIELD))
