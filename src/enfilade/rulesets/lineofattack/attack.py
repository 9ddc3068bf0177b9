"""May this token attack that one? The page's order: what is seen, what covers it, from where, in which stance."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from enfilade.geometry.lattice import Point
from enfilade.referee import Action, Facts, Nearest, Refusal, Ruling, Step, allow, closest, folded, refuse
from enfilade.rulesets.lineofattack import corner, shelter, stance, table, visibility
from enfilade.rulesets.lineofattack.sight import from_centre, standing_on
from enfilade.rulesets.lineofattack.state import LEVELS, State, Stated, Token


class Case(NamedTuple):
    """The facts on which the last table decides, measured on the map or stated.

    `seen` is the visibility from the attacker's middle, `corner` whether a wall corner is used; C is the target's
    towards this attacker; `hidden` whether the target's duck hides it, `ducked` whether the attacker's own duck does.
    """

    seen: str
    corner: bool
    sheltered: bool
    hidden: bool
    ducked: bool


def ways(state: State, attacker: Token, target: Token) -> Iterator[Action]:
    """The attack from the middle, then that from each wall corner that qualifies."""
    yield Action.of("attack", attacker=attacker.id, target=target.id)
    for place in _corners(state, attacker, target):
        yield Action.of("attack", attacker=attacker.id, target=target.id, corner=place)


def _corners(state: State, attacker: Token, target: Token) -> tuple[Any, ...]:
    stated = state.said(attacker, target)
    if stated:
        return (True,) if stated.corner else ()
    if misplaced(state, attacker, target):
        return ()
    found = corner.candidates(shelter.look(from_centre(state, attacker, target)))
    return tuple(visibility.plain(state.cells(one.place)) for one in found if one.qualifies)


def judge(state: State, action: Action) -> Ruling:
    """The ruling on an attack: `{kind: attack, attacker, target, corner?}`, corner a vertex or "best"."""
    named = _pair(state, action)
    if isinstance(named, Refusal):
        return refuse(action, (), state.rules, named)
    attacker, target = named
    stated = state.said(attacker, target)
    if stated:
        found = _stated(state, action, stated)
    else:
        wrong = misplaced(state, attacker, target)
        if wrong:
            return refuse(action, (), state.rules, wrong)
        found = _measured(state, action, attacker, target)
    steps, result, nearest = found
    if not stated:
        steps = [*_grounds(state, attacker, target), *steps]
    if isinstance(result, Refusal):
        return refuse(action, steps, state.rules, result)
    steps += stance.pop_up_steps(state, attacker, target)
    steps.append(row_step(result, target))
    verdict = line_step(result, attacker, target)
    if not verdict.value:
        return refuse(action, steps, state.rules, Refusal(verdict, nearest))
    return allow(action, [*steps, verdict], state.rules)


Found = tuple[list[Step], Case | Refusal, Nearest | None]
"""The steps so far, then the facts or the refusal that ends it all, and what would be legal instead."""


def _no(rule: str, words: str, nearest: Nearest | None = None, **facts: object) -> Refusal:
    return Refusal(Step(rule, words, Facts(facts), False), nearest)


def _pair(state: State, action: Action) -> tuple[Token, Token] | Refusal:
    """The attacker and the target that the action names."""
    found = []
    for field in ("attacker", "target"):
        name = action.get(field)
        token = state.token(name) if isinstance(name, str) else None
        if token is None:
            near = closest(str(name), [token.id for token in state.tokens])
            nearest = Nearest("{field} {name}", Facts(field=field, name=near)) if near else None
            return _no("attack", "{field}: there is no token {name}", nearest, field=field, name=str(name))
        found.append(token)
    if found[0].id == found[1].id:
        return _no("attack", "{token} cannot attack itself", token=found[0].id)
    return found[0], found[1]


def misplaced(state: State, attacker: Token, target: Token) -> Refusal | None:
    """Positions that the page does not speak of: tokens without a place, in one another's cells, or on a wall."""
    for token in (attacker, target):
        if token.rect is None:
            return _no("attack", "{token} has no place, and nothing is stated of it", token=token.id)
    if share_cells(attacker, target):
        return _no("position.cells", "{one} and {other} share cells", one=attacker.id, other=target.id)
    for token, point in ((attacker, attacker.origin), (target, target.centre)):
        wall = on_wall(state, point)
        if wall:
            words, facts = (
                "the middle of {token} lies on {wall}: on neither side of it",
                Facts(token=token.id, wall=wall),
            )
            return Refusal(Step("position.wall", words, facts, False, readings=("on_a_wall",)))
    return None


def _grounds(state: State, attacker: Token, target: Token) -> Iterator[Step]:
    """What the position rests on, where that is not plain: an imported map, tokens off the grid or on a wall."""
    if state.source:
        facts = Facts(map=state.source)
        yield Step("position.map", "the walls are those of {map}", facts, True, readings=("imported_decimals",))
    if state.notes:
        yield Step("position.dropped", "left out of the map: {walls}", Facts(walls=state.notes[:12]), True)
    for token, point in ((attacker, attacker.origin), (target, target.centre)):
        if token.rect != token.cells:
            words = "{token} does not stand on whole cells; the vertices are those of all cells it reaches into"
            yield Step("position", words, Facts(token=token.id), True, readings=("off_grid_tokens",))
        wall = standing_on(state, point)
        if wall:
            words = "the middle of {token} lies on {wall}; walls that touch it do not interrupt its own lines"
            yield Step("position.wall", words, Facts(token=token.id, wall=wall), True, readings=("on_a_wall",))


def share_cells(attacker: Token, target: Token) -> bool:
    """Whether no line can be drawn between them."""
    assert attacker.rect is not None
    assert target.rect is not None
    return attacker.rect.overlaps(target.rect) or target.rect.holds(attacker.origin)


