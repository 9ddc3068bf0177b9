"""The best attack of a unit: over all targets, attacks, shifts, turns and charges, the most expected wounds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from enfilade.dice import Program, Stage, Until, odds
from enfilade.geometry import Rect
from enfilade.referee import Action, Facts, Refusal, Result, Ruling, Step
from enfilade.rulesets.asoiaf import charge, ground, melee, ranged
from enfilade.rulesets.asoiaf.approach import best_run
from enfilade.rulesets.asoiaf.contact import engagements, lag, share
from enfilade.rulesets.asoiaf.course import Course, named, no, ruled
from enfilade.rulesets.asoiaf.drawn import across, inch
from enfilade.rulesets.asoiaf.fight import Fight
from enfilade.rulesets.asoiaf.plan import Ending, Ends
from enfilade.rulesets.asoiaf.resolve import resolved
from enfilade.rulesets.asoiaf.seen import Watch, watch
from enfilade.rulesets.asoiaf.state import Attack, State, Unit
from enfilade.rulesets.asoiaf.tables import ARCS, FREE_SHIFT
from enfilade.rulesets.asoiaf.worth import Strike


class Chance(NamedTuple):
    """Something a unit might do, the wounds to expect if it can, and how to find out."""

    expected: Fraction
    about: tuple[str, str, str]
    find: Callable[[], Action | None]


class Found(NamedTuple):
    """An attack that can be made, and the wounds to expect."""

    expected: Fraction
    about: tuple[str, str, str]
    action: Action


def judge(state: State, action: Action) -> Course:
    """The best attack and the runner-up: another target, another attack, or another kind of it."""
    unit = named(state, action, "unit", "8.best")
    if isinstance(unit, Refusal):
        yield unit
        return None
    found = attacks(state, unit)
    if not found:
        yield no("8.best", "{unit} can attack nobody", None, unit=unit.id)
        return None
    for name, number in (("best", 0), ("runner_up", 1)):
        if number < len(found):
            yield from _told(unit, name, found[number])
    return None


def _told(unit: Unit, name: str, found: Found) -> Iterator[Step]:
    kind, target, attack = found.about
    facts = Facts(unit=unit.id, kind=kind, target=target, attack=attack, wounds=round(float(found.expected), 4))
    words = "{kind} of {unit} on {target} with {attack}: {wounds} wounds to expect"
    wounds = Step("8.best", "exactly {value}", Facts(), found.expected, f"{name}_wounds")
    yield Step("8.best", words, facts, Facts(found.action.json()), name, because=(wounds,))


def attacks(state: State, unit: Unit, most: int = 2) -> list[Found]:
    """The best attacks of a unit, best first, each about another target, attack or kind."""
    found: list[Found] = []
    for chance in sorted(_chances(state, unit), key=lambda chance: (-chance.expected, chance.about)):
        if len(found) == most:
            break
        if all(other.about != chance.about for other in found) and (action := chance.find()):
            found.append(Found(chance.expected, chance.about, action))
    return found


def _chances(state: State, unit: Unit) -> Iterator[Chance]:
    engaged = [contact.enemy for contact in engagements(state, unit)]
    for enemy in state.enemies(unit):
        for attack in unit.profile.attacks:
            if attack.ranged:
                yield from () if engaged else _shots(state, unit, enemy, attack)
            elif enemy.id in engaged:
                yield from _ruled(state, Action.of("melee", attacker=unit.id, target=enemy.id, attack=attack.name))
            elif not engaged:
                yield from _charges(state, unit, enemy, attack)


def _ruled(state: State, action: Action) -> Iterator[Chance]:
    """An attack that is judged outright."""
    course = {"melee": melee.judge, "charge": charge.judge, "ranged": ranged.judge}[action.kind]
    ruling = ruled(state, action, course(state, action))
    if ruling.legal:
        yield Chance(expected(ruling), (action.kind, action["target"], action["attack"]), lambda: action)


def expected(ruling: Ruling) -> Fraction:
    """The wounds to expect of a legal attack, panic included."""
    assert ruling.dice is not None
    program: Program[Fight, Result] = ruling.dice
    assert isinstance(program.end, Ending)
    return _expected(program.start, program.stages, len(program.end.plan.friends))


def _charges(state: State, unit: Unit, enemy: Unit, attack: Attack) -> Iterator[Chance]:
    """A charge as it stands, or with the pivot that makes the way shortest where that saves a pip of the die."""
    action = Action.of("charge", attacker=unit.id, target=enemy.id, attack=attack.name)
    ruling = ruled(state, action, charge.judge(state, action))
    if not ruling.legal:
        return
    if unit.pose and enemy.pose and ruling.values["charge_die"] > 1:
        run = best_run(charge.mover(state, unit), enemy)
        if run and inch(run.gap) <= ruling.values["speed"] + ruling.values["charge_die"] - 1:
            yield from _ruled(state, Action(action.kind, Facts(action.fields, facing=round(run.facing, 4))))
            return
    yield Chance(expected(ruling), ("charge", enemy.id, attack.name), lambda: action)


# Shots: the arc and the cover that a shift may bring decide what a shot is worth ---------------------------------


def _shots(state: State, unit: Unit, enemy: Unit, attack: Attack) -> Iterator[Chance]:
    """A shot from every arc of the target, in cover or not; whether a shift brings it is found out when it matters."""
    if not (unit.pose and enemy.pose):
        yield from _ruled(state, Action.of("ranged", attacker=unit.id, target=enemy.id, attack=attack.name))
        return
    shot = ranged.Shot(state, unit, enemy, attack)
    looking = watch(state, unit, enemy, shooting=True)
    if not ranged.might_reach(shot, looking):
        return
    covers = (False, True) if any("cover" in piece.keywords for piece in state.terrain) else (False,)
    for arcs, cover in product((("front",), ("left_flank", "right_flank"), ("rear",)), covers):
        wish = _wish(looking, arcs, cover, shot)
        if wish.might(looking.tray, FREE_SHIFT):
            strike = Strike(unit, enemy, attack, arcs[0], cover=cover, ground=ground.keywords_at(state, enemy))
            worth = _worth(state, strike)
            yield Chance(worth, ("ranged", enemy.id, attack.name), _finder(shot, looking, wish))


def _finder(shot: ranged.Shot, looking: Watch, wish: ranged.Wish) -> Callable[[], Action | None]:
    def find() -> Action | None:
        shift = ranged.some_shift(shot, looking, wish)
        names = {"attacker": shot.attacker.id, "target": shot.target.id, "attack": shot.attack.name}
        return Action.of("ranged", **names, shift=across(shift)) if shift else None

    return find


def _wish(looking: Watch, arcs: tuple[str, ...], cover: bool, shot: ranged.Shot) -> ranged.Wish:
    """A place in one of some arcs of the target, with or without cover between."""

    def does(tray: Rect) -> bool:
        held = share(looking.target, tray, looking.model).arcs
        return ARCS[held[0]] in arcs and ranged.covered(shot, tray) == cover

    def might(tray: Rect, radius: float) -> bool:
        return lag(looking.target, tray, arcs, looking.model) <= radius + 1

    return ranged.Wish(does, might)


def _worth(state: State, strike: Strike) -> Fraction:
    """The wounds to expect of a shot, wherever it is taken from."""
    action = Action.of("ranged", attacker=strike.attacker.id, target=strike.target.id)
    program = ruled(state, action, resolved(state, strike, Ends())).dice
    assert program is not None
    return _expected(program.start, program.stages, 0)


@lru_cache(maxsize=4096)
def _expected(start: Fight, stages: tuple[Stage[Fight] | Until[Fight], ...], friends: int) -> Fraction:
    """The mean wounds on the target, whose panic test is the last but for those of the friends."""
    return odds(Program(start, stages, lambda fight: fight.wounds + fight.losses[-1 - friends].wounds)).expected()
