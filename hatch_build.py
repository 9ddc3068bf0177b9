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
        if version == "editable" or not (ROOT / ".git").exists():
            return
        spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
        assert spec is not None
        assert spec.loader is not None
        dev = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(dev)
        if not dev.build_page():
            self.app.display_warning("Without Node 20 or newer the page is not built; the table then shows how to.")
