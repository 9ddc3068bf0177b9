"""The table on the network of this machine: a socket, an address, a server that runs until it is told to stop."""

import gc
import json
import logging
import signal
import socket
import sys
import threading
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.request import ProxyHandler, build_opener

import uvicorn

from enfilade.files.scenario import playable
from enfilade.rulesets import load
from enfilade.web.app import create_app
from enfilade.web.closing import Closing
from enfilade.web.guards import MOST_BODY
from enfilade.web.settings import ANY, Settings
from enfilade.web.store import open_book
from enfilade.web.telling import plain

PORT: Final = 8421
PATIENCE: Final = 10.0
"""Seconds that a trial waits for an answer."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes up what comes in. Raises `OSError` where the port or the address cannot be had."""
    family, *_, address = socket.getaddrinfo(host or "0.0.0.0", port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # a port that was just left may be taken again; there it would be shared instead
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(256)
    except OSError:
        made.close()
        raise
    return made


def address(host: str, listening: socket.socket) -> str:
    """Where a browser finds the table; of a table that is open to the network, the name for other machines."""
    name = _outward() if host in ANY else host
    port = listening.getsockname()[1]
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def _outward() -> str:
    """The address of this machine in its network; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.1", 9))
        return str(asking.getsockname()[0])
    return "127.0.0.1"


def fragment(scenario: Mapping[str, Any]) -> str:
    """The position as it stands behind the address: deflated JSON, in letters that an address may hold."""
    text = json.dumps(plain(scenario), ensure_ascii=False, separators=(",", ":")).encode()
    deflating = zlib.compressobj(9, wbits=-15)
    packed = deflating.compress(text) + deflating.flush()
    return f"#p={urlsafe_b64encode(packed).decode().rstrip('=')}"


def server(settings: Settings) -> uvicorn.Server:
    """The server of a table with these settings; `run(sockets=[...])` serves until Ctrl-C.

    Raises `StoreError` where the rooms cannot be kept.
    """
    open_book(settings.database).close()  # so that this is told before anything is served
    config = uvicorn.Config(
        Closing(create_app(settings)),
        host=settings.host,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=MOST_BODY,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # who asks is the other end of the connection, whatever its headers say
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)


def run(serving: uvicorn.Server, listening: socket.socket) -> None:
    """Serve until Ctrl-C, or until another program ends it."""
    threading.Thread(target=_settle, daemon=True).start()
    logging.getLogger("uvicorn.error").addFilter(_news)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with suppress(KeyboardInterrupt):
            serving.run(sockets=[listening])
    finally:
        signal.signal(signal.SIGTERM, before)


def _news(record: logging.LogRecord) -> bool:
    """Whether it is worth telling: questions given up because the table closes have been answered so."""
    return not record.getMessage().startswith("Cancel ")


def _settle() -> None:
    """What is loaded by now stays. Going through it again and again for garbage would stop everybody meanwhile."""
    for name in playable():
        load(name)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)  # what lives as long as a room is looked through more seldom


def try_out(serving: uvicorn.Server, listening: socket.socket, where: str) -> int:
    """Serve as long as it takes to ask how many rulesets the table knows. Raises `OSError` if it does not answer."""
    working = threading.Thread(target=serving.run, kwargs={"sockets": [listening]}, daemon=True)
    working.start()
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"{where}/api/rulesets", timeout=PATIENCE) as answer:
            return len(json.load(answer))
    finally:
        serving.should_exit = True
        working.join(PATIENCE)
