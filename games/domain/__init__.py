"""What a game's log means: pure values, no Django."""
