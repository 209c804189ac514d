"""The screens of a hall: what they show in turn, chosen at the organiser's desk (docs/use/screens.md)."""
