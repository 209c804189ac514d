"""Dice: what was thrown and what that says, and rolls for boards without a die (docs/reference/dice.md)."""
