"""What changes games, in one transaction each: the recorder and what stands beside it."""
