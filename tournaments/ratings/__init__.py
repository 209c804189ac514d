"""How strong players are, and how much luck there is in a game: pure numbers."""
