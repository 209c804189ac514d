"""The log of a game: events with number and hash, only ever appended."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.access.actors import elsewhere
from games.models.game import Game


class Immutable(Exception):
    """An attempt to change or delete what has been recorded."""


class GameEvent(models.Model):
    """Something that happened at a board: never changed, never deleted.

    Written by ``games.recorder``, and by ``games.importing`` where it was played elsewhere.

    ``payload`` says what happened, ``position`` and ``finished`` what the board then was, so that an
    earlier state can be returned to, shown and streamed without a replay. ``hash`` chains the event to
    all before it (``games.chain``).
    """

    class Kind(models.TextChoices):
        CREATED = "created", _("created")
        START_THROWS = "start throws", _("throws for the start")
        START = "start", _("start")
        POSITION = "position", _("board set by hand")
        DICE_COMMITMENT = "dice commitment", _("online dice promised")
        DICE_SEED = "dice seed", _("text added to the dice")
        THROW = "throw", _("throw")
        VOID_DIE = "void die", _("void die")
        TAKE_BACK = "take back", _("take back")
        BRING_BACK = "bring back", _("bring back")
        IRREGULAR = "irregular throw", _("irregular throw")
        PENALTY = "penalty", _("penalty")
        CLOCK = "clock", _("clock")
        NOTE = "note", _("note")
        CALL = "call", _("call for the referee")
        ANSWER = "answer", _("answer")
        ADJUDICATION = "adjudication", _("adjudication")
        AWARD = "award", _("award")
        ABANDON = "abandon", _("abandoned")
        END = "end", _("end")
        DICE_REVEAL = "dice reveal", _("seed of the dice shown")
        #: The whole of a game of which no throws are known.
        RESULT = "result", _("result")
        CONFIRMATION = "confirmation", _("confirmation")
        CORRECTION = "correction", _("correction")
        APPROVAL = "approval", _("approval")
        WITHDRAWAL = "withdrawal", _("correction withdrawn")
        #: Figures of a typed-in result that were missing.
        COMPLETION = "completion", _("result completed")
        UNDO = "undo", _("result undone")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    payload = models.JSONField(_("what"))
    position = models.CharField(_("position afterwards"), max_length=2000)
    finished = models.JSONField(_("colours home afterwards"), default=list)
    #: Who: ``user:7``, ``token:3`` or ``command``.
    actor = models.CharField(_("who"), max_length=60)
    #: Made by the client, so that the same event sent twice is one.
    client_id = models.UUIDField(null=True)
    #: When by the client's clock, if it told.
    happened_at = models.DateTimeField(_("when (client)"), null=True)
    recorded_at = models.DateTimeField(_("when"))
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("game event")
        verbose_name_plural = _("game events")
        ordering = ("game", "number")
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_event_per_number"),
            models.UniqueConstraint(fields=["game", "client_id"], name="one_event_per_client_id"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="events_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Only new events can be saved."""
        if not self._state.adding:
            raise Immutable("a recorded event is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Events are never deleted."""
        raise Immutable("a recorded event is never deleted")

    @property
    def by(self) -> str:
        """Who did it, as this site tells people apart: ``user:7``, and ``elsewhere:user:7`` for what was taken over.

        ``actor`` is what is sealed.
        """
        return elsewhere(self.actor) if self.number <= self.game.imported else self.actor
