"""Every shipped card: its attacks have exact odds, its abilities do what they say, its keywords change a number."""

from fractions import Fraction
from typing import Any

import pytest
from tests.rulesets.runewars.field import battle, library, melee, shot, story, unit

from enfilade.dice import Choice, Chosen, Roll, Rolled, odds
from enfilade.referee import Action, Ruling
from enfilade.rulesets.runewars.documents import Scenario
from enfilade.rulesets.runewars.profile import profile, shipped, shipped_upgrades
from enfilade.rulesets.runewars.setup import setup
from enfilade.rulesets.runewars.tables import CAPACITY, COLOURS, KEYWORDS

CARDS = shipped()
TARGET = {"type": "infantry", "defense": 1, "wounds": 4}
CARD = {"type": "infantry", "defense": 1, "wounds": 1}
FRONT = {"contacts": [{"unit": "a", "edge": "front", "enemy": "t"}]}
RUNES = {"stable": 2, "unstable": 2, "natural": 1}
ATTACKS = [(name, kind) for name, card in CARDS.items() for kind in ("melee", "ranged") if getattr(card, kind)]


def ranks(name: str) -> list[str]:
    card = CARDS[name]
    return ["1"] if card.hero else [str(CAPACITY[card.type]) * 2]


def action(kind: str) -> Action:
    return melee() if kind == "melee" else shot()


def attack(name: str, kind: str, **target: Any) -> Any:
    """The unit of this name attacks sturdy infantry, at range 2 if it shoots."""
    units = unit("a", "x", name, ranks(name)), unit("t", "y", TARGET, ["444"], **target)
    stated: dict[str, Any] = FRONT
    if kind == "ranged":
        stated = {"sights": [{"unit": "a", "enemy": "t", "range": 2}]}
    return battle(*units, runes=RUNES, **stated)


@pytest.mark.parametrize("name", CARDS)
def test_a_card_holds_what_a_card_can_hold(name):
    card = profile(name, CARDS[name])
    assert card.defense.at(RUNES) >= 1
    assert card.melee or card.ranged
    assert set(card.keywords) <= set(KEYWORDS)
    for form in CARDS[name].formations:
        width, depth = map(int, form.split("x"))
        assert (width, depth) == (1, 1) or not card.hero
        assert 1 <= width <= 4
        assert 1 <= depth <= 4


@pytest.mark.parametrize(("name", "kind"), ATTACKS)
def test_every_attack_has_exact_odds_that_total_one(name, kind):
    fight = attack(name, kind, tokens={"blight": 1, "panic": 1})
    ruling = fight.judge(action(kind))
    assert ruling.legal
    found = odds(ruling.dice)
    assert not found.sampled
    assert sum(chance for _, chance in found.items()) == 1
    assert found.expected(lambda result: result.counts["hits"]) > 0


@pytest.mark.parametrize(("name", "kind"), ATTACKS)
def test_the_mean_of_hits_is_that_of_the_dice(name, kind):
    """Nothing re-rolled, nothing bought: 3/4 for red and white, 1/2 for blue."""
    mean = {"R": Fraction(3, 4), "B": Fraction(1, 2), "W": Fraction(3, 4)}
    plain = {**getattr(CARDS[name], kind).model_dump(), "surges": ()}
    card = {**CARDS[name].model_dump(), "keywords": (), kind: plain}
    units = unit("a", "x", card, ranks(name)), unit("t", "y", TARGET, ["444"])
    stated: dict[str, Any] = FRONT
    if kind == "ranged":
        stated = {"sights": [{"unit": "a", "enemy": "t", "range": 2}]}
    fight = battle(*units, runes=RUNES, **stated)
    dice = fight.judge(action(kind)).values["dice"].split()
    assert fight.odds(action(kind), "keep").expected(lambda r: r.counts["hits"]) == sum(mean[letter] for letter in dice)


# Surge abilities ------------------------------------------------------------------------------------------------

SURGES = [(name, kind, index) for name, kind in ATTACKS for index in range(len(getattr(CARDS[name], kind).surges))]


def bought(ruling: Ruling, faces: tuple[str, ...], wanted: str) -> Any:
    """The result where the surges of these faces buy the ability with this label; nothing else is chosen."""
    answers: list[Any] = [Rolled(faces)]
    while True:
        trace = story(ruling.dice, *answers)
        if trace.waiting is None:
            return trace.result
        if isinstance(trace.waiting, Choice):
            labels = [option.label for option in trace.waiting.options]
            if trace.waiting.question == "What do the surges buy?":
                answers.append(Chosen(wanted if wanted in labels else "nothing"))
            else:
                answers.append(Chosen("keep all" if "keep all" in labels else labels[0]))
        else:
            assert isinstance(trace.waiting, Roll)
            answers.append(Rolled(("Betrayal",) * min(trace.waiting.throw.size, 3)))


