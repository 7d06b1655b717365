"""What must be true of every game, and what random play of it looks like."""
