"""Writes of games, one transaction each: the recorder, and the services beside it."""
