"""Without a mouse, without a picture, and with nothing but fingers."""

import re

import pytest
from playwright.sync_api import CDPSession, Page, expect
from tests.browser.hands import board, faces, grip, handle, middle, opened, panel, piece, spoken, stands

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def tabbed_to(page: Page, words: str, most: int = 60) -> None:
    """Press Tab until what has the focus is called so."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if re.search(words, page.evaluate(NAMED) or ""):
            return
    raise AssertionError(f"the Tab key does not come to {words!r}")


NAMED = """() => {
  const one = document.activeElement;
  return one && (one.getAttribute("aria-label") || one.textContent).trim();
}"""


def test_a_whole_attack_with_the_keyboard_alone(table, person):
    page = person()
    page.goto(table.address)
    expect(page.get_by_role("button", name="A charge in the flank")).to_be_visible()
    tabbed_to(page, "^A charge in the flank$")
    page.keyboard.press("Enter")
    expect(spoken(page)).to_contain_text("Opened: A charge in the flank. 2 pieces on the board.")
    expect(board(page)).to_be_focused()  # and the next Tab is its first piece
    page.keyboard.press("Tab")
    expect(piece(page, "Reanimates")).to_be_focused()

    # The list of attacks, an attack, and the ruling as it is read out.
    expect(page.get_by_role("treeitem")).to_have_count(2)
    page.keyboard.press("a")
    expect(page.get_by_role("treeitem", name=re.compile("Reanimates → Oathsworn"))).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(spoken(page)).to_contain_text(re.compile("legal", re.IGNORECASE))
    expect(page.get_by_role("article", name="The ruling").get_by_role("heading", level=2)).to_have_text(
        "Oathsworn Cavalry → Reanimates"
    )

    # A unit is nudged and turned where it stands; the verdict changes and is read out.
    piece(page, "Reanimates").focus()
    was, before = stands(page, "Reanimates"), faces(page, "Reanimates")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(spoken(page)).to_contain_text(re.compile("refused", re.IGNORECASE))
    assert stands(page, "Reanimates") == pytest.approx((was.x + 0.5, was.y), abs=0.001)
    expect(piece(page, "Reanimates")).to_be_focused()
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile(rf"facing {before + 5:g}°"))
    for _ in range(2):
        page.keyboard.press("Control+z")
        expect(spoken(page)).to_contain_text("Undone")
    expect(piece(page, "Reanimates")).to_have_attribute("aria-label", re.compile(rf"facing {before:g}°"))
    expect(page.get_by_role("button", name="legal")).to_have_text("legal 2")

    # The fight is begun and rolled.
    tabbed_to(page, "^Roll it")
    page.keyboard.press("Enter")
    tabbed_to(page, "^Start a fight here")
    page.keyboard.press("Enter")
    expect(page.get_by_text("connected", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_enabled()
    page.get_by_role("combobox", name="Choices").focus()
    page.keyboard.press("ArrowDown")
    tabbed_to(page, "^Roll$")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Put away")).to_be_visible()
    expect(piece(page, "Reanimates")).not_to_have_attribute("aria-label", re.compile("20 figures"))
    expect(page.get_by_role("log")).to_contain_text("figures")  # which is read out, as every live region is


def test_the_command_box_does_what_a_hand_does(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    page.keyboard.press("/")
    command = page.get_by_role("textbox", name="Command")
    expect(command).to_be_focused()
    command.fill("fly spearmen")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="is no command")).to_be_visible()
    command.fill("move spearmen 10 6")  # where the Reanimates are
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Spearmen cannot stand there")).to_be_visible()
    expect(command).to_be_focused()
    assert page.locator(".passing").count() == 0  # it is said once, and covers nothing
    command.fill("move spearmen 12 3")
    page.keyboard.press("Enter")
    expect(command).to_have_count(0)
    expect(piece(page, "Spearmen")).to_have_attribute("aria-label", re.compile(r"at \(12, 3\)"))
    page.keyboard.press("/")
    command.fill("turn spearmen 90")
    page.keyboard.press("Enter")
    expect(piece(page, "Spearmen")).to_have_attribute("aria-label", re.compile("facing 90°"))


def test_the_board_is_read_and_moved_as_a_table(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    pieces = panel(page, "Pieces")
    row = pieces.get_by_role("row", name=re.compile("Spearmen"))
    expect(row).to_contain_text("12 figures on 3 trays")
    row.get_by_role("button", name="Select Spearmen").click()
    pieces.get_by_role("spinbutton", name="y").fill("3")
    pieces.get_by_role("button", name="Put it there").click()
    expect(row).to_contain_text("(9.5, 3)")
    expect(piece(page, "Spearmen")).to_have_attribute("aria-label", re.compile(r"at \(9.5, 3\)"))
    expect(spoken(page)).to_contain_text("Spearmen to (9.5, 3)")


def test_the_place_of_the_keyboard_is_not_lost(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    for key, closes in (("?", "Escape"), ("/", "Escape")):
        piece(page, "Spearmen").focus()
        page.keyboard.press(key)
        expect(piece(page, "Spearmen")).not_to_be_focused()
        page.keyboard.press(closes)
        expect(page.get_by_role("dialog")).to_have_count(0)  # the keyboard is back a moment before its dialog is gone
        expect(piece(page, "Spearmen")).to_be_focused()
    piece(page, "Spearmen").press("ArrowRight")
    piece(page, "Spearmen").press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    undo.press("Enter")  # there is nothing more to undo
    expect(page.get_by_role("button", name="Redo")).to_be_focused()
    page.get_by_role("treeitem").first.click()
    menu = page.get_by_role("button", name="Copy or save")
    for key in ("Escape", "Enter"):  # which shuts the menu, and copies
        menu.press("Enter")
        page.get_by_role("button", name="copy as text").press(key)
        expect(page.get_by_role("button", name="copy as text")).to_be_hidden()
        expect(menu).to_be_focused()
    rows = panel(page, "Pieces")
    page.keyboard.press("Escape")
    rows.get_by_role("button", name="Select Spearmen").click()
    rows.get_by_role("button", name="Let go").press("Enter")
    expect(rows.get_by_role("button", name="Let go")).to_have_count(0)
    expect(rows).to_be_focused()


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_no_tool_covers_a_number_of_the_rulers(table, person, size):
    page = opened(person(**{**PHONE, "viewport": {"width": size[0], "height": size[1]}}), table.address, "Heroes")
    assert page.evaluate(COVERED) == []


COVERED = """() => {
  const boxes = chosen => [...document.querySelectorAll(chosen)].map(one => one.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const tools = boxes("[role=toolbar] button");
  if (!tools.length) return ["no tools"];
  return boxes(".rulers text").filter(number => tools.some(tool => meet(tool, number))).map(box => [box.x, box.y]);
}"""


def test_a_verdict_is_spoken_with_its_reason(table, person):
    page = opened(person(), table.address, "Archers and a screen")
    page.get_by_role("searchbox").fill("every line from Reanimate Archers (behind)")
    page.get_by_role("treeitem").filter(has_text="every line from Reanimate Archers (behind)").last.click()
    expect(spoken(page)).to_contain_text("every line from Reanimate Archers (behind) to Heavy Crossbowmen is blocked")


class Fingers:
    """Fingers on the glass, as the browser hears them from a touchscreen."""

    def __init__(self, page: Page) -> None:
        self.line: CDPSession = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def drag(self, *ways: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Each finger from its first place to its second, in a few steps."""
        self.touch("touchStart", *(start for start, _ in ways))
        for step in range(1, 9):
            share = step / 8
            self.touch("touchMove", *((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in ways))
        self.touch("touchEnd")


def test_a_phone_taps_drags_turns_and_pinches(table, person):
    page = opened(person(**PHONE), table.address, "Reanimates struck in the rear")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    fingers = Fingers(page)
    page.touchscreen.tap(*grip(piece(page, "Spearmen")))
    expect(piece(page, "Spearmen")).to_have_attribute("aria-pressed", "true")
    page.touchscreen.tap(*grip(piece(page, "Reanimates")))
    ruling = page.get_by_role("article", name="The ruling")
    expect(ruling.get_by_role("heading", level=2)).to_have_text("Spearmen → Reanimates")

    was, seen = stands(page, "Spearmen"), middle(piece(page, "Spearmen"))
    x, y = grip(piece(page, "Spearmen"))
    fingers.drag(((x, y), (x + 20, y + 120)))
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert stands(page, "Spearmen").y < was.y
    assert middle(piece(page, "Spearmen")).y > seen.y + 20
    expect(page.get_by_role("group", name="Show").get_by_role("button", name="legal")).to_have_text("legal 0")

    x, y = grip(handle(page, "Spearmen"))
    fingers.drag(((x, y), (x + 70, y + 60)))
    expect(piece(page, "Spearmen")).not_to_have_attribute("aria-label", re.compile("facing 0°"))
    page.get_by_role("button", name="Undo").click()
    expect(piece(page, "Spearmen")).to_have_attribute("aria-label", re.compile("facing 0°"))
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("group", name="Show").get_by_role("button", name="legal")).to_have_text("legal 2")
    broad = piece(page, "Reanimates").bounding_box()
    assert broad
    fingers.drag(((60, 130), (20, 90)), ((120, 130), (260, 90)))
    wide = piece(page, "Reanimates").bounding_box()
    assert wide
    assert wide["width"] > broad["width"] * 1.3
    assert stands(page, "Spearmen") == was  # two fingers never take a piece along
