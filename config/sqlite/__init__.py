"""Django's engine for SQLite, whose writers of one process take their turns."""
