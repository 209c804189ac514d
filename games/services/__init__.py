"""Writes of games, one transaction each: the recorder, and what stands beside it."""
