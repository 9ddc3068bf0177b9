"""Reading gettext's `.po` files, as far as ours go: no plural forms and no contexts.

The standard library reads only compiled catalogues, and those have no place in git; Babel reads these too, but
belongs to an extra. A test holds this reader to Babel's.
"""

import json
from collections.abc import Iterator

Entry = tuple[bool, dict[str, str]]


class CatalogueError(ValueError):
    """A line of a `.po` file that is none."""


def read_po(text: str) -> dict[str, str]:
    """What is translated in a `.po` file, by its original; not the header, nor what is empty, fuzzy or obsolete."""
    found = {}
    for fuzzy, entry in _entries(text):
        words, said = entry.get("msgid", ""), entry.get("msgstr", "")
        if words and said and not fuzzy:
            found[words] = said
    return found


def _entries(text: str) -> Iterator[Entry]:
    """Each entry with its fields, and whether it is marked as doubtful."""
    fuzzy, entry, field = False, dict[str, str](), ""
    for number, line in enumerate([*text.split("\n"), 'msgid ""'], 1):
        if line.startswith("#"):
            if "msgstr" in entry:
                yield fuzzy, entry
                fuzzy, entry = False, {}
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        name, _, quoted = line.partition(" ") if line.startswith("msg") else (field, "", line)
        if name == "msgid" and "msgstr" in entry:
            yield fuzzy, entry
            fuzzy, entry = False, {}
        if line.strip():
            field = name
            entry[field] = entry.get(field, "") + _unquoted(quoted, number)


def _unquoted(quoted: str, number: int) -> str:
    try:
        value = json.loads(quoted)  # the escapes that these files use are JSON's
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise CatalogueError(f"line {number}: a text in quotes was expected; found {quoted[:40]}")
    return value
