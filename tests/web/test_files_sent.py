"""Files as other systems write them, sent to the table: line ends, and texts that only look like them."""

import pytest
from tests.web.asking import MAP_TEXT, ask, text_of, told

from enfilade.files.record import write
from enfilade.files.scenario import load

REAR = "runewars/struck-in-the-rear"
ENDS = pytest.mark.parametrize("end", ["\r\n", "\r", "\n"], ids=["windows", "old mac", "unix"])


@ENDS
async def test_a_scenario_with_the_line_ends_of_any_system_is_read(end):
    text = text_of(REAR)
    sent = await told("/api/position", {"text": text.replace("\n", end), "name": "mine.battle.yaml"})
    assert sent == await told("/api/position", {"text": text})


@ENDS
async def test_a_map_and_a_record_with_them_too(end):
    record = write(load(text_of(REAR))).replace("\n", end)
    assert (await told("/api/position", {"text": record}))["record"]
    spaced = MAP_TEXT.replace(", ", f",{end}")
    assert (await told("/api/position", {"text": spaced}))["ruleset"] == "lineofattack"


@pytest.mark.parametrize("title", [r"C:\readme", r"\r\n", "\\\\r", '"\\r', "\u00e9\\u000d"])
async def test_a_backslash_is_no_line_end(title):
    quoted = "'" + title.replace("'", "''") + "'"
    text = "\n".join(f"title: {quoted}" if line.startswith("title:") else line for line in text_of(REAR).splitlines())
    assert (await told("/api/position", {"text": text + "\n"}))["title"] == title


async def test_a_line_that_is_wrong_is_named_whatever_the_line_ends():
    text = text_of(REAR) + "nonsense: 1\n"
    answers = [await ask("/api/position", {"text": text.replace("\n", end)}) for end in ("\n", "\r\n")]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["mistakes"][0]["line"] == text.count("\n")
