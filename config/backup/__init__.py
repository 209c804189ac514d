"""Backups: the whole site in one file, for either database, and a restore that proves itself.

What the file is like: docs/install/backup.md. A backup is of the migration state of its database, not of the program
that makes it: so an update begins with one, and one of an earlier version can be restored.
"""
