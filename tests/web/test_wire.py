"""The server's messages are those of the page: every interface of `wire.ts` has the fields of its model."""

import re
from pathlib import Path

import pytest

from enfilade.web import wire

TEXT = (Path(__file__).parents[2] / "frontend" / "src" / "wire.ts").read_text("utf-8")
INTERFACE = re.compile(r"^export interface (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+)(\??):", re.MULTILINE)


def _interfaces():
    return {name: dict(FIELD.findall(body)) for name, body in INTERFACE.findall(TEXT)}


def _fields(name):
    model = getattr(wire, name)
    return {field.alias or own: "" if field.is_required() else "?" for own, field in model.model_fields.items()}


def _messages(union):
    """The members of a union of the page: the literal of `type`, and the fields behind it."""
    body = TEXT.partition(f"export type {union} =")[2].partition(";\n\n")[0]
    rows = re.findall(r'\| \{ type: "(\w+)";?(.*)\}', body)
    assert rows
    return {kind: dict(re.findall(r"(?:^|; ) ?(\w+)(\??):", _flat(rest))) for kind, rest in rows}


def _flat(rest):
    return re.sub(r"\{[^{}]*\}", "x", re.sub(r"Record<.*?>(?=[ ;|])", "x", rest))


@pytest.mark.parametrize("name", sorted(_interfaces()))
def test_every_interface_of_the_page_is_a_model_with_the_same_fields(name):
    assert _fields(name) == _interfaces()[name]


@pytest.mark.parametrize("union", ["ToServer", "FromServer"])
def test_every_message_of_the_socket_has_the_same_fields(union):
    for kind, fields in _messages(union).items():
        mine = _fields(kind.capitalize())
        assert mine.pop("type") in ("", "?")
        assert mine == fields, kind
    members = getattr(wire, union).__origin__.__args__
    assert {member.__name__.lower() for member in members} == set(_messages(union))


def test_what_may_be_missing_is_left_out_and_what_is_null_is_there():
    stage = wire.Stage(rule="a", text="", asked="", faces=[], answer="", dice=None)
    proof = wire.Proof(play=1, hash="ab")
    waiting = wire.Waiting(kind="throw", for_="blue", rule="", text="", dice=[], options=[])
    assert stage.model_dump_json() == '{"rule":"a","text":"","asked":"","faces":[],"answer":"","dice":null}'
    assert proof.model_dump_json() == '{"play":1,"hash":"ab"}'
    assert waiting.model_dump(mode="json")["for"] == "blue"
    assert wire.Waiting.model_validate_json(waiting.model_dump_json()) == waiting


@pytest.mark.parametrize(
    "sent",
    [
        {"type": "shout"},
        {"type": "say", "words": ""},
        {"type": "say", "words": "x" * 2_001},
        {"type": "say", "words": "a", "by": "referee"},
        {"type": "play", "action": {"attacker": "a"}, "dice": "server"},
        {"type": "play", "action": {"kind": "melee"}, "dice": "loaded"},
        {"type": "move", "unit": "a", "at": [1, float("nan")]},
        {"type": "answer", "faces": ["H"] * 1_001},
    ],
)
def test_messages_that_nobody_meant_are_refused(sent):
    with pytest.raises(ValueError, match="validation error"):
        wire.to_server.validate_python(sent)
