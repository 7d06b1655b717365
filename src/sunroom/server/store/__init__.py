"""The database: events and what is kept beside them, on SQLite or PostgreSQL."""
