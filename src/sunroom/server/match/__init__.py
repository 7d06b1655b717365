"""A match that people are at: found and locked, changed in one way, shown to everybody."""
