"""The one JSON Schema (2020-12) of all that Enfilade reads and writes, made from the code that reads and writes it."""

from __future__ import annotations

from typing import Any, Final

from enfilade.files.fights import DUEL, ROSTER, DuelSheet, RosterSheet
from enfilade.files.orders import FORMAT as ORDERS
from enfilade.files.orders import OrderSheet
from enfilade.files.record import FORMAT as RECORD
from enfilade.files.record import EntryLine, HeaderLine
from enfilade.files.scenario import SCENARIO, UNITS, playable
from enfilade.referee import FOLDS, Ruleset
from enfilade.rulesets import load

RULINGS: Final = "enfilade/rulings/1"
ODDS: Final = "enfilade/odds/1"

Schema = dict[str, Any]


def schema() -> Schema:
    """The schema of scenarios, unit files, duels and rosters of every ruleset, orders, rulings, odds and records.

    A document says by `format`, and a scenario by `ruleset`, which part of it holds. The lines of a record after
    the first follow `#/$defs/record.EntryLine`.
    """
    definitions: Schema = {**_ANSWERS, **_models("record", HeaderLine, EntryLine), **_models("orders", OrderSheet)}
    definitions |= _models("lab", DuelSheet, RosterSheet)
    choices = [_choice(form, ref) for form, ref in _FORMS.items()]
    for name in playable():
        ruleset: Ruleset = load(name)
        for form, model in ((SCENARIO, ruleset.document), (UNITS, ruleset.library)):
            if model is not None:
                definitions |= _models(name, model)
                choices.append(_choice(form, f"{name}.{model.__name__}", name))
    fighting = [name for name in playable() if hasattr(load(name), "fresh")]  # their units can fight round after round
    for name in fighting:
        definitions |= _roster(name, load(name).document.__name__, definitions)
        choices.append(_choice(ROSTER, f"{name}.Roster", name))
    definitions["lab.fought"] = _fought(fighting)
    definitions["lab.DuelSheet"]["properties"]["scenario"]["anyOf"] = [_TEXT, _ref("lab.fought")]
    definitions["lab.RosterSheet"]["properties"]["ruleset"]["enum"] = fighting
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:enfilade:schema:1",
        "title": "Enfilade",
        "description": "Scenarios, units, duels, rosters, sheets of orders, rulings, odds, the first line of a record.",
        "type": "object",
        "required": ["format"],
        "properties": {"format": {"enum": [SCENARIO, UNITS, *_FORMS]}, "ruleset": {"enum": list(playable())}},
        "allOf": [*choices, *({**_if(form), "then": {"required": ["ruleset"]}} for form in (SCENARIO, ROSTER))],
        "$defs": definitions,
    }


def _fought(rulesets: list[str]) -> Schema:
    """A scenario of one of these rulesets, inside a duel."""
    choices = [_choice(SCENARIO, f"{name}.{load(name).document.__name__}", name) for name in rulesets]
    properties = {"format": {"const": SCENARIO}, "ruleset": {"enum": rulesets}}
    return {"type": "object", "required": list(properties), "properties": properties, "allOf": choices}


def _roster(name: str, scenario: str, definitions: Schema) -> Schema:
    """Rosters of a ruleset: its units as a scenario writes them, without what the lab gives or the meeting says."""
    unit_name = definitions[f"{name}.{scenario}"]["properties"]["units"]["items"]["$ref"].rpartition("/")[2]
    unit = dict(definitions[unit_name])
    unit.pop("required", None)
    unit["properties"] = {field: of for field, of in unit["properties"].items() if field not in ("id", "side")}
    entrant = definitions["lab.Entrant"]
    entrant = entrant | {"properties": entrant["properties"] | {"unit": _ref(f"{name}.Combatant")}}
    roster = definitions["lab.RosterSheet"]
    units = roster["properties"]["units"] | {"additionalProperties": _ref(f"{name}.Entrant")}
    roster = roster | {"properties": roster["properties"] | {"units": units}}
    return {f"{name}.Combatant": unit, f"{name}.Entrant": entrant, f"{name}.Roster": roster}


def _if(form: str, ruleset: str = "") -> Schema:
    properties = {"format": {"const": form}} | ({"ruleset": {"const": ruleset}} if ruleset else {})
    return {"if": {"properties": properties, "required": list(properties)}}


def _choice(form: str, definition: str, ruleset: str = "") -> Schema:
    return {**_if(form, ruleset), "then": {"$ref": f"#/$defs/{definition}"}}


