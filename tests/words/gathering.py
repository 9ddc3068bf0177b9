"""Every text that has a translation, gathered from the code, the books of the rules and the page, into the catalogues.

    python3 dev.py words

A text is a literal of several words in a module that judges, tells or draws: so no text has to be marked. Left out
are errors, annotations, documentation, and the modules that read files, whose mistakes are told in English. Words that
stand alone, such as the names of values, are listed in `locale/vocabulary.txt`; that none is missing is proven from
the other side, by listening to all battles (`test_catalogues.py`). What two rulesets say is in the catalogue `show`.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from enfilade.rulesets import NAMES
from enfilade.show.languages import LANGUAGES, PAGE

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "enfilade"
LOCALE = SOURCE / "show" / "locale"
FRONTEND = ROOT / "frontend" / "src"
SHOW, TABLE = "show", "table"
SERVER = (TABLE, SHOW)  # catalogues that belong to no ruleset
FOLDERS = {SHOW: ("show", "referee"), TABLE: ("web",)}

# Modules that read documents, that write markup, or that draw for the lab, which speaks English.
LEFT_OUT = frozenset({
    "setup", "documents", "document", "asking", "importing", "mustering", "notes", "cards", "numbers",
    "checks", "raising", "placing", "stating", "svg", "po", "languages", "duelchart", "heatmap",
    "sweepchart", "app", "page", "settings", "speaking", "places",
})  # fmt: skip
COMPLAINTS = frozenset(["Mistake", "ScenarioError", "TypeVar", "Question", "Field", "WrongOrders"])
ANSWERS = frozenset(["NotDone", "NotAnswered"])
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
COUNTED = re.compile(r"\{\w+:([^{}|]*\|[^{}|]*)\}")
NO_WORDS = re.compile(r"""[<>\\\n#]|^[\s/;]|\s$|\d \d|%s|'none'|=\"""")
SAID = re.compile(r"[a-z]{2}")
PAGE_TEXT = re.compile(r"""(?<![\w.])t\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")


def gathered() -> dict[str, dict[str, list[str]]]:
    """For each catalogue its texts, each with the files that it stands in."""
    found: dict[str, dict[str, list[str]]] = {name: {} for name in (*SERVER, *NAMES, PAGE)}
    for name in (*SERVER, *NAMES):
        for text, file in _texts(name):
            found[name].setdefault(text, []).append(file)
    for text in dict.fromkeys(text for name in (TABLE, *NAMES) for text in found[name]):
        holders = [name for name in (*SERVER, *NAMES) if text in found[name]]
        if len(holders) > 1:
            files = [file for name in holders for file in found[name].pop(text)]
            found[SHOW][text] = files
    for text, file in _page():
        found[PAGE].setdefault(text, []).append(file)
    return found


def _texts(name: str) -> Iterator[tuple[str, str]]:
    for folder in (SOURCE / part for part in FOLDERS.get(name, (f"rulesets/{name}",))):
        for file in sorted(folder.rglob("*.py")):
            if file.stem not in LEFT_OUT or folder.name == "referee":
                for text in literals(file.read_text("utf-8")):
                    yield text, file.relative_to(SOURCE).as_posix()
    if name in NAMES:
        yield from _book(SOURCE / "rulesets" / name)
    for word in vocabulary().get(name, ()):
        yield word, "show/locale/vocabulary.txt"


def _book(folder: Path) -> Iterator[tuple[str, str]]:
    for file in ("sources.toml", "readings.toml"):
        for row in tomllib.loads((folder / file).read_text("utf-8")).values():
            for text in (row.get("words"), row.get("question"), *row.get("options", {}).values()):
                if text:
                    yield text, (folder / file).relative_to(SOURCE).as_posix()


def vocabulary() -> dict[str, list[str]]:
    """The words that stand alone, for each catalogue: in the file one section each, words between commas."""
    found: dict[str, list[str]] = {name: [] for name in (SHOW, *NAMES)}
    name = SHOW
    for line in (LOCALE / "vocabulary.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            name = line.strip("[] ")
        elif not line.startswith("#"):
            found[name] += [word.strip() for word in line.split(",") if word.strip()]
    return found


def literals(code: str) -> Iterator[str]:
    """The texts in a module: literals of several words, or with placeholders, that are no error and no annotation."""
    tree = ast.parse(code)
    left_out = {id(inner) for node in ast.walk(tree) for part in _left_out(node) for inner in ast.walk(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in left_out and isinstance(node.value, str):
            yield from [node.value] if is_text(node.value) else ()


def is_text(text: str) -> bool:
    """Whether a literal is words for players: several of them, in one line, and no markup or pattern."""
    several = " " in text.strip() or "{" in text
    return several and bool(SAID.search(bare(text))) and not NO_WORDS.search(text)


def bare(text: str) -> str:
    """The words of a text without its facts, and with both words of those that go with a number."""
    return PLACEHOLDER.sub("", COUNTED.sub(r"\1", text))


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a piece of code in which no texts for players stand."""
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr) and not _answers(node):
        yield node
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
        yield node.annotation
    elif isinstance(node, ast.FunctionDef) and node.returns:
        yield node.returns
    elif isinstance(node, ast.Call):
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        owner = getattr(getattr(node.func, "value", None), "id", "")
        if called in COMPLAINTS or owner == "notes":
            yield node


def _answers(node: ast.AST) -> bool:
    """Whether an error is one of the table's, which answers in the language of the one who asked."""
    return (
        isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and getattr(node.exc.func, "id", "") in ANSWERS
    )


def _page() -> Iterator[tuple[str, str]]:
    for file in sorted(FRONTEND.rglob("*")):
        if file.suffix in (".ts", ".svelte") and not file.name.endswith(".test.ts"):
            for match in PAGE_TEXT.finditer(file.read_text("utf-8")):
                yield ast.literal_eval(match.group(1)), file.relative_to(ROOT).as_posix()


def path(language: str, name: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{name}.po"


def read(language: str, name: str) -> Catalog:
    """A catalogue as Babel reads it."""
    if not path(language, name).exists():
        return Catalog(locale=language)
    with path(language, name).open("rb") as file:
        return read_po(file, locale=language)


def merged(language: str, name: str, texts: dict[str, list[str]], known: dict[str, str]) -> Catalog:
    """The catalogue with just these texts, in their order, and the translations that there were, wherever they were."""
    old = {str(message.id): str(message.string) for message in read(language, name) if message.id and message.string}
    new = Catalog(locale=language, fuzzy=False, header_comment=f"# {name}, {language}: see docs/languages.md")
    for text, files in texts.items():
        new.add(text, old.get(text) or known.get(text, ""), [(file, 0) for file in dict.fromkeys(files)])
    return new


def write(language: str, name: str, catalogue: Catalog) -> None:
    """The file of a catalogue: without dates and line numbers, so that it changes only where words do."""
    from io import BytesIO

    file = BytesIO()
    write_po(file, catalogue, width=0, omit_header=True, include_lineno=False)
    head = f'# {name}, {language}: how to work on it stands in docs/languages.md\nmsgid ""\nmsgstr ""\n'
    head += f'"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    path(language, name).parent.mkdir(parents=True, exist_ok=True)
    path(language, name).write_text(head + file.getvalue().decode("utf-8").strip() + "\n", "utf-8", newline="\n")


def main() -> None:
    """Bring all catalogues up to date, and say what is left to translate."""
    found = gathered()
    for language in LANGUAGES[1:]:
        known = {
            str(message.id): str(message.string)
            for name in found
            for message in read(language, name)
            if message.id and message.string
        }
        for name, texts in found.items():
            catalogue = merged(language, name, texts, known)
            write(language, name, catalogue)
            left = sum(1 for message in catalogue if message.id and not message.string)
            print(f"{language}/{name}: {len(texts)} texts, {left} to translate")


if __name__ == "__main__":
    main()
