"""What travels upwards from games: the rooms above listen, games know nobody above."""

from django.dispatch import Signal

#: Inside the recording transaction: ``game`` has a result now, or (taken back) has none any more.
#: Receivers are called in the transaction that holds the game's row; what they write is kept or lost
#: together with the event that caused it.
result_changed = Signal()

#: After the commit: ``game_id`` has ``number`` as its last event. Best effort; the database is the truth.
recorded = Signal()