def _models(prefix: str, *models: Any) -> Schema:
    """The definitions of document models, each under its own name with the prefix before it."""
    from pydantic.json_schema import GenerateJsonSchema, models_json_schema

    class Numbers(GenerateJsonSchema):
        """A decimal is written as a number; a text is none."""

        def decimal_schema(self, schema: Any) -> Schema:
            limits = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
            return {"type": "number"} | {word: float(schema[name]) for name, word in limits.items() if name in schema}

    template = f"#/$defs/{prefix}.{{model}}"
    wanted: Any = [(model, "validation") for model in models]
    _, made = models_json_schema(wanted, ref_template=template, schema_generator=Numbers)
    return {f"{prefix}.{name}": definition for name, definition in made["$defs"].items()}


# ------------------------------------------------------------- what the referee answers, see `referee` and `show`


def _object(required: Schema, optional: Schema | None = None, **more: Any) -> Schema:
    properties = {**required, **(optional or {})}
    closed = {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}
    return closed | more


def _many(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _named(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


_TEXT: Final[Schema] = {"type": "string"}
_NUMBER: Final[Schema] = {"type": "number"}
_FACTS: Final[Schema] = {"type": "object", "description": "plain values by name; fractions are texts such as 3/16"}
_MARGIN: Final[Schema] = _or_null(_NUMBER | {"description": "how far the fact is from tipping, in the scene's unit"})
_SHOWS: Final[Schema] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "description": "the shapes of the ruling's evidence that belong to this step, by their places in it",
}
_KIND: Final[Schema] = {"type": "object", "required": ["kind"], "properties": {"kind": _TEXT}}
_HEAD: Final[Schema] = {"format": _TEXT, "ruleset": _TEXT, "edition": _TEXT}
_FORMS: Final = {
    RULINGS: "rulings",
    ODDS: "odds",
    RECORD: "record.HeaderLine",
    ORDERS: "orders.OrderSheet",
    DUEL: "lab.DuelSheet",
    ROSTER: "lab.RosterSheet",
}

_ANSWERS: Final[Schema] = {
    "fraction": {"type": "string", "pattern": r"^-?\d+(/\d+)?$"},
    "action": _KIND | {"description": "what a side wants to do: its kind, and fields of the ruleset's own"},
    "shape": _object(
        {
            "shape": {"enum": ["point", "line", "edge", "polygon", "circle", "text"]},
            "points": _many({"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}),
            "role": _TEXT,
        },
        {"label": _TEXT, "of": _TEXT, "side": _TEXT},
    ),
    "step": _object(
        {
            "rule": _TEXT,
            "text": _TEXT,
            "facts": _FACTS,
            "value": True,
            "margin": _MARGIN,
            "because": _many(_ref("step")),
        },
        {
            "name": _TEXT,
            "too_close": {"const": True},
            "fold": {"enum": [fold for fold in FOLDS if fold]},
            "shows": _SHOWS,
        },
        description="one check of a rule, and the steps it rests on",
    ),
    "nearest": _object({"text": _TEXT, "facts": _FACTS, "action": _or_null(_ref("action"))}),
    "refusal": _object(
        {"rule": _TEXT, "text": _TEXT, "facts": _FACTS, "margin": _MARGIN, "nearest_legal": _or_null(_ref("nearest"))},
        {"too_close": {"const": True}, "because": _many(_ref("step")), "shows": _SHOWS},
    ),
    "ruling": _object(
        {
            "action": _ref("action"),
            "verdict": {"enum": ["legal", "refused"]},
            "values": _FACTS,
            "steps": _many(_ref("step")),
            "assumptions": _many(_TEXT),
            "readings": _named(_TEXT),
            "evidence": _many(_ref("shape")),
        },
        {"refusal": _ref("refusal")},
        **{
            "if": {"properties": {"verdict": {"const": "refused"}}},
            "then": {"required": ["refusal"]},
            "else": {"not": {"required": ["refusal"]}},
        },
    ),
    "rulings": _object({**_HEAD, "rulings": _many(_ref("ruling"))}),
    "chance": _object(
        {"outcome": _FACTS, "probability": _ref("fraction"), "p": {"type": "number", "minimum": 0, "maximum": 1}},
        {"interval": {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}},
    ),
    "distribution": _object(
        {
            "action": _ref("action"),
            "policy": _TEXT,
            "exact": {"type": "boolean"},
            "total": _ref("fraction"),
            "distribution": _many(_ref("chance")),
            "expected": _named(_ref("fraction")),
            "at_least": _named(_named(_ref("fraction"))),
        },
        {"samples": {"type": "integer", "minimum": 1}},
    ),
    "odds": _object(
        {
            **_HEAD,
            "odds": _many(_ref("distribution")),
            "refused": _many(_object({"action": _ref("action"), "refusal": _or_null(_ref("refusal"))})),
        }
    ),
}
