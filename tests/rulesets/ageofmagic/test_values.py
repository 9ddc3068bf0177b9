"""Combat values: the site's rows, every addend, averages, readings, and warnings that never refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.ageofmagic.armies import battle, document, example, state, unit

from enfilade.referee import Action, ScenarioError
from enfilade.rulesets.ageofmagic.documents import Scenario
from enfilade.rulesets.ageofmagic.setup import setup


def values(unit_, **fields):
    return battle(unit_, **fields).judge(Action.of("values", unit=unit_["id"])).values


def troop(skill, strength, weapon, order="none", training="irregular", mount="none", **more):
    melee = {"skill": skill, "st": strength, "weapon": weapon}
    return unit("u", melee=melee, order_of_battle=order, training=training, mount=mount, **more)


@pytest.mark.parametrize(
    ("described", "printed"),
    [
        (troop(1, 0, "club", "skirmish"), 10),
        (troop(2, 1, "short sword", "close", "green"), 16),
        (troop(5, 1, "long sword", "close", "veteran"), 23),
        (troop(8, 2, "hand-and-a-half sword", "close", "irregular", "cavalry"), 28),
        (troop(10, 1, "lance", "close", "elite", "cavalry"), 34),
    ],
)
def test_the_five_rows_of_the_melee_table(described, printed):
    assert values(described)["melee_value"] == printed


def test_every_addend_of_a_melee_value_is_a_step():
    step = next(
        step
        for step in battle(troop(10, 1, "lance", "close", "elite", "cavalry"))
        .judge(Action.of("values", unit="u"))
        .walk()
        if step.name == "melee_value"
    )
    assert [(one.rule, one.value) for one in step.because] == [
        ("3.6.2.2-melee", 10),
        ("3.6.2.2-melee", 1),
        ("3.6.2.2-weapon", 3),
        ("3.6.2.2-weapon", 5),
        ("3.6.2.2-melee", 8),
        ("3.6.2.2-close", 5),
        ("3.6.2.2-cavalry", 2),
    ]


def archers(order="none", range_=100, **more):
    weapon = {"attack": 2, "damage": 4, "range": range_}
    return unit("u", order_of_battle=order, missile={"skill": 6, "st": 1, "weapon": weapon}, **more)


@pytest.mark.parametrize(("range_", "steps"), [(0, 0), (24, 0), (25, 1), (49, 1), (50, 2), (100, 4), (124, 4)])
def test_one_for_each_full_25_metres(range_, steps):
    assert values(archers(range_=range_))["missile_value"] == 6 + 1 + 2 + 4 + 5 + steps


def test_skirmishers_shoot_better_and_close_order_does_not_count():
    assert values(archers("skirmish"))["missile_value"] == 6 + 1 + 2 + 4 + 5 + 4 + 3
    assert values(archers("close", training="elite"))["missile_value"] == 6 + 1 + 2 + 4 + 5 + 4


def test_no_missile_weapon_no_missile_value():
    assert values(unit("u"))["missile_value"] == 0


def guarded(combat, shield=None, mount="none", barding="none", **resistance):
    defence = {"combat": combat, **(resistance or {"resistance": 3})}
    if shield:
        defence["shield"] = {"skill": shield[0], "parry": shield[1]}
    return unit("u", defence=defence, mount=mount, barding=barding)


@pytest.mark.parametrize(
    ("described", "expected"),
    [
        (guarded(4), 7),
        (guarded(4, shield=(6, 2)), 6 + 3 + 2),
        (guarded(7, shield=(6, 2)), 7 + 3 + 2),
        (guarded(4, st=2, armour="light mail"), 4 + 8),
        (guarded(4, st=2, armour="light mail", magic=3), 4 + 11),
        (guarded(4, st=0, armour="full plate"), 4 + 12),
        (guarded(4, st=0, armour=5), 9),
        (guarded(4, mount="cavalry"), 7),
        (guarded(4, mount="cavalry", barding="partial"), 10),
        (guarded(4, mount="cavalry", barding="full"), 13),
    ],
)
def test_defence_value(described, expected):
    assert values(described)["defence_value"] == expected


def test_the_damage_resistance_of_light_mail():
    ruling = battle(guarded(0, st=2, armour="light mail")).judge(Action.of("values", unit="u"))
    assert 8 in [step.value for step in ruling.walk() if step.rule == "3.1.6-resistance"]


def test_the_shield_readings_differ():
    worse = guarded(7, shield=(6, 2))
    assert values(worse, readings={"shield_skill": "always"})["defence_value"] == 6 + 3 + 2
    assert values(worse, readings={"parry_factor": "with_shield_skill"})["defence_value"] == 7 + 3
    better = guarded(4, shield=(6, 2))
    assert values(better, readings={"parry_factor": "with_shield_skill"})["defence_value"] == 6 + 3 + 2


def test_values_may_be_stated():
    stated = unit("u", melee={"value": 23}, missile={"value": 20}, defence={"value": 12})
    got = values(stated)
    assert (got["melee_value"], got["missile_value"], got["defence_value"]) == (23, 20, 12)


def mixed(*groups, **more):
    return unit(
        "u", size=sum(group["number"] for group in groups), melee=None, defence=None, groups=list(groups), **more
    )


def group(number, skill=4, strength=1, weapon="club", **more):
    melee = {"skill": skill, "st": strength, "weapon": weapon}
    return {"number": number, "melee": melee, "defence": {"combat": 3, "resistance": 2}} | more


def test_averages_weigh_by_number_and_the_main_weapon_is_the_commonest():
    unlike = mixed(group(50, 4, 1, "short sword"), group(40, 3, 0, "club"))
    # Skill 320/90 = 3.56 is 4, ST 50/90 = 0.56 is 1, a short sword has 1 and 3.
    assert values(unlike)["melee_value"] == 4 + 1 + 1 + 3 + 8
    ruling = battle(unlike).judge(Action.of("values", unit="u"))
    main = next(step for step in ruling.walk() if step.rule == "3.6.2.2-main-weapon")
    assert (main.value, main.facts["number"], main.facts["count"]) == ("short sword", 50, 90)
    means = [step for step in ruling.walk() if step.rule == "3.6.2.2-average"]
    assert [(str(step.facts["mean"]), step.value) for step in means[:2]] == [("32/9", 4), ("5/9", 1)]
    assert "averages" in ruling.readings
    assert any("average" in words for words in ruling.assumptions)


def test_the_readings_of_averages_differ():
    unlike = mixed(group(60, 4), group(40, 5))  # skill 4.4
    found = {
        option: values(unlike, readings={"averages": option})["melee_value"] for option in ("whole", "half", "exact")
    }
    assert {option: str(value) for option, value in found.items()} == {"whole": "14", "half": "29/2", "exact": "72/5"}


def test_alike_groups_are_one_unit():
    assert values(mixed(group(30), group(70)))["melee_value"] == values(mixed(group(100)))["melee_value"]


def test_those_without_missiles_count_nothing():
    bow = {"skill": 6, "st": 1, "weapon": {"attack": 2, "damage": 4, "range": 120}}
    band = mixed(group(50, missile=bow), group(40))
    assert values(band)["missile_value"] == 12  # 22 * 50/90 = 12.2
    assert values(band, readings={"averages": "exact"})["missile_value"] == pytest.approx(22 * 50 / 90)


def test_the_shield_counts_where_most_bear_one():
    shield = {"combat": 3, "resistance": 2, "shield": {"skill": 7, "parry": 1}}
    assert values(mixed(group(60, defence=shield), group(40)))["defence_value"] == 7 + 2 + 1
    assert values(mixed(group(50, defence=shield), group(50)))["defence_value"] == 3 + 2


@pytest.mark.parametrize(
    ("kind", "value", "warned"),
    [("melee", 9, 1), ("melee", 10, 0), ("melee", 40, 0), ("melee", 41, 1), ("missile", 31, 1), ("defence", -1, 1)],
)
def test_unusual_values_are_warned_of_and_stand(kind, value, warned):
    ruling = battle(unit("u", **{kind: {"value": value}})).judge(Action.of("values", unit="u"))
    assert ruling.legal
    assert ruling.values[f"{kind}_value"] == value
    assert sum(step.rule == "3.6.2.2-span" for step in ruling.steps) == warned


def test_the_shipped_example_shows_the_table():
    told = {
        one: example("the-five-arms").judge(Action.of("values", unit=one)).values["melee_value"]
        for one in ("peasants", "recruits", "seasoned", "knights", "cataphracts")
    }
    assert list(told.values()) == [10, 16, 23, 28, 34]


WEAPONS = ("club", "short sword", "long sword", "hand-and-a-half sword", "lance")
groups = st.lists(
    st.builds(group, st.integers(1, 300), st.integers(0, 12), st.integers(-2, 4), st.sampled_from(WEAPONS)),
    min_size=1,
    max_size=4,
)


@given(groups)
def test_an_average_lies_between_its_groups_and_order_of_groups_is_nothing(parts):
    each = [values(mixed(part), readings={"averages": "exact"}) for part in parts]
    whole = values(mixed(*parts), readings={"averages": "exact"})
    scores = [value["melee_value"] for value in each]
    factors = 8  # the factors of the main weapon may be any group's: at most 3 and 5 apart
    assert min(scores) - factors <= whole["melee_value"] <= max(scores) + factors
    skills = [part["melee"]["skill"] for part in parts]
    ruling = battle(mixed(*parts), readings={"averages": "exact"}).judge(Action.of("values", unit="u"))
    skill = next(step for step in ruling.walk() if step.name == "melee_value").because[0].value
    assert min(skills) <= skill <= max(skills)
    assert skill * sum(part["number"] for part in parts) == sum(p["number"] * p["melee"]["skill"] for p in parts)


@given(st.integers(0, 15), st.integers(-3, 5), st.sampled_from(WEAPONS), st.sampled_from(["green", "veteran", "elite"]))
def test_a_point_of_skill_is_a_point_of_value(skill, strength, weapon, training):
    one = values(troop(skill, strength, weapon, "close", training))["melee_value"]
    assert values(troop(skill + 1, strength, weapon, "close", training))["melee_value"] == one + 1
    assert values(troop(skill, strength, weapon, "close", training, "cavalry"))["melee_value"] == one + 2


@pytest.mark.parametrize(
    ("change", "path", "expected"),
    [
        ({"size": -5}, ("units", 0, "size"), "0 to 1,000,000 combatants"),
        ({"size": "2.5"}, ("units", 0, "size"), "a whole number of combatants"),
        ({"start_size": 400}, ("units", 0, "start_size"), "at least its size, 500"),
        ({"leader": None}, ("units", 0, "leader"), "a leader"),
        ({"barding": "full"}, ("units", 0, "barding"), "none for a unit on foot"),
        ({"melee": None}, ("units", 0, "melee"), "skill, st and weapon, or value for the whole unit"),
        ({"melee": {"skill": 1, "st": 1}}, ("units", 0, "melee"), "skill, st and weapon, or value for the whole unit"),
        (
            {"melee": {"skill": 1, "st": 1, "weapon": "long swrod"}},
            ("units", 0, "melee", "weapon"),
            "a weapon that is known, or its factors {attack: 0, damage: 0}",
        ),
        (
            {"defence": {"combat": 1}},
            ("units", 0, "defence"),
            "combat and resistance (or st and armour), or value for the whole unit",
        ),
        (
            {"defence": {"combat": 1, "armour": "light male"}},
            ("units", 0, "defence", "armour"),
            "a suit of armour, or its protection value",
        ),
        ({"area": "middle"}, ("units", 0, "area"), "an area"),
        (
            {"groups": [group(499)], "melee": None, "defence": None},
            ("units", 0, "groups"),
            "500 combatants in all, as the unit's size",
        ),
    ],
)
def test_what_cannot_be_raised_is_told_with_its_place(change, path, expected):
    from decimal import Decimal

    change = {name: Decimal(value) if value == "2.5" else value for name, value in change.items()}
    with pytest.raises(ScenarioError) as error:
        state(unit("u") | change)
    assert (path, expected) in [(one.path, one.expected) for one in error.value.mistakes]


def test_all_mistakes_are_told_at_once():
    bad = document(
        unit("a", size=-1) | {"leader": None},
        unit("a", side="blue", area="nowhere"),
        unit("c", side="green"),
        engaged=[["a", "zz"]],
        orders={"nobody": "stand", "c": {"chrge": "a"}},
        characters=[{"id": "x", "unit": "nobody"}],
    )
    with pytest.raises(ScenarioError) as error:
        setup(Scenario.model_validate(bad))
    paths = {one.path for one in error.value.mistakes}
    assert paths >= {
        ("units", 0, "size"),
        ("units", 0, "leader"),
        ("units", 1, "id"),
        ("units", 1, "area"),
        ("units",),
        ("engaged", 0, 1),
        ("orders", "nobody"),
        ("orders", "c", "chrge"),
        ("characters", 0, "unit"),
    }
