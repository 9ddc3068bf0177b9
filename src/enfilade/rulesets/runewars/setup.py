"""From a document to a position, with every mistake in it named by its place."""

from dataclasses import replace

from enfilade.referee import Facts, Notes, ScenarioError
from enfilade.rulesets.runewars import contact, documents, placing, stating
from enfilade.rulesets.runewars.mustering import muster
from enfilade.rulesets.runewars.state import State


def setup(scenario: documents.Scenario, library: documents.Library | None = None) -> State:
    """The position of a scenario file; raises `ScenarioError` with every mistake."""
    notes = Notes()
    ground = placing.ground(scenario, notes)
    stating.check_names(scenario, notes)
    state = State(
        units=tuple(muster(scenario, library, ground.tray, notes)),
        ground=ground,
        terrain=tuple(placing.terrain(scenario, ground.tray, notes)),
        runes=Facts(scenario.runes) if scenario.runes is not None else None,
        dials=tuple(stating.dials(scenario, notes)),
        readings=Facts(scenario.readings),
        sides=Facts(scenario.sides),
        title=scenario.title,
    )
    stated = tuple(stating.contacts(scenario, state, notes))
    state = replace(state, stated=stated, sights=tuple(stating.sights(scenario, state, notes)))
    if not notes.found:
        placing.check_places(state, notes)
    if notes.found:
        raise ScenarioError(notes.calling(Facts({unit.id: unit.profile.name for unit in state.units})))
    return replace(state, contacts=contact.find(state))
