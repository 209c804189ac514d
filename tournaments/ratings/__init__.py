"""Ratings of players, and the luck in each kind of game: pure numbers."""
