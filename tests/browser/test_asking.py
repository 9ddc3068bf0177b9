"""The referee is asked: which attacks are legal, why, how likely each result is, what each thing is worth."""

import re

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.hands import about, board, in_hand, judged, opened, panel, picture, piece, spoken, unlike

# One position of each ruleset: its title, the words of an attack in the list, and what the ruling has to say of it.
RULED = [
    ("Reanimates struck in the rear", ["Reanimates → Spearmen"], {"threat": "1", "dice": "R R", "flanking": "no"}),
    ("A charge into the flank", ["→ Bolton Cutthroats", "align 100"], {"arc": "left flank", "to hit": "4"}),
    ("Three of four lines", ["a → t"], {"coverage": "75", "lines blocked": "3", "visibility": "partial"}),
    ("Heroes at the ford", ["→ The raiders", "missile"], {"attack value": "16", "defence value": "9"}),
]


def values(ruling: Locator) -> dict[str, str]:
    return dict(
        zip(ruling.locator("header dt").all_inner_texts(), ruling.locator("header dd").all_inner_texts(), strict=True)
    )


@pytest.mark.parametrize(("title", "words", "said"), RULED, ids=["runewars", "asoiaf", "lineofattack", "ageofmagic"])
def test_every_ruleset_rules_and_its_steps_open(table, person, title, words, said):
    page = opened(person(), table.address, title)
    page.get_by_role("button", name="legal", exact=False).first.click()
    ruling = judged(page, *words)
    expect(ruling.get_by_text("LEGAL", exact=True)).to_be_visible()
    assert said.items() <= values(ruling).items()

    steps = ruling.get_by_role("tree", name="Why: the steps of the ruling").get_by_role("treeitem")
    if (opening := ruling.get_by_role("button", name="all steps")).count():
        if opening.inner_text() == "open all steps":
            opening.click()
        expect(opening).to_have_text("fold all steps")
        many = steps.count()
        opening.click()
        expect(opening).to_have_text("open all steps")
        assert 0 < steps.count() < many
        first = steps.and_(page.locator("[aria-expanded=false]")).first
        few = steps.count()
        first.click()
        expect(steps).not_to_have_count(few)
    assert all(re.search(r"rule\s+\S+", text) for text in steps.all_inner_texts())


@pytest.mark.parametrize(("title", "words"), [(title, words) for title, words, _ in RULED[:3]])
def test_a_step_that_is_pointed_at_stands_out_on_the_board(table, person, title, words):
    page = opened(person(), table.address, title)
    ruling = judged(page, *words)
    ruling.get_by_role("heading", level=2).hover()
    plain = picture(page)
    ruling.get_by_role("treeitem").filter(has=page.get_by_role("img", name="shown on the board")).first.hover()
    assert unlike(page, plain, picture(page)) > 50
    ruling.get_by_role("heading", level=2).hover()
    assert unlike(page, plain, picture(page)) == 0


def test_a_refusal_says_its_rule_by_how_much_and_what_would_be_legal(table, person):
    page = opened(person(), table.address, "Archers and a screen")
    page.get_by_role("group", name="Show").get_by_role("button", name="refused").click()
    ruling = judged(page, "→ Heavy Crossbowmen", "every line from Reanimate Archers (behind)")
    expect(ruling.get_by_text("REFUSED", exact=True)).to_be_visible()
    expect(ruling).to_contain_text(
        "every line from Reanimate Archers (behind) to Heavy Crossbowmen is blocked; in the way: Spearmen rule 10.sight"
    )
    expect(ruling).to_contain_text("It fails by 0.34 tray lengths.")
    expect(ruling).to_contain_text("Legal would be: shoot at Spearmen")
    expect(ruling.get_by_role("tab", name="Odds")).to_have_count(0)

    ghost = ruling.get_by_role("button", name="show the nearest legal")
    ruling.get_by_role("heading", level=2).hover()
    without = picture(page)
    ghost.click()
    expect(ghost).to_have_attribute("aria-pressed", "true")
    assert unlike(page, without, picture(page)) > 50
    ruling.get_by_role("button", name="take it").click()
    expect(ruling.get_by_role("heading", level=2)).to_have_text("Reanimate Archers (behind) → Spearmen")
    expect(ruling.get_by_text("LEGAL", exact=True)).to_be_visible()


