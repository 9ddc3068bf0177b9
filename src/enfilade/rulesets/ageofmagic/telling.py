"""What came of an action in sentences, with the names of the sides, where its counts alone would not say it."""

from collections.abc import Iterator

from enfilade.referee import Action, Facts, Words
from enfilade.rulesets.ageofmagic.state import State


def came_of(state: State, action: Action, counts: Facts) -> tuple[Words, ...]:
    """What each side lost in a turn, who was first at the site, who gave up; of anything else the counts say it all."""
    names = dict(zip(state.muster.sides, state.muster.names, strict=True))
    if action.kind in ("turn", "end"):
        return tuple(_losses(names, counts)) or (Words("nobody fell and no unit broke"),)
    if "first" in counts:
        return (Words("{army} was there first", Facts(army=names[counts["first"]])),)
    if "given_up" in counts:
        return (Words("{army} gives up the field", Facts(army=names[counts["given_up"]])),)
    return ()


def _losses(names: dict[str, str], counts: Facts) -> Iterator[Words]:
    """A sentence for each side that lost men or units."""
    for side, army in names.items():
        facts = Facts(army=army, lost=counts.get(f"{side}_lost", 0), broken=counts.get(f"{side}_broken", 0))
        if facts["broken"]:
            yield Words("{army} lost {lost}, and {broken} of its units broke", facts)
        elif facts["lost"]:
            yield Words("{army} lost {lost}", facts)
