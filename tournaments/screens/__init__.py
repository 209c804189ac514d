"""Hall screens: slides in rotation, chosen by the organiser (docs/use/screens.md)."""
