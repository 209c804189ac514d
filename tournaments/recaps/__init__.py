"""What is written about an event and its games: drafted from facts, edited and published by an organiser.

``facts`` and ``sentences`` are pure; ``collect`` reads the facts of an event off its rows, ``drafts`` puts both
together, ``queries`` says what whoever looks may see (docs/use/match-reports.md).
"""
