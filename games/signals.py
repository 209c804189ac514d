"""What travels upwards from games: the rooms above listen, games know nobody above."""

from django.dispatch import Signal

#: Inside the recording transaction: at ``now`` ``game`` got a result, or (taken back) has none any more, by these
#: ``events`` of its log (of a log that was taken over none are told).
#: Receivers are called in the transaction that holds the game's row; what they write is kept or lost
#: together with the event that caused it.
result_changed = Signal()

#: Could it be taken back how ``game`` ended? Receivers refuse by raising ``WrongState`` where something has been built
#: on its result; nothing is changed.
reopening_considered = Signal()

#: Inside the recording transaction, which holds the game's row: at ``now`` ``game`` began and is being played.
begun = Signal()

#: What would follow around ``game`` if its result were as it is told here (a copy, never saved)? Receivers answer
#: sentences, ``rules.i18n.Text``; nothing is changed.
result_considered = Signal()

#: After the commit: ``game_id`` has ``number`` as its last event, and events of these ``kinds`` are new. Best effort;
#: the database is the truth.
recorded = Signal()

#: In the transaction that holds the rows of ``games`` (ids): they were made public, or not public.
publicity_changed = Signal()

#: What are finishing places worth in these ``games``? Receivers answer game id →
#: ``games.domain.place_points.PlacePoints``, for games in which they are worth anything.
worth_of_places = Signal()

#: Inside the transaction that erases a name, after it was taken out of the texts that somebody has typed: what follows
#: from these texts is to be worked out anew at ``now`` where it is ``named``, a function of what is kept.
texts_changed = Signal()
