"""The table of an event: its state, the stored projection, earlier ones, what follows from it."""
