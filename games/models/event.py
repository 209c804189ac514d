"""The log of a game: events with number and hash, only ever appended."""

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import get_language, gettext_lazy as _

from games.domain.actors import elsewhere
from games.domain.commit_reveal import SEED_BYTES
from games.domain.events import EVENT_TYPES, EventType
from games.domain.events.fields import LONGEST_POSITION
from games.models.game import Game


def event_kind_choices() -> list[tuple[str, str]]:
    """Every kind of event with its name, in the language of the page."""
    language = get_language() or "en"
    return [(str(kind), happening.label.of(language)) for kind, happening in EVENT_TYPES.items()]


class Immutable(Exception):
    """An attempt to change or delete what has been recorded."""


class AppendOnly(models.Model):
    """Rows that are never changed and never deleted."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Only new ones can be saved."""
        if not self._state.adding:
            raise Immutable("what was recorded is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """They are never deleted."""
        raise Immutable("what was recorded is never deleted")


class GameEvent(AppendOnly):
    """Something that happened at a board: never changed, never deleted.

    Written by ``games.services.recorder``, and by ``games.services.import_game`` where it was played elsewhere.

    ``payload`` says what happened, ``position`` and ``finished`` what the board then was, so that an
    earlier state can be returned to, shown and streamed without a replay. ``hash`` chains the event to
    all before it (``games.domain.hash_chain``).
    """

    #: Without an index of its own: that of the numbers begins with it, and every throw would write it.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=20, choices=event_kind_choices)
    payload = models.JSONField(_("what"))
    position = models.CharField(_("position afterwards"), max_length=LONGEST_POSITION)
    finished = models.JSONField(_("colours home afterwards"), default=list)
    #: Who: ``user:7``, ``token:3`` or ``command``.
    actor = models.CharField(_("who"), max_length=60)
    #: Made by the client, so that the same event sent twice is one.
    client_id = models.UUIDField(null=True)
    #: When by the client's clock, if it said so.
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

    @property
    def type(self) -> EventType:
        """Everything that is known of its kind."""
        return EVENT_TYPES[self.kind]

    @property
    def by(self) -> str:
        """Who did it, as this site distinguishes people: ``user:7``, and ``elsewhere:user:7`` for what was imported.

        ``actor`` is what is sealed.
        """
        return elsewhere(self.actor) if self.number <= self.game.imported else self.actor


class DiceSeed(models.Model):
    """The seed of a game's dice (docs/reference/dice.md). No page, address, file or admin ever reads it.

    It becomes known by the event that shows it when the game is over, and by that alone.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.PROTECT, related_name="+")
    #: In hexadecimal digits.
    seed = models.CharField(max_length=2 * SEED_BYTES)

    def __str__(self) -> str:
        return f"seed of {self.game_id}"
