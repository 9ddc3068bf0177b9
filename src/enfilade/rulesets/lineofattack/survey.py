"""Who can attack whom, for maps with hundreds of tokens: the values of every ruling, without its lines and words.

The lines are those of `sight`, tested by the index of walls instead of one by one. Everything else is the text that
`judge` uses, and the values are the same; pairs about which more has to be asked (stances, stated facts) are judged
in full.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from enfilade.geometry.lattice import Blockage, Point, Wall, near
from enfilade.referee import Action, Refusal, Ruling, Step, allow, refuse
from enfilade.rulesets.lineofattack import attack, corner, cover, shelter, sight, visibility
from enfilade.rulesets.lineofattack.shelter import View
from enfilade.rulesets.lineofattack.sight import Sight, Tested
from enfilade.rulesets.lineofattack.state import LEVELS, State, Token, enemies, vertices
from enfilade.rulesets.lineofattack.visibility import plain

FEW = 60
"""So many pairs are judged in full sooner than an index of walls is made."""
FEW_TESTS = 40_000
"""So many walls, each counted once for every pair, are looked through sooner than an index of them is made."""
SOMEWHERE = Blockage("crossing", (Wall((0, 0), (0, 0), "a wall"),), Fraction(1), (Fraction(0), Fraction(0)))
"""A line that is known to be blocked; where and by what was not asked."""


class Survey(NamedTuple):
    """What is needed for many pairs: the index of walls, and the tokens that stand where they should."""

    state: State
    index: Any
    sound: frozenset[str]

    def tested(self, sights: Sequence[Sight], aims: Sequence[Sequence[Point]]) -> list[tuple[Tested, ...]]:
        """Which of the lines to these points are blocked, asked of the index all at once."""
        from enfilade.geometry.lattice_index import whole

        rows = ((*one.origin, *aim, *one.target.centre) for one, some in zip(sights, aims, strict=True) for aim in some)
        answers = iter(self.index.blocked(whole(rows, 6), self.state.rules["predicate"]).tolist())
        return [tuple(Tested(aim, SOMEWHERE if next(answers) else None) for aim in some) for some in aims]


def survey(state: State, about: str = "", few: int = FEW) -> Iterator[Ruling]:
    """The ruling on every attack that `candidates` lists, in that order; of most only the values are told.

    With `about` only attacks by this token and on it. With at most `few` pairs of enemies on the map every one is
    judged in full.
    """
    ready = _ready(state) if is_large(state, few) else None
    for attacker in state.tokens:
        targets = [one for one in state.tokens if one.id != attacker.id and enemies(attacker, one)]
        if about not in ("", attacker.id):
            targets = [one for one in targets if one.id == about]
        if ready is None:
            yield from (ruling for target in targets for ruling in _in_full(state, attacker, target))
        else:
            yield from _from(ready, attacker, targets)


def is_large(state: State, few: int = FEW) -> bool:
    """Whether there are more than `few` pairs of enemies, or too many walls to look through for each of them."""
    pairs = sum(a.id != t.id and enemies(a, t) for a in state.tokens for t in state.tokens)
    return pairs > few or pairs * len(state.walls) > FEW_TESTS


def _in_full(state: State, attacker: Token, target: Token) -> Iterator[Ruling]:
    for action in attack.ways(state, attacker, target):
        yield attack.judge(state, action)


def _ready(state: State) -> Survey | None:
    """The index of walls and the sound tokens; None if the index would not answer as `judge` does."""
    from enfilade.geometry.lattice_index import TooFine, WallIndex

    if state.one_way:
        return None
    corners = [corner for token in state.tokens if token.cells for corner in token.cells.corners]
    try:
        index = WallIndex.of(state.walls, corners, state.lattice.scale)
    except TooFine:
        return None
    return Survey(state, index, frozenset(token.id for token in state.tokens if _is_sound(state, token)))


def _is_sound(state: State, token: Token) -> bool:
    """Whether the token has a place off all walls and no stance."""
    if token.rect is None or token.stance != "none":
        return False
    return not (attack.on_wall(state, token.origin) or attack.on_wall(state, token.centre))


def _from(ready: Survey, attacker: Token, targets: Sequence[Token]) -> Iterator[Ruling]:
    """The rulings on one attacker's attacks."""
    state = ready.state
    quick = [target for target in targets if _is_plain(ready, attacker, target)]
    sights = [Sight(state, attacker, target, attacker.origin, False, ()) for target in quick]
    seen = ready.tested(sights, [one.aims() for one in sights])
    views = {one.target.id: _view(ready, one, tested) for one, tested in zip(sights, seen, strict=True)}
    leans = _leans(state, attacker) if quick else []
    for target in targets:
        if target.id not in views:
            yield from _in_full(state, attacker, target)
            continue
        centre = views[target.id]
        options = _options(ready, centre, leans)
        places = tuple(plain(state.cells(view.sight.origin)) for view in options)
        yield _ruling(centre, centre, places, None)
        for view, place in zip(options, places, strict=True):
            yield _ruling(centre, view, places, place)


