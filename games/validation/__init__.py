"""What comes from outside, read strictly."""
