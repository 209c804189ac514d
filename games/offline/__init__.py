"""The rules on a phone without network: the functions of ``rules`` as JavaScript, and a game as it is handed over.

``py2js.py`` makes JavaScript of Python functions, ``bundle.py`` lists them, ``payload.py`` writes a game.
"""
