"""Boxes of one's own on the command line."""
