"""The page as it was built, and what stands in its place where it was not."""

import pytest
from tests.web.asking import ask

VIEWS = ("/", "/embed", "/room/AbC-123_x")


@pytest.fixture
def built(tmp_path):
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>built</title>")
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "index-1a2b.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("not yours")
    return folder


@pytest.mark.parametrize("view", VIEWS)
async def test_every_view_is_the_one_page(view, built):
    answer = await ask(view, page=built)
    assert (answer.status_code, answer.text) == (200, "<!doctype html><title>built</title>")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"  # a new version is seen at once


async def test_files_whose_names_tell_their_content_are_kept(built):
    script = await ask("/assets/index-1a2b.js", page=built)
    assert (script.status_code, script.text) == (200, "export {}")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    icon = await ask("/icon.svg", page=built)
    assert (icon.status_code, icon.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "path",
    [
        "/secret.txt",
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/assets/nothing.js",
        "/assets",
        "/room/a/b",
        "/api/assets/index-1a2b.js",
    ],
)
async def test_nothing_else_is_served(path, built):
    answer = await ask(path, page=built)
    assert answer.status_code == 404
    assert answer.json()["error"] == "not_found"
    assert "not yours" not in answer.text


@pytest.mark.parametrize("view", VIEWS)
async def test_where_it_is_not_built_a_page_says_how_to(view, tmp_path):
    answer = await ask(view, page=tmp_path / "nothing")
    assert answer.status_code == 503
    assert "python3 dev.py" in answer.text
    assert "<style" not in answer.text  # the policy allows no inline style
    assert "style=" not in answer.text
    look = await ask("/not-built.css", page=tmp_path / "nothing")
    assert (look.status_code, look.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert (await ask("/icon.svg", page=tmp_path / "nothing")).status_code == 404


async def test_the_page_is_not_written_to(built):
    answer = await ask("/", {}, page=built)
    assert (answer.status_code, answer.json()["error"]) == (405, "request")
