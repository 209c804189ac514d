"""Slow work: what is done beside requests, by which process, and never twice at a time.

A feature declares a kind of work by two functions: what is ``due``, a query over what is stored, and ``do``. Writers
put nothing in a queue, so nothing gets lost that way; to ring a bell only makes it sooner.
"""
