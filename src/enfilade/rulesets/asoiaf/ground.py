"""What terrain does (rule 13): cover, the ground a unit stands on or crosses, how fast it is there."""

from collections.abc import Iterator

from enfilade.dice import D3, Roll, Stage, Sum
from enfilade.geometry import Convex, Point, Rect, overlapping, swept
from enfilade.referee import Facts, Step, folded
from enfilade.rulesets.asoiaf.cover import hidden_share
from enfilade.rulesets.asoiaf.drawn import inch, polygon
from enfilade.rulesets.asoiaf.fight import Fight
from enfilade.rulesets.asoiaf.state import State, Terrain, Unit


def stands_in(tray: Convex, piece: Terrain) -> bool:
    """Whether some part of a tray, or of the ground it passes over, is inside a terrain piece."""
    return any(overlapping(tray, shape) for shape in piece.shapes)


def pieces_at(state: State, tray: Convex, keyword: str) -> Iterator[Terrain]:
    """The pieces with a keyword that a tray stands in or passes over."""
    return (piece for piece in state.terrain if keyword in piece.keywords and stands_in(tray, piece))


def keywords_at(state: State, unit: Unit) -> frozenset[str]:
    """The keywords of all terrain a unit stands in."""
    if not unit.pose:
        return frozenset()
    tray = unit.rect()
    return frozenset(word for piece in state.terrain if stands_in(tray, piece) for word in piece.keywords)


def cover(state: State, target: Unit, arrow: Point) -> Step | None:
    """Whether a piece that gives cover hides most of the target from the front arrow; the piece that hides most."""
    tray = target.rect()
    shares = [(hidden_share(arrow, tray, piece.shapes), piece) for piece in state.terrain if "cover" in piece.keywords]
    share, piece = max(shares, key=lambda found: found[0], default=(0.0, None))
    if piece is None or share == 0:
        return None
    facts = Facts(target=target.id, piece=piece.id, percent=round(100 * share, 2))
    words = (
        "{piece} hides {percent} % of {target}: cover" if share > 0.5 else "{piece} hides only {percent} % of {target}"
    )
    drawn = polygon(piece.outline, "blocker", of=piece.id)
    return Step("13.cover", words, facts, share > 0.5, too_close=abs(share - 0.5) < 0.005, evidence=(drawn,))


def speed(state: State, unit: Unit, tray: Rect | None = None) -> Step:
    """The speed on the card, less what rough ground takes."""
    rough = next(pieces_at(state, tray or unit.rect(), "rough"), None) if unit.pose else None
    card = Step("2.8", 'the card of {unit} says {value}"', Facts(unit=unit.id), inch(unit.profile.speed))
    less = [Step("13.rough", "{piece} is rough: {value}", Facts(piece=rough.id), -1)] if rough else []
    return folded("sum", "2.8", 'Speed {value}"', [card, *less], name="speed")


def dangerous(state: State, start: Rect, *ends: Rect) -> bool:
    """Whether a move straight from one place to the next passes over dangerous ground, or a turn ends in it."""
    for end in ends or (start,):
        straight = start.pose.facing == end.pose.facing
        ground = swept(start, end.centre.x - start.centre.x, end.centre.y - start.centre.y) if straight else end
        if any(pieces_at(state, ground, "dangerous")):
            return True
        start = end
    return False


def toll(fight: Fight) -> Fight | Roll[Fight]:
    """Acting in dangerous terrain or crossing it: D3 + 1 wounds, and no test for them."""
    if fight.die and fight.die < fight.terms.toll_from:  # a move that fell short of it
        return fight
    return Roll(Sum(D3, 1, 1), lambda wounds: fight._replace(toll=wounds))


DANGEROUS = Stage("13.dangerous", "dangerous terrain: {toll} wounds", toll)
