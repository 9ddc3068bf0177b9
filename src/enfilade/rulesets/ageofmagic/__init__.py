"""Age of Magic: large-scale battles without a map. See README.md in this folder for what stands where."""

from enfilade.rulesets.ageofmagic.asking import QUESTIONS as questions
from enfilade.rulesets.ageofmagic.asking import ask
from enfilade.rulesets.ageofmagic.book import BOOK as book
from enfilade.rulesets.ageofmagic.decisions import DECIDING as decidable
from enfilade.rulesets.ageofmagic.documents import Library as library
from enfilade.rulesets.ageofmagic.documents import Scenario as document
from enfilade.rulesets.ageofmagic.judging import KINDS as kinds
from enfilade.rulesets.ageofmagic.judging import candidates, judge, outcome
from enfilade.rulesets.ageofmagic.lasting import fresh, left, meeting, switches
from enfilade.rulesets.ageofmagic.menu import menus
from enfilade.rulesets.ageofmagic.pieces import pieces
from enfilade.rulesets.ageofmagic.policies import AIMS as aims
from enfilade.rulesets.ageofmagic.policies import POLICIES as policies
from enfilade.rulesets.ageofmagic.scene import scene
from enfilade.rulesets.ageofmagic.setup import setup
from enfilade.rulesets.ageofmagic.telling import came_of
from enfilade.rulesets.ageofmagic.turn_ruling import ordered
from enfilade.rulesets.ageofmagic.writing import apply

__all__ = [
    "aims",
    "apply",
    "ask",
    "book",
    "came_of",
    "candidates",
    "decidable",
    "document",
    "edition",
    "editions",
    "fresh",
    "judge",
    "kinds",
    "left",
    "library",
    "meeting",
    "menus",
    "name",
    "ordered",
    "outcome",
    "pieces",
    "policies",
    "questions",
    "scene",
    "setup",
    "switches",
]

name = "ageofmagic"
edition = "site"
editions: tuple[str, ...] = ("site",)
