"""The games of an event: the game of play behind Game 5 of an event, and why it began as it did."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.manager import HistoryManager
from simple_history.models import HistoricalRecords

from games.models import Game
from tournaments.models.draw import LONGEST_REASON
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.localized_text import SaidField
from tournaments.player_refs import resolve

#: The maximum number of characters of a table's name.
LONGEST_BOARD = 30


def is_board_name(text: str) -> bool:
    """Whether the text can be the name of a table: printable, without blanks around it."""
    return 0 < len(text) <= LONGEST_BOARD and text == text.strip() and text.isprintable()


def board_name(text: str) -> None:
    if not is_board_name(text):
        raise ValidationError(
            _("A board is called by at most %(most)d printable characters, without blanks around them."),
            code="board",
            params={"most": LONGEST_BOARD},
        )


class GameHistoryManager(HistoryManager):
    """Django-simple-history derives this class for each row it writes, by looking through all members of another."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: Any, class_name: str | None = None) -> Any:
        return super().from_queryset(queryset_class, class_name)


class EventGame(models.Model):
    """A game in its event. Seats, starter and result are stored in the game itself.

    ``due_starter`` is the colour that the sporting rules named (blank: it was to be thrown for), ``throws``
    are the rounds thrown for the start, ``override_reason`` is why the organiser decided otherwise.
    ``awarded_to`` is the winner of a game that its places do not tell (a typed-in result, a forfeit).

    ``name`` and ``starter_reason`` call players by their ids (``player_refs.ref``): code that shows the game
    replaces them by the names of today (``player_refs.resolve``).
    """

    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.PROTECT, related_name="games")
    number = models.PositiveIntegerField(_("number"))
    name = SaidField(_("name"))
    game = models.OneToOneField(
        Game, verbose_name=_("game"), on_delete=models.PROTECT, related_name="event_game"
    )
    #: The table at which it is played, as its sign says; blank where tables have no names.
    board = models.CharField(_("board"), max_length=LONGEST_BOARD, blank=True, validators=[board_name])
    due_starter = models.CharField(_("starter by the rules"), max_length=10, blank=True)
    starter_reason = SaidField(_("why this colour starts"))
    throws = models.JSONField(_("throws for the start"), default=list, blank=True)
    override_reason = models.CharField(
        _("why the organiser decided otherwise"), max_length=LONGEST_REASON, blank=True
    )
    awarded_to = models.ForeignKey(
        Entry,
        verbose_name=_("awarded to"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="awarded_games",
    )
    award_reason = models.CharField(_("why it was awarded"), max_length=LONGEST_REASON, blank=True)

    history = HistoricalRecords(history_manager=GameHistoryManager)

    class Meta:
        verbose_name = _("game of an event")
        verbose_name_plural = _("games of events")
        ordering = ("event", "number")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_game_per_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="games_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"

    def with_names(self, names: Mapping[str, str]) -> EventGame:
        """The game to be shown, not saved: its players called by these names, player ids with names."""
        shown = copy.copy(self)
        shown.name, shown.starter_reason = resolve(self.name, names), resolve(self.starter_reason, names)
        return shown


class EventTable(models.Model):
    """A version of the projection of an event; written by ``tournaments.services.standings``, never changed.

    Players are called by their ids here (``tournaments.player_refs``): code that shows it gives them the names of
    today. ``status`` is that of the event; ``has_result`` is whether a game was over.
    """

    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="tables")
    version = models.PositiveIntegerField(_("version of the table"))
    projection = models.TextField()
    status = models.CharField(_("status"), max_length=10, choices=Event.Status)
    has_result = models.BooleanField()
    made_at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("table of an event")
        verbose_name_plural = _("tables of events")
        ordering = ("event", "version")
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="one_table_per_version")]

    def __str__(self) -> str:
        return f"{self.event}: {self.version}"
