"""Short ways to a battle for the tests of this ruleset."""

from pathlib import Path

from enfilade.battle import Battle
from enfilade.files.scenario import load
from enfilade.referee import Action
from enfilade.rulesets import ageofmagic
from enfilade.rulesets.ageofmagic.documents import Library, Scenario
from enfilade.rulesets.ageofmagic.setup import setup

EXAMPLES = Path(__file__).parents[3] / "examples" / "ageofmagic"
LEADER = {"tactics": 3, "leading": 1, "strategy": 1, "iq": 1}


def unit(id_, side="red", area="centre", **fields):
    """A unit on foot with melee 20 and defence 12 that nobody need describe."""
    base = {"id": id_, "side": side, "area": area, "size": 500, "leader": dict(LEADER)}
    return base | {"melee": {"value": 20}, "defence": {"value": 12}} | fields


def document(*units, **fields):
    return {"format": "enfilade/scenario/1", "ruleset": "ageofmagic", "units": list(units), **fields}


def state(*units, library=None, **fields):
    given = Library.model_validate(library) if library is not None else None
    return setup(Scenario.model_validate(document(*units, **fields)), given)


def battle(*units, library=None, **fields):
    return Battle(ageofmagic, document(*units, **fields), state(*units, library=library, **fields))


def example(name):
    return load(EXAMPLES / f"{name}.battle.yaml")


def turn(**orders):
    return Action.of("turn", orders=orders)


def stands(battle_, unit_):
    return battle_.state.stands(unit_)


def rules_of(ruling):
    return {step.rule for step in ruling.walk()} | {
        stage.rule for stage in (ruling.dice.every() if ruling.dice else ())
    }


BRACE = {"stand": "", "if_charged": "brace"}