def on_wall(state: State, point: Point) -> str:
    """The wall on which a token's middle lies, where that is refused; empty otherwise."""
    return standing_on(state, point) if state.rules["on_a_wall"] == "reject" else ""


def _measured(state: State, action: Action, attacker: Token, target: Token) -> Found:
    """The facts as the map has them: from the middle, or from the wall corner that the action asks for."""
    centre = shelter.look(from_centre(state, attacker, target))
    options = corner.candidates(centre)
    asked = corner.options_step(state, centre.seen, options)
    own = stance.own_duck_step(centre)
    counted, nearest = centre, None
    if action.get("corner") is None:
        steps = [*shelter.told(centre), asked, *corner.used_steps(state, None, action)]
        if centre.seen == visibility.NO and not own.value:
            nearest = _lean_out(state, corner.instead(state, action, options))
    else:
        chosen = corner.chosen(state, action, centre.seen, options)
        if isinstance(chosen, Refusal):
            return [*shelter.told(centre), asked], chosen, None
        out = shelter.look(chosen.sight)
        seen = visibility.visibility_step(centre.sight, centre.tested, centre.seen, named=False)
        steps = [seen, asked, *corner.used_steps(state, chosen, action), *shelter.told(out)]
        counted = centre if state.rules["copertura_at_corner"] == "centre" else out
    hidden = stance.duck_step(counted)
    leaning = action.get("corner") is not None
    steps += [shelter.sheltered_step(counted, leaning), hidden, own]
    case = Case(centre.seen, leaning, counted.sheltered, bool(hidden.value), bool(own.value))
    return steps, case, nearest


def _lean_out(state: State, proposed: Iterator[Nearest]) -> Nearest | None:
    """The first attack from a corner that is legal: what the target ducks behind may cover it there as well."""
    return next((one for one in proposed if one.action and judge(state, one.action).legal), None)


def _stated(state: State, action: Action, stated: Stated) -> Found:
    """The facts as the scenario states them."""
    target = state.token(stated.target)
    assert target is not None
    facts = Facts(target=stated.target, attacker=stated.attacker)
    sheltered = stated.sheltered(state.rules)
    hidden = target.stance == "duck" and sheltered and stated.duck_protects
    leaning = bool(action.get("corner"))
    steps = [
        Step("stated", "visibility of {target} is {value}, as stated", facts, stated.visibility, "visibility"),
        Step("stated", "coverage: {value}, as stated", facts, stated.coverage, "coverage"),
        Step("stated", "cover: {value}, as stated", facts, LEVELS[stated.cover], "cover"),
        Step("stated", "soft shield: {value}, as stated", facts, stated.soft_shield, "soft_shield"),
        Step("stated", "a wall corner is used: {value}", facts, leaning, "corner_used"),
        Step("stated", "{attacker} is exposed to others: {value}", facts, leaning, "exposed"),
        Step("stated", "the lines, what they meet and the corners are not told: only a map has them"),
    ]
    if leaning and stated.visibility == visibility.FULL:
        return steps, corner.full_already(), None
    if leaning and not stated.corner:
        return steps, _no("corner", "no wall corner with full visibility is stated"), None
    words = "{target} has Copertura towards {attacker}: {value}"
    either = stated.copertura is None and (bool(stated.coverage) or stated.cover > 0)
    steps.append(Step("table.c", words, facts, sheltered, "sheltered", readings=("copertura",) if either else ()))
    words = "{target} is hidden by its duck: {value}"
    steps.append(Step("duck", words, facts, hidden, "duck_applies"))
    lean = Action(action.kind, Facts({**action.fields, "corner": True}))
    nearest = Nearest("lean out at the wall corner", action=lean) if stated.corner and not leaning else None
    return steps, Case(stated.visibility, leaning, sheltered, hidden, False), nearest


def row_step(case: Case, target: Token) -> Step:
    """The row of the last table that this is. Where a duck hides nothing, the table's C is "no" for this attacker.

    The table has no column for an attacker that is ducked itself; it sees nothing of the target then.
    """
    sheltered = case.hidden if target.stance == "duck" else case.sheltered
    seen, leaning = ("no", False) if case.ducked else (case.seen, case.corner)
    number = table.row(seen, leaning, sheltered, target.stance)
    facts = Facts(seen=seen, corner=leaning, c=sheltered, stance=target.stance)
    words = "row {value}: visibility {seen}, corner {corner}, Copertura {c}, stance {stance}"
    return Step("table", words, facts, number, "table_row")


def line_step(case: Case, attacker: Token, target: Token) -> Step:
    """The line of attack: the target is seen, from the middle or a corner, and nobody's duck takes it away."""
    facts = Facts(attacker=attacker.id, target=target.id)
    seen = case.corner or case.seen != visibility.NO
    checks = [
        Step("table.seen", "{attacker} sees {target}: {value}", facts, seen),
        Step("table.ducked", "{target} is not hidden by its duck: {value}", facts, not case.hidden),
        Step("table.ducked", "{attacker} has not ducked out of sight of it: {value}", facts, not case.ducked),
    ]
    if not seen:
        rule, words = "table.seen", "{attacker} has no line of attack to {target}: no visibility"
    elif case.hidden:
        rule, words = "table.ducked", "{attacker} has no line of attack to {target}, which ducks behind what covers it"
    elif case.ducked:
        rule, words = (
            "table.ducked",
            "{attacker} has ducked behind what covers {target}, and so has no line of attack to it",
        )
    else:
        rule, words = "table", "{attacker} has a line of attack to {target}"
    return folded("all", rule, words, checks, name="line_of_attack", **facts)
