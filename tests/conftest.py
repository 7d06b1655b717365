"""Fixtures that several files of tests share."""

from browser import address, cable, chromium, visit

__all__ = ["address", "cable", "chromium", "visit"]
