"""The published schema and the code that reads and writes agree."""

import json
import random
from typing import Any

import jsonschema
import pytest
from tests.files.battles import BATTLE, SCENARIO, TEXT

from enfilade.dice import Distribution
from enfilade.files import record
from enfilade.files.document import BadFile, parse
from enfilade.files.scenario import load, playable
from enfilade.files.schema import schema
from enfilade.show.answers import odds_json, rulings_json

SCHEMA = schema()
UNITS = "format: enfilade/units/1\nruleset: runewars\nunits: {A: {type: infantry, defense: 1, wounds: 1}}\n"


def wrong(data: Any, definition: str = "") -> list[str]:
    """Where the schema finds fault."""
    part = {"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]} if definition else SCHEMA
    return [error.json_path for error in jsonschema.Draft202012Validator(part).iter_errors(data)]


def test_the_schema_is_a_schema_and_is_json():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_reference_leads_somewhere():
    def references(part: Any) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
            return own + [ref for inner in part.values() for ref in references(inner)]
        return [ref for inner in part for ref in references(inner)] if isinstance(part, list) else []

    found = references(SCHEMA)
    assert found
    assert {ref.removeprefix("#/$defs/") for ref in found} <= set(SCHEMA["$defs"])


def test_every_ruleset_has_its_part():
    for name in playable():
        assert any(key.startswith(f"{name}.") for key in SCHEMA["$defs"])
        assert wrong({"format": "enfilade/scenario/1", "ruleset": name, "no_such_field": 1})


def test_scenarios_and_units_hold():
    assert wrong(parse(SCENARIO).data) == []
    assert wrong(parse(UNITS).data) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title:", "titel:"),
        ("ruleset: runewars", "ruleset: chess"),
        ("ruleset: runewars\n", ""),
        ("scenario/1", "scenario/2"),
        ("format: enfilade/scenario/1\n", ""),
        ("side: w", "sid: w"),
        ('["444"]', "[444]"),
        ("[10, 4.5]", "[10]"),
        ("facing: 0", "facing: north"),
        ('["444"]', "[]"),
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(old, new):
    text = SCENARIO.replace(old, new)
    assert text != SCENARIO
    with pytest.raises(BadFile):
        load(text)
    assert wrong(parse(text).data)


def test_rulings_legal_and_refused_hold():
    battle = load(SCENARIO.replace("[10, 4.5]", "[10, 2]"))
    rulings = [ruling for b in (BATTLE.start(), battle) for ruling in map(b.judge, b.candidates())]
    assert {ruling.verdict for ruling in rulings} == {"legal", "refused"}
    answer = rulings_json(BATTLE, rulings)
    assert wrong(json.loads(json.dumps(answer))) == []
    spoiled: list[dict[str, Any]] = [{"verdict": "perhaps"}, {"steps": {}}, {"verdict": "refused"}, {"more": 1}]
    for spoil in spoiled:
        assert wrong({**answer, "rulings": [{**answer["rulings"][0], **spoil}]})


def test_odds_exact_and_sampled_hold():
    start = BATTLE.start()
    action = start.actions()[0]
    exact: Distribution[Any] = start.odds(action)
    sampled = start.odds(action, budget=1, samples=100)
    assert [exact.sampled, sampled.sampled] == [False, True]
    refused = [ruling for ruling in map(start.judge, start.candidates()) if not ruling.legal]
    answer = odds_json(start, [(action, "none", exact), (action, "none", sampled)], refused)
    assert wrong(json.loads(json.dumps(answer))) == []
    assert wrong({**answer, "odds": [{**answer["odds"][0], "total": 1}]})


def test_records_hold_line_by_line():
    header, *entries = [json.loads(line) for line in TEXT.splitlines()]
    assert wrong(header) == []
    assert [wrong(entry, "record.EntryLine") for entry in entries] == [[], [], []]
    assert wrong({**entries[0], "answers": [{"faces": 1}]}, "record.EntryLine")
    later = BATTLE.play(BATTLE.actions()[0], random.Random(9))
    assert wrong(json.loads(record.write(later).splitlines()[-1]), "record.EntryLine") == []
