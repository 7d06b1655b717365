"""Matches before and after they are played: creating, finding, joining, branching, importing."""
