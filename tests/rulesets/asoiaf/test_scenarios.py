"""Scenario files: every mistake is named with its place; shipped profiles and examples are sound."""

import pytest
from pydantic import ValidationError
from tests.rulesets.asoiaf.table import CARD, card, scenario, table, unit

from enfilade.referee import ScenarioError
from enfilade.rulesets import asoiaf
from enfilade.rulesets.asoiaf.cards import shipped

WALL = {"id": "wall", "shape": [[20, 20], [30, 20], [30, 30], [20, 30]], "keywords": ["impassable"]}


def mistakes(*units, **more):
    """The mistakes of a scenario by the dotted path of their field."""
    with pytest.raises(ScenarioError) as error:
        table(*units, **more)
    return {".".join(map(str, mistake.path)): mistake for mistake in error.value.mistakes}


def test_every_mistake_is_told_at_once():
    found = mistakes(
        unit("a", "x", 10, 10, profile="Stark Sworn Sords"),
        unit("a", "x", 30, 10, conditions=["scared"]),
        unit("c", "y", 40, 40, wounds=13),
        unit("d", "y", 40, 10, profile=card(tray="elephant")),
        sides={"z": "Nobody"},
        to_act="w",
    )
    assert set(found) == {
        "units.0.profile",
        "units.1.conditions.0",
        "units.2.wounds",
        "units.3.profile.tray",
        "units.1.id",
        "sides.z",
        "to_act",
    }
    assert found["units.0.profile"].hint == 'did you mean "Stark Sworn Swords"?'


def test_dice_must_match_the_ranks():
    short = card(attacks=[{"name": "sword", "kind": "melee", "to_hit": 4, "dice": [7, 5]}])
    found = mistakes(unit("a", "x", 10, 10, profile=short))["units.0.profile.attacks.0.dice"]
    assert "3 numbers" in found.expected
    assert "shorter than the ranks" in found.hint
    assert table(unit("a", "x", 10, 10, profile={**short, "ranks": 2})).units[0].ranks == 2


def test_a_stated_contact_that_the_trays_contradict():
    units = unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180)
    said = {"unit": "a", "enemy": "t"}
    wrong_side = mistakes(*units, contacts=[{**said, "enemy_side": "rear"}])
    assert "contradict" in wrong_side["contacts.0.enemy_side"].hint
    apart = mistakes(units[0], unit("t", "y", 24, 30, 180), contacts=[said])
    assert apart["contacts.0"].found == "trays that do not touch"
    wrong = mistakes(*units, contacts=[{**said, "alignment": 50}])
    assert wrong["contacts.0.alignment"].expected.startswith("100")
    assert table(*units, contacts=[{**said, "alignment": 100}]).stated


def test_places_where_no_tray_can_stand():
    found = mistakes(unit("a", "x", 19, 24), unit("b", "x", 16, 24), unit("c", "y", 50, 10), terrain=[WALL])
    assert "impassable" in str(found["units.0.position"].expected)
    assert "overlaps a by" in str(found["units.1.position"].found)
    assert "beyond its edge" in str(found["units.2.position"].found)


def test_facts_about_nobody_and_friends():
    found = mistakes(
        unit("a", "x", 10, 10),
        unit("b", "x", 20, 10),
        contacts=[{"unit": "a", "enemy": "z"}, {"unit": "a", "enemy": "b"}],
    )
    assert found["contacts.0.enemy"].found == "'z'"
    assert "of the same side" in found["contacts.1.enemy"].found


def test_terrain_and_books():
    bow_tie = {"id": "bow", "shape": [[0, 0], [4, 4], [4, 0], [0, 4]], "keywords": ["covr"]}
    found = mistakes(
        unit("a", "x", 10, 10), terrain=[bow_tie], readings={"grazing": "perhaps", "lazing": "passes"}, edition="v9"
    )
    assert set(found) == {"terrain.0.shape", "terrain.0.keywords.0", "readings.grazing", "readings.lazing", "edition"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"speed": "fast"},
        {"defense": "4+"},
        {"defense": True},
        {"attacks": [{"name": "x", "kind": "magic", "to_hit": 4, "dice": [1, 1, 1]}]},
        {"attacks": [{"name": "x", "kind": "melee", "to_hit": 7, "dice": [1, 1, 1]}]},
        {"luck": 3},
    ],
)
def test_wrong_types_are_refused(wrong):
    data = scenario(unit("a", "x", 10, 10, profile=card(**wrong)))
    with pytest.raises((ValidationError, ScenarioError)):
        asoiaf.setup(asoiaf.document.model_validate(data))


def test_lengths_carry_their_units():
    metric = unit("a", "x", 0, 0, profile=card(speed="127mm"))
    state = table({**metric, "position": ["2ft", "609.6mm"]})
    assert state.units[0].pose == table(unit("a", "x", 24, 24)).units[0].pose
    assert state.units[0].profile.speed == 5 * 25_400


def test_a_library_adds_cards():
    library = asoiaf.library.model_validate({"units": {"Guards": card(defense=2)}})
    document = asoiaf.document.model_validate(scenario(unit("a", "x", 10, 10, profile="Guards")))
    assert asoiaf.setup(document, library).units[0].profile.defense == 2


def test_shipped_cards_set_up():
    """All of them on one table: the numbers are whole, and the dice match the ranks."""
    units = [
        unit(f"u{n}", "x", 4 + 7 * (n % 6), 4 + 8 * (n // 6), profile=name) for n, name in enumerate(sorted(shipped()))
    ]
    state = table(*units)
    assert len(state.units) == 22
    rising = next(u for u in state.units if u.profile.name == "Umber Berserkers")
    assert rising.profile.attacks[0].dice == (7, 8, 9)
    horse = next(u for u in state.units if u.profile.name == "Stark Outriders")
    assert (horse.wounds, horse.profile.ranks(10), horse.profile.ranks(9), horse.profile.ranks(6)) == (12, 2, 2, 1)


@pytest.mark.parametrize(("edition", "ranks"), [("v1x", 0), ("v15", 1), ("y2021", 1)])
def test_solo_units_have_a_rank_since_1_5(edition, ranks):
    from tests.rulesets.asoiaf.table import SOLO, strike

    state = table(unit("a", "x", 24, 20, profile=SOLO), unit("t", "y", 24, 23.78, 180, profile=CARD), edition=edition)
    ruling = strike(state)
    assert ruling.values["attack_dice"] == 4
    assert [step.facts["ranks"] for step in ruling.walk() if "ranks" in step.facts] == [ranks]
