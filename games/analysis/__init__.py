"""Analyse games that are over: what was luck, what was decided (docs/reference/analysis.md)."""
