"""Dragging one of two hundred trays in Chromium: how many frames a second are drawn while the pointer moves.

Beside it, in the same run, an empty page over which the same pointer moves the same way: what the browser and this
machine draw at best, without a display to wait for. The two take turns. Needs Chromium and the built page.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

UNITS, ROUNDS, SECONDS = 100, 5, 2.0  # units of two trays each; seconds of dragging in every round
PACE = 1 / 125  # seconds between two places of the pointer, as a common mouse reports them
REACH = 120  # pixels to either side

WATCH = """() => {
  window.moments = [];
  const seen = moment => { window.moments.push(moment); window.watching = requestAnimationFrame(seen); };
  window.watching = requestAnimationFrame(seen);
}"""
WATCHED = "() => { cancelAnimationFrame(window.watching); return window.moments; }"


def crowd() -> str:
    """Two crowds that face each other, ten units to a line."""
    units = []
    for at in range(UNITS):
        red, line = at < UNITS // 2, at // 10
        place = {"position": [3 + 4 * (at % 10), 3 + 2.5 * line + (0 if red else 3)], "facing": 0 if red else 180}
        side, profile = ("red", "Reanimates") if red else ("blue", "Spearmen")
        units.append({"id": f"u{at}", "side": side, "profile": profile, "ranks": ["44"], **place})
    table = {"width": "9ft", "depth": "7ft", "tray": "2.5in"}
    header = {"format": "enfilade/scenario/1", "ruleset": "runewars", "title": "A crowd", "table": table}
    return json.dumps({**header, "sides": {"red": "Red", "blue": "Blue"}, "units": units})


@contextmanager
def served(scenario: Path, database: Path) -> Iterator[str]:
    """The table with this scenario in a process of its own; where it is found."""
    command = [sys.executable, "-m", "enfilade", "table", str(scenario), "--no-browser", "--port", "0"]
    with subprocess.Popen([*command, "--database", str(database)], stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        process.stdout.readline()  # where the table is; the next line has the position in it
        address = process.stdout.readline().strip()
        try:
            yield address
        finally:
            process.terminate()


def dragged(page: Page, start: tuple[float, float]) -> list[float]:
    """The milliseconds from each frame to the next while the pointer goes to and fro with its button pressed."""
    (x, y), begun, places = start, time.monotonic(), 0
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(WATCH)
    while (now := time.monotonic() - begun) < SECONDS:
        share = abs((now * 1.5) % 2 - 1)
        page.mouse.move(x + REACH * (1 - share), y - REACH * (1 - share) / 4)
        places += 1
        time.sleep(max(0.0, places * PACE - (time.monotonic() - begun)))
    moments = page.evaluate(WATCHED)
    page.keyboard.press("Escape")
    page.mouse.up()
    return [later - earlier for earlier, later in pairwise(moments)]


def middle(piece: Locator) -> tuple[float, float]:
    box = piece.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def told(name: str, taken: list[float]) -> None:
    taken = sorted(taken)
    most = [taken[min(len(taken) - 1, int(len(taken) * share))] for share in (0.5, 0.95, 0.99)]
    rate = 1000 / statistics.mean(taken)
    print(f"  {name:34} {rate:5.1f} frames/s   median, 95%, 99%: {', '.join(f'{one:.1f}' for one in most)} ms")


def measured(browser_page: Page, empty: Page, address: str) -> dict[str, list[float]]:
    browser_page.goto(address)
    pieces = browser_page.locator("svg").get_by_role("button")
    pieces.nth(UNITS - 1).wait_for()
    empty.goto("about:blank")
    taken: dict[str, list[float]] = {"an empty page": [], f"one of {UNITS * 2} trays": []}
    for _ in range(ROUNDS):
        for page, name in zip((empty, browser_page), taken, strict=True):
            page.bring_to_front()
            taken[name] += dragged(page, middle(pieces.nth(44)) if page is browser_page else (400, 400))
    return taken


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("Chromium is not installed, and the frames are its own.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        scenario = Path(folder) / "crowd.battle.json"
        scenario.write_text(crowd(), "utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        with served(scenario, Path(folder) / "rooms.sqlite") as address:
            print(
                f"Frames while the pointer moves with its button pressed, {ROUNDS} rounds of {SECONDS:.0f} s in turns"
            )
            for name, taken in measured(context.new_page(), context.new_page(), address).items():
                told(name, taken)
        browser.close()


if __name__ == "__main__":
    main()
