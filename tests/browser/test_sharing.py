"""A position is taken along: as a link that holds it, as text, data and pictures, in another page."""

import base64
import json
import re
import struct
import zlib
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
from tests.browser.hands import board, drag, judged, opened, panel, piece, stands
from tests.browser.test_fighting import begun, figures, rolled

from enfilade import load

TITLE = "Reanimates struck in the rear"
EXAMPLES = Path(__file__).parents[2] / "examples"


def png(width: int, height: int) -> bytes:
    """A red picture that does not pack well, so that it is as large as pictures of maps are at least."""
    rows = (
        bytes([0]) + bytes(v for x in range(width) for v in (255, x * y % 61, x * x * y % 59)) for y in range(height)
    )
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(rows))),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


# How many dots of a picture are plainly red.
RED = """async text => {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const dots = pen.getImageData(0, 0, image.width, image.height).data;
  let count = 0;
  for (let at = 0; at < dots.length; at += 4) count += dots[at] > 230 && dots[at + 1] < 80 && dots[at + 2] < 80 ? 1 : 0;
  return count;
}"""


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


def saved(page: Page, button: str, to: Path, named: str = "reanimates-struck-in-the-rear") -> Path:
    with page.expect_download() as saving:
        page.get_by_role("button", name=button, exact=True).click()
    assert saving.value.suggested_filename.startswith(named)
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


# Whether an element is seen whole within the list that scrolls it.
SEEN = """row => {
  const [one, list] = [row, row.closest("[role=tree]")].map(element => element.getBoundingClientRect());
  return list.height > 0 && one.top >= list.top - 1 && one.bottom <= list.bottom + 1;
}"""


def test_a_link_brings_the_list_to_its_attack(table, person):
    page = opened(person(), table.address, "Behind the crates")
    tree = page.get_by_role("tree", name="Possible attacks")
    for _ in range(3):  # the last group, what lies in it, and the last attack of that
        tree.get_by_role("treeitem").last.click()
    expect(page.get_by_role("article", name="The ruling")).to_be_visible()
    expect(page).to_have_url(re.compile("&"))
    other = person()
    other.goto(page.url)
    expect(other.get_by_role("article", name="The ruling").get_by_role("heading", level=2)).to_be_visible()
    row = other.get_by_role("tree", name="Possible attacks").get_by_role("treeitem", selected=True)
    expect(row).to_have_count(1)
    assert tree.evaluate("list => list.scrollHeight > list.clientHeight")
    assert row.evaluate(SEEN)


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


def test_a_fight_is_shared_as_it_stands_and_goes_on_elsewhere(table, person):
    page = begun(person(), table.address)
    rolled(page)
    left = figures(page, "Reanimates")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("radio", name="as it stands on the board")).to_be_checked()
    field = page.get_by_role("textbox", name="Link to this position")
    now = field.input_value()
    page.get_by_role("radio", name="as it began").check()
    expect(field).not_to_have_value(now)

    start, other = person(), person()
    start.goto(field.input_value())
    expect(piece(start, "Reanimates")).to_have_attribute("aria-label", re.compile("20 figures"))
    other.goto(now)
    expect(piece(other, "Reanimates")).to_have_attribute("aria-label", re.compile(rf"\b{left} figures"))
    other.reload()  # the address keeps what was done
    expect(piece(other, "Reanimates")).to_have_attribute("aria-label", re.compile(rf"\b{left} figures"))
    panel(other, "Fight").get_by_role("button", name="Fight on from here").click()
    expect(other.get_by_text("connected", exact=True)).to_be_visible()
    assert figures(other, "Reanimates") == left
    expect(other.get_by_role("log")).to_contain_text("Oathsworn Cavalry → Reanimates")


def test_the_picture_of_a_map_is_in_what_is_saved_and_in_nothing_that_is_sent(table, person, tmp_path):
    dots = base64.b64encode(png(56, 40)).decode()
    text = (EXAMPLES / "lineofattack" / "gatehouse.dd2vtt").read_text("utf-8")
    (tmp_path / "gate.dd2vtt").write_text(json.dumps({**json.loads(text), "image": dots}), "utf-8")
    page = person()
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.post_data or ""))
    page.goto(table.address)
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Open a file…").click()
    choosing.value.set_files(tmp_path / "gate.dd2vtt")
    expect(board(page).locator("image")).to_have_count(1)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_contain_text("The picture of the map stays in this browser")
    root = ElementTree.fromstring(saved(page, "Save as SVG", tmp_path / "map.svg", "position").read_text("utf-8"))
    (image,) = root.iter("{http://www.w3.org/2000/svg}image")
    assert image.get("href") == f"data:image/png;base64,{dots}"
    assert float(image.get("width") or 0) > 400
    drawn = saved(page, "Save as PNG", tmp_path / "map.png", "position").read_bytes()
    assert page.evaluate(RED, base64.b64encode(drawn).decode()) > 100_000  # dots of the picture itself
    assert not any(dots[:200] in body for body in sent)


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
