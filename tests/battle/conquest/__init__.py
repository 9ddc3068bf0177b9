"""The dice battles of the classic game of world conquest: a whole ruleset, and the smallest that is one.

Up to three dice attack, up to two defend; the highest are compared, then the next; a tie is the defender's.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from enfilade.dice import D6, Choice, Option, Policy, Pool, Program, Roll, Stage, first
from enfilade.referee import (
    Action,
    Deciding,
    Event,
    Facts,
    Mistake,
    Nearest,
    Outcome,
    Piece,
    Question,
    Refusal,
    Result,
    Rules,
    Ruling,
    ScenarioError,
    Scene,
    Shape,
    Step,
    allow,
    deciding,
    folded,
    read_book,
    refuse,
)

name = "conquest"
edition = "classic"
editions: tuple[str, ...] = ("classic",)
kinds: tuple[str, ...] = ("attack", deciding.KIND)
book = read_book(__package__)
library = None
policies: Mapping[str, Policy[Any]] = MappingProxyType({"all dice": first})
aims: Mapping[str, Callable[[Result], Fraction | int]] = MappingProxyType(
    {
        "armies": lambda result: result.counts["defender_lost"] - result.counts["attacker_lost"],
        "region": lambda result: result.counts["conquered"],
    }
)
questions: tuple[Question, ...] = (
    Question("armies", "the armies in the attacking region", "a whole number from 1", "4"),
    Question("against", "the armies in the region attacked", "a whole number from 1", "2"),
)


# The document and the state -------------------------------------------------------------------------------------


class RegionEntry(BaseModel):
    """A region of the map: who holds it, with how many armies, where it is drawn, and what it borders on."""

    model_config = ConfigDict(extra="forbid")
    id: str
    side: str
    armies: int = Field(ge=1, le=1000)
    position: tuple[int, int] = (0, 0)
    borders: tuple[str, ...] = ()


class document(BaseModel):  # noqa: N801  (the protocol's own name)
    """A position."""

    model_config = ConfigDict(extra="forbid")
    format: Literal["enfilade/scenario/1"] = "enfilade/scenario/1"
    ruleset: Literal["conquest"] = "conquest"
    title: str = ""
    readings: dict[str, str] = {}
    regions: tuple[RegionEntry, ...] = Field(min_length=1, max_length=100)


class Region(NamedTuple):
    """A region as the rules need it."""

    id: str
    side: str
    armies: int
    position: tuple[int, int]


class State(NamedTuple):
    """A position: the regions by name, the pairs that share a border, and the readings chosen."""

    regions: tuple[Region, ...]
    borders: frozenset[frozenset[str]]
    readings: Facts

    def region(self, name: Any) -> Region | None:
        return next((region for region in self.regions if region.id == name), None)


def setup(scenario: document, library: None = None) -> State:
    """The position of a scenario; raises `ScenarioError` with every border to nowhere."""
    known = [region.id for region in scenario.regions]
    mistakes = [
        Mistake(("regions", i, "borders", j), "a region of this map", repr(other), f"known: {', '.join(known)}")
        for i, region in enumerate(scenario.regions)
        for j, other in enumerate(region.borders)
        if other not in known
    ]
    if mistakes:
        raise ScenarioError(mistakes)
    regions = tuple(Region(entry.id, entry.side, entry.armies, entry.position) for entry in scenario.regions)
    borders = frozenset(frozenset((entry.id, other)) for entry in scenario.regions for other in entry.borders)
    return State(regions, borders, Facts(scenario.readings))


# The ruling -----------------------------------------------------------------------------------------------------


def candidates(state: State, about: str = "") -> Iterator[Action]:
    """An attack over every border between two sides, from both of them; or only those that `about` belongs to."""
    for region in state.regions:
        for other in state.regions:
            border = region.side != other.side and frozenset((region.id, other.id)) in state.borders
            if border and about in ("", region.id, other.id):
                yield Action.of("attack", attacker=region.id, target=other.id)


def judge(state: State, action: Action) -> Ruling:
    """Whether the attack may be made, and its dice."""
    rules = Rules(book, state.readings)
    if action.kind == deciding.KIND:
        return deciding.judge(state, action, rules, decidable)
    attacker, target = state.region(action.get("attacker")), state.region(action.get("target"))
    if action.kind != "attack" or attacker is None or target is None:
        known = tuple(region.id for region in state.regions)
        step = Step("attack.border", "an attack names two regions of the map; found {found}", Facts(found=str(action)))
        return refuse(action, (), rules, Refusal(step, Nearest("the regions are {known}", Facts(known=known))))
    steps: list[Step] = []
    for step in _checks(state, attacker, target):
        if not step.value:
            return refuse(action, steps, rules, Refusal(step))
        steps.append(step)
    attack, defence = _dice(attacker, target)
    stages = _stages(attack.value, defence.value, rules["sees"] == "after")
    if target.armies <= defence.value:
        stages += (Stage("conquest.moves", "{moving} armies move in", partial(_move_in, target.armies)),)
    program = Program(Clash(), stages, partial(_result, attacker, target))
    return allow(action, [*steps, attack, defence], rules, program)


def _checks(state: State, attacker: Region, target: Region) -> Iterator[Step]:
    """What has to hold before dice are thrown, in the order of the rules."""
    names = Facts(attacker=attacker.id, target=target.id, side=target.side, armies=attacker.armies)
    border = frozenset((attacker.id, target.id)) in state.borders
    yield Step("attack.border", "{attacker} and {target} share a border: {value}", names, border)
    enemies = attacker.side != target.side
    yield Step("attack.border", "{target} is held by {side}, another side: {value}", names, enemies)
    spare = attacker.armies - 1
    words = "{attacker} holds {armies} armies; one stays, so at least two are needed"
    yield Step("attack.stays", words, names, spare > 0, margin=float(spare - 1))


def _dice(attacker: Region, target: Region) -> tuple[Step, Step]:
    """The most dice that each side may throw."""
    spare = Step("attack.stays", "{value} armies may leave", value=attacker.armies - 1)
    three = Step("dice.attack", "never more than {value}", value=3)
    words = "{region} may attack with {value} dice"
    attack = folded("least", "dice.attack", words, (spare, three), name="attack_dice", region=attacker.id)
    there = Step("dice.defence", "{value} armies are there", value=target.armies)
    two = Step("dice.defence", "never more than {value}", value=2, readings=("sees",))
    words = "{region} may defend with {value} dice"
    return attack, folded("least", "dice.defence", words, (there, two), name="defence_dice", region=target.id)


# The dice -------------------------------------------------------------------------------------------------------


class Clash(NamedTuple):
    """One exchange: the dice of both sides, the attacker's faces, who lost how many armies, and how many move in."""

    attack: int = 0
    defence: int = 0
    faces: tuple[int, ...] = ()
    attacker_lost: int = 0
    defender_lost: int = 0
    moving: int = 0


