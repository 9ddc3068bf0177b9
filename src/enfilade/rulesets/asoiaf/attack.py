"""The dice of an attack, stage by stage in the order of rule 8: the charge die, hits, re-rolls, saves, wounds.

Which of these stages an attack needs is decided when it is ruled on (`program.py`).
"""

from functools import lru_cache

from enfilade.dice import D6, Choice, Option, Pile, Pool, Roll, Sum, Tally
from enfilade.rulesets.asoiaf.fight import Fight

Next = Fight | Roll[Fight] | Choice[Fight]


def _faces(lowest: int, highest: int = 6) -> tuple[int, ...]:
    """The faces of a die from the lowest that will do; a natural 1 is only a face here (rule 8.4)."""
    return tuple(range(max(1, lowest), highest + 1))


@lru_cache(maxsize=1024)
def _at_least(lowest: int, dice: int) -> Tally:
    """So many dice, of which those that show this much or more are counted."""
    return Tally(D6, dice, (_faces(lowest),))


# The charge die (rules 9.6, 9.9) -------------------------------------------------------------------------------


def charge_die(fight: Fight) -> Next:
    """One die; it decides on contact and on order."""
    return Roll(Sum(D6, 1), lambda die: _charged(fight, die))


def lower_charge_die(fight: Fight) -> Next:
    """Two dice, of which the lower counts: the charge is hindered."""
    return Roll(Pool(((D6, 2),)), lambda faces: _charged(fight, int(faces[0][0])))


def _charged(fight: Fight, die: int) -> Fight:
    if die < fight.terms.need:
        return fight._replace(die=die, contact=False, dice=0)
    return fight._replace(orderly=die > fight.terms.disorderly)


def struck_first(fight: Fight) -> Next:
    """A set defender's hits on the charger, which the charger may save; its dice follow its ranks afterwards."""
    terms = fight.terms
    if not fight.contact:
        return fight
    return Roll(Tally(D6, terms.strike, (_faces(terms.own_save),)), lambda saves: _struck(fight, saves[0]))


def _struck(fight: Fight, saves: int) -> Fight:
    own = max(0, fight.own - (fight.terms.strike - saves))
    return fight._replace(own=own, dice=fight.terms.dice_at[own])


# Hits (rules 8.2 to 8.5) ---------------------------------------------------------------------------------------


def roll_attack(fight: Fight) -> Next:
    """All attack dice; each that reaches the number to hit is a hit."""
    if not fight.dice:
        return fight
    rest = fight._replace(dice=0, hits=0, misses=fight.misses + fight.dice + fight.hits)
    return Roll(_at_least(fight.terms.hit, fight.dice), Pile(_with_hits, rest, fight.hits))


def _with_hits(fight: Fight, hits: int) -> Fight:
    """So many of the dice that lie there as misses are hits."""
    return fight._replace(hits=hits, misses=fight.misses - hits)


def roll_attack_with_sixes(fight: Fight) -> Next:
    """The same, with natural sixes that hit counted apart."""
    lowest = fight.terms.hit
    throw = Tally(D6, fight.dice, (_faces(max(6, lowest)), _faces(lowest, 5)))
    return Roll(throw, lambda result: _rolled(fight, *result)) if fight.dice else fight


def roll_attack_with_any_sixes(fight: Fight) -> Next:
    """The same, where the natural face counts even if the modified result misses."""
    throw = Tally(D6, fight.dice, ((6,), _faces(fight.terms.hit, 5)))
    return Roll(throw, lambda result: _rolled(fight, *result)) if fight.dice else fight


def _rolled(fight: Fight, sixes: int, hits: int) -> Fight:
    """Dice that fell, added to those that were not rolled this time."""
    misses = fight.misses + fight.dice - sixes - hits
    return fight._replace(dice=0, sixes=fight.sixes + sixes, hits=fight.hits + hits, misses=misses)


def reroll_misses(fight: Fight) -> Next:
    """The charge bonus: the attacker may re-roll its misses, unless the charge lost it."""
    if not (fight.misses and fight.orderly):
        return fight
    again = fight._replace(dice=fight.misses, misses=0)
    return Choice(
        "attacker", "re-roll the missed dice?", (Option("re-roll the misses", again), Option("keep all dice", fight))
    )


def reroll_any(fight: Fight) -> Next:
    """The attacker may re-roll any dice: its misses, and hits too where sixes are worth more."""
    if not (fight.misses or fight.hits):
        return fight
    options = [_again(fight, fight.misses, hits) for hits in range(fight.hits + 1)]
    if fight.misses:
        options.append(_again(fight, 0, 0))
    return Choice("attacker", "which attack dice are re-rolled?", tuple(options))


def _again(fight: Fight, misses: int, hits: int) -> Option[Fight]:
    again = fight._replace(dice=misses + hits, misses=fight.misses - misses, hits=fight.hits - hits)
    if not misses and not hits:
        return Option("keep all dice", again)
    if not misses:
        return Option.saying("re-roll {hits} hits", again, hits=hits)
    return Option.saying("re-roll the misses and {hits} hits" if hits else "re-roll the misses", again, hits=hits)


