"""The dice of a room fall the same way in every run; other luck is asked for by its number: `ENFILADE_LUCK=2`."""

import os
from random import Random
from types import SimpleNamespace

import pytest

from enfilade.web.rooms import fair


@pytest.fixture(autouse=True)
def settled_secrets(request, monkeypatch):
    """Each test has secrets of its own, whichever tests ran before it; what proves the dice fair has real ones."""
    if request.module.__name__.endswith("test_rooms_fair"):
        return
    chance = Random(f"{os.environ.get('ENFILADE_LUCK', '1')} {request.node.nodeid}")
    monkeypatch.setattr(fair, "secrets", SimpleNamespace(token_hex=lambda size: chance.randbytes(size).hex()))
