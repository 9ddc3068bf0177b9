"""The last table of the page, its 36 rows restored: what is seen, from where, behind what, in which stance."""

SEEN = ("full", "partial", "no")
STANCES = ("none", "pop_up", "duck")

# Six rows a line: no C and C, each with no stance, popped up, ducked. A dot is a position that cannot be.
PRINTED = (
    "YYY YYN"  # 1-6: full
    "... ..."  # 7-12: full, and yet at a wall corner
    "YYY YYN"  # 13-18: partial
    "YYY YYN"  # 19-24: partial, at a wall corner
    "NNN NNN"  # 25-30: no visibility
    "YYY YYN"  # 31-36: no visibility, at a wall corner
).replace(" ", "")


def row(seen: str, corner: bool, sheltered: bool, stance: str) -> int:
    """The number of the row, from 1: visibility from the middle, wall corner used, C, stance of the target."""
    return 12 * SEEN.index(seen) + 6 * corner + 3 * sheltered + STANCES.index(stance) + 1


def line(number: int) -> bool | None:
    """What the table says in this row; None where the position cannot be."""
    return {"Y": True, "N": False, ".": None}[PRINTED[number - 1]]
