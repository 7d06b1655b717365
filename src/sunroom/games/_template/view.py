"""Moves in writing, and what a screen shows."""

from __future__ import annotations

from typing import Any

from .state import Template


def show(s: Template, action: int) -> str:
    return f"take {action + 1}"


def view(s: Template, seat: int) -> dict[str, Any]:
    return {"left": s.left, "pile": ["●"] * s.left}