def test_the_odds_are_bars_and_the_table_of_the_same_numbers(table, person):
    page = opened(person(), table.address, "A charge in the flank")
    ruling = judged(page, "Oathsworn Cavalry → Reanimates")
    about(ruling, "Odds")
    expect(ruling.get_by_text("exact", exact=True)).to_be_visible()
    chart = ruling.get_by_role("img", name="Chart: hits, at least")
    expect(chart).to_be_visible()
    table_ = ruling.get_by_role("table", name="hits: the chance of each value")
    rows = [row.split() for row in table_.get_by_role("row").all_inner_texts()[1:]]
    exactly = [float(row[1].rstrip("%")) for row in rows]
    assert sum(exactly) == pytest.approx(100, abs=0.1 * len(rows))
    for at, (_, _, more) in enumerate(rows):
        assert float(more.rstrip("%")) == pytest.approx(sum(exactly[at:]), abs=0.1 * len(rows))
    drawn = re.findall(r"[\d.]+%", chart.text_content() or "")
    assert {row[2] for row in rows[1:]} <= set(drawn)

    ruling.get_by_role("button", name="exactly").click()
    expect(ruling.get_by_role("img", name="Chart: hits, exactly")).to_be_visible()
    ruling.get_by_role("checkbox", name="fractions").check()
    expect(table_.get_by_text(re.compile(r"^\d+/\d+$")).first).to_be_visible()


def test_the_way_of_choosing_changes_the_odds(table, person):
    page = opened(person(), table.address, "A charge in the flank")
    ruling = judged(page, "Oathsworn Cavalry → Reanimates")
    about(ruling, "Odds")
    short = ruling.get_by_role("group", name="The odds in short")
    expect(short).to_contain_text("3.84")
    ruling.get_by_role("combobox", name="choices by").select_option("keep")
    expect(short).not_to_contain_text("3.84")


def test_switching_a_reading_shows_what_it_is_worth(table, person):
    page = opened(person(), table.address, "A charge in the flank")
    ruling = judged(page, "Oathsworn Cavalry → Reanimates")
    about(ruling, "What if")
    switch = ruling.get_by_role("switch", name="does the remaining damage go on into the next rank")
    expect(switch).to_be_visible()
    expect(switch.locator("..")).to_contain_text("figures −3.58")
    switch.check()
    beside = ruling.get_by_role("region", name="The odds as they are and with the switches")
    expect(beside.get_by_role("group", name="The odds in short")).to_contain_text("8.12 → 4.54")
    switch.uncheck()
    expect(beside).to_have_count(0)

    switch.check()
    beside.get_by_role("button", name="play it so: change the scenario").click()
    about(ruling, "Odds")
    expect(ruling.get_by_role("group", name="The odds in short")).to_contain_text("figures\n4.54")
    page.get_by_role("button", name="Undo").click()
    expect(ruling.get_by_role("group", name="The odds in short")).to_contain_text("figures\n8.12")


@pytest.mark.parametrize(("title", "words"), [(title, words) for title, words, _ in RULED[1::2]])
def test_odds_and_worth_are_there_in_other_rulesets_too(table, person, title, words):
    page = opened(person(), table.address, title)
    ruling = judged(page, *words)
    about(ruling, "Odds")
    expect(ruling.get_by_role("group", name="The odds in short")).to_contain_text(re.compile(r"expected|chance|always"))
    about(ruling, "What if")
    expect(ruling.get_by_role("switch").first).to_be_visible()


def test_attacks_are_found_by_their_words(table, person):
    page = opened(person(), table.address, "Archers and a screen")
    page.get_by_role("searchbox", name="Find attacks by their words").fill("crossbow ranged")
    lines = page.get_by_role("tree", name="Possible attacks").get_by_role("treeitem", level=2)
    expect(lines.first).to_be_visible()
    for text in lines.all_inner_texts():
        assert "ranged" in text


def test_the_reach_of_a_piece_is_drawn_and_told(table, person):
    page = opened(person(), table.address, "Shooting into melee from 14 inches")
    page.get_by_role("button", name="Reach", exact=True).click()
    expect(spoken(page)).to_contain_text("Select a piece to see its reach.")
    piece(page, "Stark Bowmen").press("Enter")
    expect(spoken(page)).to_contain_text("Stark Bowmen reaches: Free Folk Raiders (ranged)")
    expect(board(page).locator(".reaching .m-threat")).to_have_count(2)  # what it could charge into, and shoot at
    expect(board(page).locator(".labels")).to_contain_text("ranged")
    pieces = panel(page, "Pieces")
    told = pieces.get_by_role("region", name="Reach of Stark Bowmen").get_by_role("listitem")
    expect(told.first).to_contain_text(re.compile("^Free Folk Raiders.*ranged is legal.*charge is refused", re.DOTALL))
    with in_hand(page, piece(page, "Stark Bowmen")) as (x, y):
        page.mouse.move(x + 300, y)
    expect(spoken(page)).to_contain_text("Stark Bowmen reaches nobody.")
    piece(page, "Stark Bowmen").press("r")
    expect(board(page).locator(".reaching")).to_have_count(0)
    expect(pieces.get_by_role("region", name="Reach of Stark Bowmen")).to_have_count(0)
