"""The database: the events of all matches and their projections, on SQLite or PostgreSQL."""
