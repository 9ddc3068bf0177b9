"""The page: whatever is not under /api. It is served as it was built; where it is not, a page says how to build it.

Where there is nothing, a browser is answered by a page too.
"""

from html import escape
from pathlib import Path
from typing import Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from enfilade import __version__
from enfilade.show.languages import LANGUAGES, page_texts, translator
from enfilade.web.refusing import NotAnswered

INDEX: Final = "index.html"
VIEWS: Final = ("/", "/room/{token}", "/embed")
KEPT: Final = {"cache-control": "public, max-age=31536000, immutable"}  # of files whose names tell their content
FRESH: Final = {"cache-control": "no-cache"}


def serve(app: FastAPI, folder: Path) -> None:
    """Serve the page from this folder; without one, a page that says how to build it."""
    router = APIRouter(include_in_schema=False)

    async def index() -> Response:
        file = folder / INDEX
        return FileResponse(file, headers=FRESH) if file.is_file() else HTMLResponse(_MISSING, 503, headers=FRESH)

    for view in VIEWS:
        router.add_api_route(view, index, methods=["GET", "HEAD"])
    router.add_api_route("/plain.css", _look, methods=["GET"])
    app.include_router(router)
    app.router.default = _files(folder, app.router.default)


def _files(folder: Path, nothing: ASGIApp) -> ASGIApp:
    """The built files, where no route leads; `nothing` answers for what is not there."""
    built = _Built(directory=folder, check_dir=False)

    async def files(scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope["type"] == "http" and not scope["path"].startswith("/api") and folder.is_dir()
        await (built if asked else nothing)(scope, receive, send)

    return files


class _Built(StaticFiles):
    """Files as they were built; those in `assets` never change, for their names do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers.update(KEPT if path.startswith("assets") and answer.status_code < 400 else FRESH)
        return answer


def wants_page(request: Request) -> bool:
    """Whether it is a person before a browser who asks, and not a program."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")


def nothing_there(request: Request, why: NotAnswered) -> Response:
    """What a person is answered where there is nothing: the same words as a program, and the way to the start."""
    preferred = (one.strip()[:2].lower() for one in request.headers.get("accept-language", "")[:1_000].split(","))
    language = next((one for one in preferred if one in LANGUAGES), LANGUAGES[0])
    start = "Enfilade, to the start"
    told = why.told(translator(language)).message
    words = {"said": told[:1].upper() + told[1:], "start": page_texts(language).get(start, start)}
    escaped = {name: escape(text) for name, text in words.items()}
    return HTMLResponse(_NOTHING.format(language=language, **escaped), why.status, headers=FRESH)


async def _look() -> Response:
    return Response(_LOOK, media_type="text/css", headers=FRESH)


_MISSING: Final = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Enfilade: the page is not built</title>
<link rel="stylesheet" href="/plain.css">
<main>
<p class="name">Enfilade</p>
<h1>The table stands, but its page is not built</h1>
<p>This copy was installed from a checkout. The page is made by Node, once; the server here already runs.</p>
<ol>
<li>Install <strong>Node 20</strong> or newer.</li>
<li>In the folder of the checkout, run <code>python3 dev.py demo</code></li>
<li>Load this page again.</li>
</ol>
<p>Programs can ask the table without a page: <a href="/api/openapi.json">its questions</a>. A package from
<code>pip</code> brings the page built.</p>
<p class="quiet">Version {escape(__version__)}</p>
</main>
</html>
"""

_NOTHING: Final = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{said}</title>
<link rel="stylesheet" href="/plain.css">
<main>
<p class="name">Enfilade</p>
<h1>{said}</h1>
<p><a href="/">{start}</a></p>
</main>
</html>
"""

_LOOK: Final = """:root { color-scheme: light dark; --paper: #f6f1e4; --ink: #2b2721; --quiet: #5d564a; --rim: #b9b09a;
  --sheet: #fffdf7; --deed: #7a3b12 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d1b18; --ink: #efe8d8; --quiet: #b3aa98; --rim: #575044; --sheet: #282520; --deed: #e9a574 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 1.05rem/1.6 system-ui, 'Segoe UI', Roboto, sans-serif }
main { max-width: 38rem; padding: 2rem 2.25rem; background: var(--sheet); border: 1px solid var(--rim);
  border-radius: 6px; border-top: 6px double var(--deed) }
.name { margin: 0; letter-spacing: .14em; text-transform: uppercase; font-size: .82rem; color: var(--deed) }
h1, p { overflow-wrap: anywhere }
h1 { margin: .25rem 0 1rem; font: 600 1.6rem/1.25 Georgia, 'Times New Roman', serif }
ol { padding-left: 1.3rem }
li { margin: .35rem 0 }
code { padding: .1rem .35rem; border: 1px solid var(--rim); border-radius: 3px; font-size: .95em }
a { color: var(--deed) }
.quiet { margin-bottom: 0; color: var(--quiet); font-size: .9rem }
"""
