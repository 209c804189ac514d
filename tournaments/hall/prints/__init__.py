"""Prints of a hall: posters and slips of a round, start passes, the list of names, diplomas."""
