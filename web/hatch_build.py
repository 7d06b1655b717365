"""Puts the client into wheels."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Client(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Whoever works on the source builds it with `make`; everybody else gets it built."""
        if version != "editable" and self.target_name == "wheel":
            runpy.run_path(str(Path(self.root, "web/build.py")), run_name="build")["build"]()
