"""The words that every ruleset shares: what is asked, what is ruled, why, and what a ruleset must answer.

A ruling is one tree of steps. Log, picture, JSON, page and tests all read this tree; nothing else explains.
The core knows no board, no unit and no phase: a state belongs to its ruleset and is opaque here.
"""

from enfilade.referee.book import Book, Reading, Rules, Source, read_book
from enfilade.referee.facts import GIVEN, ORDERS, Facts, Plain, Words, as_json, phrase, shown, told, under
from enfilade.referee.notes import Mistake, Notes, Path, advice, closest, expectation, hint
from enfilade.referee.pieces import Piece
from enfilade.referee.ruleset import Deciding, Offer, Ordering, Outcome, Question, Ruleset, ScenarioError, Scene
from enfilade.referee.ruling import Action, Event, Nearest, Refusal, Result, Ruling, allow, refuse
from enfilade.referee.steps import FOLDS, Fold, Shape, Step, folded
from enfilade.referee.translator import Numbers, Translator, same

__all__ = [
    "FOLDS",
    "GIVEN",
    "ORDERS",
    "Action",
    "Book",
    "Deciding",
    "Event",
    "Facts",
    "Fold",
    "Mistake",
    "Nearest",
    "Notes",
    "Numbers",
    "Offer",
    "Ordering",
    "Outcome",
    "Path",
    "Piece",
    "Plain",
    "Question",
    "Reading",
    "Refusal",
    "Result",
    "Rules",
    "Ruleset",
    "Ruling",
    "ScenarioError",
    "Scene",
    "Shape",
    "Source",
    "Step",
    "Translator",
    "Words",
    "advice",
    "allow",
    "as_json",
    "closest",
    "expectation",
    "folded",
    "hint",
    "phrase",
    "read_book",
    "refuse",
    "same",
    "shown",
    "told",
    "under",
]
