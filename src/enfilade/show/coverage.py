"""What a ruleset covers: every clause with its state, every disputed reading with its options. Made from the book."""

from collections.abc import Iterator
from typing import Any, Literal

from enfilade.referee import Book, Ruleset, Source, Translator, same
from enfilade.show.report import Report, Row
from enfilade.show.words import colon, semicolon

STATES: tuple[Literal["implemented", "partial", "absent"], ...] = ("implemented", "partial", "absent")
SOURCE_HEADS = ("rule", "where", "what it says", "built", "known")
READING_HEADS = ("reading", "question", "options (the first is taken)")


def place(source: Source) -> str:
    """Where a rule stands: its book, section and heading."""
    return ", ".join(part for part in (source.book, source.section, source.heading) if part)


def source_rows(book: Book, translate: Translator = same) -> Iterator[tuple[str, ...]]:
    """A row for every clause: its key, where it stands, what it says, how far it is built, how well it is known."""
    for source in book.sources.values():
        yield source.rule, place(source), translate(source.words), translate(source.status), translate(source.basis)


def reading_rows(book: Book, translate: Translator = same) -> Iterator[tuple[str, ...]]:
    """A row for every disputed reading, its default first."""
    for reading in book.readings.values():
        options = sorted(reading.options, key=lambda option: option != reading.default)
        told = semicolon(translate).join(
            f"{option}{colon(translate)} {translate(reading.options[option])}" for option in options
        )
        yield reading.name, f"{translate(reading.question)} ({', '.join(reading.sources)})", told


def coverage_report(ruleset: Ruleset, translate: Translator = same) -> Report:
    """The clauses by how far they are built, then the readings with their options, for a terminal."""
    book = ruleset.book
    rows = [Row(0, "", f"{ruleset.name} {ruleset.edition}{colon(translate)} {summary(book, translate)}", "head")]
    for state in STATES:
        sources = [source for source in book.sources.values() if source.status == state]
        rows += [Row(0, "", translate.word(state, "several"), "head")] if sources else []
        rows += [Row(1, source.rule, f"{translate(source.words)} ({_where(source, translate)})") for source in sources]
    rows += [Row(0, "", translate("disputed readings"), "head")] if book.readings else []
    for reading in book.readings.values():
        rows.append(
            Row(1, "", f"{reading.name}{colon(translate)} {translate(reading.question)} ({', '.join(reading.sources)})")
        )
        for option, words in reading.options.items():
            mark = " *" if option == reading.default else ""
            rows.append(Row(2, option + mark, translate(words), "" if mark else "quiet"))
    return Report(tuple(rows))


def _where(source: Source, translate: Translator) -> str:
    where = place(source)
    return where if source.basis == "stated" else f"{where}{semicolon(translate)}{translate(source.basis)}"


def summary(book: Book, translate: Translator = same) -> str:
    """How many clauses there are in each state."""
    states = [source.status for source in book.sources.values()]
    assumed = sum(source.basis == "assumed" for source in book.sources.values())
    told = [_counted(states.count(state), state, translate) for state in STATES]
    return f"{', '.join(told)}{semicolon(translate)}{_counted(assumed, 'assumed', translate)}"


def _counted(number: int, state: str, translate: Translator) -> str:
    """So many clauses in a state; some languages say the state of several otherwise."""
    return f"{number} {translate.word(state, 'clause' if number == 1 else 'several')}"


def coverage_json(ruleset: Ruleset) -> dict[str, Any]:
    """The document `enfilade/coverage/1`."""
    sources, readings = ruleset.book.sources.values(), ruleset.book.readings.values()
    return {
        "format": "enfilade/coverage/1",
        "ruleset": ruleset.name,
        "edition": ruleset.edition,
        "sources": [{name: getattr(source, name) for name in source.__dataclass_fields__} for source in sources],
        "readings": [
            {
                "name": r.name,
                "question": r.question,
                "default": r.default,
                "options": dict(r.options),
                "sources": list(r.sources),
            }
            for r in readings
        ],
    }


def coverage_markdown(ruleset: Ruleset) -> str:
    """The same as two Markdown tables, for the documentation."""
    book = ruleset.book
    return "\n".join(
        [
            f"# {ruleset.name}: what is covered",
            "",
            f"{summary(book)}.",
            "",
            *_table(SOURCE_HEADS, source_rows(book)),
            "",
            "## Disputed readings",
            "",
            *_table(READING_HEADS, reading_rows(book)),
            "",
        ]
    )


def _table(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