def _stages(attack: int, defence: int, sees: bool) -> tuple[Stage[Clash], ...]:
    """The exchange; where the defender sees the attacker's faces first, it decides after them."""
    decide = Stage("dice.attack", "{attack} dice attack", partial(_attack_with, attack))
    throw = Stage("dice.attack", "the attacker throws {faces}", _throw)
    answer = Stage("dice.defence", "{defence} dice defend", partial(_defend_with, defence))
    compare = Stage("dice.compare", "the attacker loses {attacker_lost}, the defender {defender_lost}", _compare)
    return (decide, throw, answer, compare) if sees else (decide, answer, throw, compare)


def _attack_with(most: int, clash: Clash) -> Choice[Clash]:
    options = (Option(f"{count} dice", clash._replace(attack=count)) for count in range(most, 0, -1))
    return Choice("attacker", "How many dice attack?", tuple(options))


def _defend_with(most: int, clash: Clash) -> Choice[Clash]:
    options = (Option(f"{count} dice", clash._replace(defence=count)) for count in range(most, 0, -1))
    return Choice("defender", "How many dice defend?", tuple(options))


def _throw(clash: Clash) -> Roll[Clash]:
    return Roll(Pool(((D6, clash.attack),)), lambda rows: clash._replace(faces=rows[0]))


def _compare(clash: Clash) -> Roll[Clash]:
    def compared(rows: tuple[tuple[int, ...], ...]) -> Clash:
        pairs = list(zip(reversed(clash.faces), reversed(rows[0]), strict=False))
        won = sum(mine > theirs for mine, theirs in pairs)
        return clash._replace(faces=(), attacker_lost=len(pairs) - won, defender_lost=won)

    return Roll(Pool(((D6, clash.defence),)), compared)


