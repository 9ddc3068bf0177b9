from dataclasses import replace

import pytest
from tests.show.scenes import APART, FLANKING, SHOT, STRUCK, rear
from tests.show.test_tallies import thrown

from enfilade.dice import D6, Choice, Option, Program, Roll, Stage, Tally, play
from enfilade.referee import (
    Action,
    Book,
    Facts,
    Nearest,
    Refusal,
    Result,
    Rules,
    Source,
    Step,
    Translator,
    allow,
    folded,
    refuse,
)
from enfilade.show.report import Report, Row, headline, odds_report, report
from enfilade.show.words import loose

RULE = Source("1.1", "Rules", "1", "Dice", "Our words.", "implemented")
GUESS = Source("2.2", "Rules", "2", "Range", "Nobody knows how far.", "implemented", "assumed")
RULES = Rules(Book({"1.1": RULE, "2.2": GUESS}, {}), Facts())
ACTION = Action.of("melee", attacker="a", target="b")


@pytest.mark.parametrize("action", [STRUCK, FLANKING, APART, SHOT])
def test_a_report_tells_every_step_with_its_rule(action):
    battle = rear()
    ruling = battle.judge(action)
    rows = report(ruling, battle.ruleset.book).rows
    told = [(row.label, row.words) for row in rows]
    for step in ruling.walk():
        assert any(step.rule in label + words and step.text() in words for label, words in told), step
    for words in ruling.assumptions:
        assert ("assumed", words) in told
    for name, option in ruling.readings.items():
        options = battle.ruleset.book.readings[name].options
        assert any(label == "read as" and options[option] in words for label, words in told)


def test_the_verdict_comes_first_with_the_values():
    ruling = rear().judge(STRUCK)
    action, verdict = str(report(ruling)).split("\n")[:2]
    assert action == "melee: reanimates → spearmen, edge rear"
    assert verdict.startswith("LEGAL  threat 1 · ")


def test_a_refusal_tells_the_rule_the_margin_and_the_nearest_legal_thing():
    failed = Step("1.1", "{target} is {apart} too far", Facts(target="b", apart=0.5), False, margin=-0.5)
    nearest = Nearest("attack {other}", Facts(other="c"), Action.of("melee", attacker="a", target="c"))
    lines = str(report(refuse(ACTION, (), RULES, Refusal(failed, nearest)))).split("\n")
    assert lines == [
        "melee: a → b",
        "REFUSED  b is 0.5 too far (1.1) (margin -0.5)",
        "  nearest  attack c (melee: a → c)",
    ]


def test_what_is_too_close_to_call_says_so():
    close = Step("1.1", "in range", value=True, margin=0.004, too_close=True)
    (row,) = [row for row in report(allow(ACTION, [close], RULES)).rows if row.label == "1.1"]
    assert row.words == "in range (margin 0.004, too close to call)"
    assert row.tone == "close"


def test_a_sum_shows_what_each_step_adds():
    parts = [Step("1.1", "printed", value=3), Step("2.2", "cover", value=2), Step("1.1", "worn", value=-1)]
    ruling = allow(ACTION, [folded("sum", "1.1", "defense", parts, name="defense")], RULES)
    told = [(row.depth, row.words) for row in report(ruling).rows[2:6]]
    assert told == [(1, "defense → defense 4"), (2, "printed [+3]"), (2, "cover [+2]"), (2, "worn [-1]")]


def test_a_value_is_not_said_twice():
    ruling = allow(ACTION, [Step("1.1", "dice: {value}", value="R R", name="dice")], RULES)
    assert report(ruling).rows[2].words == "dice: R R"


def test_odds_are_told_as_at_least():
    lines = str(report(thrown(2))).split("\n")
    assert lines[0] == "odds  exact"
    assert any("total = twice" in line and "expected 7" in line for line in lines)
    assert any("at least 12" in line and " 2.8%" in line for line in lines)
    assert any(line.split() == ["trays", "always", "2"] for line in lines)
    assert any("top" in line and "2.8%" in line for line in lines)


def test_brief_odds_take_a_row_for_each_count():
    rows = odds_report(thrown(2), "plain", brief=True).rows
    assert rows[0].words == "exact, choices by policy plain"
    assert [row.label for row in rows[1:]] == ["total = twice", "top", "trays"]
    assert "at least 5:\u00a083.3%" in rows[1].words or ", 5:\u00a083.3%" in rows[1].words


