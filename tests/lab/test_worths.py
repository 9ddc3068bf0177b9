"""What things are worth: each switch is the same as writing it into the file."""

import json

import pytest
from tests.lab.conftest import AGEOFMAGIC, ASOIAF, DUELS, RUNEWARS

from enfilade.cli import main
from enfilade.dice import odds
from enfilade.lab import fight, read_duel, worth
from enfilade.lab.worths import changed, switches
from enfilade.lab.worthtold import signed


def by_words(found):
    return {one.switch.words: one for one in found.switches}


def test_a_token_is_worth_what_the_edited_file_says():
    found = worth(read_duel(ASOIAF))
    panicked = by_words(found)["b with panicked"]
    edited = fight(read_duel(ASOIAF.replace("{id: b, side: y,", "{id: b, side: y, conditions: [panicked],")))
    assert panicked.fought
    assert found.base.fought
    assert panicked.fought.ends == edited.ends
    assert float(panicked.fought.wins("x")) > float(found.base.fought.wins("x"))


def test_an_edge_is_worth_what_the_edited_file_says():
    found = by_words(worth(read_duel(RUNEWARS), whole=False))["spearmen on the rear of reanimates"]
    text = RUNEWARS.replace("enemy_edge: front", "enemy_edge: rear").replace("reanimates]", "spearmen]")
    battle = read_duel(text).battle
    action = next(a for a in battle.actions() if a["attacker"] == "spearmen")
    dice = battle.judge(action).dice
    assert dice is not None
    figures = odds(dice).of(lambda result: int(result.counts["figures"]))
    assert found.blow.losses == figures


def test_readings_that_matter_have_a_price():
    rows = {row["switch"]: row for row in worth(read_duel(AGEOFMAGIC), whole=False).rows()}
    assert rows["result_cap: basic_value"]["losses_change"] < 0
    assert rows["scale_side: smaller"]["losses_change"] == 0


def test_every_other_option_of_every_reading_is_tried(written):
    duel = read_duel(written)
    tried = {one.words for one in switches(duel) if one.kind == "reading"}
    readings = duel.ruleset.book.readings
    assert tried == {f"{n}: {o}" for n, r in readings.items() for o in r.options if o != r.default}


def test_the_whole_distribution_stands_behind_each_number(written):
    found = worth(read_duel(written), whole=False)
    for one, row in zip((found.base, *found.switches), found.rows(), strict=True):
        if one.blow:
            assert sum(chance for _, chance in one.blow.losses.items()) == 1
            assert row["losses"] == pytest.approx(float(one.blow.losses.expected()))


def test_what_cannot_be_says_why():
    text = RUNEWARS.replace('profile: Spearmen, ranks: ["2"]', 'profile: Spearmen, ranks: ["2", "2"]')
    contact = 'contacts:\n    - {unit: spearmen, edge: left, trays: ["2.1"], enemy: reanimates, enemy_edge: front}'
    text = text.replace("contacts:\n    - {unit: spearmen, edge: front, enemy: reanimates, enemy_edge: front}", contact)
    shorter = by_words(worth(read_duel(text), whole=False))["spearmen without its last rank"]
    assert shorter.blow is None
    assert "2.1" in shorter.refused


def test_a_field_of_the_action_is_switched_off():
    card = "Oathsworn Cavalry"
    text = RUNEWARS.replace("profile: Spearmen", f"profile: {card}")
    text = text.replace(
        "turns: [spearmen, reanimates]", "turns: [{attacker: spearmen, target: reanimates, charge: true}]"
    )
    found = by_words(worth(read_duel(text), whole=False))
    assert found["without charge"].blow is not None


def test_a_change_leaves_the_document_alone():
    data = {"units": [{"id": "a"}]}
    assert changed(data, ("units", 0, "tokens", "panic"), 1) == {"units": [{"id": "a", "tokens": {"panic": 1}}]}
    assert changed(data, ("readings", "x"), "y")["readings"] == {"x": "y"}
    assert changed(data, ("units", 0, "id"), None) == {"units": [{}]}
    assert data == {"units": [{"id": "a"}]}


def test_the_command_tells_words_json_and_tables(tmp_path, capfd):
    file = tmp_path / "a.duel.yaml"
    file.write_text(DUELS["asoiaf"])
    assert main(["worth", str(file), "--attack-only", "-o", str(tmp_path / "rows.csv")]) == 0
    assert "b with panicked" in capfd.readouterr().out
    assert (tmp_path / "rows.csv").read_text().startswith("kind,switch,refused,losses,losses_change")
    assert main(["worth", str(file), "--attack-only", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert sum(map(_share, told["as_it_is"]["losses"].values())) == pytest.approx(1)


def _share(text):
    over, _, under = text.partition("/")
    return int(over) / int(under or 1)


def test_the_price_of_a_plain_scenario(tmp_path, capfd):
    scenario = RUNEWARS[RUNEWARS.index("  format: enfilade/scenario/1") : RUNEWARS.index("turns:")]
    file = tmp_path / "a.battle.yaml"
    file.write_text("\n".join(line[2:] for line in scenario.splitlines()))
    assert main(["worth", str(file), "--attack-only"]) == 0
    assert "spearmen with 1 blight" in capfd.readouterr().out


def test_properties_are_told_as_properties():
    """A kind of switch that is no thing has no plural, and its value stands behind its name."""
    said = str(worth(read_duel(AGEOFMAGIC), whole=False).report())
    assert {"morale", "tiredness", "order of battle", "readings"} <= set(said.splitlines())
    assert "a: tiredness tired" in said
    assert "b: morale poor" in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (0.0, "none"),
        (0.004, "up by less than 0.01"),
        (-0.004, "down by less than 0.01"),
        (-0.006, "-0.01"),
        (2, "+2.00"),
    ],
)
def test_changes_too_small_to_print_keep_their_direction(change, said):
    assert signed(change) == said
