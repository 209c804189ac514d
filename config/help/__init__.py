"""The help pages: docs/use/ as readers of the site see it."""
