"""The record of play: players, seats, games and their event log."""
