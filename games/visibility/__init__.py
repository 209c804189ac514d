"""What a viewer may see of a game, and the game as of an earlier event: the only way to either."""
