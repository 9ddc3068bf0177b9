"""Exact duels against brute force, against duels played die by die, and against themselves."""

import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.lab.conftest import AGEOFMAGIC, ASOIAF, RUNEWARS

from enfilade.dice import odds, play, rolls, wilson
from enfilade.lab import fight, fighting, flow, read_duel
from enfilade.lab.course import Row, answers, ended, ruling_at, settled, start
from enfilade.lab.fighting import sampled, weighed
from enfilade.lab.fought import LabError
from enfilade.lab.rows import explore
from enfilade.lab.solve import ends, values


def brute(duel, state, turn, left, weight, found):
    """Every row of results to the end, without merging, memory or canonical states."""
    sides = duel.ruleset.left(state)
    if left == 0 or any(side["beaten"] for side in sides.values()):
        key = tuple(side for side in sides if not sides[side]["beaten"])
        found[key] = found.get(key, 0) + weight
        return
    ruling = duel.ruleset.judge(state, duel.turns[turn])
    to = (turn + 1) % len(duel.turns)
    left -= to == 0
    rows = odds(ruling.dice, answers(duel, ruling)).items() if ruling.dice else [(None, Fraction(1))]
    for result, chance in rows:
        after = state
        for event in result.events if result else ():
            after = duel.ruleset.apply(after, event)
        if to == 0:
            after = duel.ruleset.fresh(after)
        brute(duel, after, to, left, weight * chance, found)


@pytest.mark.parametrize(
    "text", [RUNEWARS.replace('ranks: ["2"]', 'ranks: ["1"]'), ASOIAF.replace("wounds: 5", "wounds: 2"), AGEOFMAGIC]
)
def test_two_rounds_against_every_course(text):
    duel = read_duel(text + "rounds: 1\n")
    found: dict = {}
    brute(duel, duel.battle.state, 0, 1, Fraction(1), found)
    fought = fight(duel)
    for side in duel.sides:
        assert float(fought.wins(side)) == pytest.approx(float(found.get((side,), 0)), abs=1e-13)
    assert float(fought.nobody) == pytest.approx(float(found.get((), 0) + found.get(duel.sides, 0)), abs=1e-13)


def test_brute_force_over_two_rounds_in_fractions():
    duel = read_duel(ASOIAF.replace("wounds: 5", "wounds: 2").replace("wounds: 6", "wounds: 2") + "rounds: 2\n")
    found: dict = {}
    brute(duel, duel.battle.state, 0, 2, Fraction(1), found)
    fought = fight(duel)
    assert fought.how == "exact"
    assert [fought.wins(side) for side in duel.sides] == [found[("x",)], found[("y",)]]


def played(duel, randomness):
    """One duel with dice from `randomness`, by the readable text."""
    position = start(duel)
    while not ended(duel, position):
        ruling = ruling_at(duel, position)
        state = position.state
        if ruling.dice:
            trace = play(ruling.dice, rolls(randomness), answers(duel, ruling))
            assert trace.result is not None
            for event in trace.result.events:
                state = duel.ruleset.apply(state, event)
        position = settled(duel, position.turn, state)
    return [side for side, left in duel.ruleset.left(position.state).items() if not left["beaten"]]


def test_duels_played_die_by_die_fall_as_the_chain_says(written):
    duel = read_duel(written)
    fought = fight(duel)
    randomness, count = random.Random(7), 400
    wins = sum(played(duel, randomness) == [duel.sides[0]] for _ in range(count))
    low, high = wilson(wins / count, count, z=4)
    assert low <= float(fought.wins(duel.sides[0])) <= high


def test_all_chances_come_to_one(written):
    fought = fight(read_duel(written))
    assert float(sum(end.chance for end in fought.ends)) == pytest.approx(1, abs=1e-12)
    for after in fought.rounds:
        assert float(sum(after.won) + after.draw + after.fighting) == pytest.approx(1, abs=1e-12)
    reached = [float(sum(after.won)) for after in fought.rounds]
    assert reached == sorted(reached)


def test_backward_and_forward_agree(written):
    duel = read_duel(written)
    chain = explore(duel)
    side = duel.sides[0]

    def won(at):
        if at < 0:
            return 0.0
        left = duel.ruleset.left(chain.positions[at].state)
        return float(not left[side]["beaten"] and left[duel.sides[1]]["beaten"] != "")

    backward = values(chain, won)[0]
    forward = sum(chance * won(at) for at, chance in ends(chain, False).items())
    assert float(backward) == pytest.approx(float(forward), abs=1e-12)
    assert float(weighed(chain).wins(side)) == pytest.approx(float(backward), abs=1e-12)


