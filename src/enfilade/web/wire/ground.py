"""The plain kinds of value that messages are made of."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, Strict, StrictInt, WithJsonSchema

WORDS = 2_000
"""No text that a person types may be longer."""
NAME = 200
"""No name of a unit, field, side or option may be longer."""
FIELDS = 60
"""No action may have more fields."""


class Message(BaseModel):
    """Something the server says. What may be missing (`x?: …`) is left out while it is `None`: see `maybe`."""

    model_config = ConfigDict(frozen=True, serialize_by_alias=True, validate_by_name=True)


class Request(BaseModel):
    """Something the page says: unknown fields are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def maybe() -> Any:
    """The default of a field that is left out where there is nothing to say."""
    return Field(default=None, exclude_if=lambda value: value is None)


def _an_action(fields: dict[str, Any]) -> dict[str, Any]:
    kind = fields.get("kind")
    if not isinstance(kind, str) or not 0 < len(kind) <= NAME:
        raise ValueError(f"expected an action with a kind, a text of up to {NAME} characters")
    if len(fields) > FIELDS:
        raise ValueError(f"expected at most {FIELDS} fields in an action, found {len(fields)}")
    return fields


Number = Annotated[StrictInt | Annotated[FiniteFloat, Strict()], WithJsonSchema({"type": "number"})]
Point = tuple[Number, Number]
Scenario = dict[str, Any]
Action = Annotated[
    dict[str, Any],
    AfterValidator(_an_action),
    WithJsonSchema(
        {
            "type": "object",
            "properties": {"kind": {"type": "string", "minLength": 1, "maxLength": NAME}},
            "required": ["kind"],
            "maxProperties": FIELDS,
            "additionalProperties": True,
        }
    ),
]
Name = Annotated[str, Field(max_length=NAME)]
Words = Annotated[str, Field(min_length=1, max_length=WORDS)]
Face = Annotated[StrictInt | Name, Field(union_mode="left_to_right")]
Seat = Annotated[str, Field(min_length=1, max_length=NAME, description='a side\'s id, "referee" or "spectator"')]
