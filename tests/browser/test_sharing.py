"""A position is taken along: as a link that holds it, as text, data and pictures, in another page."""

import json
import re
import struct
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PATIENCE
from tests.browser.hands import board, drag, judged, opened, piece, stands

from enfilade import load

TITLE = "Reanimates struck in the rear"


@pytest.fixture
def sharing(table, person) -> Page:
    """The dialog over a position that was changed by hand, with an attack chosen."""
    page = opened(person(), table.address, TITLE)
    drag(page, "Spearmen", 25, 0)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    judged(page, "Reanimates → Spearmen")
    page.get_by_role("button", name="Share").click()
    return page


def copied(page: Page, holding: str) -> str:
    """What lies on the clipboard, once it holds this."""
    until = monotonic() + PATIENCE
    while holding not in (text := page.evaluate("navigator.clipboard.readText()")):
        assert monotonic() < until, f"no {holding!r} on the clipboard, but {text!r}"
        page.wait_for_timeout(50)
    return text


def saved(page: Page, button: str, to: Path) -> Path:
    with page.expect_download() as saving:
        page.get_by_role("button", name=button, exact=True).click()
    assert saving.value.suggested_filename.startswith("reanimates-struck-in-the-rear")
    saving.value.save_as(to)
    return to


def test_the_link_shows_the_same_position_and_ruling_in_another_browser(sharing, person):
    dialog = sharing.get_by_role("dialog", name="Share")
    dialog.get_by_role("button", name="Copy", exact=True).first.click()
    link = copied(sharing, "#p=")  # the position itself: nothing is asked of a server by it
    assert link == dialog.get_by_role("textbox", name="Link to this position").input_value()
    other = person()
    other.goto(link)
    ruling = other.get_by_role("article", name="The ruling")
    expect(ruling.get_by_role("heading", level=2)).to_have_text("Reanimates → Spearmen")
    assert stands(other, "Spearmen") == stands(sharing, "Spearmen") != (9.5, 4.5)


def test_a_link_that_was_cut_says_so(sharing, person):
    link = sharing.get_by_role("textbox", name="Link to this position").input_value()
    other = person()
    other.goto(link.split("&")[0][:-20])
    expect(other.get_by_role("alert")).to_contain_text("cannot be read")
    expect(other.get_by_role("button", name="The gatehouse")).to_be_visible()


def test_the_address_keeps_the_position(table, person):
    page = opened(person(), table.address, TITLE)
    expect(page).to_have_url(re.compile("#p="))
    before = page.url
    drag(page, "Spearmen", 0, 90)
    expect(page).not_to_have_url(before)
    now = stands(page, "Spearmen")
    page.reload()
    expect(piece(page, "Spearmen")).to_be_visible()
    assert stands(page, "Spearmen") == now


def test_it_is_copied_as_text_and_as_data(sharing):
    sharing.get_by_role("button", name="Copy as text").click()
    text = copied(sharing, "threat")
    assert "reanimates" in text
    assert "spearmen" in text
    sharing.get_by_role("button", name="Copy as JSON").click()
    assert load(copied(sharing, "{")).ruleset.name == "runewars"


def test_it_is_saved_as_files_that_hold_the_same(sharing, tmp_path):
    yaml = saved(sharing, "Save as YAML", tmp_path / "position.battle.yaml")
    data = saved(sharing, "Save as JSON", tmp_path / "position.battle.json")
    assert load(yaml).scenario == load(data).scenario
    assert load(yaml).scenario["title"] == TITLE


def test_it_is_saved_as_pictures(sharing, tmp_path):
    drawing = saved(sharing, "Save as SVG", tmp_path / "position.svg")
    root = ElementTree.fromstring(drawing.read_text("utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "Spearmen" in "".join(root.itertext())
    dots = saved(sharing, "Save as PNG", tmp_path / "position.png").read_bytes()
    assert dots.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", dots[16:24])
    assert min(width, height) >= 400


def test_a_ruling_is_copied_and_saved_too(table, person, tmp_path):
    page = opened(person(), table.address, TITLE)
    ruling = judged(page, "Reanimates → Spearmen")
    menu = ruling.get_by_role("button", name="Copy or save")
    menu.click()
    ruling.get_by_role("button", name="copy as JSON").click()
    expect(ruling.get_by_text("Copied.")).to_be_visible()
    told = json.loads(copied(page, "verdict"))
    assert told["verdict"] == "legal"
    assert told["values"]["threat"] == 1
    menu.click()
    with page.expect_download() as saving:
        ruling.get_by_role("button", name="picture as PNG").click()
    saving.value.save_as(tmp_path / "ruling.png")
    assert (tmp_path / "ruling.png").read_bytes().startswith(b"\x89PNG")


@pytest.fixture
def elsewhere() -> Iterator[Callable[[Path], str]]:
    """The address of another site, which shows the files of a folder."""
    sites: list[ThreadingHTTPServer] = []

    def serve(folder: Path) -> str:
        site = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder)))
        Thread(target=site.serve_forever, daemon=True).start()
        sites.append(site)
        return f"http://localhost:{site.server_port}"

    yield serve
    for site in sites:
        site.shutdown()
        site.server_close()


def test_it_is_shown_in_the_frame_of_another_page(sharing, person, elsewhere, tmp_path):
    code = sharing.get_by_role("textbox", name="Code to embed this position").input_value()
    other = person()
    (tmp_path / "blog.html").write_text(f"<!doctype html><title>A blog</title><h1>My battle</h1>{code}", "utf-8")
    other.goto(elsewhere(tmp_path) + "/blog.html")
    frame = other.frame_locator("iframe")
    expect(frame.get_by_role("button", name=re.compile("^Spearmen"))).to_be_visible()
    expect(frame.get_by_text("legal", exact=False).first).to_be_visible()
    with other.context.expect_page() as opening:
        frame.get_by_role("link", name="Open at the table").click()
    expect(piece(opening.value, "Spearmen")).to_be_visible()


def test_on_paper_the_board_and_the_ruling_stand_without_the_buttons(table, person):
    page = opened(person(), table.address, TITLE)
    ruling = judged(page, "Reanimates → Spearmen")
    page.emulate_media(media="print")
    expect(board(page)).to_be_visible()
    expect(ruling.get_by_text("Reanimates has a melee attack")).to_be_visible()
    for name in ("Share", "Examples", "Undo"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
