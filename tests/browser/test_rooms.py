"""Several people at one table: each at a seat, all seeing the same; and nothing is lost when the server dies."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hands import board, drag, judged, opened, piece, stands
from tests.browser.test_fighting import CHARGE, begun, entries, figures, rolled


def invited(page: Page) -> dict[str, str]:
    """The links that the referee finds under "Invite", by the seat."""
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog", name="Invite to this table")
    links = {}
    for seat in ("Waiqar", "Daqan Lords", "Spectator"):
        links[seat] = dialog.get_by_role("textbox", name=re.compile(f"^{seat}|{seat}")).input_value()
    dialog.get_by_role("button", name="Close").click()
    return links


def seated(person, link: str) -> Page:
    page = person()
    page.goto(link)
    expect(page.get_by_text("connected", exact=True)).to_be_visible()
    expect(piece(page, "Reanimates")).to_be_visible()
    return page


@pytest.fixture
def three(table, person):
    """A referee's page and one for each side, in one room."""
    referee = begun(person(), table.address)
    links = invited(referee)
    return referee, seated(person, links["Waiqar"]), seated(person, links["Daqan Lords"]), links


def test_two_players_see_each_other_and_move_only_their_own(three):
    referee, waiqar, daqan, _ = three
    for page in (referee, waiqar):
        expect(page.get_by_role("list", name="Also at the table")).to_contain_text("Daqan Lords")
    expect(waiqar.get_by_role("region", name="Your seat")).to_contain_text("Waiqar")
    expect(waiqar.get_by_role("button", name="Invite")).to_have_count(0)

    badge = referee.get_by_role("region", name="Your seat").locator("svg.badge text")
    expect(badge.first).to_have_text("§")  # a letter would be some side's, in one language or another

    was = stands(daqan, "Reanimates")
    drag(waiqar, "Reanimates", 60, -30)
    expect(piece(daqan, "Reanimates")).not_to_have_attribute("aria-label", re.compile(rf"\({was.x:g}, {was.y:g}\)"))
    now = stands(daqan, "Reanimates")
    assert now.x > was.x
    assert now == stands(referee, "Reanimates")

    theirs = stands(waiqar, "Oathsworn Cavalry")
    drag(waiqar, "Oathsworn Cavalry", -60, 30)
    drag(daqan, "Oathsworn Cavalry", -40, 40)  # one that is seen, after the one that is not
    expect(piece(referee, "Oathsworn Cavalry")).not_to_have_attribute(
        "aria-label", re.compile(rf"\({theirs.x:g}, {theirs.y:g}\)")
    )
    moved = referee.get_by_role("log").get_by_role("listitem").filter(has_text="Oathsworn Cavalry:")
    expect(moved).to_have_count(1)


def test_each_rolls_for_their_own_side_and_undo_needs_the_other(three):
    _, waiqar, daqan, _ = three
    waiqar.get_by_role("tab", name="Ask").click()
    judged(waiqar, CHARGE).get_by_role("button", name="Roll it…").click()
    expect(waiqar.get_by_text("This is for Daqan Lords to do.")).to_be_visible()
    expect(waiqar.get_by_role("button", name="Roll", exact=True)).to_have_count(0)

    daqan.get_by_role("tab", name="Ask").click()
    judged(daqan, CHARGE).get_by_role("button", name="Roll it…").click()
    daqan.get_by_role("combobox", name="Choices").select_option("hits")
    daqan.get_by_role("button", name="Roll", exact=True).click()
    # What the other side has to decide is asked of whoever sits there, and of nobody else.
    done, waits = daqan.get_by_role("button", name="Put away"), daqan.get_by_text("Waiting for Waiqar")
    choice = waiqar.get_by_role("region", name=CHARGE).get_by_role("group").get_by_role("button")
    stages = daqan.get_by_role("region", name=CHARGE).get_by_role("listitem")
    expect(done.or_(waits)).to_be_visible()
    while waits.count():
        told = stages.count()
        choice.first.click()
        expect(stages).not_to_have_count(told)
    expect(done).to_be_visible()
    left = figures(daqan, "Reanimates")
    expect(piece(waiqar, "Reanimates")).to_have_attribute("aria-label", re.compile(f"{left} figures"))
    expect(entries(waiqar)).to_have_count(1)

    daqan.get_by_role("button", name="↶ Undo").click()
    expect(daqan.get_by_role("alertdialog")).to_contain_text("Waiting for the consent of")
    assert figures(daqan, "Reanimates") == left
    asked = waiqar.get_by_role("alertdialog")
    expect(asked).to_contain_text("Daqan Lords asks to take this back")
    asked.get_by_role("button", name="Refuse").click()
    expect(asked).to_have_count(0)
    assert figures(waiqar, "Reanimates") == left
    daqan.get_by_role("button", name="↶ Undo").click()
    asked.get_by_role("button", name="Agree").click()
    for page in (waiqar, daqan):
        expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile("20 figures"))
        expect(page.get_by_role("log").get_by_text("undone")).to_be_visible()


