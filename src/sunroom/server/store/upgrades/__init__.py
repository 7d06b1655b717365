"""Bringing a database to this version, and back to an older one."""
