"""What came of an action in a sentence, where its counts alone would not say it."""

from enfilade.referee import Action, Facts, Words
from enfilade.rulesets.asoiaf.state import State


def came_of(state: State, action: Action, counts: Facts) -> tuple[Words, ...]:
    """A charge that failed, and what its panic test cost; of anything else the counts say it all."""
    if action.kind != "charge" or counts.get("contact", True):
        return ()
    lost = Facts(unit=action["attacker"], lost=counts.get("charger_wounds", 0))
    if not lost["lost"]:
        return (Words("the charge fails: no contact"),)
    return Words("the charge fails: no contact"), Words("a panic test costs {unit} {lost} {lost:wound|wounds}", lost)
