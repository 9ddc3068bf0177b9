"""Texts that are compiled where that is sooner done: the plain functions stay as they are, for small work."""

import sys
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any


def compiled(*texts: Callable[..., Any]) -> Mapping[str, Any] | None:
    """These functions of one module compiled by name, those that are called before those that call them.

    `None` without Numba. Its cache is kept beside the module.
    """
    try:
        import numba
    except ImportError:
        return None
    scope = dict(vars(sys.modules[texts[0].__module__]))
    for text in texts:
        assert isinstance(text, FunctionType)
        alike = FunctionType(text.__code__, scope, text.__name__)
        scope[text.__name__] = numba.njit(cache=True, nogil=True)(alike)
    return scope


def loaded() -> bool:
    """Whether the compiler is there already, so that even small work is sooner done by what it made."""
    return "numba" in sys.modules
