"""Short questions: the facts of the last table in words, no map, and the ruling at once."""

from collections.abc import Mapping

from enfilade.geometry.lattice import Lattice
from enfilade.referee import Action, Facts, Notes, Question, ScenarioError, closest, hint
from enfilade.rulesets.lineofattack.book import BOOK
from enfilade.rulesets.lineofattack.state import LEVELS, State, Stated, Token

YES, NO = ("yes", "true", "1"), ("no", "false", "0", "none")
STANCES = ("none", "pop_up", "duck")
READINGS = tuple(BOOK.readings["copertura"].options)

QUESTIONS: tuple[Question, ...] = (
    Question("visibility", "what is seen of the target from the attacker's middle", "full, partial or no", "partial"),
    Question("coverage", "the percentage of coverage, where visibility is partial", "0, 25, 50 or 75", "50"),
    Question("cover", "the cover that obstacles give the target", "none, low, medium or high", "none"),
    Question("stance", "the stance of the target", "none, pop_up or duck", "duck"),
    Question("corner", "whether the attacker leans out at a wall corner with full visibility", "yes or no"),
    Question("soft_shield", "whether characters stand in half of the lines", "yes or no"),
    Question("behind_it", "whether the target ducks behind what covers it (yes if not said)", "yes or no"),
    Question("copertura", "the column Copertura of the last table outright", "yes or no"),
    Question("reading", "what Copertura means, if it is not said outright", ", ".join(READINGS)),
)  # fmt: skip


def ask(given: Mapping[str, str]) -> tuple[State, tuple[Action, ...]]:
    """A position that holds just these facts, and the attack to judge. Raises `ScenarioError`."""
    notes = Notes()
    known = [question.name for question in QUESTIONS]
    for name in given:
        if name not in known:
            notes.unknown((name,), "a fact of this question", name, known)
    seen = _one_of(given, "visibility", ("full", "partial", "no"), notes)
    stance = _one_of(given, "stance", STANCES, notes)
    cover = _one_of(given, "cover", LEVELS, notes)
    coverage = _coverage(given, seen, notes)
    reading = _one_of(given, "reading", READINGS, notes)
    corner, shield, behind, outright = (
        _yes(given, name, notes) for name in ("corner", "soft_shield", "behind_it", "copertura")
    )
    if notes.found:
        raise ScenarioError(notes.found)
    stated = Stated(
        "attacker",
        "target",
        seen,
        coverage,
        LEVELS.index(cover),
        bool(shield),
        bool(corner),
        behind is not False,
        outright,
    )
    target = Token("target", "b", None, None, (0, 0), duck="it" if stance == "duck" else "", pop_up=stance == "pop_up")
    readings = Facts(copertura=reading) if "reading" in given else Facts()
    state = State(
        Lattice(12), (Token("attacker", "a", None, None, (0, 0)), target), stated=(stated,), readings=readings
    )
    lean = True if corner else None
    return state, (Action.of("attack", attacker="attacker", target="target", corner=lean),)


def _one_of(given: Mapping[str, str], name: str, options: tuple[str, ...], notes: Notes) -> str:
    """The option that was given; the first if none was."""
    value = given.get(name, options[0]).strip().lower().replace("-", "_").replace(" ", "_")
    if name == "visibility" and value == "none":
        value = "no"
    if value not in options:
        near = closest(value, options)  # all of them are told already
        notes.add((name,), f"one of {', '.join(options)}", repr(given[name]), hint(value, [near]) if near else "")
        return options[0]
    return value


def _coverage(given: Mapping[str, str], seen: str, notes: Notes) -> int | None:
    """The percentage, counted only where visibility is partial; 0 if nothing is said of it."""
    written = given.get("coverage", "").strip().removesuffix("%").strip()
    if written in ("", "none"):
        return 0 if seen == "partial" else None
    if written not in ("0", "25", "50", "75"):
        notes.add(("coverage",), "0, 25, 50 or 75", repr(given["coverage"]))
    elif seen != "partial":
        notes.add(("coverage",), "coverage only where visibility is partial", written, "visibility=partial")
    return int(written) if written.isdecimal() else None


def _yes(given: Mapping[str, str], name: str, notes: Notes) -> bool | None:
    """Yes or no; None if nothing is said."""
    value = given.get(name, "").strip().lower()
    if value and value not in YES + NO:
        notes.add((name,), "yes or no", repr(given[name]))
    return None if not value else value in YES
