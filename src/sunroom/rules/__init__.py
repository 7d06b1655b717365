"""What a game is written with: its contract, tables, pieces, words and rulebook."""
