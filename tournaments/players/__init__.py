"""Player statistics, ratings and records (docs/reference/players.md)."""
