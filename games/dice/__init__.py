"""Dice: statistics of what was thrown, and online dice for boards without a die (docs/reference/dice.md)."""
