"""The dice of an attack on the table: added, rolled, re-rolled, taken away, and read as icons (RR 10, steps 2-4)."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import product
from typing import Any, NamedTuple

from enfilade.dice import Choice, Option, Pool, Roll, Stage
from enfilade.referee import Facts, Words, phrase
from enfilade.rulesets.runewars.tables import BLUE, RED, WHITE

ORDER = (RED, BLUE, WHITE)
Faces = tuple[tuple[str, ...], ...]
Counts = tuple[int, int, int]


class Dice(NamedTuple):
    """Dice by colour (red, blue, white): the faces that lie, and how many are in the hand to be thrown."""

    faces: Faces
    hand: Counts

    def facts(self) -> dict[str, Any]:
        dice = [(die.name, number) for die, number in zip(ORDER, self.hand, strict=True) if number]
        hand = tuple(_dice(number, colour) for colour, number in dice)
        return {"faces": told(self.faces), "hand": hand or "no dice"}


def _dice(number: int, colour: str) -> Words:
    """So many dice of a colour: 2 red."""
    what = "die" if number == 1 else "dice"  # some languages say the colour of several otherwise
    return Words(f"{{number}} {{{what}}}", Facts({"number": number, what: colour}))


def told(faces: Faces) -> tuple[Words, ...] | str:
    """The faces as a player reads them, by colour."""
    rows = [(die.name, " ".join(row)) for die, row in zip(ORDER, faces, strict=True) if row]
    return tuple(Words("{colour} {faces}", Facts(colour=colour, faces=row)) for colour, row in rows) or "no dice"


def in_hand(hand: Counts) -> Dice:
    """Dice that are still to be thrown: red, blue, white."""
    return Dice(((), (), ()), hand)


def throw(dice: Dice) -> Dice | Roll[Dice]:
    """Throw the dice in the hand, if any, and put them to those that lie."""
    if not any(dice.hand):
        return dice
    return Roll(_pool(dice.hand), partial(_lay, dice.faces))


@lru_cache(maxsize=1024)
def _pool(hand: Counts) -> Pool:
    return Pool(tuple(zip(ORDER, hand, strict=True)))


@lru_cache(maxsize=65536)
def _lay(lying: Faces, thrown: Faces) -> Dice:
    return Dice(tuple(tuple(sorted(a + b)) for a, b in zip(lying, thrown, strict=True)), (0, 0, 0))


def add_flank_die(dice: Dice) -> Choice[Dice]:
    """One more die for flanking: red or blue, as the attacker likes (RR 41)."""
    red, blue, white = dice.hand
    return Choice(
        "attacker",
        "Which die for flanking?",
        (Option("red", in_hand((red + 1, blue, white))), Option("blue", in_hand((red, blue + 1, white)))),
    )


def take_die(question: str, dice: Dice) -> Choice[Dice] | Dice:
    """One die fewer in the hand, before the roll: the attacker chooses its colour."""
    options = []
    for i in (1, 0, 2):
        if dice.hand[i]:
            fewer = tuple(n - (i == j) for j, n in enumerate(dice.hand))
            options.append(Option.saying("one {colour}", in_hand(fewer), colour=ORDER[i].name))  # type: ignore[arg-type]
    return Choice("attacker", question, tuple(options)) if len(options) > 1 else options[0].to if options else dice


def pick_up(side: str, most: int, dice: Dice) -> Choice[Dice]:
    """Choose up to `most` of the lying dice to throw again. First: those without a hit, for the attacker."""
    return Choice(side, "Which dice to re-roll?", _pickings(dice.faces, most, side == "attacker"))


def discard(dice: Dice) -> Choice[Dice]:
    """Take one lying die away. First: the one with the fewest hits, then with the fewest icons."""
    single = ((up, kept) for up, kept in _splits(dice.faces, 1) if any(up))
    options = [_with_faces("take away {faces}", up, Dice(kept, (0, 0, 0))) for up, kept in single]
    options.sort(key=lambda option: (-_hits(option.to.faces), -_icons(option.to.faces)))
    return Choice("attacker", "Which die to take away?", tuple(options))


@lru_cache(maxsize=16384)
def _pickings(faces: Faces, most: int, own: bool) -> tuple[Option[Dice], ...]:
    options = []
    for up, kept in _splits(faces, most):
        hand = tuple(map(len, up))
        option = _with_faces("re-roll {faces}" if any(hand) else "keep all", up, Dice(kept, hand))  # type: ignore[arg-type]
        blanks = sum(face == "-" for row in up for face in row)
        gain = sum(hand) - 2 * _hits(up) if own else 2 * _hits(up) - sum(hand)
        options.append((-gain, -blanks, option.label, option))
    return tuple(option for _, _, _, option in sorted(options, key=lambda row: row[:3]))


def _with_faces(words: str, faces: Faces, to: Dice) -> Option[Dice]:
    """An option that names the dice it is about."""
    return Option(phrase(words, {"faces": told(faces)}), to, words, {"faces": told(faces)})


def _hits(faces: Faces) -> int:
    return sum(face.count("H") for row in faces for face in row)


def _icons(faces: Faces) -> int:
    return sum(len(face) for row in faces for face in row if face != "-")


def _splits(faces: Faces, most: int) -> Iterator[tuple[Faces, Faces]]:
    """Every way to pick up at most `most` of the dice, equal faces taken together: (picked up, left lying)."""
    kinds = [(colour, face, n) for colour, row in enumerate(faces) for face, n in sorted(Counter(row).items())]
    for taken in product(*(range(n + 1) for _, _, n in kinds)):
        if sum(taken) <= most:
            up: list[list[str]] = [[], [], []]
            kept: list[list[str]] = [[], [], []]
            for (colour, face, n), k in zip(kinds, taken, strict=True):
                up[colour] += [face] * k
                kept[colour] += [face] * (n - k)
            yield tuple(map(tuple, up)), tuple(map(tuple, kept))


def reroll_stages(side: str, most: int, rule: str, words: str) -> tuple[Stage[Any], Stage[Any]]:
    """Choose up to `most` dice, throw them again; `words` tell which `{hand}` is thrown, and why."""
    return Stage(rule, words, partial(pick_up, side, most)), Stage(rule, "now {faces}", throw)
