"""What the units of a battle may be told for the turn, where they move by orders."""

from collections.abc import Iterator
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import Response

from enfilade.battle import Battle
from enfilade.referee import Offer, Ordering, Translator, shown
from enfilade.show.words import spoken
from enfilade.web import wire
from enfilade.web.reading import GuardedRoute, battle_of
from enfilade.web.speaking import TROUBLES, AtDesk, Speaking, answer

router = APIRouter(prefix="/api", route_class=GuardedRoute, responses=TROUBLES, tags=["questions"])


@router.post("/orders", response_model=wire.OrderMenus)
async def ask_orders(asked: wire.Asked, request: Request, desk: AtDesk, translate: Speaking) -> Response:
    """For each unit of a battle every order with its targets, and why those cannot be given that cannot."""
    return await desk.quick(request, partial(_orders, asked, translate))


def _orders(asked: wire.Asked, translate: Translator) -> Response:
    battle = battle_of(asked.scenario, asked.entries, asked.units)
    return answer(wire.OrderMenus(menus=list(_menus(battle, translate))))


def _menus(battle: Battle, translate: Translator) -> Iterator[wire.OrderMenu]:
    if not isinstance(battle.ruleset, Ordering) or battle.outcome():
        return
    for unit, offers in battle.ruleset.menus(battle.state):
        kinds: dict[str, list[Offer]] = {}
        for offer in offers:
            kinds.setdefault(offer.kind, []).append(offer)
        yield wire.OrderMenu(unit=unit, orders=[_kind(*one, translate) for one in kinds.items()])


def _kind(kind: str, offers: list[Offer], translate: Translator) -> wire.OrderKind:
    reactions = offers[0].reactions
    return wire.OrderKind(
        kind=kind,
        label=spoken(kind, translate),
        targets=[
            wire.OrderTarget(
                target=offer.target,
                name=offer.name if isinstance(offer.name, str) else shown(offer.name, translate),
                why=offer.why.text(translate) if offer.why else "",
            )
            for offer in offers
        ],
        reactions=[wire.Reaction(name=one, label=spoken(one, translate)) for one in reactions],
    )
