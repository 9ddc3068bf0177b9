"""Positions and files larger than usual: only what people look at is asked for, and what is not needed is not sent."""

import base64
import json
import re
import struct
import zlib

from playwright.sync_api import expect
from tests.browser.hands import board, grip, opened, piece, spoken

PIXELS = 1_400


def crowd():
    """Twenty-four trays on each side: 1,152 attacks."""
    rows = [("d", "Spearmen", 0), ("w", "Reanimates", 180)]
    units = [
        {"id": f"{name}{n}", "side": name, "profile": profile, "ranks": ["4"], "facing": facing,
         "position": [1 + 1.5 * n, 4 if name == "d" else 5]}
        for name, profile, facing in rows for n in range(24)
    ]  # fmt: skip
    return {
        "format": "enfilade/scenario/1", "ruleset": "runewars", "title": "A crowd", "units": units,
        "table": {"width": "100in", "depth": "30in", "tray": "2.5in"},
    }  # fmt: skip


def picture():
    """A PNG of grey noise: it does not get smaller by packing."""
    noise = bytes((n * n * 7919 + n // 251) >> 5 & 255 for n in range(PIXELS * PIXELS))
    rows = b"".join(b"\0" + noise[at : at + PIXELS] for at in range(0, len(noise), PIXELS))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", PIXELS, PIXELS, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(rows, 0))]
    chunks = [
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in [*parts, (b"IEND", b"")]
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def given(page, address, name, text):
    page.goto(address)
    page.locator("input[type=file]").first.set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    )


def test_of_very_many_attacks_those_of_the_chosen_unit_are_judged(table, person):
    page = person()
    asked = []
    page.on("request", lambda request: asked.append(request.post_data_json) if "/judge" in request.url else None)
    given(page, table.address, "crowd.json", json.dumps(crowd()))
    list_of = page.get_by_role("region", name="Possible attacks")
    expect(list_of).to_contain_text("More than 1,000 attacks can be tried here")
    expect(page.get_by_role("treeitem")).to_have_count(0)
    assert [one.get("actions") for one in asked] == [[]]

    page.mouse.click(*grip(piece(page, "Spearmen").first))
    expect(list_of).to_contain_text("about Spearmen (d0)")
    expect(list_of.get_by_role("group", name="Show").get_by_role("button", name="all")).to_have_text("all 48")
    page.mouse.click(*grip(piece(page, "Reanimates").first))
    ruling = page.get_by_role("article", name="The ruling")
    expect(ruling.get_by_role("tree", name="Why: the steps of the ruling")).to_be_visible()
    assert {one.get("about") for one in asked if one.get("brief")} == {None, "d0"}

    page.keyboard.press("/")
    page.get_by_label("Command").fill("attack w3 d3")
    page.keyboard.press("Enter")
    expect(list_of).to_contain_text("about Reanimates (w3)")
    expect(spoken(page)).to_contain_text(re.compile("legal|refused", re.IGNORECASE))
    list_of.get_by_role("button", name="Let go").click()
    expect(list_of).to_contain_text("More than 1,000 attacks can be tried here")


def test_the_picture_of_a_map_lies_under_the_board_and_is_not_sent(table, person):
    page = person()
    sent = []
    page.on(
        "request", lambda request: sent.append(len(request.post_data or "")) if "/position" in request.url else None
    )
    image = base64.b64encode(picture() * 4).decode()  # more than the server would read
    corner = {"x": 0, "y": 0}
    data = {
        "format": 0.3,
        "resolution": {"map_origin": corner, "map_size": {"x": 10, "y": 8}, "pixels_per_grid": 140},
        "line_of_sight": [[{"x": 4, "y": 0}, {"x": 4, "y": 5}]],
        "portals": [],
        "image": image,
    }
    given(page, table.address, "hall.dd2vtt", json.dumps(data))
    expect(spoken(page)).to_contain_text("stays in this browser")
    expect(board(page).locator("image")).to_have_attribute("href", re.compile("^blob:"))
    assert len(image) > 8 * 2**20
    assert max(sent) < 1_000
    board(page).get_by_role("button", name="Add a token").click()
    page.get_by_role("button", name="Add a token").last.click()
    expect(board(page).locator("image")).to_have_count(1)  # it stays while tokens come

    page.get_by_role("button", name="Examples").click()
    page.get_by_role("button", name="Behind the crates", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Behind the crates")
    expect(board(page).locator("image")).to_have_count(0)


def test_in_another_page_keys_open_nothing_and_the_board_still_zooms(table, person):
    page = opened(person(), table.address, "Behind the crates")
    page.wait_for_url("**/#p=*")
    page.goto(page.url.replace("/#", "/embed#"))
    token = piece(page, "ana")
    expect(token).to_be_visible()
    for key in ("?", "/", "a"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_have_count(0)
    wide = token.bounding_box()
    assert wide
    page.keyboard.press("+")
    page.wait_for_function(
        "([element, width]) => element.getBoundingClientRect().width > width",
        arg=[token.element_handle(), wide["width"] * 1.1],
    )
    assert "/embed#" in page.url
