"""A match of a game: its history, fair dealing, and its file."""
