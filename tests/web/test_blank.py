"""The small fights that the page offers to somebody who writes a scenario: each can be laid on the table and judged."""

import re
from pathlib import Path

import pytest

import enfilade
from enfilade.rulesets import NAMES

BLANKS = dict(
    re.findall(
        r"^  (\w+): `(.*?)`,$",
        (Path(__file__).parents[2] / "frontend" / "src" / "frame" / "blank.ts").read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
)


def test_there_is_one_of_every_game():
    assert set(BLANKS) == set(NAMES)


@pytest.mark.parametrize("ruleset", sorted(BLANKS))
def test_it_has_two_sides_and_something_legal_between_them(ruleset):
    battle = enfilade.load(BLANKS[ruleset])
    pieces = {piece.id: piece.side for piece in battle.ruleset.pieces(battle.state)}
    assert len(set(pieces.values())) == 2
    legal = [action for action in battle.actions() if battle.judge(action).legal]
    against = {(action.get("attacker"), action.get("target")) for action in legal}
    assert any(pieces.get(one) != pieces.get(other) for one, other in against if one in pieces and other in pieces)
