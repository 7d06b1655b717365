"""The games for programs that learn: batches of tables, and the ecosystem's own interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .tables import Batch

__all__ = ["batch"]


def batch(game: str, size: int, *, device: str = "cpu", **more: Any) -> Batch:
    """Many tables at once: see `sunroom.research.tables.Batch`."""
    from .tables import open_batch

    return open_batch(game, size, device=device, **more)
