"""Age of Magic at the table, without a map: eight areas, an order for each unit, the end of the turn and its report."""

import re

from playwright.sync_api import Page, expect
from tests.browser.hands import board, in_hand, middle, opened, panel, piece

TITLE = "Alexander and Darius, turn 2"


def fighting(page: Page, address: str) -> Page:
    opened(page, address, TITLE)
    panel(page, "Fight").get_by_role("button", name="Start a fight here").click()
    expect(page.get_by_role("heading", name="Orders for this turn")).to_be_visible()
    return page


def area(page: Page, name: str) -> str:
    said = piece(page, name).first.get_attribute("aria-label") or ""
    return ", ".join(said.split(", ")[-2:])


def test_the_eight_areas_are_the_board(table, person):
    page = opened(person(), table.address, TITLE)
    expect(board(page).get_by_text("centre", exact=False).first).to_be_visible()
    said = [one.get_attribute("aria-label") or "" for one in page.locator("svg").get_by_role("button").all()]
    assert len(said) > 8
    assert all(re.search(r"(left|centre|right|reserve)", name) for name in said)


def test_on_a_phone_every_unit_is_told_from_the_others(table, person):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "fr-FR"}
    page = person(**phone)
    for title in ("Alexander and Darius, turn 9", "The long day"):
        opened(page, table.address, title)
        units = page.locator("svg [data-piece]").count()
        named = page.locator("svg .labels text.name")
        expect(named.first).to_be_visible()
        names = page.locator("svg .labels [data-upright]").all_text_contents()
        assert len(names) == len(set(names)) == units
    page.get_by_role("tab").nth(2).click()
    pieces = page.get_by_role("tabpanel").get_by_role("table")
    expect(pieces).to_be_visible()
    assert pieces.evaluate("table => table.getBoundingClientRect().right <= innerWidth")


def test_a_unit_is_dragged_from_one_area_into_another(table, person):
    page = opened(person(), table.address, "Heroes at the ford")
    was, seen = area(page, "The bows"), middle(piece(page, "The bows"))
    assert was == "red, centre"
    with in_hand(page, piece(page, "The bows")) as (x, y):
        for share in (0.3, 0.6, 1.0):
            page.mouse.move(x - 260 * share, y)
        expect(board(page).get_by_text("to red")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert area(page, "The bows") != was
    assert abs(middle(piece(page, "The bows")).x - seen.x) > 50
    page.get_by_role("button", name="Undo").click()
    expect(piece(page, "The bows")).to_have_attribute("aria-label", re.compile(f"{was}$"))


def test_orders_are_given_the_turn_is_fought_and_reported(table, person):
    page = fighting(person(), table.address)
    orders = page.get_by_role("region", name="Orders for this turn")
    archers = orders.get_by_role("combobox", name=re.compile("^Order of Archers")).first
    expect(archers).to_be_visible()
    kinds = archers.locator("option:not([disabled])").all_inner_texts()
    assert len(kinds) > 2
    unit = (archers.get_attribute("aria-label") or "").removeprefix("Order of ")
    archers.select_option(index=1)
    expect(page.get_by_role("log").get_by_text(re.compile("^orders for "))).to_be_visible()
    assert unit.startswith("Archers")

    dice = orders.get_by_role("spinbutton", name=re.compile("^Dice to risk")).first
    for wrong, why in (
        ("1,000", "without a sign"),
        ("2.5", "from 0 to 30"),
        ("99", "to 30"),
        ("0x10", "A whole number"),
    ):
        dice.fill(wrong)
        dice.press("Tab")
        expect(dice).to_be_focused()  # where the browser says what is wrong
        assert why in dice.evaluate("field => field.validationMessage")
        expect(dice).to_have_value(wrong)
    dice.fill("2")
    dice.press("Tab")
    assert not dice.evaluate("field => field.validationMessage")
    dice.press("ArrowUp")
    expect(dice).to_have_value("3")

    page.get_by_role("combobox", name="Choices").select_option(index=1)
    page.get_by_role("button", name=re.compile("^(Roll|Do it)$")).click()
    told = page.get_by_role("button", name="Put away").locator("xpath=ancestor::section[1]")
    report = told.get_by_role("table")
    expect(report.first).to_be_visible()
    rows = report.get_by_role("rowheader").all_inner_texts()
    assert unit in rows
    assert len(rows) >= 10
    told.get_by_text("Every stage and its dice").click()
    expect(told.get_by_role("list").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
    expect(orders).to_be_visible()  # the next turn
    expect(page.get_by_role("region", name="Replay")).to_contain_text("1 of 1")


def seat(person, referee: Page, name: str) -> Page:
    """A person on the seat whose link the referee finds under "Invite"."""
    if not referee.get_by_role("dialog", name="Invite to this table").is_visible():
        referee.get_by_role("button", name="Invite").click()
    dialog = referee.get_by_role("dialog", name="Invite to this table")
    link = dialog.get_by_role("textbox", name=re.compile(f"^{name}|{name}")).input_value()
    dialog.get_by_role("button", name="Close").click()
    page = person()
    page.goto(link)
    expect(page.get_by_text("connected", exact=True)).to_be_visible()
    return page


def test_orders_are_secret_until_everybody_is_ready(table, person):
    referee = fighting(person(), table.address)
    darius, alexander, watching = (seat(person, referee, name) for name in ("Darius", "Alexander", "Spectator"))
    own, other = (page.get_by_role("region", name="Orders for this turn") for page in (darius, alexander))
    expect(own.get_by_text("is still ordering")).to_be_visible()
    expect(own.get_by_role("combobox", name=re.compile("^Order of Archers"))).to_have_count(0)
    spearmen = own.get_by_role("combobox", name="Order of Spearmen 1")
    spearmen.select_option("stand")
    said = re.compile("^orders for Spearmen 1")
    for page in (darius, referee):
        expect(page.get_by_role("log").get_by_text(said)).to_be_visible()

    darius.get_by_role("combobox", name="Choices").select_option(index=1)
    darius.get_by_role("button", name="My orders are given").click()
    expect(darius.get_by_text("waiting for Alexander")).to_be_visible()
    for page in (alexander, watching, referee):
        expect(
            page.get_by_role("region", name="Orders for this turn").get_by_text("has given its orders")
        ).to_be_visible()
    for page in (alexander, watching):
        expect(page.get_by_role("log").get_by_text(said)).to_have_count(0)
        expect(page.get_by_role("combobox", name="Order of Spearmen 1")).to_have_count(0)

    expect(referee.get_by_text("Not ready yet: Alexander.")).to_be_visible()
    darius.get_by_role("button", name="Think them over again").click()
    expect(other.get_by_text("is still ordering")).to_be_visible()
    darius.get_by_role("button", name="My orders are given").click()
    expect(other.get_by_text("has given its orders")).to_be_visible()
    alexander.keyboard.press("/")
    alexander.get_by_role("textbox", name="Command").fill("attack archers1 cataphracts")
    alexander.keyboard.press("Enter")
    expect(panel(alexander, "Fight").get_by_text("Only the referee rules attacks one by one")).to_be_visible()
    alexander.get_by_role("button", name="Back to the whole turn").click()
    alexander.get_by_role("combobox", name="Choices").select_option(index=1)
    alexander.get_by_role("button", name="My orders are given").dblclick()  # and not ready for the next turn as well
    for page in (darius, alexander, watching, referee):
        report = page.get_by_role("button", name="Put away").locator("xpath=ancestor::section[1]")
        expect(report.get_by_role("rowheader", name="Spearmen 1")).to_be_visible()
    expect(own.get_by_text("is still ordering")).to_be_visible()  # the next turn