def test_sampled_odds_show_their_intervals():
    lines = str(report(thrown(2, sampled=True))).split("\n")
    assert lines[0] == "odds  36 samples, 95% intervals"
    assert all("[" in line for line in lines if "at least" in line)


def test_names_and_verdicts_can_be_said_in_another_language():
    said = {"legal": "lecito", "threat": "minaccia", "melee": "mischia", "at least {number}": "almeno {number}"}
    ruling = allow(ACTION, [Step("1.1", "so", value=2, name="threat")], RULES)

    translate = Translator(lambda words: said.get(words, words))
    text = str(report(ruling, translate=translate)) + str(report(thrown(1), translate=translate))
    assert "LECITO" in text
    assert "minaccia 2" in text
    assert "mischia: a → b" in text
    assert "almeno 6" in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_asked(width):
    battle = rear()
    for action in battle.candidates():
        ruling = battle.judge(action)
        whole = report(ruling, battle.ruleset.book)
        whole = whole + report(battle.odds(action)) if ruling.dice else whole
        assert max(map(len, whole.text(width).split("\n"))) <= width


def test_wrapped_words_hang_under_their_first():
    lines = Report((Row(1, "82.1", "word " * 30),)).text(40).split("\n")
    assert lines[0].startswith("  82.1  word")
    assert all(line.startswith("        word") for line in lines[1:])


def test_a_headline_is_the_verdict_alone():
    ruling = rear().judge(APART)
    assert headline(ruling).rows == report(ruling).rows[: len(headline(ruling).rows)]
    assert len(headline(ruling).rows) < len(report(ruling).rows)


# Stories ----------------------------------------------------------------------------------------------------


def wound(state):
    return state._replace(left=state.left - 1)


def hit(state):
    return Roll(Tally(D6, state.left, ((5, 6),)), lambda hits: state._replace(hits=hits[0]))


def reroll(state):
    return Choice("attacker", "Re-roll?", (Option("keep", state), Option("again", state._replace(hits=0))))


def story(*stages, faces=()):
    from collections import namedtuple

    State = namedtuple("State", "left hits")
    left = list(faces)
    program = Program(State(3, 0), stages, lambda s: Result(Facts(hits=s.hits, left=s.left), ()))
    trace = play(program, lambda throw: tuple(left.pop(0) for _ in range(throw.size)))
    assert not left
    return [(row.label, loose(row.words)) for row in report(trace).rows]


def test_a_story_tells_dice_choices_and_what_came_of_them():
    told = story(Stage("1", "{hits} hits", hit), Stage("2", "{hits} left", reroll), faces=(6, 5, 1))
    assert told == [
        ("1", "3d6: 6 5 1 → 2 hits"),
        ("2", "Re-roll? keep → 2 left"),
        ("result", "hits 2 · left 3"),
    ]


def test_what_repeats_itself_is_told_once():
    told = story(*[Stage("5", "a wound, {left} left", wound)] * 3)
    assert told[0] == ("5", "a wound, 0 left (×3)")
    told = story(*[Stage("2", "{hits} left", reroll)] * 2)
    assert told[0] == ("2", "Re-roll? keep (×2) → 0 left")


def test_each_roll_is_told_even_if_it_is_the_same():
    told = story(*[Stage("1", "{hits} hits", hit)] * 2, faces=(1, 1, 1) * 2)
    assert [label for label, _ in told] == ["1", "1", "result"]


def test_stages_that_change_nothing_are_not_told():
    assert story(Stage("1", "first", wound), Stage("2", "idle", lambda state: state))[:-1] == [("1", "first")]


def test_a_pool_is_told_as_it_lies_on_the_table():
    battle = rear()
    ruling = battle.judge(FLANKING)
    trace = battle.told(ruling, ("HH", "HS", "H"), battle.policy(ruling))
    words = [loose(row.words) for row in report(trace).rows]
    assert any(said.startswith("2 red + 1 blue: HH HS H → ") for said in words)
    assert words[-1].startswith("hits 4 ")


def test_reports_add_up():
    one, two = Report((Row(0, "", "a"),)), Report((Row(0, "", "b"),))
    assert str(one + two) == "a\nb"
    assert replace(one, rows=()).text() == ""
