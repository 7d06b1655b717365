"""Fixtures that several files of tests share."""

from browser import address, cable, chromium, visit
from terminal import sunroom

__all__ = ["address", "cable", "chromium", "sunroom", "visit"]
