"""Who falls: laws over any formation, any damage and any choices; figure upgrades; what is kept and what is parted."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rulesets.runewars.field import battle, duel, formations, melee, story, unit

from enfilade.dice import Choice, Chosen, Rolled
from enfilade.referee import Action, Ruling
from enfilade.rulesets.runewars.state import NONE, Formation

CHOICES = st.integers(0, 2**16)


def whim(seed: int) -> Any:
    """A policy that takes any option."""
    dice = random.Random(seed)
    return lambda at, situation, choice: dice.choice(choice.options)


def hurt(fight: Any, kind: str, amount: int, seed: int) -> Any:
    ruling = fight.judge(Action.of(kind, target="t", amount=amount))
    return fight.told(ruling, [], whim(seed))


def standing(trays: Formation) -> set[tuple[int, int]]:
    """The trays with figures."""
    return {(rank, file) for rank, row in enumerate(trays) for file, strength in enumerate(row) if strength > 0}


def in_one_piece(trays: set[tuple[int, int]]) -> bool:
    if not trays:
        return True
    seen, edge = set(), [min(trays)]
    while edge:
        rank, file = edge.pop()
        if (rank, file) in trays and (rank, file) not in seen:
            seen.add((rank, file))
            edge += [(rank - 1, file), (rank + 1, file), (rank, file - 1), (rank, file + 1)]
    return seen == trays


def strength(trays: Formation) -> int:
    return sum(n for row in trays for n in row if n > 0)


@given(formations(widest=4, deepest=4), st.integers(1, 3), st.integers(1, 4), st.integers(1, 70), CHOICES)
@settings(max_examples=80)
def test_damage_falls_on_the_back_rank_and_never_splits_the_unit(ranks, wounds, defense, amount, seed):
    fight = battle(unit("t", "y", {"type": "infantry", "defense": defense, "wounds": wounds}, list(ranks)))
    before = fight.state.unit("t").trays
    trace = hurt(fight, "damage", amount, seed)
    for told, after in zip([None, *trace.told], trace.told, strict=False):
        trays, earlier = after.situation.trays, told.situation.trays if told else before
        assert in_one_piece(standing(trays))
        ranks_left = {rank for rank, _ in standing(trays)}
        for rank in ranks_left - {max(ranks_left, default=0)}:
            assert trays[rank] == before[rank], "a rank was hurt while another stood behind it"
        assert strength(trays) <= strength(earlier)
    end = trace.result.counts
    assert (
        end["wounds"]
        == min(amount // defense, strength(before))
        == strength(before) - strength(trace.told[-1].situation.trays)
    )
    assert end["damage"] == amount
    assert end["destroyed"] == (end["wounds"] == strength(before))


@given(formations(widest=4, deepest=4), st.integers(1, 3), st.integers(1, 70), CHOICES)
@settings(max_examples=40)
def test_a_wound_by_an_effect_asks_for_no_defense(ranks, wounds, amount, seed):
    fight = battle(unit("t", "y", {"type": "infantry", "defense": 9, "wounds": wounds}, list(ranks)))
    whole = strength(fight.state.unit("t").trays)
    assert hurt(fight, "wound", amount, seed).result.counts["wounds"] == min(amount, whole)


@given(formations(widest=4, deepest=3), st.integers(1, 30), CHOICES)
@settings(max_examples=40)
def test_what_is_written_down_is_what_was_suffered(ranks, amount, seed):
    fight = battle(unit("t", "y", "Reanimates", list(ranks)), unit("u", "x", "Spearmen", ["4"]))
    action = Action.of("damage", target="t", amount=amount)
    after = fight.play(action, random.Random(seed), whim(seed)).state.unit("t")
    lost = fight.state.unit("t").figures - after.figures
    assert lost == min(amount, fight.state.unit("t").figures)
    assert all(after.on(place) > 0 for place in after.places()), "an empty tray was left"


@given(formations(widest=4, deepest=3), st.integers(1, 40), CHOICES)
@settings(max_examples=40)
def test_lingering_dead_keeps_every_tray(ranks, amount, seed):
    fight = battle(
        unit("t", "y", "Reanimates", list(ranks), upgrades=["Lingering Dead"]), unit("u", "x", "Spearmen", ["4"])
    )
    before = fight.state.unit("t")
    after = fight.play(Action.of("damage", target="t", amount=amount), random.Random(seed), whim(seed)).state.unit("t")
    assert [*after.places()] == [*before.places()]
    assert after.figures == max(0, before.figures - amount)


def options(ruling: Ruling, faces: list[str], chosen: tuple[str, ...] = ()) -> list[str]:
    """The labels of the choice that comes after these faces and choices, in this order."""
    answers: list[Any] = [Rolled(tuple(faces)), *(Chosen(label) for label in chosen)]
    waiting = story(ruling.dice, *answers).waiting
    assert isinstance(waiting, Choice), waiting
    return [option.label for option in waiting.options]


GOLEM = {"name": "Front Line Rune Golem", "tray": "1.2"}


def test_a_golem_in_the_middle_of_a_lone_rank_is_never_offered_even_with_accuracy():
    card = {"type": "infantry", "hero": True, "defense": 1, "wounds": 1, "melee": {"dice": "B B"}}
    fight = duel(card, "Spearmen", (["1"], ["414"]))
    golem = battle(
        unit("a", "x", card, ["1"]),
        unit("t", "y", "Spearmen", ["414"], upgrades=[GOLEM]),
        contacts=[{"unit": "a", "edge": "front", "enemy": "t"}],
    )
    aimed = options(golem.judge(melee()), ["HA", "HA"])
    assert aimed == ["on upgrade 1", "on none"]
    ends = options(golem.judge(melee()), ["HA", "HA"], ("on upgrade 1",))
    assert ends == ["a figure on tray 1.1", "a figure on tray 1.3"]
    assert options(fight.judge(melee()), ["HA", "HA"]) == ends, "and the same without a golem"


def test_a_golem_at_the_end_of_a_lone_rank_may_be_hurt_without_accuracy():
    card = {
        "type": "infantry",
        "hero": True,
        "defense": 1,
        "wounds": 1,
        "melee": {"dice": "B"},
        "keywords": ["Brutal 5"],
    }
    there = battle(
        unit("a", "x", card, ["1"]),
        unit("t", "y", "Spearmen", ["144"], upgrades=[{**GOLEM, "tray": "1.1"}]),
        contacts=[{"unit": "a", "edge": "front", "enemy": "t"}],
    )
    assert options(there.judge(melee()), ["H"]) == ["a figure on tray 1.3", "Front Line Rune Golem on tray 1.1"]


def champion(behind: str, back: str) -> Any:
    """A champion with defense 2 in the front rank, and a rank behind it; the attacker stands in the rear."""
    card = {
        "type": "infantry",
        "hero": True,
        "defense": 1,
        "wounds": 1,
        "melee": {"dice": "B"},
        "keywords": ["Brutal 2"],
    }
    return battle(
        unit("a", "x", card, ["1"]),
        unit("t", "y", "Spearmen", [behind, back], upgrades=[{"name": "Champion", "tray": "1.1", "defense": 2}]),
        contacts=[{"unit": "a", "edge": "front", "enemy": "t", "enemy_edge": "front"}],
    )  # fmt: skip


def test_accuracy_reaches_a_champion_behind_whom_a_rank_stands_and_nothing_else_does():
    fight = champion("44", "44").judge(melee())
    assert options(fight, ["H"]) == ["a figure on tray 2.1", "a figure on tray 2.2"]
    assert options(fight, ["HA"], ("on upgrade 1",))[-1] == "Champion on tray 1.1"
    assert options(fight, ["HA"], ("on none",)) == ["a figure on tray 2.1", "a figure on tray 2.2"]


def test_the_place_of_a_fallen_champion_is_filled_from_the_back():
    fight = champion("44", "44")
    ruling = fight.judge(melee())
    answers = [Rolled(("HA",)), Chosen("on upgrade 1"), Chosen("Champion on tray 1.1"), Chosen("a figure on tray 2.1")]
    trace = story(ruling.dice, *answers)
    assert trace.result.counts["figures"] == 2
    after = fight.answer(melee(), answers).state.unit("t")
    assert [after.on(place) for place in after.places()] == [4, 4, 2, 4]
    assert after.standing == ()
    assert after.figures == fight.state.unit("t").figures - 2


def test_what_a_fallen_upgrade_gave_goes_with_it():
    """Lord Hawthorne as an upgrade brings a white die and a second attack."""
    hero = {"name": "Lord Hawthorne", "tray": "1.1"}
    alive = battle(unit("a", "x", "Spearmen", ["4"], upgrades=[hero]), unit("t", "y", "Spearmen", ["4"]),
                   contacts=[{"unit": "a", "edge": "front", "enemy": "t"}])  # fmt: skip
    assert alive.judge(melee()).values["dice"] == "R B W"
    assert alive.state.unit("a").keyword("second melee") is not None
    fallen = alive.play(Action.of("wound", target="a", amount=5), random.Random(1)).state.unit("a")
    assert fallen.figures == 0
    last = alive.answer(
        Action.of("wound", target="a", amount=2),
        [Chosen("Lord Hawthorne on tray 1.1"), Chosen("Lord Hawthorne on tray 1.1")],
    )
    assert last.state.unit("a").figures == 3
    assert last.judge(melee()).values["dice"] == "R B"
    assert last.state.unit("a").keyword("second melee") is None


def test_damage_that_is_kept_wounds_in_the_next_attack():
    def twice(**more: Any) -> int:
        fight = battle(unit("t", "y", "Rune Golems", ["11"]), unit("u", "x", "Spearmen", ["4"]), **more)
        for _ in range(2):
            fight = fight.play(Action.of("damage", target="t", amount=3), random.Random(1))
        return sum(n for row in fight.state.unit("t").trays for n in row)

    assert twice() == 4
    assert twice(readings={"leftover_damage": "carried"}) == 3


def test_whoever_is_parted_may_close_in_and_is_no_longer_engaged():
    units = (
        unit("t", "y", "Reanimates", ["44", "2."], position=[10, 6]),
        unit("behind", "x", "Spearmen", ["44"], position=[9, 4.5]),
        unit("ahead", "x", "Spearmen", ["44"], position=[10, 7.5], facing=180),
    )
    fight = battle(*units)
    assert fight.state.engaged("t") == ("behind", "ahead")
    after = fight.play(Action.of("damage", target="t", amount=2), random.Random(1))
    closing = [dict(event.facts) for event in after.entries[0].events if event.kind == "closing_in"]
    assert closing == [{"unit": "behind", "enemy": "t"}]
    assert after.state.engaged("t") == ("ahead",)
    assert after.state.engaged("behind") == ()
    refused = after.judge(melee("behind", "t")).refusal
    assert refused is not None
    assert refused.step.rule == "34.1"


def test_where_only_corners_are_left_the_reading_decides_who_is_parted():
    units = (
        unit("t", "y", "Reanimates", ["44", "2."], position=[10, 6]),
        unit("beside", "x", "Spearmen", ["4"], position=[8.5, 5.5], facing=90),
    )
    action = Action.of("damage", target="t", amount=2)

    def after(option: str) -> Any:
        return battle(*units, readings={"corner_after_removal": option}).play(action, random.Random(1))

    apart, engaged = after("apart"), after("engaged")
    assert [event.kind for event in apart.entries[0].events] == ["losses", "closing_in"]
    assert apart.state.engaged("beside") == ()
    refused = apart.judge(melee("beside", "t"))
    assert (refused.refusal.step.rule, dict(refused.readings)) == ("34.3", {"corner_after_removal": "apart"})
    assert [event.kind for event in engaged.entries[0].events] == ["losses"]
    assert engaged.state.engaged("beside") == ("t",)


def test_a_stated_contact_ends_with_the_trays_that_it_names():
    fight = battle(
        unit("t", "y", "Reanimates", ["44", "2."]),
        unit("a", "x", "Spearmen", ["44"]),
        contacts=[{"unit": "t", "edge": "rear", "enemy": "a", "trays": ["2.1"]}],
    )
    assert fight.state.engaged("a") == ("t",)
    after = fight.play(Action.of("damage", target="t", amount=3), random.Random(1))
    assert after.state.engaged("a") == after.state.engaged("t") == ()
    assert [event.kind for event in after.entries[0].events] == ["losses", "closing_in"]


def test_a_heavy_upgrade_leaves_no_room_for_figures_that_return():
    fight = battle(
        unit("t", "y", "Reanimates", ["13"], upgrades=[{"name": "Front Line Carrion Lancer", "tray": "1.1"}]),
        unit("a", "x", "Spearmen", ["4"]),
        runes={"natural": 3},
    )
    after = fight.play(Action.of("regenerate", attacker="t"), []).state.unit("t")
    assert [after.on(place) for place in after.places()] == [1, 4]


def test_figures_return_to_trays_that_hold_some_before_empty_ones_and_to_the_front_first():
    fight = battle(
        unit("t", "y", "Reanimates", ["402", "300"], upgrades=["Lingering Dead"]),
        unit("a", "x", "Spearmen", ["4"]),
        runes={"natural": 3},
    )
    once = fight.play(Action.of("regenerate", attacker="t"), [])
    assert once.state.unit("t").trays == ((4, 0, 4), (4, 0, 0))
    twice = once.play(Action.of("regenerate", attacker="t"), [])
    assert twice.state.unit("t").trays == ((4, 3, 4), (4, 0, 0))
    assert once.odds(Action.of("regenerate", attacker="t")).expected(lambda result: result.counts["returned"]) == 3


def test_removed_trays_never_return():
    fight = battle(unit("t", "y", "Reanimates", ["44", "1."]), unit("a", "x", "Spearmen", ["4"]), runes={"natural": 3})
    fewer = fight.play(Action.of("damage", target="t", amount=1), random.Random(1))
    assert fewer.play(Action.of("regenerate", attacker="t"), []).state.unit("t").trays == ((4, 4), (NONE, NONE))
