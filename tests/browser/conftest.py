"""The real server in a process of its own, and Debian's Chromium before it: what people see is what is tried."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from enfilade.web.settings import Settings

expect.set_options(timeout=20_000)  # milliseconds that a busy machine may take to show something

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
OURS = re.compile(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|(blob|data|about):")
PATIENCE = 30.0  # seconds that a server may take to start on a busy machine

# Chance comes out the same in every run, on both sides: a fight that failed fails again.
SERVED = """
import secrets, sys
secrets.token_hex = lambda size: bytes(range(size)).hex()
from enfilade.cli import main
sys.exit(main())
"""
SALTED = "crypto.getRandomValues = into => into.fill(7)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where everything has to hold, a missing browser or page fails; elsewhere it is said plainly."""
    missing = [
        *(["Chromium"] if CHROMIUM is None else []),
        *(["the built page (python3 dev.py test builds it, with Node)"] if not _built() else []),
    ]
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if missing and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason=f"not there: {', '.join(missing)}"))


def _built() -> bool:
    return (Settings().page / "index.html").is_file()


@dataclass
class Table:
    """A table that is being served; it can be killed, and started again at the same port with the same rooms."""

    database: Path
    port: int = 0
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", SERVED, "table", "--no-browser"]
        command += ["--port", str(self.port), "--database", str(self.database)]
        environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        if not found:
            self.stop()
        assert found, "the server did not say its address"
        self.port = int(found[1])
        self._wait()

    def _wait(self) -> None:
        opener, until = build_opener(ProxyHandler({})), time.monotonic() + PATIENCE
        while True:
            try:
                opener.open(f"{self.address}/api/rulesets", timeout=5).close()
                return
            except (URLError, ConnectionError):
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut would: nothing is tidied up."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()
        self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate()
            self.process = None


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    serving = Table(tmp_path_factory.mktemp("table") / "rooms.sqlite")
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def own_table(tmp_path: Path) -> Iterator[Table]:
    """A table for a test that kills it."""
    serving = Table(tmp_path / "rooms.sqlite")
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture(scope="module")  # its loop runs as long as it does: no test with a loop of its own may come between
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "Chromium is not installed, and the browser tests need it"
    assert _built(), "the page of the table is not built, and the browser tests need it"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


Person = Callable[..., Page]


@pytest.fixture
def person(browser: Browser) -> Iterator[Person]:
    """Somebody with a browser of their own: `person()` is a fresh page.

    What it complains about fails the test, and so does a request to any other machine.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def comes(**how: object) -> Page:
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce", **how}
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.add_init_script(SALTED)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        context.on("request", lambda asked: wrong.append(f"asked {asked.url}") if not OURS.match(asked.url) else None)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)
        return page

    yield comes
    for context in contexts:
        context.close()
    assert wrong == []
