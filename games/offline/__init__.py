"""The rules on a phone without network: the functions of ``rules`` as JavaScript, and a game as it is handed over.

``translating.py`` makes JavaScript of Python functions, ``module.py`` says of which, ``handing.py`` writes a game.
"""