def _move_in(armies: int, clash: Clash) -> Clash:
    return clash._replace(moving=clash.attack) if clash.defender_lost == armies else clash


def _result(attacker: Region, target: Region, clash: Clash) -> Result:
    """The losses, and the region if nobody is left to hold it."""
    events = []
    for region, armies in ((attacker, clash.attacker_lost), (target, clash.defender_lost)):
        if armies:
            events.append(Event("losses", Facts(region=region.id, armies=armies)))
    if clash.moving:
        events.append(Event("conquest", Facts(region=target.id, by=attacker.id, armies=clash.moving)))
    lost = Facts(attacker_lost=clash.attacker_lost, defender_lost=clash.defender_lost)
    return Result(Facts(lost, conquered=int(clash.moving > 0)), tuple(events))


# What follows ---------------------------------------------------------------------------------------------------


def apply(state: State, event: Event) -> State:
    """Write losses or a conquest down."""
    if event.kind == deciding.EVENT:
        return deciding.apply(state, event, decidable)
    facts = event.facts
    changed = {region.id: region for region in state.regions}
    region = changed[facts["region"]]
    if event.kind == "losses":
        changed[region.id] = region._replace(armies=region.armies - facts["armies"])
    else:
        by = changed[facts["by"]]
        changed[by.id] = by._replace(armies=by.armies - facts["armies"])
        changed[region.id] = region._replace(side=by.side, armies=facts["armies"])
    return state._replace(regions=tuple(changed.values()))


def _told(state: State, name: str) -> Facts:
    region = state.region(name)
    return Facts(side=region.side, armies=region.armies) if region else Facts()


def _changed(state: State, name: str, fields: Facts) -> State:
    """The position with a region held as the referee decides, read as a scenario's is."""
    entry = RegionEntry.model_validate({"id": name, **_told(state, name), **fields})
    held = (region._replace(side=entry.side, armies=entry.armies) for region in state.regions if region.id == name)
    return state._replace(regions=tuple(next(held) if r.id == name else r for r in state.regions))


FIELDS = {"side": "who holds it", "armies": "a whole number from 1 to 1000"}
decidable = Deciding(FIELDS, lambda state: (region.id for region in state.regions), _told, _changed)


def outcome(state: State) -> Outcome | None:
    """One side holds everything, or nobody can attack any more."""
    sides = sorted({region.side for region in state.regions})
    if len(sides) == 1:
        return Outcome(sides[0], f"{sides[0]} holds every region")
    if not any(judge(state, action).legal for action in candidates(state)):
        return Outcome(None, "nobody can attack any more")
    return None


def pieces(state: State) -> tuple[Piece, ...]:
    """The armies of every region, where it lies."""
    return tuple(
        Piece(region.id, region.id, region.side, "{armies} armies", Facts(armies=region.armies), at=region.position)
        for region in state.regions
    )


def scene(state: State, ruling: Ruling | None = None) -> Scene:
    """The regions as points, and a line for every border."""
    places = {region.id: region.position for region in state.regions}
    shapes = [Shape("line", tuple(places[name] for name in sorted(pair)), "terrain") for pair in state.borders]
    for region in state.regions:
        label = f"{region.id} {region.armies}"
        shapes.append(Shape("point", (region.position,), "unit", label, region.id, region.side))
    xs, ys = zip(*places.values(), strict=True)
    evidence = ruling.evidence if ruling else ()
    return Scene(max(xs) + 1.0, max(ys) + 1.0, "steps", True, (*shapes, *evidence))


def ask(given: Mapping[str, str]) -> tuple[State, tuple[Action, ...]]:
    """Two regions with these armies, and the attack of the first on the second."""
    known = [question.name for question in questions]
    mistakes = [Mistake((word,), "armies or against", repr(word)) for word in given if word not in known]
    numbers = [given.get(word, "2") for word in known]
    for word, number in zip(known, numbers, strict=True):
        if not number.isdecimal() or not 1 <= int(number) <= 1000:
            mistakes.append(Mistake((word,), "a whole number from 1 to 1000", repr(number)))
    if mistakes:
        raise ScenarioError(mistakes)
    here, there = (int(number) for number in numbers)
    regions = (
        RegionEntry(id="here", side="attacker", armies=here, borders=("there",)),
        RegionEntry(id="there", side="defender", armies=there, position=(1, 0)),
    )
    return setup(document(regions=regions)), (Action.of("attack", attacker="here", target="there"),)
