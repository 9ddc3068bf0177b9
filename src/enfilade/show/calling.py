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
    """What each unit is called."""
    return apart({piece.id: piece.name for piece in battle.ruleset.pieces(battle.state)})


def apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names by id, and where several bear the same with their ids: Archers (behind)."""
    bearers = Counter(names.values())
    return {one: name if name == one or bearers[name] == 1 else f"{name} ({one})" for one, name in names.items()}


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
