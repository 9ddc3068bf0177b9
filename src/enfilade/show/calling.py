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


def character_names(battle: Battle) -> dict[str, str]:
    """The characters with the names that the scenario gives them."""
    given = battle.scenario.get("characters")
    told = [one for one in given if isinstance(one, Mapping)] if isinstance(given, list | tuple) else []
    return {str(one["id"]): str(one["name"]) for one in told if "id" in one and "name" in one}


def calling(battle: Battle, translate: Translator) -> Translator:
    """The same language, which calls the units, characters and sides of this battle as people know them."""
    return translate.naming({**side_names(battle), **character_names(battle), **unit_names(battle)})


def described(battle: Battle, translate: Translator) -> Translator:
    """The same for a battle that a few facts describe: who has no name in it is called by the part that it plays."""
    named = calling(battle, translate)
    return named.naming(
        {one: translate.word(name, "part") if name == one else name for one, name in named.names.items()}
    )
