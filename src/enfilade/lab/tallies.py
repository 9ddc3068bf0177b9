"""Battles counted in whole numbers, and the file that keeps them: what is in it is never fought again."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from enfilade.dice import wilson
from enfilade.lab.course import Position, both
from enfilade.lab.duels import Duel
from enfilade.lab.fighting import winner_of
from enfilade.lab.fought import After, End, Fought, LabError
from enfilade.referee import Facts

FORMAT = "enfilade/battles/1"


class Ending(NamedTuple):
    """How a battle ended: the winner ("" for nobody), how, and what each side has left."""

    winner: str
    how: str
    left: tuple[Facts, ...]

    @property
    def mark(self) -> int:
        """A number for it that is the same in every run."""
        return crc32(json.dumps([self.winner, self.how, [one.json() for one in self.left]]).encode())


def ending(duel: Duel, position: Position) -> Ending:
    """How a battle stands that stops at a position."""
    left = both(duel, position.state)
    return Ending(*winner_of(duel, left), left)


@dataclass(slots=True)
class Tally:
    """Battles counted by ending and round; `done` has their numbers as spans from a first to before a last."""

    ends: Counter[tuple[Ending, int]] = field(default_factory=Counter)
    done: list[tuple[int, int]] = field(default_factory=list)
    digest: int = 0
    told: int = 0
    head: str = ""
    path: Path | None = None

    @property
    def battles(self) -> int:
        return sum(stop - start for start, stop in self.done)

    def missing(self, until: int) -> Iterator[range]:
        """The battles below this number that are not counted yet."""
        at = 0
        for start, stop in self.done:
            if at < min(start, until):
                yield range(at, min(start, until))
            at = stop
        if at < until:
            yield range(at, until)

    def add(self, battles: range, part: "Tally") -> None:
        """Count the battles of a chunk: all of them, once, or none where somebody stops the program meanwhile."""
        if sum(part.ends.values()) != len(battles):
            raise ValueError(f"{len(battles)} battles were to be counted; found {sum(part.ends.values())}")
        self._become(part, self._with(battles))

    def join(self, part: "Tally") -> None:
        """Add up what was counted."""
        self._become(part, self.done)

    def _with(self, battles: range) -> list[tuple[int, int]]:
        spans: list[tuple[int, int]] = []
        for start, stop in sorted([*self.done, (battles.start, battles.stop)]):
            if spans and start < spans[-1][1]:
                raise ValueError(f"battle {start} would be counted twice")
            if spans and start == spans[-1][1]:
                spans[-1] = spans[-1][0], stop
            else:
                spans.append((start, stop))
        return spans

    def _become(self, part: "Tally", done: list[tuple[int, int]]) -> None:
        ends, digest, told = self.ends + part.ends, (self.digest + part.digest) % 2**64, self.told + part.told
        # Plain assignments in a row: an interrupt from the keyboard is heard before or after them.
        self.ends = ends
        self.digest = digest
        self.told = told
        self.done = done

    def widest(self, sides: tuple[str, ...]) -> float:
        """How far the 95 % interval of a side's chance to win reaches on either side, for the side it is wider for."""
        won: Counter[str] = Counter()
        for (end, _), many in self.ends.items():
            won[end.winner] += many
        bounds = [wilson(won[side] / self.battles, self.battles) for side in sides]
        return max(high - low for low, high in bounds) / 2

    def fought(self, duel: Duel, positions: int, limit: int) -> Fought:
        """The answer as every duel gives it."""
        ends: Counter[Ending] = Counter()
        for (end, _), many in self.ends.items():
            ends[end] += many
        total = self.battles
        listed = sorted(ends.items(), key=lambda item: (-item[1], item[0].winner, item[0].how, str(item[0].left)))
        return Fought(
            duel.sides,
            tuple(duel.name(side) for side in duel.sides),
            duel.title,
            tuple(End(*end, Fraction(many, total)) for end, many in listed),
            tuple(self._rounds(duel, limit)),
            "sampled",
            positions,
            total,
            limit,
            tuple(duel.policy(side) for side in duel.sides),
        )

    def _rounds(self, duel: Duel, limit: int) -> Iterator[After]:
        total = self.battles
        left = total
        won, draw = dict.fromkeys(duel.sides, 0), 0
        for number in range(1, limit + 1):
            for (end, after), many in self.ends.items():
                if after == number and any(side["beaten"] for side in end.left):
                    left -= many
                    if end.winner:
                        won[end.winner] += many
                    else:
                        draw += many
            shares = tuple(Fraction(many, total) for many in won.values())
            yield After(number, shares, Fraction(draw, total), Fraction(left, total))
            if not left:
                return

    # The file -----------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the file whole; an error, such as a full disk, leaves what was there before."""
        if self.path is None:
            return
        from enfilade.lab.writing import write_text

        ends = [
            [end.winner, end.how, [one.json() for one in end.left], after, many]
            for (end, after), many in self.ends.items()
        ]
        data = {"format": FORMAT, "of": self.head, "done": self.done, "digest": self.digest, "told": self.told}
        write_text(self.path, json.dumps({**data, "ends": ends}) + "\n")


def opened(path: str | os.PathLike[str] | None, duel: Duel, seed: int) -> Tally:
    """The tally in a file, or an empty one that will be kept there. Raises `LabError` if it is of another duel."""
    if path is None:
        return Tally()
    head = _head(duel, seed)
    place = Path(path)
    if not place.exists():
        tally = Tally(head=head, path=place)
        tally.save()  # a place that cannot be written to is told before any work
        return tally
    try:
        data = json.loads(place.read_text("utf-8"))
        if data["of"] != head or data["format"] != FORMAT:
            raise LabError(f"{place}: these battles are of another duel or seed; name a new file")
        ends = Counter(
            {
                (Ending(winner, how, tuple(map(Facts, left))), after): many
                for winner, how, left, after, many in data["ends"]
            }
        )
        done = [(int(start), int(stop)) for start, stop in data["done"]]
        return Tally(ends, done, int(data["digest"]), int(data["told"]), head, place)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, LabError):
            raise
        raise LabError(f"{place}: a file of kept battles was expected; name a new file") from None


def _head(duel: Duel, seed: int) -> str:
    """What the battles are of: the position, its unit file, the actions in order, who answers choices, the seed."""
    actions = [[action.json() for action in row] for row in (duel.opening, duel.turns)]
    ruleset = duel.ruleset
    told: list[Any] = [ruleset.name, ruleset.edition, dict(duel.battle.scenario), actions]
    told += [duel.battle.library, duel.rounds, dict(duel.policies), seed]
    return hashlib.sha256(json.dumps(told, default=str, sort_keys=True).encode()).hexdigest()
