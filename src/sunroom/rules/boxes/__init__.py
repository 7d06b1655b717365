"""Boxes of pieces: what stands in their files, what is to be said of one, and what owners know."""