ROWS = {
    "runewars with re-rolls and surges": RUNEWARS.replace('ranks: ["2"]', 'ranks: ["11"]'),
    "runewars, the best of each attack": RUNEWARS.replace('ranks: ["2"]', 'ranks: ["1"]')
    + "policies: {d: best:wounds}\n",
    "asoiaf with tokens": ASOIAF.replace("wounds: 5", "wounds: 3, conditions: [panicked, weakened]").replace(
        "wounds: 6", "wounds: 4, conditions: [panicked, vulnerable]"
    ),
    "ageofmagic": AGEOFMAGIC.replace("size: 60", "size: 6").replace("size: 50", "size: 5"),
}


@pytest.mark.parametrize("name", ROWS)
def test_every_row_is_the_odds_of_its_own_ruling(name):
    """What is shared between positions and duels changes no row: each is made again from the ruling alone."""
    duel = read_duel(ROWS[name])
    for chain in (explore(duel), explore(duel)):
        for position, row in zip(chain.positions[:150], chain.rows[:150], strict=True):
            if row is None:
                assert ended(duel, position)
                continue
            ruling = ruling_at(duel, position)
            assert ruling.dice is not None
            own: dict = {}
            for result, chance in odds(ruling.dice, answers(duel, ruling)).items():
                state = position.state
                for event in result.events:
                    state = duel.ruleset.apply(state, event)
                to = settled(duel, position.turn, state)
                own[to] = own.get(to, 0) + chance
            shares = zip(row.to, row.weights, strict=True)
            assert own == {chain.positions[to]: Fraction(weight, row.total) for to, weight in shares}


def test_what_comes_after_the_last_round_is_not_worked_out(written):
    """Yet the duel stands after that round as one without a limit does."""
    duel = read_duel(written)
    limited, whole = replace(duel, rounds=1), explore(duel)
    worked_out = [sum(row is not None for row in chain.rows) for chain in (explore(limited), whole)]
    assert 0 < worked_out[0] < worked_out[1]
    told, told_of_all = fight(limited).rounds, weighed(whole).rounds
    for one, other in zip(told, told_of_all, strict=False):
        assert [float(share) for share in one.won] == pytest.approx([float(share) for share in other.won], abs=1e-12)
        assert float(one.fighting) == pytest.approx(float(other.fighting), abs=1e-12)


def test_it_tells_how_many_positions_are_worked_out():
    told: list[tuple[int, int]] = []
    fought = fight(read_duel(ASOIAF), watch=lambda done, total, words: told.append((done, total)))
    assert [done for done, _ in told] == list(range(50, fought.positions + 1, 50))
    assert all(done <= total <= fought.positions for done, total in told)


def test_fractions_and_floats_agree():
    duel = read_duel(ASOIAF)
    chain = explore(duel)
    exact, floats = ends(chain, True), ends(chain, False)
    assert sum(exact.values()) == 1
    assert {at: float(chance) for at, chance in exact.items()} == pytest.approx(floats, abs=1e-13)


def test_sampled_duels_agree_and_say_so(written):
    duel = read_duel(written)
    exact, counted = fight(duel), sampled(duel, 3000, seed=5)
    assert (counted.how, counted.samples) == ("sampled", 3000)
    for side in duel.sides:
        share = float(counted.wins(side))
        low, high = wilson(share, 3000, z=4)
        assert low <= float(exact.wins(side)) <= high
        assert counted.interval(counted.wins(side)) == wilson(share, 3000)
    assert sampled(duel, 3000, seed=5).ends == counted.ends
    assert sampled(duel, 3000, seed=6).ends != counted.ends


def test_attacks_too_large_to_be_weighed_are_sampled_dice_by_dice(monkeypatch):
    duel = read_duel(ASOIAF)
    exact = fight(duel)
    monkeypatch.setattr(fighting, "SAMPLED_BRANCHES", 5)
    counted = sampled(duel, 4000, seed=5)
    low, high = wilson(float(counted.wins("x")), 4000, z=4)
    assert low <= float(exact.wins("x")) <= high
    assert sampled(duel, 4000, seed=5).ends == counted.ends
    assert counted.ends != sampled(duel, 4000, seed=6).ends


