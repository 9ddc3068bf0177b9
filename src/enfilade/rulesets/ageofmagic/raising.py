"""From a unit as it is described to a unit as it is raised, every mistake noted with its place."""

from decimal import Decimal

from enfilade.referee import Notes, Path
from enfilade.rulesets.ageofmagic import documents
from enfilade.rulesets.ageofmagic.numbers import exact
from enfilade.rulesets.ageofmagic.state import Arms, Group, Guard, Leader, Stated, Unit
from enfilade.rulesets.ageofmagic.tables import ARMOUR, Weapon, weapon

NOBODY = Leader("", 0, 0, 0, 0)
Armoury = dict[str, Weapon]


def raised(data: documents.Unit, path: Path, armoury: Armoury, notes: Notes) -> Unit:
    """The unit of a description."""
    size = whole(notes, (*path, "size"), data.size)
    start = size if data.start_size is None else whole(notes, (*path, "start_size"), data.start_size)
    if start < size:
        notes.add((*path, "start_size"), f"at least its size, {size}", start)
    if data.barding != "none" and data.mount != "cavalry":
        notes.add((*path, "barding"), "none for a unit on foot", data.barding, "or mount: cavalry")
    groups = _groups(data, path, size, armoury, notes)
    return Unit(
        id=data.id,
        name=data.name or data.id,
        side=data.side,
        leader=_leader(data, path, notes),
        groups=groups,
        stated=_stated(data),
        order=data.order_of_battle,
        training=data.training,
        mount=data.mount,
        barding=data.barding,
        kind=_kind(data, groups),
        speed=data.speed if data.speed is not None else 2 if data.mount == "cavalry" else 1,
        fortified=data.fortified,
        start=start,
    )


def _leader(data: documents.Unit, path: Path, notes: Notes) -> Leader:
    if data.leader is None:
        hint = "its leader rolls for it: give leader: {name: NAME, tactics: 0, iq: 0}"
        notes.add((*path, "leader"), "a leader", "none", hint)
        return NOBODY
    one = data.leader
    return Leader(one.name, exact(one.tactics), exact(one.leading), exact(one.strategy), exact(one.iq))


def _stated(data: documents.Unit) -> Stated:
    values = (part.value if part else None for part in (data.melee, data.missile, data.defence))
    melee, missile, defence = (None if value is None else exact(value) for value in values)
    return Stated(melee, missile, defence)


def _kind(data: documents.Unit, groups: tuple[Group, ...]) -> str:
    """The kind of the main melee weapon: as stated, or that of the weapon that most bear."""
    if data.melee is not None and data.melee.kind is not None:
        return data.melee.kind
    from enfilade.rulesets.ageofmagic.averages import main_weapon

    arms = [(group.number, group.melee.weapon) for group in groups if group.melee]
    return main_weapon(arms)[0].kind if arms else "other"


def _groups(data: documents.Unit, path: Path, size: int, armoury: Armoury, notes: Notes) -> tuple[Group, ...]:
    """The unit as groups of combatants who are alike: those listed, or one of all."""
    if not data.groups:
        one = documents.Group(number=max(1, size), melee=data.melee, missile=data.missile, defence=data.defence)
        return (_group(one, path, data, armoury, notes),)
    for kind in ("melee", "missile", "defence"):
        part = getattr(data, kind)
        if part is not None and part.value is None:
            notes.add((*path, kind), f"{kind} in each of the groups", "both")
    groups = tuple(_group(one, (*path, "groups", at), data, armoury, notes) for at, one in enumerate(data.groups))
    if sum(group.number for group in groups) != (data.start_size if data.start_size is not None else data.size):
        count = sum(group.number for group in groups)
        notes.add((*path, "groups"), f"{data.size} combatants in all, as the unit's size", count)
    return groups


def _group(one: documents.Group, path: Path, unit: documents.Unit, armoury: Armoury, notes: Notes) -> Group:
    number = whole(notes, (*path, "number"), one.number, least=1)
    melee_stated = unit.melee is not None and unit.melee.value is not None
    defence_stated = unit.defence is not None and unit.defence.value is not None
    missile_stated = unit.missile is not None and unit.missile.value is not None
    melee = None if melee_stated else _arms(one.melee, (*path, "melee"), armoury, notes)
    missile = None
    if one.missile is not None and not missile_stated:
        missile = _arms(one.missile, (*path, "missile"), armoury, notes)
    guard = None if defence_stated else _guard(one.defence, (*path, "defence"), notes)
    return Group(max(1, number), melee, missile, guard)


def _arms(data: documents.Arms | None, path: Path, armoury: Armoury, notes: Notes) -> Arms | None:
    wanted = "skill, st and weapon, or value for the whole unit"
    if data is None:
        notes.add(path, wanted, "none")
        return None
    missing = [name for name in ("skill", "st", "weapon") if getattr(data, name) is None]
    if missing:
        notes.add(path, wanted, f"no {', no '.join(missing)}")
        return None
    found = _weapon(data.weapon, (*path, "weapon"), armoury, notes)
    assert data.skill is not None and data.st is not None
    return Arms(exact(data.skill), exact(data.st), found) if found else None


def _weapon(given: str | documents.Weapon | None, path: Path, armoury: Armoury, notes: Notes) -> Weapon | None:
    if isinstance(given, documents.Weapon):
        return weapon("weapon", given.model_dump())
    if given in armoury:
        return armoury[str(given)]
    hint_names = [*armoury]
    notes.unknown(path, "a weapon that is known, or its factors {attack: 0, damage: 0}", str(given), hint_names)
    return None


def _guard(data: documents.Defence | None, path: Path, notes: Notes) -> Guard | None:
    wanted = "combat and resistance (or st and armour), or value for the whole unit"
    if data is None:
        notes.add(path, wanted, "none")
        return None
    parts = data.st is not None or data.armour is not None or bool(data.magic)
    if data.combat is None or (data.resistance is None) == (not parts):
        found = "no combat" if data.combat is None else "both" if parts else "neither resistance nor armour"
        notes.add(path, wanted, found)
        return None
    shield = (exact(data.shield.skill), exact(data.shield.parry)) if data.shield else (None, 0)
    resistance = None if data.resistance is None else exact(data.resistance)
    armour = _armour(data.armour, (*path, "armour"), notes)
    return Guard(exact(data.combat), resistance, exact(data.st or 0), armour, exact(data.magic), *shield)


def _armour(given: object, path: Path, notes: Notes) -> int:
    if isinstance(given, str):
        if given not in ARMOUR:
            notes.unknown(path, "a suit of armour, or its protection value", given, ARMOUR)
        return ARMOUR.get(given, 0)
    return exact(given) if given is not None else 0  # type: ignore[arg-type,return-value]


def whole(notes: Notes, path: Path, number: int | Decimal, least: int = 0, most: int = 1_000_000) -> int:
    """A whole number of combatants; 0 with a mistake noted if it is none."""
    if number != int(number):
        notes.add(path, "a whole number of combatants", number)
    elif not least <= number <= most:
        notes.add(path, f"{least} to {most:,} combatants", number)
    else:
        return int(number)
    return 0
