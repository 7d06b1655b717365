"""Fixtures that several files of tests share."""

from browser import address, cable, chromium, page_built, visit
from terminal import sunroom

__all__ = ["address", "cable", "chromium", "page_built", "sunroom", "visit"]