def test_beyond_the_budget_it_is_sampled():
    fought = fight(read_duel(ASOIAF), most=20, samples=50)
    assert (fought.how, fought.samples) == ("sampled", 50)
    assert "50 duels sampled" in str(fought)


def test_sampling_goes_on_until_the_answer_is_known():
    duel = read_duel(ASOIAF)
    fought = fight(duel, most=20, width=0.02)
    low, high = fought.interval(fought.wins("x"))
    assert (high - low) / 2 <= 0.02
    assert fought.samples > 1_000
    assert abs(float(fought.wins("x")) - float(fight(duel).wins("x"))) < 0.04
    with pytest.raises(LabError, match=r"such as 0\.01"):
        fight(duel, width=1.0)


@pytest.mark.parametrize(("most", "samples"), [(0, 10), (10, 0), (-1, 10)])
def test_a_budget_of_nothing_is_refused(most, samples):
    with pytest.raises(LabError, match="at least 1"):
        fight(read_duel(ASOIAF), most, samples)


def test_the_one_who_strikes_first_is_better_off():
    first = fight(read_duel(RUNEWARS)).wins("d")
    second = fight(read_duel(RUNEWARS.replace("[spearmen, reanimates]", "[reanimates, spearmen]"))).wins("d")
    assert first > second


def test_sides_swapped_in_the_file_change_nothing():
    lines = ASOIAF.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if "id: a" in line)
    swapped = "".join([*lines[:at], *lines[at + 3 : at + 6], *lines[at : at + 3], *lines[at + 6 :]]) + "turns: [a, b]\n"
    one, other = fight(read_duel(ASOIAF)), fight(read_duel(swapped))
    assert float(one.wins("x")) == pytest.approx(float(other.wins("x")), abs=1e-12)


def test_a_duel_that_cannot_end_says_so():
    fought = fight(
        read_duel(
            ASOIAF.replace("dice: [5, 4, 3]", "dice: [0, 0, 0]")
            .replace("morale: 6", "morale: 1")
            .replace("morale: 5", "morale: 1")
        )
    )
    assert fought.endings() == {("", "nothing can change any more"): 1}
    assert fought.nobody == 1


def test_left_over_is_what_the_winner_has():
    fought = fight(read_duel(ASOIAF))
    assert sum(c for left, c in fought.survivors("x").items() if left > 0) == pytest.approx(float(fought.wins("x")))
    assert max(fought.survivors("x")) <= 5


def test_where_it_cannot_go_on_it_tells_what_is_left_by_then():
    """A shot across the field, then nothing: no contact is stated, so neither can strike the other after it."""
    text = ASOIAF.replace(
        "contacts:\n    - {unit: a, side: front, enemy: b, enemy_side: front}",
        "sightings: [{unit: a, enemy: b, range: 6}]",
    )
    text = text.replace("kind: melee, to_hit: 3", "kind: long, to_hit: 3")
    shot = "opening: [{kind: ranged, attacker: a, target: b}]\nturns: [{kind: melee, attacker: b, target: a}]\n"
    fought, once = fight(read_duel(text + shot)), fight(read_duel(text + shot + "rounds: 1\n"))
    assert ("", "nothing can change any more") in fought.endings()
    assert fought.survivors("y") == pytest.approx(once.survivors("y"))
    assert len(fought.survivors("y")) > 1


@pytest.mark.parametrize("most", [4_000, 3])
def test_what_is_left_is_a_distribution_to_draw(written, most):
    fought = fight(read_duel(written), most, 500)
    side = fought.sides[0]
    distribution = fought.distribution(side)
    spread = {next(iter(result.counts.values())): float(chance) for result, chance in distribution.items()}
    assert spread == pytest.approx({left: float(c) for left, c in fought.survivors(side).items() if c}, abs=1e-12)
    assert distribution.sampled == (most == 3)
    assert "left after the duel" in fought.left_chart(side).svg


def test_stopping_after_a_round_is_the_same_as_reading_it_off():
    whole, stopped = fight(read_duel(ASOIAF)), fight(read_duel(ASOIAF + "rounds: 2\n"))
    assert len(stopped.rounds) == 2
    for side in range(2):
        assert float(whole.rounds[1].won[side]) == pytest.approx(float(stopped.wins(("x", "y")[side])), abs=1e-12)


