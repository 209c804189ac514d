"""The meaning of a game's log: pure values and functions, no Django."""
