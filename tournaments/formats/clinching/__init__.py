"""Clinching: the places still possible, magic numbers, and what must happen (tournament-rules §5).

A format in which games are won describes what can still happen as a ``Tree`` (``FirstTo`` and ``RoundRobins`` are
some), and ``search.decide`` looks at all of it. A series for points is a ``PointsRace``, and ``points.decide`` looks at
it and at its ties. Every claim holds in all endings; where bounds take the place of the search, or something decides
that is not looked at, the proof says that it is not exact.
"""
