"""The organiser's desk."""
