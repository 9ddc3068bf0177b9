from fractions import Fraction

import jsonschema
import pytest
from tests.show.scenes import APART, FLANKING, STRUCK, rear
from tests.show.test_tallies import thrown

from enfilade.files.document import parse
from enfilade.files.schema import schema
from enfilade.files.writing import write
from enfilade.referee import Action, Facts, Refusal, Ruling, Step
from enfilade.show import odds_json, rulings_json
from enfilade.show.answers import distribution_json
from enfilade.show.pairs import by_attacker, pairs_csv, pairs_json


@pytest.fixture(scope="module")
def valid():
    validator = jsonschema.Draft202012Validator(schema())
    return lambda data: validator.validate(parse(write(data)).data)


def test_rulings_follow_the_schema(valid):
    battle = rear()
    rulings = [battle.judge(action) for action in battle.candidates()]
    data = rulings_json(battle, rulings)
    valid(data)
    assert {key: data[key] for key in ("format", "ruleset", "edition")} == {
        "format": "enfilade/rulings/1",
        "ruleset": "runewars",
        "edition": battle.ruleset.edition,
    }
    struck = next(one for one in data["rulings"] if one["action"] == STRUCK.json())
    assert (struck["verdict"], struck["values"]["threat"]) == ("legal", 1)
    assert "refusal" not in struck
    assert all(("refusal" in one) == (one["verdict"] == "refused") for one in data["rulings"])


def test_odds_follow_the_schema(valid):
    battle = rear()
    told = [(FLANKING, "hits", battle.odds(FLANKING))]
    data = odds_json(battle, told, [battle.judge(APART)])
    valid(data)
    assert data["odds"][0]["action"] == FLANKING.json()
    assert [one["action"] for one in data["refused"]] == [APART.json()]


def test_fractions_are_exact_texts_that_add_up():
    data = distribution_json(thrown(2))
    assert (data["exact"], data["total"]) == (True, "1")
    shares = [Fraction(row["probability"]) for row in data["distribution"]]
    assert sum(shares) == 1
    assert [row["p"] for row in data["distribution"]] == [float(share) for share in shares]
    mean = sum(share * row["outcome"]["total"] for share, row in zip(shares, data["distribution"], strict=True))
    assert Fraction(data["expected"]["total"]) == mean == 7
    assert data["at_least"]["total"]["12"] == "1/36"
    assert data["at_least"]["trays"] == {"2": "1"}
    assert "top" not in data["at_least"]  # yes and no have no "at least"


def test_sampled_odds_say_so_with_intervals(valid):
    battle = rear()
    odds = battle.odds(FLANKING, budget=1, samples=500)
    data = odds_json(battle, [(FLANKING, "hits", odds)])
    valid(data)
    (one,) = data["odds"]
    assert (one["exact"], one["samples"]) == (False, 500)
    assert all(row["interval"][0] <= row["p"] <= row["interval"][1] for row in one["distribution"])


def test_the_reach_of_every_attacker():
    battle = rear()
    rulings = [battle.judge(action) for action in battle.candidates()]
    assert [(one.attacker, one.may, one.may_not) for one in by_attacker(rulings)] == [
        ("reanimates", ("spearmen",), ()),
        ("spearmen", ("reanimates",), ("archers",)),
        ("archers", ("spearmen",), ()),
    ]


def test_one_legal_attack_is_enough():
    step = Step("1", "no")
    kinds = {"melee": None, "ranged": Refusal(step), "charge": Refusal(step)}
    rulings = [
        Ruling(Action.of(kind, attacker="a", target=target), (), refusal, None, (), Facts())
        for target in ("b", "c")
        for kind, refusal in kinds.items()
        if (target, kind) != ("c", "melee")
    ]
    assert [(one.may, one.may_not) for one in by_attacker(rulings)] == [(("b",), ("c",))]


def test_pairs_as_json_and_csv_tell_the_same():
    import csv
    from io import StringIO

    battle = rear()
    rulings = [battle.judge(action) for action in battle.candidates()]
    rows = list(csv.DictReader(StringIO(pairs_csv(rulings))))
    data = pairs_json(battle, rulings)["pairs"]
    assert len(rows) == len(data) == len(rulings)
    for row, pair, ruling in zip(rows, data, rulings, strict=True):
        assert row["verdict"] == pair["verdict"] == ruling.verdict
        assert (row["attacker"], row["kind"]) == (ruling.action["attacker"], ruling.action.kind)
        assert row["rule"] == pair.get("rule", "")
        assert row["threat"] == (str(ruling.values["threat"]) if ruling.legal else "")
