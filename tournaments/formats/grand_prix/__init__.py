"""Grand Prix Series and GP+ (tournament-rules §3.2, §3.3)."""
