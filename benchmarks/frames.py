"""Frames of the board in Chromium while one of 20, 60 or 200 trays is dragged and while the view zooms.

A page of the table, served as it is built, with rows of trays on it; rulings are asked for on the way as they are for
people. What `requestAnimationFrame` counts is told beside that of an empty page of the same browser over which the
same pointer moves the same way: what browser and machine draw at best, without a display to wait for. All take turns.
After every drag the tray has to stand where the pointer left it, so nothing was queued. Needs Chromium and the built
page.
"""

import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page, sync_playwright

UNITS = 100  # of two trays each
TRAYS, ROUNDS, SECONDS = (20, 60, 200), 5, 2.0
PACE = 1 / 125  # seconds between two places of the pointer, as a common mouse reports them
WATCH = """() => {
  const seen = (window.framesSeen = []);
  const tick = now => { seen.push(now); window.framesNext = requestAnimationFrame(tick); };
  window.framesNext = requestAnimationFrame(tick);
}"""
WATCHED = "() => { cancelAnimationFrame(window.framesNext); return window.framesSeen; }"


class Frames(NamedTuple):
    """Frames a second, the longest time between two of them and the 99th percentile of it, in milliseconds."""

    rate: float
    late: float
    worst: float


def crowd(units: int = UNITS) -> str:
    """Two crowds of units of two trays that face each other, ten units to a line."""
    entries = []
    for at in range(units):
        red, line = at < units // 2, at // 10
        place = {"position": [3 + 4 * (at % 10), 3 + 2.5 * line + (0 if red else 3)], "facing": 0 if red else 180}
        side, profile = ("red", "Reanimates") if red else ("blue", "Spearmen")
        entries.append({"id": f"u{at}", "side": side, "profile": profile, "ranks": ["44"], **place})
    table = {"width": "9ft", "depth": "7ft", "tray": "2.5in"}
    header = {"format": "enfilade/scenario/1", "ruleset": "runewars", "title": "A crowd", "table": table}
    return json.dumps({**header, "sides": {"red": "Red", "blue": "Blue"}, "units": entries})


@contextmanager
def served() -> Iterator[str]:
    """A table in a process of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "enfilade", "table", "--no-browser", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--database", f"{folder}/rooms.sqlite"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert found, "the table did not say its address"
            yield found[0]
        finally:
            process.terminate()
            process.wait()


def laid(browser: Browser, address: str, trays: int) -> Page:
    """A page with so many trays on its table."""
    page = browser.new_page(viewport={"width": 1600, "height": 1000})
    page.goto(address)
    file = {"name": "trays.json", "mimeType": "application/json", "buffer": crowd(trays // 2).encode()}
    page.set_input_files("input[type=file]", file)  # type: ignore[arg-type]
    page.locator("[data-piece]").nth(trays // 2 - 1).wait_for(timeout=60_000)
    page.wait_for_load_state("networkidle")
    return page


def counted(page: Page, work: Callable[[float], None]) -> Frames:
    """The frames while this is done until the given moment."""
    page.evaluate(WATCH)
    work(time.perf_counter() + SECONDS)
    stamps = page.evaluate(WATCHED)
    gaps = [after - before for before, after in pairwise(stamps)]
    return Frames(1000 * len(gaps) / sum(gaps), statistics.quantiles(gaps, n=100)[98], max(gaps))


def paced(until: float) -> Iterator[int]:
    """Steps at the pace of a mouse; none are made up for where the browser was slower."""
    step = 0
    while (now := time.perf_counter()) < until:
        yield step
        step += 1
        time.sleep(max(0.0, now + PACE - time.perf_counter()))


def circling(page: Page, x: float, y: float) -> Frames:
    """The pointer about a place."""

    def around(until: float) -> None:
        for step in paced(until):
            page.mouse.move(x + 3 * (step % 40) + 6, y + 2 * (step % 60) + 6)

    return counted(page, around)


def dragging(page: Page) -> Frames:
    """One tray around, then back where it was."""
    tray = page.locator("[data-piece]").nth(7)
    x, y = _middle(tray)
    page.mouse.move(x, y)
    page.mouse.down()
    found = circling(page, x, y)
    page.mouse.move(x + 61, y + 47)
    seen = _middle(tray)
    if abs(seen[0] - x - 61) > 12 or abs(seen[1] - y - 47) > 12:  # it snaps to a quarter of a tray
        raise SystemExit(f"the pointer is 61, 47 further, the tray {seen[0] - x:.0f}, {seen[1] - y:.0f}")
    page.keyboard.press("Escape")
    page.mouse.up()
    return found


def zooming(page: Page) -> Frames:
    """In and out by the wheel, over the middle of the board."""
    page.mouse.move(500, 500)

    def to_and_fro(until: float) -> None:
        for step in paced(until):
            page.mouse.wheel(0, -60 if step % 20 < 10 else 60)

    return counted(page, to_and_fro)


def _middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("Chromium is not installed: apt-get install chromium")
    found: dict[str, list[Frames]] = {}
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(ROUNDS):
            with closing(browser.new_page()) as page:
                found.setdefault("an empty page", []).append(circling(page, 400, 400))
            for trays in TRAYS:
                with closing(laid(browser, address, trays)) as page:
                    found.setdefault(f"dragging one of {trays} trays", []).append(dragging(page))
                    found.setdefault(f"zooming over {trays} trays", []).append(zooming(page))
        browser.close()
    print(f"Frames in Chromium, medians of {ROUNDS} rounds of {SECONDS:g} s")
    beside = statistics.median(one.rate for one in found["an empty page"])
    for name, rounds in found.items():
        rate, late, worst = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(f"  {name:30} {rate:5.1f} a second   x {rate / beside:.2f}   99th {late:5.1f} ms   worst {worst:5.1f} ms")


if __name__ == "__main__":
    main()
