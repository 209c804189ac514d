"""Slow work: what is to be done beside requests, who does it, and that nobody does it twice.

A feature declares a kind of work by two functions: what is ``due``, a query over what is stored, and ``do``. Nobody who
writes puts anything in a queue, so nothing gets lost that way; to ring a bell only makes it sooner.
"""
