"""The rules on a phone without network: the functions of ``rules`` as JavaScript, and a game as it is handed over.

``py2js`` makes JavaScript of Python functions, ``bundle`` says of which, ``payload`` writes a game.
"""
