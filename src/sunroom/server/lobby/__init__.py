"""Matches before and after they are played: created, found, joined, branched, brought as files."""
