"""Reads of games: recent events, players by name, corrections that wait, records as text."""
