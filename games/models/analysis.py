"""What the analysis of a game that is over found."""

from django.db import models

from games.models.game import Game


class GameAnalysis(models.Model):
    """The analysis of a game, or that somebody has asked for it. Written by ``games.analysis.jobs`` alone.

    It follows from the log and can be thrown away; where the result of a game changes it is.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="analysis")
    #: The last event of the game when it was analysed.
    number = models.PositiveIntegerField(default=0)
    #: By which rules, policies and methods (``games.analysis.jobs.engine``).
    engine = models.CharField(max_length=30, blank=True)
    made_at = models.DateTimeField(null=True)
    #: What was found (``games.analysis.summary``); ``None`` until then.
    found = models.JSONField(null=True)

    class Meta:
        # Not edited by hand: no permissions.
        default_permissions = ()

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"
