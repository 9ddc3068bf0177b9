"""Pop-up and duck: when they are open to a token, and what they do to the lines between it and others."""

from dataclasses import replace

from enfilade.referee import Facts, Step
from enfilade.rulesets.lineofattack import shelter
from enfilade.rulesets.lineofattack.shelter import View
from enfilade.rulesets.lineofattack.sight import from_centre
from enfilade.rulesets.lineofattack.state import State, Token


def sheltered_from(state: State, token: Token) -> tuple[str, ...]:
    """The marked attackers towards whom the token has C."""
    return tuple(id for id in state.attackers_of(token) if _sheltered(state, token, id))


def _sheltered(state: State, token: Token, attacker_id: str) -> bool:
    attacker = state.token(attacker_id)
    if attacker is None:
        return False
    stated = state.said(attacker, token)
    if stated:
        return stated.sheltered(state.rules)
    if attacker.rect is None or token.rect is None or attacker.rect.overlaps(token.rect):
        return False
    return shelter.look(from_centre(state, attacker, token)).sheltered


def open_to(state: State, token: Token) -> Step:
    """Whether the token may pop up or duck: it needs C towards at least one marked attacker."""
    away = sheltered_from(state, replace(token, duck="", pop_up=False))
    facts = Facts(token=token.id, attackers=away, marked=state.attackers_of(token))
    if away:
        words = "{token} has Copertura towards {attackers}"
    else:
        words = "{token} has no Copertura towards any of its marked attackers ({marked})"
    return Step("stance", words, facts, bool(away), readings=("copertura",))


def duck_step(view: View) -> Step:
    """Whether the target's duck hides it from this attacker."""
    target = view.sight.target
    applies = shelter.hides(view, target)
    facts = Facts(target=target.id, attacker=view.sight.attacker.id, behind=target.duck)
    if not target.duck:
        words = "{target} is not ducked"
    elif applies:
        words = "{target} ducks behind {behind}, and that covers it from {attacker}: no visibility"
    else:
        words = "{target} ducks behind {behind}, and that does not cover it from {attacker}"
    return Step("duck", words, facts, applies, "duck_applies", readings=("duck_source",) if target.duck else ())


def own_duck_step(view: View) -> Step:
    """Whether the attacker's own duck takes the target from its sight, judged from the middle of the attacker."""
    attacker = view.sight.attacker
    applies = bool(attacker.duck) and shelter.shelters(view, attacker.duck)
    facts = Facts(target=view.sight.target.id, attacker=attacker.id, behind=attacker.duck)
    if not attacker.duck:
        words = "{attacker} is not ducked"
    elif applies:
        words = "{attacker} ducks behind {behind}, and that covers {target} from it: no visibility"
    else:
        words = "{attacker} ducks behind {behind}, and that does not cover {target} from it"
    return Step("duck.own", words, facts, applies, "own_duck_applies")


def pop_up_steps(state: State, attacker: Token, target: Token) -> list[Step]:
    """What popping up does: flags for the two players, no number, for the page gives none."""
    steps = []
    if target.pop_up:
        marked = attacker.id in state.attackers_of(target)
        words = (
            "{target} pops up: harder to hit for {attacker}"
            if marked
            else "{target} pops up, but not against {attacker}"
        )
        facts = Facts(target=target.id, attacker=attacker.id)
        steps.append(Step("pop_up", words, facts, marked, "harder_to_hit"))
        against = sheltered_from(state, target)
        words = "{target} aims worse at {value}"
        steps.append(Step("pop_up", words, facts, against, "aim_penalty_against"))
    if attacker.pop_up:
        worse = target.id in sheltered_from(state, attacker)
        words = (
            "{attacker} pops up and aims worse at {target}"
            if worse
            else "{attacker} pops up, and aims at {target} as ever"
        )
        steps.append(Step("pop_up", words, Facts(target=target.id, attacker=attacker.id), worse, "aim_penalty"))
    return steps