@pytest.mark.parametrize(("name", "kind", "index"), SURGES)
def test_every_surge_ability_does_something_when_it_is_bought(name, kind, index):
    fight = attack(name, kind, tokens={"blight": 1})
    ruling = fight.judge(action(kind))
    ability = profile(name, CARDS[name])
    surge = getattr(ability, kind).surges[index]
    letters = ruling.values["dice"].split()
    face = {"R": "HS", "B": "SS", "W": "SS"}
    counts = {letter: letters.count(letter) for letter in COLOURS}
    faces = tuple(face[letter] for letter in COLOURS for _ in range(counts[letter]))
    number = surge.cost if surge.plus else 1
    label = f"{number} x ({surge})"
    with_it, without = bought(ruling, faces, label), bought(ruling, faces, "nothing")
    assert with_it != without, label
    gains = dict(surge.gain)
    for count in ("hit", "mortal", "lethal"):
        if count in gains:
            assert with_it.counts["wounds"] > without.counts["wounds"]
    kinds = [event.kind for event in with_it.events]
    if gains.keys() & {"damage", "wound", "shift"}:
        owed = next(event.facts for event in with_it.events if event.kind == "owed")
        assert owed["amount"] * owed["times"] == next(iter(gains.values())) * (number if surge.plus else 1)
        assert owed["to"] == surge.to
    elif "heal" in gains:
        assert "heal" in kinds
    elif gains.keys() & {"blight", "stun", "inspiration"}:
        assert kinds.count("tokens") == 1 + [event.kind for event in without.events].count("tokens")


def test_surge_plus_is_bought_with_any_number_and_unique_once():
    kari = attack("Kari Wraithstalker", "melee").judge(melee())
    labels = _surge_options(kari, ("SS", "SS"))
    assert labels == [f"{n} x (2 damage for another enemy at range 1-5)" for n in (4, 3, 2, 1)] + ["nothing"]
    crossbows = attack("Heavy Crossbowmen", "ranged").judge(shot())
    assert _surge_options(crossbows, ("HS", "SS")) == ["1 x (1 mortal)", "nothing"]
    darnati = attack("Darnati Warriors", "melee").judge(melee())
    assert _surge_options(darnati, ("SS", "S", "-"))[:2] == ["3 x (1 lethal)", "2 x (1 lethal)"]


def _surge_options(ruling: Ruling, faces: tuple[str, ...]) -> list[str]:
    answers: list[Any] = [Rolled(faces)]
    while True:
        waiting = story(ruling.dice, *answers).waiting
        assert isinstance(waiting, Choice), waiting
        labels = [option.label for option in waiting.options]
        if waiting.question == "What do the surges buy?":
            return labels
        answers.append(Chosen("keep all" if "keep all" in labels else labels[0]))


def test_leonx_riders_may_buy_both_of_their_abilities():
    riders = attack("Leonx Riders", "melee").judge(melee())
    labels = _surge_options(riders, ("HS", "SS", "SS"))
    assert labels[0] == "2 x (1 hit)"
    assert "1 x (1 hit) and 1 x (1 mortal)" in labels
    assert "2 x (1 mortal)" not in labels


# Keywords -------------------------------------------------------------------------------------------------------


def hit_by(keyword: Any, other: Any = "", **more: Any) -> Any:
    """An attacker with one keyword, and a defender with another."""
    card = {
        "type": "infantry",
        "defense": 1,
        "wounds": 1,
        "melee": {"dice": "W B"},
        "keywords": [keyword] if keyword else [],
    }
    body = {**TARGET, "keywords": [other] if other else []}
    units = unit("a", "x", card, ["44"]), unit("t", "y", body, ["444"], **more.pop("target", {}))
    return battle(*units, **FRONT, runes=RUNES, **more)


def mean(fight: Any, count: str, **more: Any) -> Fraction:
    return fight.odds(melee(**more)).expected(lambda result: result.counts[count])


@pytest.mark.parametrize(
    ("mine", "theirs", "value"),
    [
        ("Brutal 2", "", {"threat": 4}),
        ("Brutal [stable]", "", {"threat": 4}),
        ("Precise 2", "", {"rerolls_full": 2}),
        ("Lethal [natural]", "", {"lethal": 1}),
        ("", "Protected [stable]", {"protected": 2}),
        ("Column Tactics", "", {"threat": 1, "rerolls_full": 2}),
    ],
)
def test_keywords_that_are_values_of_the_ruling(mine, theirs, value):
    values = hit_by(mine, theirs).judge(melee()).values
    assert {name: values[name] for name in value} == value


