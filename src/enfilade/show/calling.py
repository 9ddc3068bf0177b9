"""What people call the units and the sides of a battle: by the names on the board, not by the ids of its file."""

from collections import Counter
from collections.abc import Mapping

from enfilade.battle import Battle
from enfilade.referee import Translator


def side_names(battle: Battle) -> dict[str, str]:
    """The sides with the names that the scenario gives them; a side without one is called by its id."""
    given = battle.scenario.get("sides")
    names = given if isinstance(given, Mapping) else {}
    there = dict.fromkeys([*names, *(piece.side for piece in battle.ruleset.pieces(battle.state) if piece.side)])
    return {str(side): str(names.get(side, side)) for side in there}


def unit_names(battle: Battle) -> dict[str, str]:
    """What each unit is called: by its name, and where several bear the same by its id too: Archers (behind)."""
    pieces = battle.ruleset.pieces(battle.state)
    bearers = Counter(piece.name for piece in pieces)
    alone = {piece.id: piece.name == piece.id or bearers[piece.name] == 1 for piece in pieces}
    return {piece.id: piece.name if alone[piece.id] else f"{piece.name} ({piece.id})" for piece in pieces}


def calling(battle: Battle, translate: Translator) -> Translator:
    """The same language, which calls the units and sides of this battle as people know them."""
    return translate.naming({**side_names(battle), **unit_names(battle)})
