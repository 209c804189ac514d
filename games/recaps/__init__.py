"""A game told in plain sentences, from facts alone (docs/use/match-reports.md).

``gathering`` reads the facts off a log, ``facts`` are plain values, ``sentences`` says them in both languages.
"""
