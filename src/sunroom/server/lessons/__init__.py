"""Learning a game: rulebook, tutorials and puzzles."""
