"""What is known of players: what they have played, how they stand against each other (docs/players.md)."""
