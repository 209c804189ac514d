"""What was luck and what was decided in a game that is over (docs/reference/analysis.md)."""
