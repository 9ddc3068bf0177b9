"""What a person does at the table: finds things by their names, takes hold of a unit, drags it, turns it."""

import base64
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

# A point inside an element that the element itself answers for, the nearest to its middle; pixels of the window.
GRIP = """element => {
  const box = element.getBoundingClientRect();
  const places = [];
  for (let across = 1; across < 12; across++)
    for (let down = 1; down < 12; down++) places.push([across / 12, down / 12]);
  const far = ([across, down]) => Math.hypot(across - 0.5, down - 0.5);
  places.sort((one, other) => far(one) - far(other));
  for (const [across, down] of places) {
    const [x, y] = [box.left + across * box.width, box.top + down * box.height];
    const hit = document.elementFromPoint(x, y);
    if (hit && element.contains(hit)) return [x, y];
  }
  return null;
}"""

# How many dots of two pictures differ plainly; edges that are smoothed another way do not count.
UNLIKE = """async pictures => {
  const dots = async text => {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height).data;
  };
  const [one, other] = await Promise.all(pictures.map(dots));
  let count = 0;
  for (let at = 0; at < one.length; at += 4)
    count += Math.max(...[0, 1, 2].map(part => Math.abs(one[at + part] - other[at + part]))) > 48 ? 1 : 0;
  return count;
}"""


class Spot(NamedTuple):
    x: float
    y: float


def number(text: str) -> float:
    return float(text.replace(",", ".").replace("\u2212", "-"))


def opened(page: Page, address: str, title: str) -> Page:
    """The page with an example on its table, every attack judged."""
    page.goto(address)
    page.get_by_role("button", name=title, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_role("treeitem").first).to_be_visible()
    return page


def board(page: Page) -> Locator:
    return page.get_by_role("region", name="Board")


def piece(page: Page, name: str) -> Locator:
    return page.locator("svg").get_by_role("button", name=re.compile(rf"^{re.escape(name)}, "))


def stands(page: Page, name: str) -> Spot:
    """Where a piece stands, as its own name says."""
    said = piece(page, name).get_attribute("aria-label") or ""
    found = re.search(r"\(([-−\d.,]+)\s?[,;]\s([-−\d.,]+)\)", said)
    assert found, f"{said!r} does not say where it stands"
    return Spot(number(found[1]), number(found[2]))


def faces(page: Page, name: str) -> float:
    said = piece(page, name).get_attribute("aria-label") or ""
    found = re.search(r"facing ([-\d.]+)°", said)
    assert found, f"{said!r} does not say where it faces"
    return number(found[1])


def grip(of: Locator) -> Spot:
    """Where a hand takes hold of something on the board."""
    of.wait_for()
    found = of.evaluate(GRIP)
    assert found, "nothing of it can be reached by a pointer"
    return Spot(*found)


def middle(of: Locator) -> Spot:
    box = of.bounding_box()
    assert box
    return Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def handle(page: Page, name: str) -> Locator:
    """The handle of the selected piece; it is for pointers only, so it has a title and no role."""
    return page.locator("g", has=page.locator("title", has_text=f"Turn {name}")).last


@contextmanager
def in_hand(page: Page, of: Locator) -> Iterator[Spot]:
    """The pointer pressed on something, and let go at the end."""
    at = grip(of)
    page.mouse.move(*at)
    page.mouse.down()
    yield at
    page.mouse.up()


def drag(page: Page, name: str, across: float, down: float) -> None:
    """Take a piece with the pointer and put it down so many pixels away."""
    with in_hand(page, piece(page, name)) as (x, y):
        page.mouse.move(x + across / 2, y + down / 2)
        page.mouse.move(x + across, y + down)


def judged(page: Page, *words: str) -> Locator:
    """Choose the attack whose line in the list has all these words, and have it ruled on."""
    lines = page.get_by_role("tree", name="Possible attacks").get_by_role("treeitem")
    for word in words:
        lines = lines.filter(has_text=word)
    lines.last.click()
    ruling = page.get_by_role("article", name="The ruling")
    expect(ruling.get_by_role("tree", name="Why: the steps of the ruling")).to_be_visible()
    return ruling


def about(ruling: Locator, tab: str) -> None:
    ruling.get_by_role("tab", name=tab, exact=True).click()


def spoken(page: Page) -> Locator:
    """The line that a screen reader reads out when something has happened."""
    return page.locator("body > div > [role=status][aria-live=polite]").last


def panel(page: Page, name: str) -> Locator:
    page.get_by_role("tab", name=re.compile(rf"^{name}")).click()
    return page.get_by_role("tabpanel", name=re.compile(rf"^{name}"))


def picture(page: Page) -> bytes:
    """The board as it is seen, once it has come to rest."""
    last = b""
    while (now := board(page).screenshot()) != last:
        last = now
    return last


def unlike(page: Page, one: bytes, other: bytes) -> int:
    """How many dots of two pictures of the same size plainly differ."""
    return page.evaluate(UNLIKE, [base64.b64encode(shot).decode() for shot in (one, other)])
