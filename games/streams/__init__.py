"""Live streams: what happens, sent to every viewer once and in order, from any event on.

A *topic* is a kind of thing that can be watched (a game; tournaments add events). The *hub* of a process
hears of changes from its *sources*, reads each change once from the database, and hands it to every
*stream* that watches. The database is the truth: a source only says that there is something to read.
"""
