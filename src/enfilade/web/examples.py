"""The scenarios that are shipped: beside the package where it was installed, in the checkout where it was not."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import enfilade
from enfilade.files.document import parse, read_bytes
from enfilade.files.scenario import load, playable
from enfilade.web import wire
from enfilade.web.telling import plain

ENDING = ".battle.yaml"
_PACKAGE = Path(enfilade.__file__).parent
EXAMPLES = _PACKAGE / "examples" if (_PACKAGE / "examples").is_dir() else _PACKAGE.parents[1] / "examples"


@cache
def listed(folder: Path) -> tuple[wire.Example, ...]:
    """Every shipped scenario, by ruleset and name."""
    return tuple(_found(folder))


def _found(folder: Path) -> Iterator[wire.Example]:
    for ruleset in playable():
        for path in sorted((folder / ruleset).glob(f"*{ENDING}")):
            name = path.name.removesuffix(ENDING)
            data = parse(read_bytes(path), str(path)).data
            title = str(data.get("title") or "") if isinstance(data, dict) else ""
            yield wire.Example(id=f"{ruleset}/{name}", ruleset=ruleset, title=title or name.replace("-", " "))


def told(folder: Path, wanted: str) -> wire.ExampleTold | None:
    """The scenario of this id with its text, maps included; or none. Only what is listed is ever opened."""
    if all(example.id != wanted for example in listed(folder)):
        return None
    path = folder / f"{wanted}{ENDING}"
    return wire.ExampleTold(scenario=plain(load(path).scenario), text=read_bytes(path).decode("utf-8"))
