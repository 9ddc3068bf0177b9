"""What cards, zones and abilities do, and what follows from wounds, tests and tokens."""

from fractions import Fraction

import pytest
from tests.rulesets.asoiaf.table import (
    CARD,
    HORSE,
    asked,
    battle,
    card,
    chances,
    dice,
    judge,
    shoot,
    strike,
    table,
    told,
    unit,
    why,
)

from enfilade.dice import Chosen, Rolled, best
from enfilade.referee import Outcome
from enfilade.rulesets import asoiaf

FIGHT = (unit("a", "x", 24, 20), unit("t", "y", 24, 24.8, 180))


def play(game, kind, faces=(), /, **fields):
    return game.play(judge(game.state, kind, **fields).action, list(faces)).state


def test_a_panic_test_as_the_rulebook_tells_it():
    """S4: Morale 6, a total of 4 and a D3 of 1: failed, 2 wounds."""
    game = battle(*FIGHT)
    assert play(game, "panic", [1, 3, 1], unit="t").unit("t").wounds == 10
    assert play(game, "panic", [3, 3, 3], unit="t").unit("t").wounds == 12


def test_a_morale_test_as_the_rulebook_tells_it():
    """S5: Morale 6, 5 and 3: passed; no wounds either way."""
    game = battle(*FIGHT)
    ruling = judge(game.state, "morale", unit="t")
    assert told(ruling, Rolled((5, 3))).counts["passed"] is True
    assert told(ruling, Rolled((1, 3))).counts["passed"] is False
    assert chances(ruling).chance(lambda r: not r.counts["passed"]) == Fraction(10, 36)
    assert play(game, "morale", [1, 1], unit="t").unit("t").wounds == 12


@pytest.mark.parametrize(
    ("edition", "faces", "loss"), [("v1x", [1, 2], 6), ("v15", [1, 2, 2], 3), ("y2021", [1, 2, 2], 2)]
)
def test_the_floor_of_a_total_is_nought(edition, faces, loss):
    """S6, Q12: Morale 6, 1 and 2 at -4 is a total of 0, not -1; what that costs hangs on the edition."""
    game = battle(*FIGHT, edition=edition)
    assert play(game, "panic", faces, unit="t", modifier=-4).unit("t").wounds == 12 - loss


def test_other_wounds_cause_no_panic():
    """S17, Q10."""
    game = battle(*FIGHT)
    ruling = judge(game.state, "wound", unit="t", wounds=4)
    assert ruling.values["panic_tests"] == ()
    assert play(game, "wound", unit="t", wounds=4).unit("t").wounds == 8


def test_a_wound_without_a_lost_model_causes_panic():
    """S18, Q11: cavalry with three wounds a model; S19: no wound, no test."""
    game = battle(unit("a", "x", 24, 20), unit("t", "y", 24, 24.9, 180, profile=HORSE))
    ruling = strike(game.state, attack="sword")
    assert str(asked(ruling, Rolled((4, 1, 1, 1, 1, 1, 1)), Rolled((2,))).throw) == "2 d6 + 1 d3"
    assert told(ruling, Rolled((1,) * 7)).counts["wounds"] == 0


def test_destruction_removes_the_unit_at_once_and_ends_the_battle():
    game = battle(FIGHT[0], {**FIGHT[1], "wounds": 1})
    state = play(game, "melee", [6, 1, 1, 1, 1, 1, 1, 1], attacker="a", target="t", attack="sword")
    assert state.unit("t") is None
    assert [lost.id for lost in state.lost] == ["t"]
    assert asoiaf.outcome(state) == Outcome("x", "the last side standing")
    assert why(strike(state)) == "7.1"


def test_several_engaged_units_make_a_failure_worse():
    """S23: two units with 2 wounds more each on a failed test: 4 more."""
    cruel = card(keywords=["Panic wounds 2"])
    game = battle(unit("a", "x", 21.25, 20, profile=cruel), unit("b", "x", 26.75, 20, profile=cruel), FIGHT[1])
    assert play(game, "panic", [1, 1, 1], unit="t").unit("t").wounds == 12 - 2 - 4


