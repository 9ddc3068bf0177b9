"""The report read aloud: every number is the turn's own; sums behind one flag; Markdown and HTML that anybody opens."""

import re
from html.parser import HTMLParser
from random import Random

import pytest
from tests.rulesets.ageofmagic.armies import battle, example, turn, unit

from enfilade.referee import Action
from enfilade.show.battle_report import battle_report

TURN = Action.of("turn")
WIDE = 100_000


@pytest.fixture(scope="module")
def fought():
    """A battle of some turns under standing orders."""
    field, dice = example("standing-orders"), Random(11)
    for _ in range(4):
        field = field.play(TURN, dice)
    return field


def lines(text, unit_):
    return [line.strip() for line in text.splitlines() if line.strip().startswith(f"{unit_}:")]


def test_what_each_unit_lost_and_how_it_stands_is_what_the_turn_wrote_down(fought):
    text = battle_report(fought).text(width=WIDE)
    at = fought.start()
    after = at
    for number, after in enumerate(at.replay(fought.entries)):
        for unit_, was, now in zip(at.state.muster.units, at.state.units, after.state.units, strict=True):
            if was.gone:
                continue
            line = lines(text, unit_.name)[number]
            lost = re.search(r"Lost (\d+) of (\d+) in all", line)
            every = re.search(r"Lost all (\d+): (\d+) inflicted", line)
            if every:
                assert (int(every[1]), int(every[2]), now.size) == (was.size, now.last_inflicted, 0)
                assert now.last_inflicted > was.size
            else:
                assert (int(lost[1]), int(lost[2])) == (was.size - now.size, was.size) if lost else now.size == was.size
            if now.gone:
                assert "Annihilated." in line or "Fled the field." in line
            else:
                assert f"{now.size} left, {'routing' if now.morale == 'routing' else now.morale + ' morale'}" in line
                assert line.endswith(f"tiredness {now.tiredness}.")
        at = after
    assert after.state == fought.state


def test_what_one_side_deals_the_other_loses(fought):
    text = battle_report(fought).text(width=WIDE)
    dealt = sum(map(int, re.findall(r": (\d+) fell", text)))
    lost = sum(map(int, re.findall(r"Lost (\d+) to the", text)))
    total = sum(map(int, re.findall(r"Lost (\d+) of", text))) + sum(map(int, re.findall(r"Lost all (\d+)", text)))
    assert dealt == lost == total > 0


def test_sums_are_behind_one_flag(fought):
    plain, full = (battle_report(fought).text(steps=steps) for steps in (False, True))
    assert "3.6.2.5.2-casualties" not in plain
    assert "3.6.2.5.2-casualties" in full
    assert "the leader's Tactics [+4]" in full
    assert "How many dice" not in plain
    assert "provisional table" in plain


def test_every_sum_in_the_report_adds_up(fought):
    """The signed addends below each attack value, added up once more from the text."""
    seen = 0
    rows = battle_report(fought).rows(steps=True).rows
    for at, row in enumerate(rows):
        found = re.search(r"attack value (-?\d+)$", row.words)
        if found:
            total = 0
            for below in rows[at + 1 :]:
                if below.depth <= row.depth:
                    break
                worth = re.search(r"\[([+−-])(\d+)\]$", below.words)
                if below.depth == row.depth + 1 and worth:
                    total += int(worth[2]) * (1 if worth[1] == "+" else -1)
            assert total == int(found[1]), row.words
            seen += 1
    assert seen > 50


class Page(HTMLParser):
    """Counts open tags and gathers what is linked."""

    def __init__(self):
        super().__init__()
        self.open, self.linked, self.counts = [], [], {}

    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in ("meta",):
            self.open.append(tag)
        self.linked += [value for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def page(text):
    parser = Page()
    parser.feed(text)
    assert parser.open == []
    return parser


def test_the_page_is_one_file_and_well_formed(fought):
    closed, opened = (battle_report(fought).html(steps=steps) for steps in (False, True))
    for text in (closed, opened):
        parsed = page(text)
        assert parsed.linked == []
        assert parsed.counts["section"] == 4
        assert "@media print" in text
        assert "<script" not in text
    assert "<details open>" in opened
    assert "<details open>" not in closed
    assert opened.replace(" open>", ">") == closed


def test_names_cannot_break_out():
    field = battle(
        unit("a", name="<b>Ann & `co` *x*</b>", missile={"value": 20}),
        unit("b", "blue", name="B|[x](y)"),
        title="A <i>",
    )
    told = battle_report(field.play(turn(a={"fire": "b", "dice": 1}), [3], "none"))
    html, markdown = told.html(), told.markdown()
    assert "<b>Ann" not in html
    assert "&lt;b&gt;Ann &amp; `co` *x*&lt;/b&gt;" in html
    page(html)
    assert "# A \\<i\\>" in markdown
    assert "B\\|\\[x\\](y)" in markdown


def test_markdown_has_a_heading_for_each_turn_and_side(fought):
    text = battle_report(fought).markdown()
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == [f"Turn {number}" for number in range(1, 5)]
    assert text.count("### The league") == 4
    assert "- **First pikes**: " in text
    deep = battle_report(fought).markdown(steps=True)
    assert "    - `3.6.2.5.2-leader` the leader's Tactics [+4]".replace("[", "\\[").replace("]", "\\]") in deep.replace(
        "      -", "    -"
    )


def test_exchanges_by_hand_and_characters_are_told_too():
    field = example("heroes")
    field = field.play(Action.of("site", dice=0, against_dice=0), [])
    field = field.play(Action.of("missile", attacker="bows", target="raiders", dice=1), [4])
    field = field.play(Action.of("melee", attacker="guard", target="raiders", dice=0, target_dice=0), [])
    field = field.play(Action.of("end"), [])
    field = field.play(Action.of("character", character="ketil", dice=0), [])
    field = field.play(Action.of("give_up", side="blue"), [])
    text = battle_report(field).text(width=WIDE)
    assert "the regent was there first" in text
    assert "The bows: Fired at The raiders, result 17: 5 fell." in text
    assert "Struck at The raiders" in text
    assert "Ketil's deeds are spectacular" in text
    assert text.rstrip().endswith("Blue gives up the field.")
    page(battle_report(field).html(steps=True))


def test_only_battles_of_this_game_are_told(fought):
    from dataclasses import replace
    from types import SimpleNamespace

    with pytest.raises(ValueError, match="needs a battle of ageofmagic"):
        battle_report(replace(fought, ruleset=SimpleNamespace(name="runewars")))


def test_the_report_of_an_ending():
    field = example("alexander-and-darius-turn-9").play(TURN, [1] * 3, "none")
    assert battle_report(field).text().rstrip().endswith("Night falls.")
    fled = field.start().play(Action.of("give_up", side="darius"), [])
    assert battle_report(fled).text().rstrip().endswith("Darius gives up the field.")
