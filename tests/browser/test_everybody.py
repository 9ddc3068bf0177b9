"""Everybody can play: axe finds nothing in any look and size, and no colour, mouse or hearing is needed."""

import os
from pathlib import Path

import pytest
from axe_playwright_python.base import AxeResults  # type: ignore[import-untyped]
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect
from tests.browser.hands import about, judged, opened, panel
from tests.browser.test_fighting import begun, rolled

axe = Axe()

LOOKS: dict[str, dict[str, object]] = {
    "screen": {},
    "high contrast": {"contrast": "more"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast"]}


# What one would have to push sideways to see the whole of it: the page, its panel, a dialog.
WIDE = """() => [document.documentElement, ...document.querySelectorAll("dialog[open], [role=tabpanel]")]
  .filter(one => one.scrollWidth > one.clientWidth + 1)
  .map(one => `${one.tagName} ${one.id} ${one.scrollWidth} > ${one.clientWidth}`)"""
PICTURES = os.environ.get("ENFILADE_PICTURES")  # a folder that takes a picture of each state, to be looked at


def _look(page: Page) -> str:
    small = page.viewport_size is not None and page.viewport_size["width"] < 500
    contrast = page.evaluate("document.documentElement.dataset.contrast || ''")
    return "phone" if small else "contrast" if contrast else "screen"


def passes(page: Page, where: str) -> None:
    """Every rule by day, and what depends on colours by night too."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.axe_script)
    assert page.evaluate(WIDE) == [], f"{where}: wider than what shows it"
    day = COLOURS if _look(page) == "contrast" else EVERYTHING  # with more contrast only the colours are others
    for scheme, rules in (("dark", COLOURS), ("light", day)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"table-{_look(page)}-{where.replace(' ', '-')}-{scheme}.png")
        found = AxeResults(page.evaluate("rules => axe.run(rules)", rules))
        assert found.violations_count == 0, f"{where}, {scheme}: {found.generate_report()}"


def judged_position(page: Page, address: str) -> None:
    opened(page, address, "A charge in the flank")
    ruling = judged(page, "Oathsworn Cavalry → Reanimates")
    passes(page, "why")
    about(ruling, "Odds")
    expect(ruling.get_by_role("img", name="Chart: hits")).to_be_visible()
    passes(page, "odds")
    about(ruling, "What if")
    ruling.get_by_role("switch").first.check()
    expect(ruling.get_by_role("region", name="The odds as they are and with the switches")).to_contain_text("expected")
    passes(page, "what if")


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_asking(table, person, look):
    page = person(**LOOKS[look])
    page.goto(table.address)
    expect(page.get_by_role("button", name="The gatehouse")).to_be_visible()
    passes(page, "start")
    judged_position(page, table.address)
    pieces = panel(page, "Pieces")
    passes(page, "pieces")
    page.keyboard.press("Escape")  # a ruling on one attack has the board for itself
    pieces.get_by_role("button", name="Select Reanimates").click()
    pieces.get_by_role("button", name="Reach", exact=True).click()
    expect(pieces.get_by_role("region", name="Reach of Reanimates")).to_be_visible()
    passes(page, "reach")
    panel(page, "Scenario")
    expect(page.get_by_role("heading", name="Disputed readings")).to_be_visible()
    passes(page, "scenario")
    for button in ("Examples", "Share", "Language and look", "Help and keys"):
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page.get_by_role("dialog").locator("[aria-busy=true]")).to_have_count(0)
        passes(page, button)
        page.keyboard.press("Escape")
    opened(page, table.address, "Archers and a screen")
    page.get_by_role("group", name="Show").get_by_role("button", name="refused").click()
    judged(page, "→ Heavy Crossbowmen", "every line from Reanimate Archers (behind)")
    passes(page, "refused")


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_a_fight(table, person, look):
    page = begun(person(**LOOKS[look]), table.address)
    passes(page, "before the roll")
    page.get_by_role("button", name="Let the referee decide…").click()
    passes(page, "deciding")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="we roll and type").click()
    page.get_by_role("button", name="Begin, and type the dice").click()
    expect(page.get_by_role("group", name="Which die for flanking?")).to_be_visible()
    passes(page, "choosing")
    page.get_by_role("button", name="Call it off").click()
    page.get_by_role("button", name="the server rolls").click()
    rolled(page)
    passes(page, "rolled")
    page.get_by_role("button", name="Invite").click()
    passes(page, "invite")
    page.keyboard.press("Escape")
    page.get_by_role("region", name="Replay").get_by_role("button", name="To the start").click()
    expect(page.get_by_text("You are looking at the past.")).to_be_visible()
    passes(page, "the past")


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_a_battle_without_a_map(table, person, look):
    page = opened(person(**LOOKS[look]), table.address, "Heroes at the ford")
    passes(page, "asked")
    panel(page, "Fight").get_by_role("button", name="Start a fight here").click()
    expect(page.get_by_role("heading", name="Orders for this turn")).to_be_visible()
    passes(page, "orders")
