"""What can be asked of the table over HTTP: one question, one answer, nothing is kept."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import TypeVar

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from enfilade.battle import Battle
from enfilade.dice import odds as odds_of
from enfilade.files.entries import action_from
from enfilade.referee import Action, Ruling, Translator
from enfilade.referee.ruleset import Surveying
from enfilade.show import draw
from enfilade.show.calling import calling, side_names
from enfilade.show.report import Report, headline, odds_report, report
from enfilade.web import wire
from enfilade.web.desk import watched
from enfilade.web.reading import GuardedRoute, battle_in, battle_of
from enfilade.web.refusing import NotAnswered
from enfilade.web.settings import Effort
from enfilade.web.speaking import TROUBLES, AtDesk, Set, Speaking, answer
from enfilade.web.telling import odds, position, ruling
from enfilade.web.worths import Weighing, worths

T = TypeVar("T")

router = APIRouter(prefix="/api", route_class=GuardedRoute, responses=TROUBLES, tags=["questions"])

IN_FULL = 12  # with more rulings than this, a report tells each in a line or two
MOST_IN_FULL = 1_000
QUICK = 30_000  # the branches that odds within a report may take
PICTURE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""What a drawing may do where it is opened on its own: look as it looks."""


@router.post("/position", response_model=wire.Position)
async def ask_position(asked: wire.PositionAsked, request: Request, desk: AtDesk, translate: Speaking) -> Response:
    """The position in a scenario, or in the text of a scenario, a map or a record (then its start)."""
    return await desk.quick(request, partial(_position, asked, translate))


@router.post("/judge", response_model=wire.Rulings)
async def ask_rulings(asked: wire.JudgeAsked, request: Request, desk: AtDesk, translate: Speaking) -> Response:
    """The rulings on these actions, or on every candidate."""
    return await desk.quick(request, partial(_rulings, asked, translate))


@router.post("/odds", response_model=wire.Odds)
async def ask_odds(
    asked: wire.OddsAsked, request: Request, desk: AtDesk, translate: Speaking, settings: Set
) -> Response:
    """How likely each result of an attack is: exactly, or as a sample where that is too much work."""
    return await desk.long(request, partial(_odds, asked, translate, settings.effort))


@router.post("/worth", response_model=wire.Worths)
async def ask_worths(
    asked: wire.WorthAsked, request: Request, desk: AtDesk, translate: Speaking, settings: Set
) -> Response:
    """What each modifier and each disputed reading of an attack is worth."""
    async with watched(request) as left:
        return await desk.long(request, partial(_worths, asked, translate, settings.effort, left))


