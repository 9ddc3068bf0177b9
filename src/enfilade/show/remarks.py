"""What commands add to the reports that they print: what else there is, and why there is nothing to tell."""

from typing import Any, Final

from enfilade.referee import Facts, Translator, phrase

ONE_OF: Final = "This was one of {number} legal attacks; --attacker and the like choose another."
IN_SHORT: Final = "{number} rulings in short; --full, or --attacker, --target, --kind, --edge tell why."
MORE_REFUSED: Final = "{number} more {number:was|were} refused; judge tells why."
NONE_LEGAL: Final = "nothing to roll: no such attack is legal"
NO_DICE: Final = "nothing to roll: this ruleset leaves the dice of such an attack to the referee"
NO_ACTION: Final = "nothing to judge: these facts describe no action"
NOW_HOLDS: Final = "{name} now holds {number} {number:entry|entries}"
WHICH_OPTION: Final = "number (1)"
NO_OPTION: Final = "{said} is none of them; 1 to {most} was expected"
ENDED: Final = "the answers ended before the attack did; nothing was rolled"


def remark(words: str, translate: Translator, **facts: Any) -> str:
    """One of them in a language."""
    return phrase(words, Facts(facts), translate)
