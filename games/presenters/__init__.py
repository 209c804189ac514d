"""View models of games: what a page needs, ready for a template."""
