"""The seeds of online dice, apart from everything that is shown."""

from django.db import models

from games.domain.commit_reveal import SEED_BYTES
from games.models.game import Game


class DiceSeed(models.Model):
    """The seed of a game's dice (docs/reference/dice.md). No page, address, file or admin ever reads it.

    It becomes known by the event that shows it when the game is over, and by that alone.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.PROTECT, related_name="+")
    #: In hexadecimal digits.
    seed = models.CharField(max_length=2 * SEED_BYTES)

    def __str__(self) -> str:
        return f"seed of {self.game_id}"
