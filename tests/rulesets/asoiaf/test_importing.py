"""Unit files of other tools are read tolerantly, and what was not understood is told."""

import json
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st
from tests.rulesets.asoiaf.table import scenario, strike, unit

from enfilade.rulesets import asoiaf
from enfilade.rulesets.asoiaf.cards import shipped


def raw(name="Sworn Swords", **more):
    """A unit in the form of the community's card data."""
    statistics = {
        "version": "S06",
        "faction": "stark",
        "type": "infantry",
        "cost": 5,
        "speed": 5,
        "defense": 4,
        "morale": 6,
        "attacks": [{"name": "Longsword", "type": "melee", "hit": 4, "dice": [7, 5, 4]}],
        "abilities": ["Sundering", "Stubborn"],
        "tray": "infantry",
    }
    return {"id": "1", "name": name, "statistics": {**statistics, **more}, "fluff": {"lore": "..."}}


def test_a_faction_file():
    data = {"units": [raw(), raw("Riders", type="cavalry", tray="cavalry", wounds=3, attacks=[])], "ncus": [{}, {}]}
    library, notes = asoiaf.read_units(data)
    assert set(library.units) == {"Sworn Swords", "Riders"}
    assert library.units["Sworn Swords"].keywords == ("sundering",)
    assert notes == (
        "ncus: 2 left out, only units are read",
        "Sworn Swords: the ability 'Stubborn' is not part of the numbers",
        "Riders: the ability 'Stubborn' is not part of the numbers",
    )


def test_imported_cards_play():
    library, _ = asoiaf.read_units([raw()])
    units = (
        unit("a", "x", 24, 20, profile="Sworn Swords"),
        unit("t", "y", 24, 24.8, 180, profile="Sworn Swords"),
    )
    state = asoiaf.setup(asoiaf.document.model_validate(scenario(*units)), library)
    ruling = strike(state, attack="Longsword")
    assert (ruling.values["attack_dice"], ruling.values["save"]) == (7, 5)


def test_data_traps():
    """Cavalry on solo trays, two dice values on an infantry tray, siege engines, numbers as text, no tray."""
    library, notes = asoiaf.read_units(
        [
            raw("Champion", type="cavalry", tray="solo", wounds=6, attacks=[attack([4])]),
            raw("Guards", attacks=[attack([6, 5])]),
            raw("Engine", type="siegeengine", tray="warmachine", attacks=[attack([3])]),
            raw("Text", speed="5", defense="4+", morale="6+"),
            raw("Trayless", tray="flagship"),
        ]
    )
    units = library.units
    assert units["Champion"].tray == "solo"
    assert units["Guards"].ranks == 2
    assert "cannot charge" in units["Engine"].keywords
    assert units["Text"].defense == 4
    assert units["Trayless"].tray == "infantry"
    assert any("dice for 2 ranks" in note for note in notes)
    assert any("'flagship'" in note for note in notes)
    cards = [unit(f"u{n}", "x", 8 + 8 * n, 8, profile=name) for n, name in enumerate(units)]
    assert len(asoiaf.setup(asoiaf.document.model_validate(scenario(*cards)), library).units) == 5


def attack(dice):
    return {"name": "Blade", "type": "melee", "hit": 3, "dice": dice}


def test_what_cannot_be_read_is_left_out_and_said():
    library, notes = asoiaf.read_units(
        [
            raw("Speedless", speed=None),
            raw("Wild", defense="high"),
            raw("Odd", attacks=[{"name": "Spell", "type": "magic", "hit": 4, "dice": [1]}, 7]),
            raw("Odd"),
            raw("Curious", glory=3),
            {"name": "Nothing"},
            "text",
            raw("Golem", morale=99),
        ]
    )
    assert set(library.units) == {"Odd", "Curious"}
    told = "\n".join(notes)
    for words in (
        "Speedless: left out, its speed should be a number",
        "Wild: left out, its defense should be a number, found 'high'",
        "Odd: attack 1 not understood",
        "Odd: attack 2 not understood",
        "Odd: a second unit of this name is left out",
        "Curious: glory not understood",
        "unit 6: left out, it has no statistics",
        "unit 7: left out, it has no statistics",
        "Golem: left out, morale",
    ):
        assert words in told


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    ["speed", "defense", "morale", "attacks", "abilities", "wounds", "tray", "type", "cost", "name"]
)


@given(st.dictionaries(FIELDS, PLAIN, max_size=4), PLAIN)
def test_no_file_makes_it_fail(changes, anything):
    for data in ([raw(**changes)], {"units": anything}, anything):
        library, notes = asoiaf.read_units(data)
        assert all(isinstance(note, str) for note in notes)
        assert asoiaf.library.model_validate(json.loads(library.model_dump_json())) == library


def test_the_cards_of_the_ruleset_are_read_when_one_is_named():
    """Reading them takes longer than all the rest of a first answer."""
    lines = (
        "import json, sys",
        "from enfilade.rulesets import asoiaf",
        "from enfilade.rulesets.asoiaf.cards import shipped",
        "for written in json.load(sys.stdin):",
        "    asoiaf.setup(asoiaf.document.model_validate(written))",
        "    print(shipped.cache_info().currsize)",
    )
    named = next(iter(shipped()))
    card = {"tray": "infantry", "speed": 5, "defense": 4, "morale": 6, "attacks": []}
    asked = [scenario(unit("a", "x", 24, 20, profile=profile)) for profile in (card, named)]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "1"]
