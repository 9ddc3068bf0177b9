"""Pieces are moved by a hand: dragged, turned by their handle, put back; and every change is judged again."""

import pytest
from playwright.sync_api import expect
from tests.browser.hands import board, drag, faces, grip, handle, in_hand, middle, opened, piece, stands

WIDER = "([element, width]) => element.getBoundingClientRect().width > width"


def test_a_dragged_unit_stands_where_the_pointer_left_it_and_is_judged_again(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    legal = page.get_by_role("group", name="Show").get_by_role("button", name="legal")
    expect(legal).to_have_text("legal 2")
    was, seen = stands(page, "Spearmen"), middle(piece(page, "Spearmen"))

    with in_hand(page, piece(page, "Spearmen")) as (x, y):
        page.mouse.move(x + 30, y + 60)
        page.mouse.move(x + 60, y + 110)
        expect(board(page).get_by_text("Spearmen").last).to_be_visible()
        expect(board(page).get_by_text("trays to")).to_be_visible()  # how far it has come, while it is in the hand
        assert stands(page, "Spearmen") == was  # nothing is moved before it is let go

    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(legal).to_have_text("legal 0")
    now, shown = stands(page, "Spearmen"), middle(piece(page, "Spearmen"))
    assert now.x > was.x
    assert now.y < was.y
    pixels = (shown.x - seen.x) / (now.x - was.x)  # of one tray
    assert (shown.y - seen.y) / (was.y - now.y) == pytest.approx(pixels, rel=0.02)
    assert shown.x - seen.x == pytest.approx(60, abs=pixels / 8 + 1)  # it snaps to quarters
    assert shown.y - seen.y == pytest.approx(110, abs=pixels / 8 + 1)


def test_without_snapping_it_stands_to_the_pixel(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    page.get_by_role("button", name="Snap").click()
    seen = middle(piece(page, "Spearmen"))
    drag(page, "Spearmen", 37, 53)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    shown = middle(piece(page, "Spearmen"))
    assert (shown.x - seen.x, shown.y - seen.y) == pytest.approx((37, 53), abs=1)


def test_the_handle_turns_a_unit(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    page.mouse.click(*grip(piece(page, "Reanimates")))
    expect(piece(page, "Reanimates")).to_have_attribute("aria-pressed", "true")
    was = stands(page, "Reanimates")
    with in_hand(page, handle(page, "Reanimates")) as (x, y):
        page.mouse.move(x + 80, y + 40)
        page.mouse.move(x + 160, y + 120)
        expect(board(page).get_by_text("facing")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert 20 < faces(page, "Reanimates") < 160
    assert faces(page, "Reanimates") % 5 == 0
    assert stands(page, "Reanimates") == was
    expect(page.get_by_role("group", name="Show").get_by_role("button", name="legal")).to_have_text("legal 0")


def test_moves_are_taken_back_and_done_again(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    expect(undo).to_be_disabled()
    first = piece(page, "Spearmen").get_attribute("aria-label")
    drag(page, "Spearmen", 0, 100)
    expect(undo).to_be_enabled()
    second = piece(page, "Spearmen").get_attribute("aria-label")
    assert second != first
    undo.click()
    expect(piece(page, "Spearmen")).to_have_attribute("aria-label", first)
    expect(page.get_by_role("button", name="legal")).to_have_text("legal 2")
    redo.click()
    expect(piece(page, "Spearmen")).to_have_attribute("aria-label", second)
    page.keyboard.press("Control+z")
    expect(piece(page, "Spearmen")).to_have_attribute("aria-label", first)


def test_escape_puts_back_what_is_in_the_hand(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    was, seen = stands(page, "Spearmen"), middle(piece(page, "Spearmen"))
    with in_hand(page, piece(page, "Spearmen")) as (x, y):
        page.mouse.move(x + 80, y + 80)
        page.keyboard.press("Escape")
    assert stands(page, "Spearmen") == was
    assert middle(piece(page, "Spearmen")) == pytest.approx(seen, abs=1)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_tokens_stay_in_whole_cells(table, person):
    page = opened(person(), table.address, "Three of four lines")
    cell = middle(piece(page, "t")).x - middle(piece(page, "a")).x  # three cells apart
    drag(page, "t", cell / 3 * 0.8, cell / 3 * 1.2)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert stands(page, "t") == (4, 2)


def test_two_clicks_choose_who_attacks_whom(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    page.mouse.click(*grip(piece(page, "Spearmen")))
    expect(piece(page, "Spearmen")).to_have_attribute("aria-pressed", "true")
    page.mouse.click(*grip(piece(page, "Reanimates")))
    ruling = page.get_by_role("article", name="The ruling")
    expect(ruling.get_by_role("heading", level=2)).to_have_text("Spearmen → Reanimates")


def test_the_view_moves_and_the_pieces_do_not(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    was, seen = stands(page, "Spearmen"), middle(piece(page, "Spearmen"))
    ground = board(page).bounding_box()
    assert ground
    x, y = ground["x"] + ground["width"] / 2, ground["y"] + ground["height"] - 60
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y - 40, steps=3)
    page.mouse.up()
    shown = middle(piece(page, "Spearmen"))
    assert (shown.x - seen.x, shown.y - seen.y) == pytest.approx((50, -40), abs=4)
    wide = piece(page, "Spearmen").bounding_box()
    assert wide
    page.mouse.wheel(0, -240)
    page.wait_for_function(WIDER, arg=[piece(page, "Spearmen").element_handle(), wide["width"] * 1.1])
    page.get_by_role("button", name="Show all pieces").click()
    assert stands(page, "Spearmen") == was
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
