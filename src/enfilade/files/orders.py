"""A sheet of secret orders for one turn of a battle of Age of Magic, each mistake with its line and field."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from enfilade.battle import Battle
from enfilade.files.document import read
from enfilade.files.wording import describe, mistakes_in
from enfilade.referee import Mistake
from enfilade.rulesets.ageofmagic.standing import orders_for

FORMAT: Final = "enfilade/orders/1"


class OrderSheet(BaseModel):
    """What one commander orders for a turn; or both, without a side. `adjust` is the referee's word on morale."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["enfilade/orders/1"]
    side: str | None = Field(None, description="then the sheet may order units of this side only")
    orders: dict[str, Any] = Field({}, description="unit: an order, as in a scenario")
    adjust: dict[str, int] = Field({}, description="unit: levels of morale that it gains or loses besides")


def read_orders(path: str | os.PathLike[str], battle: Battle) -> OrderSheet:
    """The orders in a file, all of them possible in this battle now. Raises `BadFile` with every mistake."""
    document = read(path)
    data: Any = document.data
    if not isinstance(data, dict):
        raise document.refuse([Mistake((), f"format: {FORMAT} and orders", describe(data))])
    try:
        sheet = OrderSheet.model_validate(data)
    except ValidationError as error:
        wrong = mistakes_in(error, OrderSheet, data)
        raise document.refuse(wrong.values, wrong.names) from None
    mistakes = [*_foreign(sheet, battle), *_impossible(sheet, battle)]
    if mistakes:
        raise document.refuse(mistakes)
    return sheet


def _foreign(sheet: OrderSheet, battle: Battle) -> Iterator[Mistake]:
    """Orders for units of the other side."""
    muster = battle.state.muster
    if sheet.side is None:
        return
    if sheet.side not in muster.sides:
        yield Mistake(("side",), f"one of {', '.join(muster.sides)}", repr(sheet.side))
        return
    for unit in sheet.orders:
        at = muster.index(unit)
        if at >= 0 and muster.units[at].side != sheet.side:
            yield Mistake(("orders", unit), f"a unit of {sheet.side}", f"one of {muster.units[at].side}")


def _impossible(sheet: OrderSheet, battle: Battle) -> Iterator[Mistake]:
    """Orders that cannot stand now."""
    _, wrong = orders_for(battle.state, sheet.orders)
    for one in wrong:
        written = sheet.orders.get(one.unit)
        inner = (one.field,) if isinstance(written, dict) and one.field in written else ()
        yield Mistake(("orders", one.unit, *inner), str(one.expected), str(one.found), str(one.hint))
