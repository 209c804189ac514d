"""Live winning chances of recorded games: counted after every throw, kept, shown and told
(docs/reference/chances.md).
"""
