"""Checks that every game must pass, node counts, and statistics of random play."""
