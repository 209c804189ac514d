"""TripleAthlon (tournament-rules §3.4)."""
