"""What the table does not answer, and why, in the language of the one who asked."""

from typing import Any, Literal
from urllib.parse import parse_qs

from starlette.responses import Response

from enfilade.referee import Translator, phrase
from enfilade.show.languages import LANGUAGES, translator
from enfilade.web import wire

Error = Literal["scenario", "refused", "too_large", "too_many", "not_found", "not_yours", "busy", "request", "fault"]


class NotAnswered(Exception):
    """A question that is not answered: the status, the kind of trouble, and words with their facts."""

    def __init__(self, status: int, error: Error, words: str, /, **facts: Any) -> None:
        self.status, self.error, self.words, self.facts = status, error, words, facts
        super().__init__(words.format_map(facts))

    def told(self, translate: Translator) -> wire.Trouble:
        return wire.Trouble(error=self.error, message=phrase(self.words, self.facts, translate))


def fault() -> NotAnswered:
    """What nobody has thought of."""
    return NotAnswered(500, "fault", "a mistake of ours: the table could not answer")


def refusal(status: int, told: wire.Trouble) -> Response:
    """Trouble as an answer; with 429 and 503, when to come back."""
    later = {"retry-after": "1"} if status in (429, 503) else None
    return Response(told.model_dump_json(), status, later, "application/json")


def speaking(query: bytes | str) -> Translator:
    """The words of the language that a request names in its query."""
    text = query.decode("latin-1") if isinstance(query, bytes) else query
    named = parse_qs(text[:1_000]).get("language", [""])[-1]
    return translator(named if named in LANGUAGES else LANGUAGES[0])
