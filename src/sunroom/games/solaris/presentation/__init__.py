"""Solaris as people read it: notation, the log, what a screen shows, and a terminal."""
