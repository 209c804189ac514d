"""The public pages of seasons and events."""
