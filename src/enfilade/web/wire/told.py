"""What the server tells: positions, rulings, odds, worths, and what went wrong."""

from typing import Annotated, Any, Literal

from pydantic import Field

from enfilade.web.wire.ground import Action, Message, Scenario, maybe


class Shape(Message):
    """Something to draw, in the scene's coordinates."""

    shape: Literal["point", "line", "edge", "polygon", "circle", "text"]
    points: list[tuple[float, float]]
    role: str
    label: str | None = maybe()
    of: str | None = maybe()
    side: str | None = maybe()


class Scene(Message):
    """A battlefield ready to draw: its size in `unit`, the way its y axis points, shapes from back to front."""

    width: float
    depth: float
    unit: str
    y_up: bool
    title: str
    shapes: list[Shape]


class Piece(Message):
    """Where a unit, token or character stands now. What has no place on the board has neither `at` nor `area`."""

    id: str
    name: str
    side: str
    at: tuple[float, float] | None
    facing: float | None = Field(description="degrees clockwise from north; null: it has none")
    area: str | None
    strength: str = Field(description="in words, in the language asked for")
    turns: bool = Field(description="whether it can be turned on the board")
    gone: bool


class End(Message):
    """How the battle ended."""

    winner: str | None
    text: str


class Position(Message):
    """A position: its scenario, its picture, its pieces, every attempt worth a ruling, and whether it is over."""

    ruleset: str
    edition: str
    title: str
    sides: dict[str, str]
    scenario: Scenario
    scene: Scene
    pieces: list[Piece]
    candidates: Annotated[list[Action], Field(description="the first of them, where there are more")]
    more: bool | None = maybe()
    outcome: End | None
    record: bool | None = maybe()
    units: Scenario | None = maybe()


class Step(Message):
    """One check of a rule, and what it rests on. `shows` are the shapes of the evidence that it alone points at."""

    rule: str
    text: str
    facts: dict[str, Any]
    value: Any
    margin: float | None
    because: list["Step"]
    name: str | None = maybe()
    too_close: bool | None = maybe()
    fold: str | None = maybe()
    shows: list[int]


class Nearest(Message):
    """The nearest thing that would be legal."""

    text: str
    facts: dict[str, Any]
    action: Action | None


class Refusal(Message):
    """Why an action is not legal."""

    rule: str
    text: str
    facts: dict[str, Any]
    margin: float | None
    too_close: bool | None = maybe()
    because: list[Step]
    shows: list[int]
    nearest_legal: Nearest | None


class Named(Message):
    """A value for people: its name, its label and how it reads in the language asked for."""

    name: str
    label: str
    value: str


class ReadingChosen(Message):
    """A disputed point that a ruling consulted, and how it was read."""

    name: str
    option: str
    question: str
    text: str


class Ruling(Message):
    """A ruling. A brief one has no steps, assumptions and evidence."""

    action: Action
    deed: str
    verdict: Literal["legal", "refused"]
    said: str = Field(description="the verdict word in the language asked for")
    values: dict[str, Any]
    spoken: list[Named]
    refusal: Refusal | None = maybe()
    steps: list[Step]
    assumptions: list[str]
    readings: list[ReadingChosen]
    evidence: list[Shape]
    rollable: bool = Field(description="legal, and there is something to roll or to change")
    throws: bool = Field(description="whether dice are thrown in it")


class Rulings(Message):
    """Rulings in the order in which they were asked for."""

    rulings: list[Ruling]


class Outcome(Message):
    """One value of a count with its chance, exact as a fraction and as a number to draw."""

    value: Any
    label: str
    probability: str
    p: float
    at_least: str | None = maybe()
    at_least_p: float | None = maybe()
    interval: tuple[float, float] | None = maybe()


class Tally(Message):
    """One count of the results with its distribution."""

    name: str
    label: str
    kind: Literal["number", "yes_no", "other", "certain"]
    outcomes: list[Outcome]
    expected: str | None = maybe()
    expected_p: float | None = maybe()


class Odds(Message):
    """The odds of an attack under a policy: exact, or a sample of so many runs."""

    action: Action
    policy: str
    exact: bool
    samples: int | None = maybe()
    tallies: list[Tally]


class Change(Message):
    """An expected value or a chance, as it is and as it would be."""

    name: str
    label: str
    now: float
    then: float


class Worth(Message):
    """What one thing is worth: the same attack with it switched."""

    name: str
    label: str
    kind: Literal["reading", "modifier"]
    now: str
    then: str
    changes: list[Change]
    refused: str | None = maybe()
    unweighed: str | None = maybe()
    path: list[str | int] = Field(
        description='the field of the scenario that is switched; ["action", field]: of the action'
    )
    value: Any = Field(description="what stands there then; null: nothing")


class Worths(Message):
    """Everything about an attack that can be switched, and what each is worth."""

    worths: list[Worth]


class Mistake(Message):
    """One mistake in what was sent: where, what was expected, what was found, what to do."""

    where: str
    line: int | None = maybe()
    column: int | None = maybe()
    field: str
    expected: str
    found: str
    hint: str


class Trouble(Message):
    """The body of every answer that is not 2xx."""

    error: Literal["scenario", "refused", "too_large", "too_many", "not_found", "not_yours", "busy", "request", "fault"]
    message: str
    mistakes: list[Mistake] | None = maybe()
    ruling: Ruling | None = maybe()


class ReadingOption(Message):
    """One way to read a disputed point."""

    name: str
    text: str


class ReadingInfo(Message):
    """A disputed point of a ruleset."""

    name: str
    question: str
    options: list[ReadingOption]
    default: str


class Offer(Message):
    """A name to send back, and how it reads."""

    name: str
    label: str


class OrderTarget(Message):
    """One target of an order; an empty one where none is needed. `why` is empty where it can be given."""

    target: str
    name: str
    why: str


class Reaction(Message):
    """How a unit may meet a charge."""

    name: str
    label: str


class OrderKind(Message):
    """A kind of order with its targets."""

    kind: str
    label: str
    targets: list[OrderTarget]
    reactions: list[Reaction]


class OrderMenu(Message):
    """What a unit may be told for the turn."""

    unit: str
    orders: list[OrderKind]


class OrderMenus(Message):
    """What every unit may be told for the turn."""

    menus: list[OrderMenu]


class Decidable(Message):
    """A field of a unit that the referee may decide, and what it takes."""

    name: str
    takes: str


class RuleTold(Message):
    """Where a rule stands, and what it says in our words; `basis` is stated, inferred or assumed."""

    place: str
    words: str
    basis: str


class RulesetInfo(Message):
    """What a ruleset offers."""

    name: str
    title: str
    edition: str
    editions: list[str]
    readings: list[ReadingInfo]
    policies: list[Offer]
    aims: list[Offer]
    kinds: list[Offer]
    rules: dict[str, RuleTold]
    decides: list[Decidable] | None = maybe()


class Example(Message):
    """A shipped scenario."""

    id: str
    ruleset: str
    title: str


class ExampleTold(Message):
    """A shipped scenario with its text."""

    scenario: Scenario
    text: str


class Catalogue(Message):
    """The page's own words in another language."""

    language: str
    texts: dict[str, str]