def test_attachments_die_by_name_last_and_for_good():
    """S24: the last model is the attachment and an ability kills it: allowed. S25, Q26: it never comes back."""
    last = battle(FIGHT[0], {**FIGHT[1], "wounds": 1, "attachments": ["captain"]})
    assert play(last, "kill_attachment", unit="t", attachment="captain").unit("t") is None
    whole = battle(FIGHT[0], {**FIGHT[1], "attachments": ["captain"]})
    after = play(whole, "kill_attachment", unit="t", attachment="captain")
    assert after.unit("t").wounds == 11
    assert judge(after, "restore", unit="t", wounds=3).values["restored"] == 0
    assert why(judge(after, "kill_attachment", unit="t", attachment="captain")) == "2.9"


def test_restoring_brings_ranks_and_dice_back():
    game = battle({**FIGHT[0], "wounds": 4}, FIGHT[1])
    assert strike(game.state, attack="sword").values["attack_dice"] == 4
    after = play(game, "restore", unit="a", wounds=3)
    assert after.unit("a").wounds == 7
    assert strike(after, attack="sword").values["attack_dice"] == 5
    assert play(game, "restore", unit="a", wounds=99).unit("a").wounds == 12


def test_a_token_twice_is_one_token():
    """S27."""
    game = battle(FIGHT[0], {**FIGHT[1], "conditions": ["weakened"]})
    ruling = judge(game.state, "token", unit="t", condition="weakened")
    assert ruling.values["token_given"] is False
    assert play(game, "token", unit="t", condition="weakened").unit("t").conditions == ("weakened",)
    assert play(game, "token", unit="t", condition="panicked").unit("t").conditions == ("panicked", "weakened")
    assert why(judge(game.state, "token", unit="t", condition="scared")) == "12.1"
    assert why(judge(game.state, "token", unit="t")) == "12.1"


def test_no_surge_after_a_kill_by_shooting():
    """S26: nothing moves; and the coverage says that the rule for kills in melee is not built."""
    game = battle(unit("a", "x", 24, 10), {**unit("t", "y", 24, 21, 90), "wounds": 1}, unit("f", "x", 28.8, 21, 270))
    ruling = shoot(game.state, attack="bow")
    kinds = {event.kind for result in chances(ruling) for event in result.events}
    assert kinds <= {"acted", "wounds"}
    assert asoiaf.book.sources["14.4"].status == "absent"


def test_models_lost_do_not_change_the_card():
    """S29: whoever falls first, Defense, Morale and the number to hit stay."""
    for wounds in (12, 7, 2):
        ruling = strike(table({**FIGHT[0], "wounds": wounds}, {**FIGHT[1], "wounds": wounds}), attack="sword")
        assert (ruling.values["to_hit"], ruling.values["save"]) == (4, 4)


# Condition tokens ----------------------------------------------------------------------------------------------


def test_panicked_may_re_roll_any_of_the_three_dice():
    """Q13: 5 and 6 with a D3 of 1 pass; the enemy takes up all three, and 1, 2 and 3 cost 4 wounds."""
    game = battle(FIGHT[0], {**FIGHT[1], "conditions": ["panicked"]})
    ruling = judge(game.state, "panic", unit="t")
    labels = [option.label for option in asked(ruling, Rolled((5, 6, 1))).options]
    assert labels[0] == "spend Panicked: re-roll the 5 and the 6"
    assert any("D3" in label and "the 5" in label and "the 6" in label for label in labels)
    every = next(label for label in labels if label.count("the ") == 3)
    spent = told(ruling, Rolled((5, 6, 1)), Chosen(every), Rolled((1, 2, 3)))
    assert spent.counts["panic_wounds"] == 4
    assert spent.events[0].facts["condition"] == "panicked"
    assert told(ruling, Rolled((5, 6, 1)), Chosen("keep the token")).events == ()


