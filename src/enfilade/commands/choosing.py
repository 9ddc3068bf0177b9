"""Which battle and which of its actions a command is about."""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from enfilade.commands.screen import NOTHING, Wrong

if TYPE_CHECKING:
    from enfilade.battle import Battle
    from enfilade.dice import Policy as DicePolicy
    from enfilade.referee import Action, Ruling, Translator

# The options that every command about actions takes.
File = Annotated[str, typer.Argument(metavar="FILE", help="A scenario (YAML or JSON); - reads it from standard input.")]
Attacker = Annotated[str, typer.Option(help="Only attacks by this unit.", metavar="ID")]
Target = Annotated[str, typer.Option(help="Only attacks on this unit.", metavar="ID")]
Kind = Annotated[str, typer.Option(help="Only this kind of action, such as melee.")]
Edge = Annotated[str, typer.Option(help="Only over this edge: front, left, right, rear.")]
Field = Annotated[list[str], typer.Option(help="Only actions with this field; repeatable.", metavar="NAME=VALUE")]
Units = Annotated[
    str, typer.Option("--units", "--tables", help="A file of your own unit profiles, or of tables.", metavar="FILE")
]
Policy = Annotated[str, typer.Option(help="Who answers choices: a ruleset's policy, best or best:AIM.", metavar="NAME")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Language = Annotated[
    str, typer.Option("--language", help="en, fr or it.", envvar="ENFILADE_LANGUAGE", metavar="LANGUAGE")
]

MOST_STDIN = 8 * 2**20


def speaking(language: str, battle: "Battle | None" = None) -> "Translator":
    """The words of the rules into those of a language, which calls the units of a battle by their names."""
    from enfilade.show.calling import calling
    from enfilade.show.languages import LanguageError, translator

    try:
        translate = translator(language)
    except LanguageError as error:
        raise Wrong(f"--language: {error}") from None
    return calling(battle, translate) if battle else translate


def read_battle(file: str, units: str = "") -> "Battle":
    """The battle in a scenario file. Raises `BadFile` with every mistake."""
    from enfilade.files.document import parse
    from enfilade.files.scenario import load

    if file != "-":
        return load(file, units or None)
    import sys

    return load(parse(sys.stdin.buffer.read(MOST_STDIN + 1), "standard input"), units or None)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The fields that an action has to have, as they were typed; `kind` is one of them."""

    fields: dict[str, str]

    def __call__(self, action: "Action") -> bool:
        return all(_is(_field(action, name), value) for name, value in self.fields.items())

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.fields.items())


def wanted(kind: str, attacker: str, target: str, edge: str, field: Sequence[str]) -> Wanted:
    """The narrowing that these options ask for; empty ones ask for nothing."""
    fields = {"kind": kind, "attacker": attacker, "target": target, "edge": edge}
    return Wanted({name: value for name, value in fields.items() if value} | pairs(field))


def pairs(words: Iterable[str]) -> dict[str, str]:
    """What `name=value` words say."""
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise Wrong(f"{word!r}: name=value was expected, such as edge=rear")
        if name in given:
            raise Wrong(f"{name} is given twice: {given[name]!r} and {value!r}")
        given[name] = value
    return given


def chosen(battle: "Battle", wanted: Wanted) -> list["Action"]:
    """The candidates that fit; if none does but the fields say enough, the action that they describe.

    So a position is judged that the ruleset would not list, such as an attack over an edge that touches nobody, and
    what the referee decides is said in this way. Raises `Wrong` with the nearest names if nothing fits.
    """
    from enfilade.referee import deciding

    if wanted.fields.get("kind") == deciding.KIND:
        return [_decision(wanted)]
    candidates = battle.candidates()
    fitting = [action for action in candidates if wanted(action)]
    if fitting:
        return fitting
    if not candidates:
        raise Wrong("nothing to judge: this battle holds no action that could be tried", NOTHING)
    described = _described(candidates, wanted)
    if not described:
        raise Wrong(f"nothing to judge: no action has {_culprit(candidates, wanted)}", NOTHING)
    return described


def policy_named(battle: "Battle", typed: str, translate: "Translator") -> str:
    """The policy that is meant: by its own name, or by what it is called in the language; otherwise as it was typed."""
    from enfilade.show.words import policy_text

    ruleset = battle.ruleset
    known = (*ruleset.policies, "best", *(f"best:{aim}" for aim in ruleset.aims))
    return typed if typed in known else next((name for name in known if policy_text(name, translate) == typed), typed)


def policy_of(battle: "Battle", ruling: "Ruling", name: str) -> "DicePolicy[Any]":
    """Who answers the choices. Raises `Wrong` with the known names."""
    try:
        return battle.policy(ruling, name)
    except KeyError as error:
        raise Wrong(str(error.args[0])) from None


class Judged(NamedTuple):
    """Rulings by what can be done with them: those to roll, those that are legal without dice, the refused."""

    rolled: list["Ruling"]
    settled: list["Ruling"]
    refused: list["Ruling"]


def judged(battle: "Battle", actions: Iterable["Action"]) -> Judged:
    """The rulings of these actions."""
    sorts = Judged([], [], [])
    for ruling in map(battle.judge, actions):
        (sorts.refused if not ruling.legal else sorts.rolled if ruling.dice else sorts.settled).append(ruling)
    return sorts


def surveyed(battle: "Battle", wanted: Wanted) -> list["Ruling"]:
    """The rulings that fit, in short where the ruleset has a quicker way to judge hundreds of pairs."""
    from enfilade.referee.ruleset import Surveying

    quick = battle.ruleset.survey(battle.state) if isinstance(battle.ruleset, Surveying) else ()
    rulings = [ruling for ruling in quick if wanted(ruling.action)]
    return rulings or [battle.judge(action) for action in chosen(battle, wanted)]


def _described(candidates: Sequence["Action"], wanted: Wanted) -> list["Action"]:
    from enfilade.referee import Action

    if not (wanted.fields.keys() >= {"attacker", "target"} or wanted.fields.keys() >= {"kind", "unit"}):
        return []
    fields = {name: _value(value) for name, value in wanted.fields.items() if name != "kind"}
    kinds = dict.fromkeys([wanted.fields["kind"]] if "kind" in wanted.fields else [one.kind for one in candidates])
    return [Action.of(kind, **fields) for kind in kinds]


def _decision(wanted: Wanted) -> "Action":
    """What the referee decides: words and a name as they were typed, and fields of a unit."""
    from enfilade.referee import Action, deciding

    fields = {name: value for name, value in wanted.fields.items() if name != "kind"}
    own, others = deciding.OWN, {name: _value(value, True) for name, value in fields.items()}
    return Action.of(deciding.KIND, **{name: fields[name] if name in own else others[name] for name in fields})


def _culprit(candidates: Sequence["Action"], wanted: Wanted) -> str:
    """The first field that leaves no candidate, and what it could have been."""
    from enfilade.referee import closest

    left = list(candidates)
    for name, value in wanted.fields.items():
        kept = [action for action in left if _is(_field(action, name), value)]
        if not kept:
            known = list(dict.fromkeys(_text(_field(action, name)) for action in left))
            near = closest(value, known)
            hint = f"did you mean {near}?" if near else f"known: {_some(known)}"
            return f"{name} {value}; {hint}"
        left = kept
    return str(wanted)


def _some(known: Sequence[str], most: int = 12) -> str:
    return ", ".join(known[:most]) + (f" and {len(known) - most} more" if len(known) > most else "")


def _field(action: "Action", name: str) -> Any:
    return action.kind if name == "kind" else action.get(name)


def _text(value: Any) -> str:
    from enfilade.referee import shown

    return shown(value)


def _is(value: Any, typed: str) -> bool:
    """Whether a field has the value that was typed: by its text, or as JSON would read it."""
    from enfilade.referee import as_json

    return _text(value) == typed or (value is not None and as_json(value) == _value(typed))


def _value(typed: str, mapping: bool = False) -> Any:
    """What was typed as a value of an action: JSON, numbers parted by commas as in 11,10, or else a text."""
    for text in (typed, f"[{typed.strip().removeprefix('(').removesuffix(')')}]" if "," in typed else typed):
        try:
            value = json.loads(text, parse_constant=_no_number, parse_float=_finite)
        except (ValueError, RecursionError):
            continue
        if (isinstance(value, dict) and not mapping) or value == []:
            raise Wrong(f"{typed}: a word, a number or numbers parted by commas were expected")
        return value
    return typed


def _no_number(word: str) -> float:
    raise Wrong(f"{word}: a finite number was expected")


def _finite(typed: str) -> float:
    return float(typed) if math.isfinite(float(typed)) else _no_number(typed)
