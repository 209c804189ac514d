"""Challengers (tournament-rules §3.6)."""
