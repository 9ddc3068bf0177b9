"""A room that begins with a record tells its entries in the log: each opens like one that was played there."""

from random import Random

from tests.web.sitting import EXAMPLES, REAR, Sitting

from enfilade.files.document import read
from enfilade.files.scenario import set_up
from enfilade.referee import Action, same
from enfilade.web.rooms import showing
from enfilade.web.rooms.hall import first_change
from enfilade.web.rooms.standing import begun
from enfilade.web.rooms.table import laid
from enfilade.web.telling import sides

UNIT = {"runewars": "spearmen", "ageofmagic": "archers1"}


def _fought(name=REAR):
    battle = set_up(read(EXAMPLES / f"{name}.battle.yaml"))
    attack = next(action for action in battle.actions() if action.kind in ("melee", "turn"))
    battle = battle.play(attack, Random(7), "hits" if name == REAR else "three")
    return battle.play(Action.of("decide", words="so be it", unit=UNIT[battle.ruleset.name]), [])


def _log(battle):
    table = laid(begun(first_change(battle, list(sides(battle)))))
    return showing.snapshot(table, [], same, {}).log


def test_every_entry_of_the_record_has_its_line():
    start, attack, decision = _log(_fought())
    assert (start.kind, start.entry) == ("start", None)
    assert (attack.kind, attack.entry, attack.by, attack.dice) == ("play", 1, "w", None)
    assert attack.text.startswith("melee: Reanimates → Spearmen, edge rear: ")
    assert (decision.kind, decision.entry, decision.by) == ("decide", 2, "referee")
    assert decision.text == "the referee decides of Spearmen: so be it"


def test_the_line_says_what_it_would_have_said_where_it_was_played():
    room = Sitting(REAR, "w")
    room.send("w", "play", action={"kind": "melee", "attacker": "reanimates", "target": "spearmen", "edge": "rear"},
              dice="server", policy="hits")  # fmt: skip
    while room.table.trace is not None:
        room.send("referee", "answer", label=room.table.trace.waiting.options[0].label)
    played = showing.snapshot(room.table, [], same, {}).log[-1]
    retold = _log(room.table.battle)[-1]
    assert (retold.text, retold.entry, retold.by) == (played.text, played.entry, played.by)


def test_the_numbers_of_the_lines_are_their_own():
    numbers = [line.seq for line in _log(_fought())]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) == 1


def test_a_whole_turn_is_nobodys():
    turn = _log(_fought("ageofmagic/alexander-and-darius-turn-1"))[1]
    assert (turn.by, turn.entry) == ("referee", 1)


def test_nobody_says_whose_dice_fell_in_a_record():
    battle = _fought()
    table = laid(begun(first_change(battle, list(sides(battle)))))
    dice = {line.entry: line.dice for line in table.standing.lines if line.entry}
    stages = showing.entry(table.battle, 1, dice, same).stages
    assert any(stage.faces for stage in stages)
    assert {stage.dice for stage in stages} == {None}
