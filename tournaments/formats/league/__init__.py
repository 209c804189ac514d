"""The League (tournament-rules §3.5)."""
