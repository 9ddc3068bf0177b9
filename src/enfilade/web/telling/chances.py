"""The odds of an attack: each count of its results with its distribution."""

from typing import Any

from enfilade.dice import Distribution
from enfilade.referee import Action, Result, Translator, as_json
from enfilade.show.tallies import Tally, alike, named
from enfilade.web import wire


def odds(action: Action, policy: str, found: Distribution[Result], translate: Translator) -> wire.Odds:
    """The odds under the policy of this name; counts that are spread alike are told as one."""
    return wire.Odds(
        action=action.json(),
        policy=policy,
        exact=not found.sampled,
        samples=found.total if found.sampled else None,
        tallies=[_tally(tally, translate) for tally in alike(found)],
    )


def _tally(tally: Tally, translate: Translator) -> wire.Tally:
    numbers = tally.numeric
    return wire.Tally(
        name=tally.names[0],
        label=named(tally, translate),
        kind="certain" if tally.certain else "yes_no" if tally.yes_or_no else "number" if numbers else "other",
        outcomes=[_outcome(tally, value, translate) for value in tally.values],
        expected=str(tally.expected()) if numbers else None,
        expected_p=float(tally.expected()) if numbers else None,
    )


def _outcome(tally: Tally, value: Any, translate: Translator) -> wire.Outcome:
    chance = tally.exactly(value)
    least = tally.at_least(value).share if tally.numeric else None
    return wire.Outcome(
        value=as_json(value),
        label=tally.told(value, translate),
        probability=str(chance.share),
        p=float(chance.share),
        at_least=None if least is None else str(least),
        at_least_p=None if least is None else float(least),
        interval=chance.interval,
    )
