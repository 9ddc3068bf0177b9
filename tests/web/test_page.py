"""The page as it was built, and what stands in its place where it was not."""

import pytest
from tests.web.asking import ask, page

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


BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("spoken", "language", "said"),
    [
        ("", "en", "There is nothing at /&lt;b&gt;"),
        ("de-DE, fr;q=0.8, en;q=0.5", "fr", "Il n&#x27;y a rien à /&lt;b&gt;"),
    ],
)
async def test_a_person_is_answered_by_a_page_where_there_is_nothing(spoken, language, said, built):
    for folder in (built, built / "not-there"):
        async with page(page=folder) as asking:
            answer = await asking.get("/<b>", headers={**BROWSER, "accept-language": spoken})
            told = await asking.get("/api/nothing", headers=BROWSER)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert f'<html lang="{language}">' in answer.text
        assert f"<h1>{said}</h1>" in answer.text
        assert '<a href="/">' in answer.text
        assert "<b>" not in answer.text
        assert (told.status_code, told.json()["error"]) == (404, "not_found")  # what programs ask for stays theirs


@pytest.mark.parametrize("view", VIEWS)
async def test_where_it_is_not_built_a_page_says_how_to(view, tmp_path):
    answer = await ask(view, page=tmp_path / "nothing")
    assert answer.status_code == 503
    assert "python3 dev.py" in answer.text
    assert "<style" not in answer.text  # the policy allows no inline style
    assert "style=" not in answer.text
    look = await ask("/plain.css", page=tmp_path / "nothing")
    assert (look.status_code, look.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert (await ask("/icon.svg", page=tmp_path / "nothing")).status_code == 404


async def test_the_page_is_not_written_to(built):
    answer = await ask("/", {}, page=built)
    assert (answer.status_code, answer.json()["error"]) == (405, "request")
