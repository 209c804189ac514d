"""What games tell after the commit; what follows within the transaction: ``games.above``."""

from django.dispatch import Signal

#: After the commit: ``game_id`` has ``number`` as its last event, and events of these ``kinds`` are new. Best effort;
#: the database is the truth.
recorded = Signal()
