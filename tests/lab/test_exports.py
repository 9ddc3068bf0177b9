"""Exports: the program for icepool is run there; the one for AnyDice is read by a small reader of our own."""

import re
from fractions import Fraction

import pytest
from tests.lab.conftest import AGEOFMAGIC, ASOIAF, RUNEWARS

from enfilade.cli import main
from enfilade.dice import D6, Draw, Pool, Sum, Tally, odds
from enfilade.lab import read_duel
from enfilade.lab.course import answers
from enfilade.lab.exports import anydice_text, icepool_text, plan, thrown
from enfilade.lab.fought import LabError

COUNTS = [(RUNEWARS, "wounds"), (RUNEWARS, "figures"), (ASOIAF, "wounds"), (AGEOFMAGIC, "y_lost")]


def attack(text):
    duel = read_duel(text)
    ruling = duel.battle.judge(duel.turns[0])
    return ruling.dice, answers(duel, ruling)


@pytest.mark.parametrize(("text", "count"), COUNTS)
def test_icepool_comes_to_the_same_odds(text, count):
    program, policy = attack(text)
    ours = odds(program, policy).of(lambda result: int(result.counts[count]))
    made = plan(program, policy, count)
    space: dict = {}
    exec(icepool_text(made).replace("print(", "str("), space)
    theirs = space[count]
    assert {value: Fraction(n, theirs.denominator()) for value, n in theirs.items() if n} == dict(ours.items())


@pytest.mark.parametrize(("text", "count"), COUNTS)
def test_anydice_comes_to_the_same_odds(text, count):
    program, policy = attack(text)
    ours = odds(program, policy).of(lambda result: int(result.counts[count]))
    assert run(anydice_text(plan(program, policy, count))) == dict(ours.items())


def run(program):
    """What a program in the few words that we use of AnyDice outputs."""
    functions = {
        name: {int(code): result for code, result in re.findall(r"if R = (-?\d+) \{ result: (.+) \}", body)}
        for name, body in re.findall(r"function: (node [a-z]+) R:n \{\n(.*?)\n\}", program, re.S)
    }
    known: dict = {}

    def value(text):
        if re.fullmatch(r"-?\d+", text):
            return {int(text): Fraction(1)}
        if text not in known:
            matched = re.fullmatch(r"\[(node [a-z]+) (\d+)d\{(.+?)\}(?: \+ (-?\d+))?\]", text)
            assert matched
            name, count, sides, plus = matched.groups()
            found: dict = {}
            for total, chance in dice(int(count), sides, int(plus or 0)).items():
                for result, share in value(functions[name][total]).items():
                    found[result] = found.get(result, 0) + chance * share
            known[text] = found
        return known[text]

    output = re.search(r"output (.+) named", program)
    assert output
    return value(output[1])


def dice(count, sides, plus):
    pairs = [tuple(map(int, pair.split(":"))) for pair in sides.split(", ")]
    whole = sum(weight for _, weight in pairs)
    sums = {plus: Fraction(1)}
    for _ in range(count):
        further: dict = {}
        for total, chance in sums.items():
            for side, weight in pairs:
                further[total + side] = further.get(total + side, 0) + chance * Fraction(weight, whole)
        sums = further
    return sums


@pytest.mark.parametrize(
    "throw",
    [
        Sum(D6, 3, -2),
        Tally(D6, 4, ((6,), (4, 5))),
        Tally(D6, 3, ((1, 2, 3),)),
        Pool(((D6, 2),)),
        Draw((("a", 2), ("b", 1)), 2),
    ],
)
def test_every_throw_as_dice_that_add_up(throw):
    made = thrown(throw)
    sides = ", ".join(f"{side}:{weight}" for side, weight in made.sides)
    weights, total = throw.chances()
    assert dice(made.dice, sides, made.plus) == {
        made.codes[result]: Fraction(weight, total) for result, weight in weights
    }
    assert len(set(made.codes.values())) == len(weights)


def test_an_unknown_count_is_told():
    program, policy = attack(ASOIAF)
    with pytest.raises(LabError, match="known: wounds"):
        plan(program, policy, "cheese")


@pytest.mark.parametrize(("to", "start"), [("icepool", "# pip install icepool"), ("anydice", r"\ paste this")])
def test_the_command(tmp_path, capfd, to, start):
    file = tmp_path / "a.duel.yaml"
    file.write_text(ASOIAF)
    assert main(["export", str(file), "--to", to, "--count", "wounds"]) == 0
    assert capfd.readouterr().out.startswith(start)
    assert main(["export", str(file), "--to", "excel"]) == 2
    assert "icepool or anydice" in capfd.readouterr().err
