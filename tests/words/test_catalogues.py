"""Everything that is told has a translation: proven from the code, and by listening to all battles."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Message
from tests.conformance.positions import positions, present, ruleset
from tests.words.asking import hear
from tests.words.gathering import bare, gathered, is_text, literals, path, read

from enfilade.referee import Action, Facts
from enfilade.show.languages import LANGUAGES, catalogues, translator
from enfilade.show.po import CatalogueError, read_po

OTHERS = LANGUAGES[1:]
FOUND = gathered()
EACH = [(language, name) for language in OTHERS for name in FOUND]


def messages(language: str, name: str) -> list[Message]:
    return [message for message in read(language, name) if message.id]


def holes(text: str) -> set[str | None]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


@pytest.mark.parametrize(("language", "name"), EACH)
def test_a_catalogue_holds_just_the_texts_that_there_are(language: str, name: str):
    written = {str(message.id) for message in messages(language, name)}
    advice = "`python3 dev.py words` brings the catalogues up to date; then translate what is new"
    assert written == set(FOUND[name]), advice


@pytest.mark.parametrize(("language", "name"), EACH)
def test_every_text_is_translated_with_the_same_facts(language: str, name: str):
    for message in messages(language, name):
        assert message.string, f"not translated: {message.id}"
        assert not message.fuzzy, f"doubtful: {message.id}"
        assert holes(str(message.string)) == holes(str(message.id)), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_one_text_has_one_translation(language: str):
    texts = [str(message.id) for name in FOUND if name != "page" for message in messages(language, name)]
    assert len(texts) == len(set(texts))


def test_there_are_no_other_catalogues():
    assert set(catalogues()) == set(FOUND)


# Listening ------------------------------------------------------------------------------------------------------


class Gaps:
    """Notes what a language is asked for and cannot translate, and where that was first asked."""

    def __init__(self, language: str) -> None:
        self.where, self.translate = "", translator(language)
        self.translator = replace(self.translate, words=self)
        self.known = {str(message.id) for name in FOUND for message in messages(language, name)}
        self.missing: dict[str, str] = {}

    def __call__(self, words: str, /) -> str:
        if words not in self.known:
            self.missing.setdefault(words, self.where)
        return self.translate(words)


@pytest.mark.parametrize("name", present())
def test_whatever_a_battle_tells_has_a_translation(name: str):
    heard = Gaps("fr")
    hear(name, heard.translator, heard)
    given = names(name)
    left = {words: where for words, where in heard.missing.items() if not _untold(words, given, heard.known)}
    assert not left
    assert len(heard.known) > len(heard.missing) > 0


def names(name: str) -> set[str]:
    """What the players of these battles named: in their scenarios and unit files, and where a referee decides."""
    found = set[str]()
    for position in positions(name):
        for document in (position.battle.scenario, position.battle.library or {}, *map(_asked, position.actions)):
            found |= set(_named(document))
        for piece in ruleset(name).pieces(position.battle.state):
            found |= {piece.id, piece.name, piece.side}
        for ruling in position.rulings:
            for step in ruling.walk():  # a mistake in what the referee decides is told as those of files are
                found |= {str(step.facts.get(part)) for part in ("expected", "found") if step.rule == "referee"}
            if ruling.refusal and ruling.refusal.nearest and ruling.refusal.step.rule == "referee":
                found.add(str(ruling.refusal.nearest.facts.get("hint")))
    return found


def _asked(action: Action) -> Facts:
    return action.fields


def _named(document: Any) -> Iterator[str]:
    if isinstance(document, Mapping):
        for key, value in document.items():
            yield str(key)
            yield from _named(value)
    elif isinstance(document, list | tuple):
        for value in document:
            yield from _named(value)
    elif isinstance(document, str):
        yield document


def _untold(words: str, given: set[str], known: set[str]) -> bool:
    """Whether this is no text: a name, signs and numbers, or a word or name with a number, a place, a side."""
    if words in given or not re.search("[a-z]{3}", bare(words)) or re.search(r"\.\d", words):
        return True
    formed = re.fullmatch(r"(.+) \([\w ]+\)", words)
    if formed:  # the form of a word for one kind of fact, which a language may have and need not
        return formed[1] in known or _untold(formed[1], given, known)
    if ", " in words:
        return all(_untold(part, given, known) or part in known for part in words.split(", "))
    head, _, tail = words.rpartition(" ")
    return bool(head) and (
        (not tail.isalpha() and (head in known or head in given)) or (head in given and tail in known)
    )


# The tools themselves -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), EACH)
def test_our_reader_reads_as_babel_does(language: str, name: str):
    ours = read_po(path(language, name).read_text("utf-8"))
    assert ours == {str(m.id): str(m.string) for m in messages(language, name) if m.string and not m.fuzzy}


def test_the_reader_takes_texts_in_several_lines_and_leaves_out_what_is_doubtful():
    text = """
msgid ""
msgstr "Language: fr\\n"

#: somewhere.py
msgid ""
"{unit} \\"stands\\" "
"here"
msgstr "{unit} est "
"ici"

#, fuzzy
msgid "doubtful"
msgstr "douteux"

msgid "empty"
msgstr ""

#~ msgid "gone"
#~ msgstr "disparu"

#, python-format
msgid "{share}% of it"
msgstr "{share} % de cela"
"""
    assert read_po(text) == {'{unit} "stands" here': "{unit} est ici", "{share}% of it": "{share} % de cela"}


@pytest.mark.parametrize("line", ["msgid unquoted", 'msgstr "open', "msgid 3", '"" + ""'])
def test_a_line_that_is_none_is_told(line: str):
    with pytest.raises(CatalogueError, match="line 2: a text in quotes was expected; found"):
        read_po(f'msgid "a"\n{line}\n')


def test_texts_are_found_wherever_they_stand():
    code = '''
"""A module of several words."""
WORDS = "a constant text"
ROWS = {"key": ("a text in a row", "word")}

def judge(case: "some annotation here") -> "another annotation":
    """Its documentation."""
    words = "legal text" if case else "refused text"
    if not words:
        raise ValueError("an error of several words")
    raise NotDone("request", "an {answer} to us")
    return Step("1.1", "some {fact}", f"a computed {words}")
'''
    found = [
        "a constant text",
        "a text in a row",
        "legal text",
        "refused text",
        "an {answer} to us",
        "some {fact}",
    ]
    assert sorted(literals(code)) == sorted(found)


@pytest.mark.parametrize(
    "words", ["word", "<p>marked up</p>", "{value}", "{a}: {b}", "2 4", r"\s*([a-z ]+)", " led in"]
)
def test_what_is_no_text_is_left_out(words: str):
    assert not is_text(words)