def test_a_failed_test_may_still_have_its_d3_re_rolled():
    game = battle(FIGHT[0], {**FIGHT[1], "conditions": ["panicked"]})
    ruling = judge(game.state, "panic", unit="t")
    assert asked(ruling, Rolled((1, 2, 1))).options[0].label == "keep the token"
    taken = best(dice(ruling), lambda r: int(r.counts["panic_wounds"]), "attacker")
    plain = chances(ruling).expected(lambda r: r.counts["panic_wounds"])
    assert taken.value > plain


def test_vulnerable_and_weakened_are_spent_by_the_other_side():
    game = battle({**FIGHT[0], "conditions": ["weakened"]}, {**FIGHT[1], "conditions": ["vulnerable"]})
    ruling = strike(game.state, attack="sword")
    hits = (Rolled((4, 4, 4, 1, 1, 1, 1)),)
    weakened = asked(ruling, *hits)
    again = (*hits, Chosen(weakened.options[0].label), Rolled((5, 5, 1)), Rolled((5, 1)))
    vulnerable = asked(ruling, *again)
    assert (weakened.side, vulnerable.side) == ("defender", "attacker")
    result = told(ruling, *again, Chosen(vulnerable.options[0].label), Rolled((1,)), Rolled((6, 6, 1)))
    assert result.counts["wounds"] == 2
    assert [e.facts["condition"] for e in result.events if e.kind == "spent"] == ["weakened", "vulnerable"]


def test_keeping_tokens_is_a_policy():
    game = battle(FIGHT[0], {**FIGHT[1], "conditions": ["vulnerable"]})
    ruling = strike(game.state, attack="sword")
    spent, kept = (game.odds(ruling.action, policy=name) for name in ("plain", "keep_tokens"))
    plain = chances(strike(table(*FIGHT), attack="sword"))
    assert kept.expected(lambda r: r.counts["wounds"]) == plain.expected(lambda r: r.counts["wounds"])
    assert spent.expected(lambda r: r.counts["wounds"]) > plain.expected(lambda r: r.counts["wounds"])


def test_tokens_of_units_that_hold_none():
    engine = card(keywords=["cannot hold tokens"])
    state = table(FIGHT[0], {**FIGHT[1], "profile": engine})
    assert why(judge(state, "token", unit="t", condition="panicked")) == "card.cannot"


def test_horrific_and_inspiring_ground_change_nothing_and_say_so():
    for word in ("horrific", "inspiring"):
        piece = {"id": "tree", "shape": [[20, 20], [28, 20], [28, 30], [20, 30]], "keywords": [word]}
        ruling = strike(table(*FIGHT, terrain=[piece]), attack="sword")
        assert ruling.values["panic_modifier"] == 0
        assert any("not read" in words for words in ruling.assumptions)


# Rounds --------------------------------------------------------------------------------------------------------


def test_sides_alternate_and_a_round_ends_when_all_have_acted():
    game = battle(unit("a", "x", 10, 10), unit("b", "x", 20, 10), unit("t", "y", 40, 40, profile=CARD))
    state = play(game, "pass", unit="a")
    assert state.to_act == "y"
    state = played(state, judge(state, "pass", unit="t"))
    assert (state.to_act, state.round) == ("x", 1)
    state = played(state, judge(state, "pass", unit="b"))
    assert (state.to_act, state.round, any(u.activated for u in state.units)) == ("", 2, False)


def played(state, ruling):
    """The position after something that leaves nothing to chance."""
    for event in told(ruling).events:
        state = asoiaf.apply(state, event)
    return state


def test_after_six_rounds_army_points_decide():
    rich = card(cost=7)
    for cards, winner in (((rich, CARD), "x"), ((CARD, CARD), None)):
        game = battle(unit("a", "x", 10, 10, profile=cards[0]), unit("t", "y", 40, 40, profile=cards[1]), round=6)
        state = played(game.state, judge(game.state, "pass", unit="a"))
        ended = asoiaf.outcome(played(state, judge(state, "pass", unit="t")))
        assert ended is not None
        assert ended.winner == winner
