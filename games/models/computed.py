"""What is computed of games beside their logs: chances after events, as far as they were counted, and analyses."""

from django.db import models

from games.models.game import Game


class Chances(models.Model):
    """The chances after an event of a game. Written by ``games.chances.jobs`` alone.

    It follows from the log and can be thrown away; it is never changed but replaced, so that its key grows with
    everything that is new.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="chances")
    #: The event after which the board stood so.
    number = models.PositiveIntegerField()
    #: The games that were played on from there, and what came of them (``games.chances.tally``).
    games = models.PositiveIntegerField()
    #: How often somebody has played games from there.
    passes = models.PositiveIntegerField(default=1, db_default=1)
    figures = models.JSONField()
    #: How far off the least certain chance may be (95 %).
    margin = models.FloatField()
    #: How far a player's chance has moved during the last events, up to this one: between 0 and 1.
    swing = models.FloatField()
    #: By which rules and policies they were played (``rules.simulate.version``).
    engine = models.CharField(max_length=16)
    #: When the event was recorded, and when this was counted.
    recorded_at = models.DateTimeField()
    counted_at = models.DateTimeField()
    #: The key of what was counted last for the same game, where it was read with the row (``games.chances.queries``).
    last_key: int | None = None

    class Meta:
        # Not edited by hand: no permissions.
        default_permissions = ()
        ordering = ("game", "number")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="chances_once_per_event")]

    def __str__(self) -> str:
        return f"chances after event {self.number} of {self.game_id}"


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
