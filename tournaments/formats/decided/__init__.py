"""What is decided already: the places still possible, magic numbers, and what must happen (tournament-rules §5).

A format describes what can still happen as a ``Tree`` (``tree.py``; ``first_to.py`` and ``round_robins.py`` are two),
and ``search.decide`` looks at all of it. Every claim holds in all endings; where bounds take the place of the
search, or something decides that the tree does not look at, the proof says that it is not exact.
"""