def _is_plain(ready: Survey, attacker: Token, target: Token) -> bool:
    """Whether the values of this pair follow from lines alone."""
    if not {attacker.id, target.id} <= ready.sound or ready.state.said(attacker, target):
        return False
    return not attack.share_cells(attacker, target)


def _view(ready: Survey, one: Sight, tested: tuple[Tested, ...]) -> View:
    """What is seen along lines that were tested already."""
    four: tuple[Tested, ...] = ()
    if 0 < sum(line.stop is not None for line in tested) < len(tested):
        four = ready.tested([one], [visibility.across(one)])[0]
    return shelter.view(one, tested, four)


def _leans(state: State, attacker: Token) -> list[Sight]:
    """The vertices of the attacker's cells that it can reach and lean out at, as lines to nowhere in particular."""
    assert attacker.cells is not None
    around = replace(state, walls=tuple(near(state.walls, attacker.cells.corners)))
    places = vertices(attacker, state.lattice.scale, "outline")
    sights = [sight.from_corner(around, attacker, attacker, place) for place in places]
    return [one for one in sights if not corner.barred(one) and not corner.shut(one)]


def _options(ready: Survey, centre: View, leans: Sequence[Sight]) -> list[View]:
    """The wall corners from which the target is seen in full, and what is seen from there."""
    if not leans or not corner.asked(centre):
        return []
    sights = [replace(one, target=centre.sight.target) for one in leans]
    aims = centre.sight.aims()
    answers = ready.tested(sights, [aims] * len(sights))
    return [
        shelter.view(one, tested, ())
        for one, tested in zip(sights, answers, strict=True)
        if not any(line.stop for line in tested)
        and all(one.leaving is None or one.leaving.admits(one.line(aim)) for aim in aims)
    ]


def _ruling(centre: View, view: View, options: tuple[Any, ...], used: Any) -> Ruling:
    """The ruling with its values, one step for each."""
    state, attacker, target = view.sight.state, view.sight.attacker, view.sight.target
    action = Action.of("attack", attacker=attacker.id, target=target.id, corner=used)
    counted = centre if state.rules["copertura_at_corner"] == "centre" else view
    case = attack.Case(centre.seen, used is not None, counted.sheltered, False, False)
    values = _values(centre, view, options, used)
    steps = [Step("table", "{value}", value=value, name=name) for name, value in values.items()]
    steps += [
        Step("table.c", "{value}", value=counted.sheltered, name="sheltered"),
        Step("duck", "nobody is ducked", value=False, name="duck_applies"),
        Step("duck.own", "nobody is ducked", value=False, name="own_duck_applies"),
        attack.row_step(case, target),
    ]
    verdict = attack.line_step(case, attacker, target)
    if not verdict.value:
        return refuse(action, steps, state.rules, Refusal(verdict))
    return allow(action, [*steps, verdict], state.rules)


def _values(centre: View, view: View, options: tuple[Any, ...], used: Any) -> dict[str, Any]:
    """The values that `judge` names, in its order."""
    corner_values = {"corner_options": options, "corner_used": used, "exposed": used is not None}
    values = {"visibility_center": centre.seen, **corner_values} if used is not None else {}
    blocked = dict.fromkeys(plain(view.sight.state.cells(one.aim)) for one in view.tested if one.stop)
    percent, held = (None, False)
    if view.four:
        percent, held = visibility.coverage(sum(one.stop is not None for one in view.four), view.sight.state.rules)
    met, shields = cover.shielding(view.sight, [one.aim for one in view.met])
    lines = sum(bool(ids) for _, ids in met)
    values |= {
        "visibility": view.seen,
        "lines_total": len(view.tested),
        "lines_blocked": sum(one.stop is not None for one in view.tested),
        "blocked_vertices": tuple(blocked),
        "coverage": percent,
        "coverage_points": sum(one.stop is not None for one in view.four) if view.four else None,
        "coverage_clamped": held,
        "cover": LEVELS[view.covered.level],
        "cover_lines": view.covered.lines,
        "cover_sources": view.covered.sources,
        "soft_shield": cover.half(lines, len(met), view.sight.state.rules),
        "shield_lines": lines,
        "shield_ids": shields,
    }
    return values if used is not None else values | corner_values