def test_a_spectator_sees_all_and_does_nothing(three, person):
    referee, _, _, links = three
    page = seated(person, links["Spectator"])
    expect(page.get_by_text("You are looking on")).to_be_visible()
    for deed in ("Roll", "↶ Undo", "Say", "⚖ Let the referee decide…", "Invite"):
        expect(page.get_by_role("button", name=deed, exact=True)).to_have_count(0)
    was = stands(page, "Reanimates")
    drag(page, "Reanimates", 60, 60)
    referee.get_by_role("textbox", name="Say something to the table").fill("Nobody moved.")
    referee.keyboard.press("Enter")
    expect(page.get_by_role("log").get_by_text("Nobody moved.")).to_be_visible()
    assert stands(page, "Reanimates") == was
    drag(referee, "Reanimates", 60, -60)
    expect(piece(page, "Reanimates")).not_to_have_attribute("aria-label", re.compile(rf"\({was.x:g}, {was.y:g}\)"))
    expect(page.get_by_role("log").get_by_role("listitem").filter(has_text="Reanimates:")).to_have_count(1)


def test_words_are_heard_by_all(three):
    referee, waiqar, daqan, _ = three
    waiqar.get_by_role("textbox", name="Say something to the table").fill("<b>Ready?</b>")
    waiqar.keyboard.press("Enter")
    for page in (referee, waiqar, daqan):
        expect(page.get_by_role("log").get_by_text("<b>Ready?</b>")).to_be_visible()  # letters, never markup


def test_a_link_that_leads_nowhere_says_so(table, person):
    page = person()
    page.goto(f"{table.address}/room/{'x' * 32}")
    expect(page.get_by_role("alert")).to_contain_text("This link leads to no table")
    page.get_by_role("button", name="Begin without a table").click()
    expect(page.get_by_role("heading", name="The referee you can take apart")).to_be_visible()


def test_a_killed_server_comes_back_and_nothing_is_lost(own_table, person):
    page = begun(person(), own_table.address)
    rolled(page)
    left = figures(page, "Reanimates")
    own_table.kill()
    expect(page.get_by_text(re.compile("connecting again|offline"))).to_be_visible()
    expect(board(page)).to_be_visible()
    own_table.start()
    expect(page.get_by_text("connected", exact=True)).to_be_visible()
    assert figures(page, "Reanimates") == left
    expect(entries(page)).to_have_count(1)
    page.get_by_role("button", name="↶ Undo").click()
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile("20 figures"))


def test_without_the_net_the_seat_is_kept_and_says_so(table, person):
    page = begun(person(), table.address)
    page.context.set_offline(True)
    expect(page.get_by_text("offline", exact=True)).to_be_visible()
    expect(board(page)).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("connected", exact=True)).to_be_visible()
    rolled(page)


def test_without_the_server_the_table_stays_and_says_so(own_table, person):
    page = opened(person(), own_table.address, "Reanimates struck in the rear")
    own_table.kill()
    drag(page, "Spearmen", 0, 80)
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    expect(piece(page, "Spearmen")).to_be_visible()
    own_table.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    drag(page, "Spearmen", 0, 80)
    expect(page.get_by_role("group", name="Show").get_by_role("button", name="legal")).to_have_text("legal 0")
