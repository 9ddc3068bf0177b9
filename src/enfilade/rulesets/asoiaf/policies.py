"""Ways to answer the choices in an attack."""

from typing import Any

from enfilade.dice import Choice, Option


def keep_tokens(_at: int, _situation: Any, choice: Choice[Any]) -> Option[Any]:
    """The first option that spends no condition token."""
    return next((option for option in choice.options if not option.label.startswith("spend")), choice.options[0])
