"""What a page needs of a game, ready to be put into a template."""
