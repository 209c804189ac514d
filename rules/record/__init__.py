"""The record of a game as text (rulebook §4): reader and writer."""