def test_compiled_and_plain_flow_agree(written, monkeypatch):
    """To the last bit, so that what is installed or loaded changes no answer."""
    chain = explore(read_duel(written))
    for name in ("WORTH_COMPILING", "WORTH_IT_LOADED"):
        monkeypatch.setattr(flow, name, sys.maxsize)
    plainly = flow.ends(chain)
    for name in ("WORTH_COMPILING", "WORTH_IT_LOADED"):
        monkeypatch.setattr(flow, name, 0)
    assert flow.ends(chain) == plainly


def test_lists_and_arrays_flow_alike(written):
    """To the last bit too: without NumPy chains are solved in lists, so that a short duel does not wait for it."""
    whole = flow.flat(explore(read_duel(written)))
    lists = flow.Flat(*(row if isinstance(row, list) else row.tolist() for row in whole))
    arrays = flow.Flat(np.array(lists.first), np.array(lists.to), np.array(lists.chance))
    assert flow.solved(lists) == flow.solved(arrays)
    for listed, arrayed in islice(zip(flow.turn_by_turn(lists, 0), flow.turn_by_turn(arrays, 0), strict=True), 30):
        assert listed == arrayed


def test_a_short_duel_is_told_without_loading_numpy(tmp_path):
    """Checked in a process of its own, for here it is loaded."""
    duel = tmp_path / "short.yaml"
    duel.write_text(ASOIAF)
    asked = "import sys; from enfilade.cli import main; main(sys.argv[1:]); sys.exit('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked, "duel", str(duel), "--json"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"wins"' in done.stdout


def test_large_groups_are_eliminated():
    """A walk on seven places that may go either way, with an end on each side: it ends left with (7 - i) / 8."""
    rows = (
        Row((1, 7), (1, 1), 2),
        *(Row((i - 1 if i > 1 else 0, i + 1), (1, 1), 2) for i in range(1, 6)),
        Row((5, 8), (1, 1), 2),
        None,
        None,
    )
    chain: Any = SimpleNamespace(rows=rows)
    assert ends(chain, True) == {7: Fraction(7, 8), 8: Fraction(1, 8)}
    assert ends(chain, False) == pytest.approx({7: 7 / 8, 8: 1 / 8}, abs=1e-13)


@pytest.mark.parametrize(("text", "field"), [(RUNEWARS, "charge"), (ASOIAF, "charging")])
def test_an_opening_is_the_first_round_only(text, field):
    """A charge in the opening round helps, but less than one in every round would."""
    if field == "charge":
        text = text.replace("profile: Spearmen", "profile: Oathsworn Cavalry").replace('ranks: ["2"]', 'ranks: ["1"]')
        text = text.replace('Reanimates, ranks: ["1"]', 'Reanimates, ranks: ["1", "1"]')  # panic may cost it a tray
    bare = text.split("turns:")[0]
    one, other = [str(turn["attacker"]) for turn in read_duel(text).turns]
    plainly = f"{{attacker: {one}, target: {other}}}"
    charging = f"{{attacker: {one}, target: {other}, {field}: true}}"
    back = f"{{attacker: {other}, target: {one}}}"
    rows = [(plainly, plainly), (charging, plainly), (charging, charging)]
    wins = []
    for opening, always in rows:
        duel = read_duel(bare + f"opening: [{opening}, {back}]\nturns: [{always}, {back}]\nrounds: 3\n")
        wins.append(float(fight(duel).wins(duel.sides[0])))
    assert wins[0] < wins[1] < wins[2]
    assert wins[0] == pytest.approx(float(fight(read_duel(bare + "rounds: 3\n")).wins(duel.sides[0])), abs=1e-12)


def test_the_rounds_of_an_opening_are_counted():
    opening = "opening: [{attacker: a, target: b}]\nturns: [{attacker: b, target: a}, {attacker: a, target: b}]\n"
    fought = fight(read_duel(ASOIAF + opening + "rounds: 2\n"))
    assert [after.round for after in fought.rounds] == [1, 2]
    assert float(fought.rounds[0].won[1]) == 0  # b has not struck yet
    best = fight(read_duel(ASOIAF + opening + "rounds: 2\npolicies: {x: best, y: best}\n"))
    assert float(best.wins("x")) == pytest.approx(float(fought.wins("x")), abs=1e-12)
