"""A game in plain sentences, from facts alone (docs/use/organiser.md).

``collect`` reads the facts off a log, ``facts`` are plain values, ``sentences`` says them in both languages.
"""
