"""Two hundred trays on the board: what is dragged stays under the pointer, and the browser keeps drawing."""

import pytest
from benchmarks.frames import UNITS, WATCH, WATCHED, crowd
from playwright.sync_api import Page, expect
from tests.browser.hands import in_hand, middle
from tests.browser.test_opening import DROP


def test_a_tray_among_two_hundred_stays_under_the_pointer(table, person):
    page: Page = person()
    page.goto(table.address)
    expect(page.get_by_role("button", name="The gatehouse")).to_be_visible()
    page.evaluate(DROP, ["crowd.battle.json", crowd()])
    expect(page.get_by_role("heading", level=1)).to_have_text("A crowd")
    expect(page.locator("svg").get_by_role("button")).to_have_count(UNITS)
    page.get_by_role("button", name="Snap").click()
    dragged = page.locator("svg").get_by_role("button").nth(44)
    name = dragged.get_attribute("aria-label")
    start = middle(dragged)
    page.evaluate(WATCH)
    with in_hand(page, dragged) as (x, y):
        for step in range(1, 121):
            page.mouse.move(x + step, y - step / 4)
        now = middle(dragged)
        # Nothing lags behind: where the pointer is, there is the tray, with no wait for what was asked on the way.
        assert (now.x - start.x, now.y - start.y) == pytest.approx((120, -30), abs=1.5)
    frames = page.evaluate(WATCHED)
    assert len(frames) > 20
    expect(dragged).not_to_have_attribute("aria-label", name or "")
    shown = middle(dragged)
    assert (shown.x - start.x, shown.y - start.y) == pytest.approx((120, -30), abs=1.5)
