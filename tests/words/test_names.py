"""Units and sides are told by the names on the board; ids stand where people type them, and in JSON."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conformance.positions import Position, positions, present
from tests.words.gathering import gathered

from enfilade.battle import Battle
from enfilade.cli import main
from enfilade.dice import play, rolls
from enfilade.files.scenario import load
from enfilade.referee import Facts, Ruling, Translator, Words, phrase, same, told
from enfilade.show import report
from enfilade.show.calling import calling, side_names, unit_names
from enfilade.show.drawing import worded
from enfilade.show.languages import translator
from enfilade.show.words import deed, spoken, typed
from enfilade.web import telling

TEXTS = " ".join(text for texts in gathered().values() for text in texts)
EXAMPLES = Path(__file__).parents[2] / "examples"
SCREEN = str(EXAMPLES / "runewars/archers-and-a-screen.battle.yaml")


def test_a_unit_is_called_by_its_name_and_by_its_id_too_where_several_bear_it():
    battle = load(SCREEN)
    names = unit_names(battle)
    assert names["screen"] == "Spearmen"
    assert names["behind"] == "Reanimate Archers (behind)"
    assert set(side_names(battle)) == {piece.side for piece in battle.ruleset.pieces(battle.state)}


def sentences(ruling: Ruling, translate: Translator) -> Iterator[str]:
    """Every sentence of a ruling, and of its dice thrown once."""
    for step in ruling.walk():
        yield step.text(translate)
    if ruling.refusal and ruling.refusal.nearest:
        yield ruling.refusal.nearest.text(translate)
    if ruling.dice:
        dice = random.Random(1)
        for told in play(ruling.dice, rolls(dice), lambda at, situation, choice: choice.options[0]).told:
            yield phrase(told.stage.words, told.facts, translate)


def shipped(name: str) -> list[Position]:
    return [position for position in positions(name) if position.id.endswith(".battle.yaml")]


@pytest.mark.parametrize("name", present())
def test_no_sentence_of_a_shipped_battle_says_an_id(name: str):
    """Every id gets a name of a foreign shape; then none is left bare, but for words that are names as well."""
    found = 0
    for position in shipped(name):
        pieces = position.battle.ruleset.pieces(position.battle.state)
        known = " ".join([TEXTS, *(piece.name for piece in pieces if piece.name != piece.id)])
        ids = [piece.id for piece in pieces if not re.search(rf"\b{re.escape(piece.id)}\b", known)]
        foreign = same.naming({one: f"«{number}»" for number, one in enumerate(ids)})
        bare = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, ids))})(?![\w-])") if ids else re.compile("(?!)")
        for ruling in position.rulings:
            for said in sentences(ruling, foreign):
                assert not bare.search(said), f"{position.id}: {said}"
                found += said.count("«")
    assert found


def test_a_printed_ruling_is_headed_by_the_ids_that_are_typed(capsys: pytest.CaptureFixture[str]):
    assert main(["judge", SCREEN, "--attacker", "behind", "--target", "screen"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("melee: behind → screen\n")
    assert "Reanimate Archers (behind) is not engaged with Spearmen" in re.sub(r"\s+", " ", told)
    assert main(["judge", SCREEN, "--attacker", "behind", "--target", "screen", "--kind", "melee", "--json"]) == 0
    text = json.loads(capsys.readouterr().out)["rulings"][0]["refusal"]["text"]
    assert text.startswith("behind is not engaged with screen")


def test_the_table_is_told_names_and_the_page_gets_ids_beside():
    battle = load(SCREEN)
    action = next(one for one in battle.candidates() if one["attacker"] == "behind" and one["target"] == "screen")
    told = telling.ruling(battle, battle.judge(action), calling(battle, translator("it")))
    assert told.deed == "mischia: Reanimate Archers (behind) → Spearmen"
    assert told.action["attacker"] == "behind"
    assert typed(action, calling(battle, same)) == deed(action, same) == "melee: behind → screen"
    assert str(report(battle.judge(action), translate=calling(battle, same))).startswith(typed(action))


def test_names_are_no_words_of_the_rules_and_words_between_them_are():
    translate = translator("fr").naming({"a": "rear", "left": "Left Wing"})
    assert phrase("{unit} is engaged with {target} ({edges})", {"unit": "a", "target": "b", "edges": ("left",)},
                  translate) == "rear est engagée avec b (gauche)"  # fmt: skip
    blockers = ("a", Words("the table's edge"))
    assert phrase("{blockers}", {"blockers": blockers}, translate) == "rear, le bord de la table"
    assert phrase("{blockers}", {"blockers": blockers}) == "a, the table's edge"


def test_counts_of_a_side_are_told_with_its_name():
    assert spoken("house_stark_lost", same.naming({"house_stark": "House Stark"})) == "House Stark lost"
    assert spoken("a_lost", translator("it").naming({"a": "Alessandro"})) == "Alessandro: perduti"
    assert Facts(a_lost=1).json() == {"a_lost": 1}


# Names that are words of the rules as well -------------------------------------------------------------------------

FRENCH = translator("fr")
REDS = {"alexander: Alexander": "alexander: red", "name: Archers 1": 'name: "Archers, right"', "Phalanx 1": "none"}


def renamed(folder: Path, example: str, texts: dict[str, str]) -> Battle:
    """A shipped battle in which some texts are others."""
    written = (EXAMPLES / f"{example}.battle.yaml").read_text("utf-8")
    for old, new in texts.items():
        assert old in written
        written = written.replace(old, new)
    file = folder / "renamed.battle.yaml"
    file.write_text(written, "utf-8")
    return load(str(file))


@pytest.mark.parametrize(("example", "texts", "expected"), [
    ("ageofmagic/alexander-and-darius-turn-1", REDS, {"red, droite", "Archers, right: 500", "none: 500"}),
    ("lineofattack/behind-the-crates",
     {"crate 1": "red", "barrel": '"left, rear"', "id: ana": "id: rear", "id: bruno": "id: none"},
     {"red", "left, rear", "rear, accroupi", "none"}),
    ("asoiaf/charge-into-the-flank", {"id: wall": "id: rear", "id: flayed": 'id: "left, rear"'},
     {"rear, bloque la vue, infranchissable", "Bolton Flayed Men: 12/12"}),
    ("runewars/archers-and-a-screen", {"id: wood": 'id: "front, rear"', "id: scouts": "id: left"},
     {"front, rear, couvert 1, capacité 6", "left: Outland Scouts"}),
])  # fmt: skip
def test_drawings_translate_what_the_rules_say_and_no_name(
    example: str, texts: dict[str, str], expected: set[str], tmp_path: Path
):
    battle = renamed(tmp_path, example, texts)
    shapes = worded(battle.scene(), calling(battle, FRENCH)).shapes
    assert expected <= {str(shape.label) for shape in shapes}
    assert all(FRENCH(name) != name for name in ("red", "rear", "none", "left"))


def test_titles_that_players_gave_stay_and_a_turn_has_its_number(tmp_path: Path):
    battle = renamed(tmp_path, "runewars/archers-and-a-screen", {"title: Archers and a screen": "title: rear"})
    assert worded(battle.scene(), FRENCH).title == "rear"
    turn = load(str(EXAMPLES / "ageofmagic/alexander-and-darius-turn-3.battle.yaml"))
    assert (worded(turn.scene(), FRENCH).title, turn.scene().json()["title"]) == ("Tour 3", "Turn 3")


def test_what_is_in_the_way_is_called_by_its_name(tmp_path: Path):
    """Walls and obstacles that are named like colours and edges, in the evidence and in the sentences."""
    names = {"north wall": "red", "south wall": "wall", "crate 1": "left", "crate 2": "front", "barrel": "rear"}
    battle = renamed(tmp_path, "lineofattack/behind-the-crates", names)
    drawn, said = set[str](), set[str]()
    for ruling in map(battle.judge, battle.candidates()):
        told = telling.ruling(battle, ruling, calling(battle, FRENCH))
        drawn |= {str(shape.label) for shape in told.evidence if shape.role in ("blocker", "line_blocked")}
        met = [step for step in ruling.walk() if "obstacles" in step.facts or step.name == "cover_sources"]
        said |= {word for step in met for word in re.findall(r"\w+", step.text(FRENCH))}
    assert {"red", "wall"} <= drawn <= {"red", "wall", "red, wall"}
    assert {"left", "front"} <= said
    assert not {"gauche", "frontal", "avant"} & said


def test_somebody_may_be_called_none():
    named = FRENCH.naming({"none": "none", "a": "Nobody"})
    assert phrase("{unit}: {card}", {"unit": "none", "card": None}, named) == "none: aucune"
    assert [told(name, "none", FRENCH) for name in ("card", "cover", "unit")] == ["aucune", "aucun", "aucun"]
    assert told("drawn", ("none",), FRENCH) == FRENCH.word("none", "drawn") != "none"
    assert told("name", "none", FRENCH) == "none"


def test_areas_are_facts_by_ids_and_told_by_names():
    battle = load(str(EXAMPLES / "ageofmagic/alexander-and-darius-turn-1.battle.yaml"))
    rulings = map(battle.judge, battle.candidates())
    steps = [step for ruling in rulings for step in ruling.walk() if "here" in step.facts]
    assert steps
    for step in steps:
        assert re.fullmatch(r"(darius|alexander) (left|right|centre|reserve)", step.facts.json()["here"])
        if "{here}" in step.words:
            assert re.search(r"\b(Darius|Alexander) (left|right|centre|reserve)", step.text(calling(battle, same)))
