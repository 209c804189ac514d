"""What is written about an event and its games: drafted from facts, edited and published by an organiser.

``facts`` and ``sentences`` are pure; ``gathering`` reads the facts of an event off its course, ``drafting`` puts both
together, ``reading`` says what whoever looks may see (docs/use/match-reports.md).
"""
