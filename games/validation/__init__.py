"""JSON from outside, parsed strictly; every value knows its path."""
