"""The games for programs that learn: batches of tables, and the ecosystem's own interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import gymnasium
    from pettingzoo import AECEnv

    from sunroom.rules.contract import Game

    from .tables import Batch

__all__ = ["batch", "gymnasium_env", "pettingzoo_env", "register_with_openspiel"]


def batch(game: Game | str, size: int, *, device: str = "cpu", **more: Any) -> Batch:
    """Many tables at once: see `sunroom.research.tables.Batch`."""
    from .tables import open_batch

    return open_batch(game, size, device=device, **more)


def pettingzoo_env(game: Game | str, **more: Any) -> AECEnv[str, Any, int]:
    """A PettingZoo AEC environment: see `sunroom.research.zoo.TableEnv`."""
    from .zoo import wrapped

    return wrapped(game, **more)


def gymnasium_env(game: Game | str, **more: Any) -> gymnasium.Env[Any, Any]:
    """One seat against a chosen player: see `sunroom.research.gym.SeatEnv`."""
    from .gym import SeatEnv

    return SeatEnv(game, **more)


def register_with_openspiel() -> list[str]:
    """Make the games known to OpenSpiel; returns their names there, like `python_soluna`."""
    from .spiel import register

    return register()
