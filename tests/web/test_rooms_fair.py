"""Fair dice: settled before, shown after, the same by a recipe that anybody can follow."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare
from tests.web.sitting import Sitting
from tests.web.test_rooms_acts import CHOICES, of

from enfilade.dice import D6, Die, Pool, Roll, Rolled, Sum, follow
from enfilade.web import wire
from enfilade.web.rooms import Broken, FairDice, verify
from enfilade.web.rooms.fair import WORDS, new_secret, promise

SECRET = "00" * 31 + "01"


def by_the_recipe(secret, play, salt, sides):
    """The recipe of the page "Fair dice" once more, in one piece: numbers below each of `sides`."""
    words: list[int] = []
    found, block = [], 0
    for stop in sides:
        while True:
            if not words:
                digest = hmac.new(bytes.fromhex(secret), f"{play}:{block}:{salt}".encode(), hashlib.sha256).hexdigest()
                words, block = [int(digest[at : at + 8], 16) for at in range(0, 64, 8)], block + 1
            word = words.pop(0)
            if word < 2**32 // stop * stop:
                break
        found.append(word % stop)
    return found


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10**6), st.text(max_size=50), st.lists(st.integers(1, 100)))
def test_the_dice_follow_the_recipe(secret, play, salt, sides):
    dice = FairDice(secret, play, salt)
    assert [dice.randrange(stop) for stop in sides] == by_the_recipe(secret.hex(), play, salt, sides)


def test_a_word_beyond_the_last_whole_multiple_is_passed_over():
    stop = WORDS // 2 + 1  # about half of all words are passed over
    dice = FairDice(bytes.fromhex(SECRET), 1)
    found = [dice.randrange(stop) for _ in range(2_000)]
    assert found == by_the_recipe(SECRET, 1, "", [stop] * 2_000)
    assert max(found) < stop


@pytest.mark.parametrize("stop", [0, -1, WORDS + 1])
def test_what_no_word_can_decide_is_refused(stop):
    with pytest.raises(ValueError, match="expected a number"):
        FairDice(bytes(32), 1).randrange(stop)


def test_every_face_is_as_likely():
    dice = FairDice(bytes.fromhex(SECRET), 1, "a salt")
    counted = Counter(D6.roll(dice) for _ in range(60_000))
    assert chisquare([counted[face] for face in D6.faces]).pvalue > 0.001  # a fixed stream: it never changes


def test_each_of_secret_play_and_salt_matters():
    def first(*given):
        dice = FairDice(*given)
        return [dice.randrange(1000) for _ in range(5)]

    seen = [first(bytes(32), 1, ""), first(bytes(31) + b"\1", 1, ""), first(bytes(32), 2, ""), first(bytes(32), 1, "x")]
    assert len({tuple(one) for one in seen}) == 4


def test_secrets_are_long_and_never_the_same():
    found = {new_secret() for _ in range(100)}
    assert len(found) == 100
    assert {len(bytes.fromhex(one)) for one in found} == {32}


def shown(room):
    """The proof of the last line of the log."""
    return wire.Proof.model_validate(room.table.standing.lines[-1].proof)


def test_what_fell_in_a_room_is_what_was_promised():
    room = Sitting(CHOICES, "lannister", "bolton")
    for play, salt in ((1, "mine"), (2, "")):
        promised = room.table.standing.commitment
        action, before = of(room, "lannister"), room.table.battle
        room.send("lannister", "play", action=action, dice="server", salt=salt)
        while room.table.standing.attack is not None:
            assert room.table.standing.commitment == promised  # until the end
            waiting = room.table.trace.waiting
            who = "lannister" if waiting.side == "attacker" else "bolton"
            room.send(who, "answer", label=waiting.options[-1].label)
        proof = shown(room)
        assert (proof.play, proof.hash, proof.salt) == (play, promised, salt)
        assert promise(proof.secret) == promised
        assert room.table.standing.commitment != promised
        entry = room.table.standing.entries[-1]
        fell = [answer.faces for answer in entry.answers if isinstance(answer, Rolled) and answer.faces]
        assert fell
        assert verify(proof, throws(before, entry)) == fell
        room.send("referee", "undo")


def throws(battle, entry):
    """What was thrown in an entry, as its program asks for it."""
    trace = follow(battle.judge(entry.action).dice, entry.answers)
    return [told.asked.throw for told in trace.told if isinstance(told.asked, Roll) and told.asked.throw.size]


def test_a_secret_is_not_shown_where_no_die_fell():
    room = Sitting()
    promised = room.table.standing.commitment
    room.send("referee", "decide", words="the sun sets")
    assert room.table.standing.commitment == promised
    assert room.table.standing.lines[-1].proof is None


def test_taking_back_does_not_bring_the_same_dice_again():
    room = Sitting()
    seen = set()
    for play in range(1, 9):
        room.send("w", "play", action=of(room, "w"), dice="server", policy="", salt="the same")
        assert shown(room).play == play
        seen.add(shown(room).secret)
        room.send("referee", "undo")
    assert len(seen) == 8


@given(st.integers(1, 8), st.integers(1, 20))
def test_verify_says_the_faces_of_any_throw(pool, sides):
    proof = wire.Proof(play=3, hash=promise(SECRET), secret=SECRET, salt="s")
    die = Die("die", tuple(range(1, sides + 1)))
    first, second = verify(proof, [Pool(((die, pool),)), Sum(D6, 2)])
    numbers = by_the_recipe(SECRET, 3, "s", [sides] * pool + [6, 6])
    assert [*first, *second] == [number + 1 for number in numbers]


def test_a_broken_promise_is_found_out():
    with pytest.raises(Broken, match="not been shown"):
        verify(wire.Proof(play=1, hash=promise(SECRET)), [])
    with pytest.raises(Broken, match="not the one that was promised"):
        verify(wire.Proof(play=1, hash=promise("11" * 32), secret=SECRET), [])
