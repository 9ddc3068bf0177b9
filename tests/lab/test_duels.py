"""Duel files: what they may say, and every mistake in them with its place."""

import pytest
from tests.lab.conftest import ASOIAF, RUNEWARS

from enfilade.battle import Battle
from enfilade.files.scenario import load
from enfilade.lab import pit, read_duel
from enfilade.referee import ScenarioError


def wrong(text):
    with pytest.raises(ScenarioError) as caught:
        read_duel(text)
    return str(caught.value)


def test_an_id_stands_for_a_units_first_legal_attack():
    duel = read_duel(RUNEWARS)
    assert [turn.json() for turn in duel.turns] == [
        {"kind": "melee", "attacker": "spearmen", "target": "reanimates", "edge": "front"},
        {"kind": "melee", "attacker": "reanimates", "target": "spearmen", "edge": "front"},
    ]


def test_without_turns_every_unit_attacks_in_the_scenarios_order():
    assert read_duel(RUNEWARS.replace("turns: [spearmen, reanimates]", "")).turns == read_duel(RUNEWARS).turns


def test_a_whole_turn_is_one_action(written):
    duel = read_duel(written)
    kinds = [turn.kind for turn in duel.turns]
    assert kinds == (["turn"] if duel.ruleset.name == "ageofmagic" else ["melee", "melee"])


def test_a_duel_names_a_scenario_file(tmp_path):
    scenario = RUNEWARS[RUNEWARS.index("  format: enfilade/scenario/1") : RUNEWARS.index("turns:")]
    (tmp_path / "meeting.battle.yaml").write_text("\n".join(line[2:] for line in scenario.splitlines()))
    (tmp_path / "a.duel.yaml").write_text("format: enfilade/duel/1\nscenario: meeting.battle.yaml\nrounds: 3\n")
    duel = read_duel(tmp_path / "a.duel.yaml")
    assert (duel.sides, duel.rounds) == (("d", "w"), 3)


def test_mistakes_in_the_scenario_keep_their_places():
    text = RUNEWARS.replace("profile: Spearmen", "profile: Spearmem")
    line = text.splitlines().index('    - {id: spearmen, side: d, profile: Spearmem, ranks: ["2"]}') + 1
    assert f"text:{line}:" in wrong(text)
    assert "Spearmen" in wrong(text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("policies: {z: best}", "one of the sides d, w"),
        ("policies: {d: bset}", 'did you mean "best"?'),
        ("turns: [spearman]", 'did you mean "spearmen"?'),
        ("turns: [{attacker: spearmen, target: reanimates, edge: rear}]", "rear"),
        ("rounds: 0", "1"),
        ("round: 4", 'did you mean "rounds"?'),
    ],
)
def test_a_mistake_says_what_was_expected(line, said):
    text = RUNEWARS if line.startswith(("round", "pol")) else RUNEWARS.split("turns:")[0]
    assert said in wrong(text + line + "\n")


def test_units_that_cannot_meet_are_refused_with_the_reason():
    apart = RUNEWARS.split("  contacts:")[0]
    assert "legal attack" in wrong(apart)
    told = wrong(apart + "turns: [{attacker: spearmen, target: reanimates}]\n")
    assert "no contact of spearmen with reanimates is stated" in told


def test_a_ruleset_without_lasting_fights_has_no_duels():
    file = load("examples/lineofattack/" + _any("examples/lineofattack"))
    with pytest.raises(ValueError, match="round after round"):
        pit(file)


def _any(folder):
    import os

    return sorted(name for name in os.listdir(folder) if name.endswith(".battle.yaml"))[0]


def test_three_sides_are_no_duel():
    three = ASOIAF.replace(
        "  contacts:", "    - {id: c, side: z, profile: {tray: infantry, speed: 5, defense: 4, morale: 6}}\n  contacts:"
    )
    assert "two sides" in wrong(three)


def test_a_battle_makes_a_duel():
    battle: Battle = read_duel(RUNEWARS).battle
    duel = pit(battle, rounds=2, d="surges")
    assert (duel.rounds, duel.policy("d"), duel.policy("w")) == (2, "surges", "")
