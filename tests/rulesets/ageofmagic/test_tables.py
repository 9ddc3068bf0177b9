"""Tables of the user's own: every assumed number can be replaced, and then is an assumption no more."""

import pytest
from pydantic import ValidationError
from tests.rulesets.ageofmagic.armies import EXAMPLES, battle, stands, state, turn, unit

from enfilade.files.document import BadFile
from enfilade.files.scenario import load
from enfilade.referee import Action
from enfilade.rulesets.ageofmagic.documents import Library
from enfilade.rulesets.ageofmagic.tables import RULE_OF, Bands, shipped

BLOW = Action.of("melee", attacker="one", target="other", dice=0, target_dice=0)
CHARGE = Action.of("melee", attacker="one", target="other", charging=True, dice=0, target_dice=0)


def fighting(library=None, target=None, **fields):
    other = {"area": "red centre"} | (target or {})
    given = {"engaged": [["one", "other"]]} | fields
    return battle(unit("one"), unit("other", "blue", **other), library=library, **given)


def test_the_provisional_table_has_the_two_known_totals():
    bands = shipped().melee_casualties
    assert [bands.percent(result) for result in (-5, 0, 1, 3, 4, 9, 12, 15, 18, 19, 41)] == [
        0, 0, 2, 2, 4, 8, 12, 16, 20, 25, 135,
    ]  # fmt: skip


def test_a_table_of_ones_own():
    table = {"melee_casualties": {"up_to": {"0": 0, "10": 7}, "each_point_above": 2}}
    field = fighting(table)
    assert field.state.muster.tables.melee_casualties == Bands(((0, 0), (10, 7)), 2)
    after = field.play(BLOW, [])
    assert stands(after, "other").inflicted == 65  # result 13: 7% and 2 more for each of 3 points
    ruling = field.judge(BLOW)
    assert not any("PROVISIONAL" in words for words in ruling.assumptions)
    assert any("PROVISIONAL" in words for words in fighting().judge(BLOW).assumptions)
    assert all("provisional" not in stage.words for stage in ruling.dice.every())


@pytest.mark.parametrize(
    ("section", "name", "target", "charge"),
    [
        ("melee_bonus", "flank", {"area": "centre"}, {"side": "flank"}),
        ("melee_bonus", "rear", {"area": "centre"}, {"side": "rear"}),
        ("melee_bonus", "evading", {"area": "centre"}, {"side": "rear", "meets": "caught"}),
        ("melee_bonus", "routing", {"morale": "routing"}, {}),
        ("melee_bonus", "skirmish", {"order_of_battle": "skirmish"}, {}),
        ("against_close_order", "veteran", {"order_of_battle": "close", "training": "veteran"}, {}),
        ("against_close_order", "elite", {"order_of_battle": "close", "training": "elite"}, {}),
        ("against_fortified", "melee", {"fortified": True}, {}),
    ],
)
def test_each_melee_modifier_can_be_replaced_and_is_assumed_no_more(section, name, target, charge):
    engaged = [] if charge else [["one", "other"]]
    action = Action.of("melee", attacker="one", target="other", charging=True, **charge) if charge else BLOW
    plain = fighting(None, target, engaged=engaged).judge(action)
    given = fighting({section: {name: 9}}, target, engaged=engaged).judge(action)
    field, rule = RULE_OF[section, name]
    assert given.values["attack_value"] - plain.values["attack_value"] == 9 - getattr(shipped().assumed, field)
    words = fighting().ruleset.book.sources[rule].words
    assert words in plain.assumptions
    assert words not in given.assumptions


def test_fortifications_against_missiles():
    def value(library):
        field = battle(unit("a", missile={"value": 20}), unit("b", "blue", fortified=True), library=library)
        return field.judge(Action.of("missile", attacker="a", target="b")).values["attack_value"]

    assert value({"against_fortified": {"missile": -4}}) == value(None) - 4


def test_rallying_by_a_table():
    field = battle(unit("a", morale="poor"), unit("b", "blue"), library={"rally": {"levels": 2}})
    assert stands(field.play(turn(a="retreat"), []), "a").morale == "good"
    none = battle(unit("a", morale="poor"), unit("b", "blue"), library={"rally": {"levels": 0}})
    assert stands(none.play(turn(a="retreat"), []), "a").morale == "poor"


def test_limits_by_a_table():
    field = battle(unit("a", missile={"value": 20}), unit("b", "blue"), library={"limits": {"dice": 4, "turns": 3}})
    assert field.state.muster.last_turn == 3
    ruling = field.judge(Action.of("missile", attacker="a", target="b"))
    assert next(step.value for step in ruling.steps if step.rule == "1.1.2-limit") == 4
    only = battle(unit("a"), unit("b", "blue"), library={"limits": {"dice": 4}})
    assert only.state.muster.last_turn == shipped().turns


def test_weapons_by_name():
    arms = {"skill": 5, "st": 1, "weapon": "sarissa"}
    library = {"weapons": {"sarissa": {"attack": 2, "damage": 4, "kind": "pike"}}}
    field = battle(unit("a", melee=arms), library=library)
    assert field.judge(Action.of("values", unit="a")).values["melee_value"] == 5 + 1 + 2 + 4 + 8
    assert field.state.muster.cards[0].kind == "pike"


def test_the_shipped_house_tables_are_read_like_a_file_of_units():
    field = load(EXAMPLES / "standing-orders.battle.yaml", EXAMPLES / "house.tables.yaml")
    tables = field.state.muster.tables
    assert tables.melee_casualties.percent(19) == 23
    assert (tables.assumed.flank, tables.assumed.rear, tables.assumed.elite) == (3, 6, -3)
    assert {weapon.name for weapon in tables.weapons} == {"sarissa", "self bow"}
    with pytest.raises(BadFile):
        load(EXAMPLES / "standing-orders.battle.yaml", EXAMPLES / "heroes.battle.yaml")


@pytest.mark.parametrize(
    "wrong",
    [
        {"melee_casualties": {"up_to": {"one": 2}, "each_point_above": 1}},
        {"melee_casualties": {"up_to": {}, "each_point_above": 1}},
        {"melee_casualties": {"up_to": {"0": -1}, "each_point_above": 1}},
        {"melee_casualties": {"up_to": {"0": 0}}},
        {"melee_bonus": {"flnk": 1}},
        {"melee_bonus": {"flank": "3"}},
        {"rally": {"levels": 9}},
        {"limits": {"turns": 0}},
        {"weapons": {"axe": {"attack": 1}}},
        {"colours": {}},
    ],
)
def test_wrong_tables_are_refused(wrong):
    with pytest.raises(ValidationError):
        Library.model_validate(wrong)


def test_without_tables_nothing_changes():
    assert state(unit("a"), library={}) == state(unit("a"))
