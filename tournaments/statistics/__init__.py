"""What is known of players: what they have played, how they stand against each other (docs/reference/players.md)."""
