"""What a ruleset is asked, and the words around it: scenes, mistakes in documents, outcomes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, runtime_checkable

from enfilade.dice import Policy
from enfilade.referee.book import Book
from enfilade.referee.facts import Facts, Words, phrase
from enfilade.referee.notes import Mistake
from enfilade.referee.pieces import Piece
from enfilade.referee.ruling import Action, Event, Result, Ruling
from enfilade.referee.steps import Shape, Step
from enfilade.referee.translator import Translator, same


class ScenarioError(ValueError):
    """A scenario that cannot be set up, with every mistake in it."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{_dotted(m.path)}: expected {m.expected}, found {m.found}" for m in mistakes))


def _dotted(path: Iterable[str | int]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or "the document"


@dataclass(frozen=True, slots=True)
class Scene:
    """A battlefield ready to draw: its size in `unit`, the way its y axis points, and the shapes from back to front.

    A `title` that players gave is text; one that is put together from words is `Words`.
    """

    width: float
    depth: float
    unit: str
    y_up: bool
    shapes: tuple[Shape, ...]
    title: str | Words = ""

    def json(self) -> dict[str, Any]:
        return {
            "width": self.width,
            "depth": self.depth,
            "unit": self.unit,
            "y_up": self.y_up,
            "title": str(self.title),
            "shapes": [shape.json() for shape in self.shapes],
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended: the side that won, or `None` for a draw, and why: a template over `facts`."""

    winner: str | None
    words: str
    facts: Facts = Facts()

    def text(self, translate: Translator = same) -> str:
        return phrase(self.words, self.facts, translate)


@dataclass(frozen=True, slots=True)
class Question:
    """One word of a short question: `enfilade ask RULESET name=...`, what it means and what it takes."""

    name: str
    words: str
    takes: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class Deciding:
    """What the referee may decide of a unit: each field with what it takes, how it stands now, and how it is set.

    `told` gives the fields of a unit as a scenario would write them now. `changed` gives the state with some of them
    set; it raises `ScenarioError`, with paths that begin with the field, or pydantic's `ValidationError`.
    """

    fields: Mapping[str, str]
    units: Callable[[Any], Iterable[str]]
    told: Callable[[Any, str], Facts]
    changed: Callable[[Any, str, Facts], Any]


class Ruleset(Protocol):
    """What a ruleset answers. A ruleset is a module; the core never looks into its states.

    `Any` stands for the ruleset's own state: frozen, hashable, plain data. Two things it may answer besides: see
    `Surveying`, for positions of hundreds of units, and `Ordering`, where units move by orders.
    """

    name: str
    edition: str
    editions: tuple[str, ...]
    kinds: tuple[str, ...]  # of the actions that it rules on
    book: Book
    document: Any  # the pydantic model of its scenario files
    library: Any  # the pydantic model of its unit files, or None
    policies: Mapping[str, Policy[Any]]  # ways to answer choices, by name; the first is the default
    aims: Mapping[str, Callable[[Result], Fraction | int]]  # what "best" may mean, by name; the first is the default
    questions: tuple[Question, ...]
    decidable: Deciding  # what `{kind: decide}` may set; `enfilade.referee.deciding` judges and applies it

    def setup(self, document: Any, library: Any = None) -> Any:
        """The state at the start. Raises `ScenarioError` with every mistake."""
        ...

    def candidates(self, state: Any, about: str = "") -> Iterator[Action]:
        """Every enumerable attempt worth a ruling, legal or not, each once, in a stable order.

        With `about`, the id of a unit, only those that it makes and those on it. What the referee decides is always
        possible and not among them.
        """
        ...

    def judge(self, state: Any, action: Action) -> Ruling:
        """The ruling. Never raises for a refusal; the same answer for tooltip, odds and roll."""
        ...

    def apply(self, state: Any, event: Event) -> Any:
        """The state with this fact written down. Pure; decides nothing."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """How the battle ended, or `None` while it goes on."""
        ...

    def pieces(self, state: Any) -> tuple[Piece, ...]:
        """Where each unit stands now and what is left of it, those that are gone too."""
        ...

    def scene(self, state: Any, ruling: Ruling | None = None) -> Scene:
        """The battlefield, with the ruling's evidence on it."""
        ...

    def ask(self, given: Mapping[str, str]) -> tuple[Any, tuple[Action, ...]]:
        """A state that holds just these facts, and the actions to judge. Raises `ScenarioError`."""
        ...


@runtime_checkable
class Surveying(Protocol):
    """What a ruleset may offer besides: the rulings on all candidates at once, for positions of hundreds of units.

    The table of all pairs asks for it; a ruleset without it is asked for one ruling after another.
    """

    def survey(self, state: Any, about: str = "") -> Iterator[Ruling]:
        """The ruling on each of `candidates`, in their order, each with the verdict and values that `judge` gives it.

        It may leave out what only an explanation needs: lines, margins, readings, what would be legal instead.
        """
        ...


class Offer(NamedTuple):
    """An order that a unit may be given: its kind and target, what the target is called, and ways to meet a charge.

    `why` is the step that says why it cannot be given; `None` where it can. A target is empty where none is needed.
    """

    kind: str
    target: str
    name: str | Words
    why: Step | None
    reactions: tuple[str, ...]


@runtime_checkable
class Ordering(Protocol):
    """What a ruleset offers besides whose units move by orders, all of them in an action of the kind `turn`.

    That action takes the orders in its field `orders`: of each unit, by its id, the order as a file writes it.
    """

    def menus(self, state: Any) -> Iterator[tuple[str, Iterator[Offer]]]:
        """Every unit that can be given an order now, with every order and every target, possible or not."""
        ...

    def ordered(self, state: Any) -> Mapping[str, Mapping[str, Any]]:
        """The orders that units have for the turn to come, as a file writes them."""
        ...
