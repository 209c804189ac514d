"""What the rooms' desk pages, REST operations and files are made of."""
