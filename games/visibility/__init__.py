"""What a viewer may see, and a game as of an earlier event: the only way to either."""