def spend_weakened(fight: Fight) -> Next:
    """The enemy may spend the attacker's Weakened token: re-roll its hits."""
    if not (fight.hits or fight.sixes):
        return fight
    spent = fight._replace(weakened=False)
    every = spent._replace(dice=fight.hits + fight.sixes, hits=0, sixes=0)
    options = [Option("spend Weakened: re-roll all hits", every)]
    if fight.sixes and fight.hits:
        sixes = spent._replace(dice=fight.sixes, sixes=0)
        options.append(Option("spend Weakened: re-roll the sixes", sixes))
    return Choice("defender", "spend Weakened?", (*options, Option("keep the token", fight)))


def add_hits(fight: Fight) -> Next:
    """Automatic hits, once there is an attack at all."""
    return fight._replace(hits=fight.hits + fight.terms.auto * fight.contact)


def critical_blow(fight: Fight) -> Next:
    """A natural six counts as two hits."""
    return fight._replace(hits=fight.hits + 2 * fight.sixes, sixes=0)


def precision(fight: Fight) -> Next:
    """A natural six is a hit without a save."""
    return fight._replace(sure=fight.sixes, sixes=0)


def precise_critical_blow(fight: Fight) -> Next:
    """A natural six is one hit without a save and one with it."""
    return fight._replace(sure=fight.sixes, hits=fight.hits + fight.sixes, sixes=0)


# Saves and wounds (rules 8.6 to 8.8) ---------------------------------------------------------------------------


def roll_saves(fight: Fight) -> Next:
    """One die for each hit; each that reaches the number saves."""
    return _save(fight, fight.hits, fight.terms.save)


def roll_saves_with_sure_sixes(fight: Fight) -> Next:
    """The same, where a natural 6 always saves."""
    return _save(fight, fight.hits, min(6, fight.terms.save))


def _save(fight: Fight, dice: int, lowest: int) -> Next:
    if not dice:
        return fight._replace(misses=0)
    ready = fight._replace(hits=0, misses=0)
    throw = _at_least(lowest, dice)
    if fight.vulnerable:  # only its enemy asks later how many were saved
        return Roll(throw, lambda saves: ready._replace(wounds=dice - saves[0], saved=saves[0]))
    return Roll(throw, Pile(_with_wounds, ready, dice, -1), _told)


def _with_wounds(fight: Fight, wounds: int) -> Fight:
    return fight._replace(wounds=wounds)


def _told(saves: tuple[int, ...]) -> dict[str, int]:
    return {"saved": saves[0]}


def spend_vulnerable(fight: Fight) -> Next:
    """The attacker may spend the defender's Vulnerable token: re-roll its saves."""
    if not fight.saved:
        return fight
    again = fight._replace(vulnerable=False, dice=fight.saved, saved=0)
    return Choice(
        "attacker",
        "spend Vulnerable?",
        (Option("spend Vulnerable: re-roll all saves", again), Option("keep the token", fight)),
    )


def roll_saves_again(fight: Fight) -> Next:
    """The saves that were taken up, rolled once more."""
    return _save_again(fight, _faces(fight.terms.save))


def roll_saves_again_with_sure_sixes(fight: Fight) -> Next:
    """The same, where a natural 6 always saves."""
    return _save_again(fight, _faces(min(6, fight.terms.save)))


def _save_again(fight: Fight, faces: tuple[int, ...]) -> Next:
    lost = fight.wounds + fight.dice
    if not fight.dice:
        return fight
    return Roll(Tally(D6, fight.dice, (faces,)), lambda saves: fight._replace(dice=0, wounds=lost - saves[0]))


def suffer(fight: Fight) -> Next:
    """Every hit that is not saved is a wound; a unit without wounds left is removed and tests nothing."""
    wounds = min(fight.left, fight.wounds + fight.sure)
    left = fight.left - wounds
    target = fight.nerves[0]._replace(left=left, must=wounds > 0)
    nerves = (target, *fight.nerves[1:])
    return fight._replace(wounds=wounds, left=left, sure=0, saved=0, orderly=True, nerves=nerves)


# Who else tests ---------------------------------------------------------------------


def friends_only_if_damaged(fight: Fight) -> Next:
    """One reading of rule 7.4a: friends need not test if the shot did no wound."""
    return _spared(fight) if not fight.wounds else fight


def friends_only_if_standing(fight: Fight) -> Next:
    """One reading of rule 7.4a: friends need not test if the enemy they were engaged with is gone."""
    return _spared(fight) if fight.left <= (fight.lost or 0) else fight


def _spared(fight: Fight) -> Fight:
    return fight._replace(nerves=tuple(nerve._replace(must=False) for nerve in fight.nerves))


def charger_if_failed(fight: Fight) -> Next:
    """Only a charger that made no contact must test; it stands first in the queue."""
    charger = fight.nerves[0]._replace(must=not fight.contact)
    return fight._replace(nerves=(charger, *fight.nerves[1:]))