@router.post("/draw", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def ask_drawing(asked: wire.DrawAsked, request: Request, desk: AtDesk, translate: Speaking) -> Response:
    """The position as a picture, or the ruling on one action with what it rests on."""
    svg = await desk.quick(request, partial(_drawing, asked, translate))
    return Response(svg, media_type="image/svg+xml", headers={"content-security-policy": PICTURE})


@router.post("/report", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def ask_report(asked: wire.ReportAsked, request: Request, desk: AtDesk, translate: Speaking) -> Response:
    """Rulings in words, as the program prints them."""
    return Response(await desk.quick(request, partial(_report, asked, translate)), media_type="text/plain")


def _position(asked: wire.PositionAsked, translate: Translator) -> Response:
    if (asked.text is None) == (asked.scenario is None):
        raise NotAnswered(422, "request", "give either the text of a file or a scenario")
    if asked.scenario is not None:
        battle = battle_of(asked.scenario, asked.entries, asked.units)
        return answer(position(battle, calling(battle, translate)))
    if asked.entries:
        raise NotAnswered(422, "request", "entries belong to a scenario; a record brings its own")
    battle, recorded = battle_in(asked.text or "", asked.name)
    return answer(position(battle, calling(battle, translate)).model_copy(update={"record": recorded or None}))


def _rulings(asked: wire.JudgeAsked, translate: Translator) -> Response:
    battle = battle_of(asked.scenario, asked.entries, asked.units)
    ruled, translate = _ruled(battle, asked), calling(battle, translate)
    return answer(wire.Rulings(rulings=[ruling(battle, one, translate, asked.brief) for one in ruled]))


def _ruled(battle: Battle, asked: wire.JudgeAsked) -> list[Ruling]:
    """The rulings on these actions or on the candidates; in brief the quicker way where a ruleset has one."""
    if asked.actions is not None:
        return [battle.judge(action) for action in _few(map(action_from, asked.actions), asked.brief)]
    if asked.about and asked.about not in {piece.id for piece in battle.ruleset.pieces(battle.state)}:
        raise NotAnswered(422, "request", "there is no unit {name} in this position", name=asked.about)
    if asked.brief and isinstance(battle.ruleset, Surveying):
        return _few(battle.ruleset.survey(battle.state, asked.about), True)
    return [battle.judge(action) for action in _few(battle.ruleset.candidates(battle.state, asked.about), asked.brief)]


def _few(found: Iterable[T], brief: bool) -> list[T]:
    """All of them, as long as they are not too many to be told; counted before anything is ruled on."""
    most = wire.MOST_ACTIONS if brief else MOST_IN_FULL
    told = list(islice(found, most + 1))
    if len(told) <= most:
        return told
    if brief:
        words = "more than {most} rulings are too many to be told at once: ask about one unit, or for fewer actions"
    else:
        words = "more than {most} rulings are too many to be told in full: ask for brief ones, or about one unit"
    raise NotAnswered(422, "too_large", words, most=most)


def _odds(asked: wire.OddsAsked, translate: Translator, effort: Effort) -> Response:
    scenario = asked.scenario
    if asked.readings:
        given = scenario.get("readings")
        scenario = {**scenario, "readings": {**(given if isinstance(given, dict) else {}), **asked.readings}}
    battle = battle_of(scenario, asked.entries, asked.units)
    translate = calling(battle, translate)
    ruled = _rollable(battle, action_from(asked.action), translate)
    assert ruled.dice is not None
    policy = _policy(battle, asked.policy)
    found = odds_of(ruled.dice, battle.policy(ruled, policy, effort.best), effort.branches, effort.samples)
    return answer(odds(ruled.action, policy, found, translate))


def _worths(asked: wire.WorthAsked, translate: Translator, effort: Effort, left: Callable[[], bool]) -> Response:
    battle = battle_of(asked.scenario, asked.entries, asked.units)
    action, translate = action_from(asked.action), calling(battle, translate)
    _rollable(battle, action, translate)
    weighing = Weighing(battle, action, _policy(battle, asked.policy), effort, left)
    return answer(wire.Worths(worths=worths(weighing, translate)))


def _rollable(battle: Battle, action: Action, translate: Translator) -> Ruling:
    """The ruling on an action that is legal and has something to roll; if not, trouble with the ruling."""
    ruled = battle.judge(action)
    if ruled.dice is not None:
        return ruled
    why = ruled.refusal.step.text(translate) if ruled.refusal else translate("this action has nothing to roll")
    told = ruling(battle, ruled, translate)
    raise HTTPException(422, wire.Trouble(error="refused", message=why, ruling=told))


def _policy(battle: Battle, name: str) -> str:
    """The policy of this name, or the ruleset's first; trouble with the known ones."""
    known = [*battle.ruleset.policies, "best", *(f"best:{aim}" for aim in battle.ruleset.aims)]
    if name and name not in known:
        raise NotAnswered(422, "request", "unknown policy; known: {names}", names=", ".join(known))
    return name or known[0]


def _drawing(asked: wire.DrawAsked, translate: Translator) -> str:
    battle = battle_of(asked.scenario, asked.entries, asked.units)
    ruled = battle.judge(action_from(asked.action)) if asked.action else None
    return draw(battle.ruleset.scene(battle.state, ruled), ruled, side_names(battle), calling(battle, translate)).svg


def _report(asked: wire.ReportAsked, translate: Translator) -> str:
    battle = battle_of(asked.scenario, asked.entries, asked.units)
    translate = calling(battle, translate)
    ruled = _ruled(battle, wire.JudgeAsked(scenario=asked.scenario, actions=asked.actions))
    if len(ruled) > IN_FULL:
        return str(sum((headline(one, translate) for one in ruled), Report(()))) + "\n"
    return "\n\n".join(_told(battle, one, translate) for one in ruled) + "\n"


def _told(battle: Battle, ruled: Ruling, translate: Translator) -> str:
    told = str(report(ruled, battle.ruleset.book, translate))
    if ruled.dice is None:
        return told
    policy = next(iter(battle.ruleset.policies))
    found = odds_of(ruled.dice, battle.policy(ruled, policy), QUICK, QUICK)
    return f"{told}\n{odds_report(found, policy, translate, brief=True)}"
