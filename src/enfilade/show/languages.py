"""The languages in which rulings are told: gettext catalogues, read as the translators write them.

A catalogue is a `.po` file in `locale/LANGUAGE/LC_MESSAGES/`: one for each ruleset, `show` for what reports and
drawings say of every game, `table` for the server of the table and `page` for the browser. English, the language of
the rules, needs none. How they are kept up to date: docs/languages.md.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType

from enfilade.referee import Numbers, Translator
from enfilade.referee.facts import UNDERSCORED
from enfilade.referee.translator import ENGLISH_NUMBERS, as_written
from enfilade.show.po import read_po

LANGUAGES = ("en", "fr", "it")
PAGE = "page"


def fewer_than_two(number: float) -> bool:
    """Whether things of this number are one thing, as French counts: 0 pas, 1,5 pas, 2 pas."""
    return abs(number) < 2


NUMBERS = MappingProxyType({
    "en": ENGLISH_NUMBERS,
    "fr": Numbers(",", "\u202f", "\u00a0; ", "{number}\u00a0%", fewer_than_two),
    "it": Numbers(",", ".", "; "),
})  # fmt: skip
"""How each language writes numbers: with the signs of Unicode's locale data."""
_SEAM = re.compile(r"\b([Dd]|[Qq]u)e (?=\{(\w+)\})")
_VOWEL = re.compile("[aeiouàâéèêëîïôùûAEIOUÀÂÉÈÊËÎÏÔ]")


def elided(words: str, said: Mapping[str, str]) -> str:
    """French where something is put in that begins with a vowel: de + Oathsworn is d'Oathsworn.

    Only there: a name that has such words in it is left as it is.
    """
    return _SEAM.sub(lambda seam: f"{seam[1]}'" if _VOWEL.match(said.get(seam[2], "")) else seam[0], words)


JOINED = MappingProxyType({"fr": elided})
"""What a language does where a name or a word is put into a sentence."""
TWO_WORDS = MappingProxyType({
    **UNDERSCORED, "pop_up": "pop up",
    "attacker (part)": "the attacker", "target (part)": "the target", "asked (part)": "the unit asked about",
})  # fmt: skip
"""Values that are one word in files and several to English ears; all other English stands in the rules as it is said.
"""


class LanguageError(ValueError):
    """A language that is not spoken here."""


def translator(language: str) -> Translator:
    """The words and numbers of the rules into those of a language: the same again for the same language.

    What has no translation stays as it is. Raises `LanguageError` for a language that is not in `LANGUAGES`.
    """
    checked(language)
    return ENGLISH if language == LANGUAGES[0] else _translator(language)


def _in_english(words: str) -> str:
    return TWO_WORDS.get(words, words)


ENGLISH = Translator(_in_english)


def page_texts(language: str) -> Mapping[str, str]:
    """The words of the browser's page, English to translated; none for English itself."""
    checked(language)
    return _texts(language, (PAGE,)) if language != LANGUAGES[0] else MappingProxyType({})


def checked(language: str) -> str:
    """The language itself, if it is spoken here."""
    if language not in LANGUAGES:
        raise LanguageError(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    return language


def catalogues() -> tuple[str, ...]:
    """The names of the catalogues, in order."""
    return tuple(sorted(file.name.removesuffix(".po") for file in _folder(LANGUAGES[1]).iterdir()))


def _folder(language: str) -> Traversable:
    return files("enfilade.show").joinpath("locale", language, "LC_MESSAGES")


@cache
def _translator(language: str) -> Translator:
    texts = _texts(language, tuple(name for name in catalogues() if name != PAGE))
    return Translator(lambda words: texts.get(words, words), NUMBERS[language], joined=JOINED.get(language, as_written))


@cache
def _texts(language: str, names: tuple[str, ...]) -> Mapping[str, str]:
    return MappingProxyType(dict(_read(language, names)))


def _read(language: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in names:
        yield from read_po(_folder(language).joinpath(f"{name}.po").read_text("utf-8")).items()
