"""What the wheel and the source archive hold besides the text of the project: the built page of the table."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page before it is packed. An editable install leaves that to `dev.py`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if its sources are here; a source archive brings it built, and needs no Node."""
        if version == "editable":
            return
        if self.target_name == "wheel":  # the table offers the examples; in a checkout it finds them where they lie
            build_data["force_include"].update({str(file): f"enfilade/{name}" for name, file in examples().items()})
        if not (ROOT / ".git").exists():
            return
        spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
        assert spec is not None
        assert spec.loader is not None
        dev = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(dev)
        if not dev.build_page():
            self.app.display_warning("Without Node 20 or newer the page is not built; the table then shows how to.")


def examples() -> dict[str, Path]:
    """The shipped scenarios and what they import, by their paths in the project."""
    found = sorted(file for file in (ROOT / "examples").glob("*/*") if file.is_file())
    return {file.relative_to(ROOT).as_posix(): file for file in found}
