"""The HTML pages of games."""
