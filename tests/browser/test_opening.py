"""Something is put on the table: an example, a file of one's own, a map; and what is wrong in it is told."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.hands import board, opened, panel, piece, spoken

EXAMPLES = Path(__file__).parents[2] / "examples"
GATEHOUSE = EXAMPLES / "lineofattack" / "gatehouse.dd2vtt"

OWN = """format: enfilade/scenario/1
ruleset: lineofattack
title: My own ambush
map: {size: [8, 5]}
walls: [[[4, 0], [4, 3]]]
tokens:
  - {id: scout, side: red, cell: [1, 1]}
  - {id: guard, side: blue, cell: [6, 3]}
"""
WRONG = """format: enfilade/scenario/1
ruleset: lineofattack
title: Two mistakes
map: {size: [8, 5]}
tokens:
  - {id: scout, side: red, cell: [1, far]}
  - {id: guard, side: blue, cell: six}
"""

DROP = """([name, text]) => {
  const held = new DataTransfer();
  held.items.add(new File([text], name));
  for (const kind of ["dragenter", "dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: held}));
}"""


def pick(page: Page, button: str, file: Any) -> None:
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name=button).click()
    choosing.value.set_files(file)


def test_an_example_is_opened_with_one_click(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    expect(page).to_have_title("Reanimates struck in the rear – Enfilade")
    expect(piece(page, "Reanimates")).to_be_visible()
    expect(page.get_by_role("treeitem")).to_have_count(2)


def test_an_own_file_is_picked(table, person):
    page = person()
    page.goto(table.address)
    pick(page, "Open a file…", {"name": "ambush.battle.yaml", "mimeType": "", "buffer": OWN.encode()})
    expect(page.get_by_role("heading", level=1)).to_have_text("My own ambush")
    expect(piece(page, "scout")).to_be_visible()


def test_a_file_is_dropped_over_another_position(table, person):
    page = opened(person(), table.address, "Heroes")
    page.evaluate(DROP, ["ambush.battle.yaml", OWN])
    expect(page.get_by_role("heading", level=1)).to_have_text("My own ambush")
    expect(piece(page, "guard")).to_be_visible()


def test_a_text_is_pasted(table, person):
    page = person()
    page.goto(table.address)
    page.evaluate("text => navigator.clipboard.writeText(text)", OWN)
    page.keyboard.press("Control+v")
    expect(page.get_by_role("heading", level=1)).to_have_text("My own ambush")


def test_a_map_becomes_a_battlefield(table, person):
    page = person()
    page.goto(table.address)
    pick(page, "Open a file…", GATEHOUSE)
    expect(board(page)).to_be_visible()
    expect(panel(page, "Scenario").get_by_text("Linea di attacco")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_every_mistake_is_told_with_its_place_and_nothing_is_lost(table, person):
    page = person()
    page.goto(table.address)
    pick(page, "Open a file…", {"name": "wrong.battle.yaml", "mimeType": "", "buffer": WRONG.encode()})
    mistakes = page.get_by_role("list", name="Mistakes").get_by_role("listitem")
    expect(mistakes).to_have_count(2)
    for mistake, line, word in ((mistakes.nth(0), 6, "far"), (mistakes.nth(1), 7, "six")):
        column = WRONG.splitlines()[line - 1].index(word) + 1
        expect(mistake).to_contain_text(f"line {line}, column {column}")
        expect(mistake).to_contain_text(f'found "{word}"')
    expect(mistakes.first).to_be_in_viewport()
    expect(mistakes.first.get_by_role("button")).to_be_focused()
    expect(spoken(page)).to_contain_text("2 mistakes. line 6")
    text = page.get_by_role("textbox", name="The scenario as YAML or JSON")
    expect(text).to_have_value(WRONG)

    mistakes.nth(0).get_by_role("button").click()
    assert text.evaluate("area => area.value.slice(area.selectionStart, area.selectionStart + 3)") == "far"
    text.fill(WRONG.replace("far", "1").replace("six", "[6, 3]"))
    expect(mistakes).to_have_count(0)
    page.get_by_role("button", name="Lay it on the table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Two mistakes")
    expect(piece(page, "scout")).to_be_visible()


def test_a_wrong_file_leaves_what_lies_on_the_table(table, person):
    page = opened(person(), table.address, "Reanimates struck in the rear")
    page.evaluate(DROP, ["wrong.battle.yaml", WRONG])
    expect(page.get_by_role("list", name="Mistakes").get_by_role("listitem")).to_have_count(2)
    expect(piece(page, "Reanimates")).to_be_visible()
    page.get_by_role("button", name="Back to what lies there").click()
    expect(page.get_by_role("textbox", name="The scenario as YAML or JSON")).to_have_value(
        re.compile("struck in the rear")
    )
    expect(page.get_by_role("list", name="Mistakes")).to_have_count(0)


def test_what_is_no_text_is_said_to_be_none(table, person):
    page = person()
    page.goto(table.address)
    pick(page, "Open a file…", {"name": "photo.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\xff\xfe"})
    expect(page.get_by_role("alert")).to_contain_text("photo.png is no text")
    expect(page.get_by_role("button", name="The gatehouse")).to_be_visible()
