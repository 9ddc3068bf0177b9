"""Best play against a plain game-tree search from the start: recursion, fractions, no table of policies."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from tests.lab.conftest import AGEOFMAGIC, ASOIAF, RUNEWARS

from enfilade.dice import Choice, Roll, Until
from enfilade.lab import Crew, Run, fight, fight_many, read_duel
from enfilade.lab.best import best_chain
from enfilade.lab.course import ruling_at, start
from enfilade.lab.parity import compare
from enfilade.lab.rows import explore
from enfilade.lab.twin import twin
from enfilade.lab.unfolding import Unfolded, unfold
from enfilade.referee import Facts

TOKENS = ASOIAF.replace("id: a,", "id: a, conditions: [weakened, panicked],").replace(
    "id: b,", "id: b, conditions: [vulnerable, panicked],"
)
TINY = TOKENS.replace("wounds: 5", "wounds: 2").replace("wounds: 6", "wounds: 2").replace("[5, 4, 3]", "[2, 2, 2]")
BEST = "policies: {x: best, y: best}\n"


class Search:
    """The value of a duel for its first side, by looking at everything that may come."""

    def __init__(self, duel, best=("x", "y")):
        self.duel, self.best, self.known, self.seen = duel, best, {}, {}

    def value(self, state, turn, left):
        key = state, turn, left
        if key not in self.known:
            self.known[key] = self._value(state, turn, left)
        return self.known[key]

    def _value(self, state, turn, left):
        beaten = [bool(side["beaten"]) for side in self.duel.ruleset.left(state).values()]
        if any(beaten) or not left:
            return Fraction(1, 2) if beaten[0] == beaten[1] else Fraction(beaten[1])
        action = self.duel.turns[turn]
        ruling = self.duel.ruleset.judge(state, action)
        after = (turn + 1) % len(self.duel.turns)

        def end(situation):
            there = state
            for event in ruling.dice.end(situation).events if ruling.dice else ():
                there = self.duel.ruleset.apply(there, event)
            return self.value(self.duel.ruleset.fresh(there, after == 0), after, left - (after == 0))

        if ruling.dice is None:
            return end(None)
        acting = self.duel.side_of(action)
        return self._stages(list(ruling.dice.stages), ruling.dice.start, acting, end)

    def _stages(self, stages, situation, acting, end):
        if not stages:
            return end(situation)
        key = end, len(stages), situation  # `end` stands for the position: there is one of it for each
        if key not in self.seen:
            self.seen[key] = self._stage(stages, situation, acting, end)
        return self.seen[key]

    def _stage(self, stages, situation, acting, end):
        stage, *rest = stages
        if isinstance(stage, Until):
            if stage.done(situation):
                return self._stages(rest, situation, acting, end)
            return self._stages([*stage.stages, *stages], situation, acting, end)
        move = stage.run(situation)
        if isinstance(move, Roll):
            weights, total = move.throw.chances()
            return sum(
                Fraction(weight, total) * self._stages(rest, move.then(result), acting, end)
                for result, weight in weights
            )
        if isinstance(move, Choice):
            own = (move.side == "attacker") == (acting == self.duel.sides[0])
            side = self.duel.sides[0] if own else self.duel.sides[1]
            options = move.options if side in self.best else move.options[:1]
            values = [self._stages(rest, option.to, acting, end) for option in options]
            return max(values) if own else min(values)
        return self._stages(rest, move, acting, end)


def searched(text, best, rounds):
    duel = read_duel(text)
    return Search(duel, best).value(duel.ruleset.fresh(duel.battle.state, False), 0, rounds)


@pytest.mark.parametrize(("best", "rounds"), [(("x", "y"), 2), (("x",), 1), (("y",), 1)])
def test_best_play_is_what_a_search_of_everything_finds(best, rounds):
    policies = ", ".join(f"{side}: best" for side in best)
    fought = fight(read_duel(f"{TINY}rounds: {rounds}\npolicies: {{{policies}}}\n"))
    found = float(fought.wins("x")) + float(fought.nobody) / 2
    assert found == pytest.approx(float(searched(TINY, best, rounds)), abs=1e-12)


def test_choices_matter_here():
    """Else the tests above would compare nothing."""
    values = {best: float(searched(TINY, best, 1)) for best in ((), ("x",), ("y",), ("x", "y"))}
    assert values["x",] >= values[()] >= values["y",]
    assert len({round(value, 12) for value in values.values()}) > 1


def test_more_time_brings_the_limited_duel_to_the_unlimited_one():
    unlimited = fight(read_duel(TINY + BEST))
    short, long = (fight(read_duel(f"{TINY}rounds: {rounds}\n{BEST}")) for rounds in (1, 3))
    assert float(long.nobody) < float(short.nobody)
    for limited in (short, long):
        assert abs(float(limited.wins("x")) - float(unlimited.wins("x"))) <= float(limited.nobody) + 1e-9
    assert float(unlimited.wins("x") + unlimited.wins("y") + unlimited.nobody) == pytest.approx(1, abs=1e-12)


def test_best_play_against_the_best_of_each_attack():
    """A side that plays to win does at least as well against a fixed way to play as that way does against itself."""
    duel = read_duel(TINY)
    aimed = replace(duel, policies=Facts(x="best:wounds", y="best:wounds"))
    played = replace(duel, policies=Facts(x="best", y="best:wounds"))
    assert fight(played).wins("x") >= float(fight(aimed).wins("x")) - 1e-12


@pytest.mark.parametrize("text", [ASOIAF, AGEOFMAGIC])
def test_without_choices_best_is_the_same_chain(text):
    duel = read_duel(text)
    chain, best = explore(duel), best_chain(duel)
    assert len(best.positions) == len(chain.positions)


def test_an_attack_laid_open_keeps_its_chances():
    duel = read_duel(RUNEWARS.replace('Spearmen, ranks: ["2"]', 'Spearmen, ranks: ["1", "1"]'))  # so that it re-rolls
    ruling = ruling_at(duel, start(duel))
    assert ruling.dice is not None
    game: Unfolded = unfold(ruling.dice)
    first, _, chance, _ = game.tables
    for begin, end in pairwise(first):
        assert sum(chance[begin:end]) == pytest.approx(1, abs=1e-12)
    worth = [float(ruling.dice.end(situation).counts["figures"]) for situation in game.last]
    high, _ = game.value(worth, lambda side: side == "attacker")
    low, _ = game.value(worth, lambda side: False)
    assert low < high


def test_too_many_positions_for_best_play_are_told(tmp_path, capfd):
    from enfilade.cli import main

    file = tmp_path / "a.duel.yaml"
    file.write_text(TOKENS)
    assert main(["duel", str(file), "--policy", "x=best", "--most", "30"]) == 2
    assert "name other policies than best" in capfd.readouterr().err


# Battles of the best play ----------------------------------------------------------------------------------------

RIDERS = RUNEWARS.replace('Spearmen, ranks: ["2"]', 'Leonx Riders, ranks: ["2"]').replace("spearmen", "riders")
PLAYED = {
    "both, to the end": TINY + BEST,
    "both, two rounds": f"{TINY}rounds: 2\n{BEST}",
    "one, against plain play": TINY + "policies: {x: best}\n",
    "one, against the most wounds": TINY + "rounds: 1\npolicies: {y: best, x: 'best:wounds'}\n",
    "both, with surges to spend": RIDERS + "rounds: 1\npolicies: {d: best, w: best}\n",
}


@pytest.mark.parametrize("text", PLAYED.values(), ids=PLAYED)
def test_battles_of_the_best_play_come_out_as_it_is_weighed(text):
    """Every end and every round within five standard errors of its exact chance; battle by battle as the text says."""
    exact, made = fight(read_duel(text)), twin(read_duel(text), seed=1)
    agreed = compare(made, 3, range(40))
    assert agreed.battles == 40
    assert agreed.choices > 0
    count = 20_000
    counted = fight_many(made, Run(count, 5), Crew("threads", 1))
    assert counted.told == 0
    pairs = [(exact.wins(side), counted.fought.wins(side)) for side in exact.sides]
    for told, seen in zip(exact.rounds, counted.fought.rounds, strict=False):
        pairs += [*zip(told.won, seen.won, strict=True), (told.fighting, seen.fighting)]
    for chance, share in pairs:
        error = (float(chance) * (1 - float(chance)) / count) ** 0.5
        assert float(share) == pytest.approx(float(chance), abs=5 * error + 1e-9)


def test_the_best_play_of_battles_is_not_what_each_attack_would_do():
    """Else the test above would count the same battles either way: the same dice end otherwise."""
    plain, best = (fight_many(read_duel(TINY + more), Run(2_000, 5), Crew("threads", 1)) for more in ("", BEST))
    assert plain.digest != best.digest
    assert best.fought.wins("x") != plain.fought.wins("x")


def test_the_best_play_of_battles_is_the_same_for_any_chunks(tmp_path):
    duel, kept = read_duel(TINY + BEST), tmp_path / "kept.json"
    whole = fight_many(duel, Run(3_000, 5), Crew("threads", 1))
    fight_many(duel, Run(1_234, 5), Crew("threads", 2), kept)
    assert fight_many(duel, Run(3_000, 5), Crew("threads", 2), kept).digest == whole.digest


def test_battles_of_a_play_that_cannot_be_found_are_refused(tmp_path, capfd, monkeypatch):
    from enfilade.cli import main

    monkeypatch.setattr("enfilade.lab.best.MOST_BEST", 10)
    file = tmp_path / "a.duel.yaml"
    file.write_text(TOKENS)
    assert main(["duel", str(file), "--policy", "x=best", "--battles", "100"]) == 2
    assert "best play has more than 10 positions: set a smaller --rounds, or name other" in capfd.readouterr().err
