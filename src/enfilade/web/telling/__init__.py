"""Positions, rulings, odds and rolled attacks as the messages of the table, in the language of `translate`.

Nothing is judged or computed here: everything is read off a battle, a ruling, a distribution or a trace.
"""

from enfilade.show.calling import side_names as sides
from enfilade.web.telling.chances import odds
from enfilade.web.telling.positions import edition, pieces, plain, position, scene
from enfilade.web.telling.rolled import counted, stages, waiting, whose
from enfilade.web.telling.rulings import ruling
from enfilade.web.telling.troubles import trouble
from enfilade.web.telling.turns import turn_report

__all__ = [
    "counted",
    "edition",
    "odds",
    "pieces",
    "plain",
    "position",
    "ruling",
    "scene",
    "sides",
    "stages",
    "trouble",
    "turn_report",
    "waiting",
    "whose",
]
