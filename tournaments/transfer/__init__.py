"""Whole events, seasons and result lists as files, out and in."""
