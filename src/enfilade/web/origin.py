"""Who may talk to the table: only pages that it served itself, under a name that it goes by."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from enfilade.web.settings import Settings

Headers = Iterable[tuple[bytes, bytes]]


def header(headers: Headers, name: bytes) -> str:
    """The header of this name in lower case; empty if there is none or more than one."""
    found = [value.decode("latin-1") for key, value in headers if key == name]
    return found[0].strip() if len(found) == 1 else ""


def rightly_named(headers: Headers, settings: Settings) -> bool:
    """Whether the request is for a host that this table goes by (no other name may lead to it)."""
    try:
        name = urlsplit(f"//{header(headers, b'host')}").hostname
    except ValueError:
        return False
    return name is not None and settings.answers_to(name)


def from_our_page(headers: Headers) -> bool:
    """Whether a request comes from a page of this very host, or from no page at all (another program).

    Browsers send `Origin` with every request that writes and with every socket, and a page cannot forge it.
    """
    if not any(key == b"origin" for key, _ in headers):
        return header(headers, b"sec-fetch-site") in ("", "none", "same-origin")
    try:
        origin = urlsplit(header(headers, b"origin"))
    except ValueError:
        return False
    return origin.scheme in ("http", "https") and origin.netloc == header(headers, b"host") != ""
