"""A room without a server: messages from seats, what they come to, and the fold checked after every change."""

from pathlib import Path
from typing import Any

from enfilade.dice import Choice
from enfilade.files.document import read
from enfilade.web import wire
from enfilade.web.reading import battle_of
from enfilade.web.rooms.acts import ACTS
from enfilade.web.rooms.hall import first_change
from enfilade.web.rooms.standing import begun
from enfilade.web.rooms.table import Did, NotDone, laid
from enfilade.web.store import Change
from enfilade.web.store.change import as_kept
from enfilade.web.telling import plain, sides, whose
from enfilade.web.telling.rolled import each

EXAMPLES = Path(__file__).parents[2] / "examples"
REAR = "runewars/struck-in-the-rear"


def example(name: str = REAR) -> Any:
    """A shipped scenario as the page would send it."""
    return plain(read(EXAMPLES / f"{name}.battle.yaml").data)


class Sitting:
    """Seats that send messages to one room."""

    def __init__(self, scenario: dict[str, Any] | str = REAR, *taken: str, units: dict[str, Any] | None = None) -> None:
        battle = battle_of(example(scenario) if isinstance(scenario, str) else scenario, (), units)
        first = first_change(battle, list(sides(battle)))
        self.changes = [first]
        self.table: Any = laid(begun(first))
        for seat in taken:
            self.change(seat, Did("take", {}, self.table.battle))

    def send(self, seat: str, kind: str, **fields: Any) -> Did:
        """What a message comes to. Raises `NotDone`; then nothing has changed."""
        message = wire.to_server.validate_python({"type": kind, **fields})
        did = ACTS[type(message)](self.table, seat, message)
        self.change(seat, did)
        return did

    def end(self) -> None:
        """The attack under way goes on to its end, whatever is still asked: the first option, the lowest faces."""
        while (attack := self.table.standing.attack) is not None:
            asked = self.table.trace.waiting
            if isinstance(asked, Choice):
                seat = whose(self.table.battle, attack.entry.action, asked.side)
                self.send(seat, "answer", label=asked.options[0].label)
            else:
                self.send(attack.by, "answer", faces=[die.faces[0] for die in each(asked.throw)])

    def change(self, seat: str, did: Did) -> None:
        made = f"2030-01-01T00:00:{len(self.changes):02}Z"
        self.changes.append(Change(len(self.changes) + 1, made, seat, did.kind, as_kept(did.data)))
        self.table = self.table.after(self.changes[-1], did)

    def check(self) -> None:
        """The room stands as it would if it were read from the disk."""
        standing = begun(self.changes[0])
        for change in self.changes[1:]:
            standing = standing.after(change)
        read = laid(standing)
        assert (read.standing, read.battle) == (self.table.standing, self.table.battle)
        assert (read.trace and read.trace.answers) == (self.table.trace and self.table.trace.answers)

    def why(self, seat: str, kind: str, **fields: Any) -> NotDone:
        """Why a message is not done, and that nothing has changed."""
        before = self.table
        try:
            self.send(seat, kind, **fields)
        except NotDone as error:
            assert self.table is before
            return error
        raise AssertionError(f"{kind} from {seat} was done")

    @property
    def action(self) -> Any:
        return self.table.battle.actions()[0].json()

    @property
    def log(self) -> list[tuple[str, str, bool]]:
        return [(line.kind, line.by, line.undone) for line in self.table.standing.lines]