def test_mortal_adds_a_strike_and_unkillable_takes_one():
    plain = mean(hit_by(""), "wounds")
    assert mean(hit_by("Mortal 1"), "wounds") == plain + 1
    assert mean(hit_by("Mortal 1", "Unkillable 1"), "wounds") == mean(hit_by(""), "wounds")
    assert mean(hit_by("", "Unkillable 1"), "wounds") < plain


def test_impact_counts_in_a_charge_only():
    fight = hit_by("Impact 2")
    assert "impact" not in fight.judge(melee()).values
    charged = fight.judge(melee(charge=True))
    assert charged.values["impact"] == 2
    tokens = [event.facts for result in odds(charged.dice) for event in result.events if event.kind == "tokens"]
    assert all(facts["unit"] == "t" for facts in tokens)
    kept = odds(charged.dice, lambda at, situation, choice: choice.options[-1])
    assert all(
        any(e.kind == "tokens" and e.facts.get("panic", 0) >= 2 for e in r.events)
        for r in kept
        if not r.counts["severity"]
    )


def test_haunting_discard_and_the_hunter_change_the_dice():
    assert mean(hit_by("", "Haunting 1"), "hits") < mean(hit_by(""), "hits")
    assert mean(hit_by("Discard 1"), "hits") < mean(hit_by(""), "hits")
    panicked = {"target": {"tokens": {"panic": 1}}}
    assert mean(hit_by("Panic Hunter 1", **panicked), "hits") > mean(hit_by("", **panicked), "hits")
    assert mean(hit_by("Panic Hunter 1"), "hits") == mean(hit_by(""), "hits")


def test_wounds_paid_for_lethal_are_suffered_by_the_attacker():
    fight = hit_by("Blood Price 2")
    told = fight.play(
        melee(),
        ["-", "-"],
        lambda at, s, choice: next((o for o in choice.options if "Lethal 2" in o.label), choice.options[0]),
    )
    assert (told.state.unit("a").figures, told.entries[0].events[0].facts["damage"]) == (6, 2)


def test_nobody_pays_with_the_last_figure():
    card = {**CARD, "melee": {"dice": "B"}, "keywords": ["Blood Price 2"]}
    units = unit("a", "x", card, ["2"]), unit("t", "y", TARGET, ["4"])
    ruling = battle(*units, **FRONT).judge(melee())
    waiting = story(ruling.dice, Rolled(("-",))).waiting
    assert [option.label for option in waiting.options] == ["pay none", "pay 1 for Lethal 1"]


def test_upgrades_add_to_the_keywords_of_the_card():
    riders = unit("a", "x", "Leonx Riders", ["22"], upgrades=[{"name": "Pennon", "keywords": ["Impact [stable]"]}])
    fight = battle(riders, unit("t", "y", TARGET, ["4"]), **FRONT, runes=RUNES)
    assert fight.judge(melee(charge=True)).values["impact"] == 3
    assert str(fight.state.unit("a").keyword("impact")) == "1 + [stable]"


@pytest.mark.parametrize("name", shipped_upgrades())
def test_every_figure_upgrade_stands_in_a_unit_by_its_name(name):
    heavy = bool(shipped_upgrades()[name].heavy)
    there = unit("a", "x", "Spearmen", ["14" if heavy else "44"], upgrades=[{"name": name, "tray": "1.1"}])
    fight = battle(there, unit("t", "y", TARGET, ["4"]), **FRONT)
    (upgrade,) = fight.state.unit("a").standing
    assert upgrade.left == shipped_upgrades()[name].wounds
    assert fight.state.unit("a").figures == (5 if heavy else 8)
    added = shipped_upgrades()[name].dice
    assert fight.judge(melee()).values["dice"] == " ".join(sorted(f"R B {added or ''}".split(), key="RBW".index))


def test_a_file_of_units_adds_to_the_shipped_ones():
    goblins = {"type": "infantry", "defense": 1, "wounds": 1, "melee": {"dice": "B"}}
    data = {
        "format": "enfilade/scenario/1",
        "ruleset": "runewars",
        "units": [unit("a", "x", "Goblins", ["44"]), unit("t", "y", "Spearmen", ["4"])],
    }
    state = setup(Scenario.model_validate(data), library(Goblins=goblins))
    assert state.units[0].profile.name == "Goblins"
