"""The same game with another box of pieces: its twins, and its numbers in compiled code."""
