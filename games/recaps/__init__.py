"""A game told in plain sentences, from facts alone (docs/use/match-reports.md).

``collect`` reads the facts off a log, ``facts`` are plain values, ``sentences`` says them in both languages.
"""
