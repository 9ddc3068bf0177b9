"""What is of another shape than was agreed: where, what was expected, what was found, what to do; in our words."""

import pytest
from tests.web.asking import page, trouble

from enfilade.referee import same
from enfilade.web.rooms import showing
from enfilade.web.rooms.messages import read_message
from enfilade.web.rooms.table import NotDone

MESSAGES = {
    '{"type": "say", "words": ""}': 'words: expected a text of at least 1 characters, found ""',
    '{"type": "say", "words": "a", "dice": []}': 'dice: expected a known field, found "dice"; known: type, words',
    '{"words": "a"}': "type: expected this field, found none",
    '{"type": "sya"}': 'type: expected one of hello, move, set, play, answer, cancel, undo, consent, refuse, decide, '
    'orders, ready, say, found "sya"; did you mean "say"?',
    "[]": "expected a mapping, found a list of 0",
    '{"type": "move", "unit": "x", "at": [1]}': "at[1]: expected a value, found none",
    '{"type": "move", "unit": "x", "at": ["1", 2]}': 'at[0]: expected a number, found "1"',
    '{"type": "answer", "faces": [1.5]}': "faces[0]: expected a whole number or a text, found the number 1.5",
    '{"type": "orders", "orders": {"a": 3}}': "orders.a: expected a mapping, found the number 3",
    '{"type": "ready", "redy": true}': "ready: expected this field, found none (and 1 more mistake)",
    '{"type": "play", "action": {}, "dice": "server"}': "action: expected an action with a kind, a text of up to 200 "
    "characters, found a mapping",
}  # fmt: skip


@pytest.mark.parametrize("text", MESSAGES)
def test_a_message_of_another_shape_is_told_in_our_words(text):
    with pytest.raises(NotDone) as refused:
        read_message(text)
    told = showing.trouble(refused.value, None, same)
    assert (told.error, told.message) == ("request", MESSAGES[text])
    assert told.mistakes
    assert all(one.expected and one.found for one in told.mistakes)


QUESTIONS = [
    ("/api/judge", {"scenario": "x"}, 'scenario: expected a mapping, found "x"'),
    ("/api/judge", [], "expected a mapping, found a list of 0"),
    ("/api/judge", {"scenario": {}, "breif": True},
     'breif: expected a known field, found "breif"; did you mean "brief"?'),
    ("/api/judge", {"scenario": {}, "actions": [3]}, "actions[0]: expected a mapping, found the number 3"),
    ("/api/judge?language=de", {"scenario": {}}, 'query.language: expected one of en, fr, it, found "de"'),
    ("/api/odds", {"scenario": {}, "action": {"kind": "a"}, "readings": {str(n): "a" for n in range(101)}},
     "readings: expected at most 100 in the mapping, found 101"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "message"), QUESTIONS)
async def test_a_question_of_another_shape_is_told_in_the_same_words(path, body, message):
    told = await trouble(422, path, body)
    assert (told["error"], told["message"]) == ("request", message)


@pytest.mark.parametrize(
    ("content", "kind", "message"),
    [
        (b"", "application/json", "body: expected a mapping, found nothing"),
        (b"{}", "text/plain", "body: expected JSON, found something else; say so: content-type: application/json"),
    ],
)
async def test_a_body_that_is_none(content, kind, message):
    async with page() as asking:
        answer = await asking.post("/api/judge", content=content, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["message"]) == (422, message)
