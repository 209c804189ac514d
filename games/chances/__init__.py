"""Live winning chances of recorded games: counted after every throw, stored, shown and streamed
(docs/reference/chances.md).
"""
