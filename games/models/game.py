"""Games and seats: the present state of every game, so that no throw ever needs a replay."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.domain.events.fields import LONGEST_POSITION, LONGEST_TITLE
from games.enums import OVER, Decision, GameState
from games.models.player import Player
from rules import RULE_SETS, RuleSet, game as rules_game
from rules.seating import rearguard, vanguard

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.db.models.fields.related_descriptors import RelatedManager

    from games.access import Principal
    from games.models.event import GameEvent


#: What they are called on pages.
GAME_STATE_LABELS = {
    GameState.CREATED: _("not begun"),
    GameState.RUNNING: _("running"),
    GameState.ENDED: _("ended"),
    GameState.ABANDONED: _("abandoned"),
}
#: What they are called on pages.
DECISION_LABELS = {
    Decision.PLAY: _("played to its end"),
    Decision.ADJUDICATION: _("adjudicated"),
    Decision.AWARD: _("awarded"),
    Decision.RESULT: _("result only"),
    Decision.CORRECTION: _("corrected"),
}


class ShownSeat(NamedTuple):
    """Who leads a colour, in which role, and the name that the public sees."""

    player: str
    colour: str
    role: str
    name: str


class GameQuerySet(models.QuerySet["Game"]):
    """Games, as far as somebody may see them."""

    def public(self) -> GameQuerySet:
        """Return those that are public."""
        return self.filter(is_public=True)

    def visible_to(self, viewer: Principal) -> GameQuerySet:
        """Return those that the viewer may see. No query by itself."""
        return self.filter(viewer.sees_games())


class Game(models.Model):
    """One game at one board. Written by ``games.services.recorder`` alone; everything but who plays follows
    from its log.

    In the rules' words the players are called by their ids, so that the log holds no name. ``number``
    is that of the last event; ``position``, ``finished``, ``places`` and ``winner`` are what the log
    leads to.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(_("title"), max_length=LONGEST_TITLE, blank=True)
    rules_name = models.CharField(_("rules"), max_length=40, choices=[(name, name) for name in RULE_SETS])
    options = models.JSONField(_("changed options"), default=dict, blank=True)
    #: Player ids with their colours, in the order of the seats; the same as the rows of ``Seat``. A list,
    #: because PostgreSQL does not keep the order of an object.
    seated = models.JSONField(editable=False)
    state = models.CharField(
        _("state"),
        max_length=10,
        choices=list(GAME_STATE_LABELS.items()),
        default=GameState.CREATED,
        editable=False,
    )
    starter = models.CharField(_("starter"), max_length=10, blank=True, editable=False)
    number = models.PositiveIntegerField(_("last event"), default=0, editable=False)
    head = models.CharField(_("hash of the last event"), max_length=64, blank=True, editable=False)
    position = models.CharField(_("position"), max_length=LONGEST_POSITION, blank=True, editable=False)
    finished = models.JSONField(_("colours home"), default=list, editable=False)
    places = models.JSONField(_("places"), default=list, editable=False)
    winner = models.ForeignKey(
        Player,
        verbose_name=_("winner"),
        null=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="won_games",
    )
    decided_by = models.CharField(
        _("decided by"), max_length=15, choices=list(DECISION_LABELS.items()), blank=True, editable=False
    )
    #: Of an adjudicated game: players by id from first to last, in groups of equal boards.
    ranking = models.JSONField(_("ranking"), default=list, editable=False)
    #: What is known of a game beside its board: a result typed in, or corrected (``games.domain.events.endings``).
    told = models.JSONField(_("told result"), default=dict, editable=False)
    tallies = models.JSONField(_("tallies"), default=dict, editable=False)
    #: Online dice as they stand in the log; their seed is elsewhere as long as it is secret (``DiceSeed``).
    dice = models.JSONField(_("online dice"), default=dict, editable=False)
    clock = models.JSONField(_("clock"), default=dict, editable=False)
    #: Numbers of the events that call for the referee and have no answer yet.
    calls = models.JSONField(_("open calls"), default=list, editable=False)
    #: The number of events, the first ones, that came from a file: who did them there has no account here.
    imported = models.PositiveIntegerField(default=0, editable=False)
    #: Number of the correction that waits for a second person.
    correction = models.PositiveIntegerField(_("correction to approve"), null=True, editable=False)
    #: Who has confirmed the result: ids of players, names of officials.
    confirmations = models.JSONField(_("confirmed by"), default=list, editable=False)
    created_at = models.DateTimeField(_("created"), editable=False)
    started_at = models.DateTimeField(_("started"), null=True, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, editable=False)
    #: As its event is; a game outside events is public.
    is_public = models.BooleanField(_("public"), default=True, db_default=True, editable=False)
    #: Its result, or whether it is public, has changed since the figures of its players were counted.
    awaits_counting = models.BooleanField(default=False, db_default=False, editable=False)
    #: Its seats, where they were read with the row (``games.queries.seats``).
    seats_read: Sequence[ShownSeat] | None = None
    #: The end of its whole log, where an earlier state is shown: a name taken out since changes words before it, too.
    end_of_log: str = ""

    objects = GameQuerySet.as_manager()

    if TYPE_CHECKING:
        seats: RelatedManager[Seat]
        events: RelatedManager[GameEvent]

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ("-created_at", "id")
        # The few games that are being played, among all that ever were; a throw does not change it.
        indexes = [
            models.Index(fields=["state"], name="games_by_state"),
            models.Index("id", condition=models.Q(awaits_counting=True), name="games_to_count"),
        ]

    def __str__(self) -> str:
        return self.title or f"{self.rules_name} {self.id}"

    def get_absolute_url(self) -> str:
        """The public page."""
        return reverse("games:game", args=[self.id])

    @property
    def log(self) -> QuerySet[GameEvent]:
        """The events that led to this state, in order; of an earlier state later ones are left out."""
        return self.events.filter(number__lte=self.number).order_by("number")

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state in OVER

    @property
    def seating(self) -> dict[str, list[str]]:
        """Player id → colours, in the order of the seats."""
        return {player: list(colours) for player, colours in self.seated}

    @property
    def colours(self) -> list[str]:
        """The colours that are played with, in the order of the seats."""
        return [colour for _, led in self.seated for colour in led]

    @property
    def rules(self) -> RuleSet:
        """The rules it is played by."""
        rules = RULE_SETS[self.rules_name]
        return rules.but(**self.options) if self.options else rules

    def play(self) -> rules_game.Game:
        """The game as the rules know it, at the present position; only for one that has begun."""
        return self.play_after(self)

    def play_after(self, event: Game | GameEvent) -> rules_game.Game:
        """The same as an event of its log has left it."""
        return rules_game.Game.at(event.position, self.rules, self.seating, finished=event.finished)


class Seat(models.Model):
    """Who leads a colour in a game, and which role it has beside an allied one ([D1])."""

    class Role(models.TextChoices):
        REARGUARD = "rearguard", _("rearguard")
        VANGUARD = "vanguard", _("vanguard")
        NONE = "", _("none")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    colour = models.CharField(_("colour"), max_length=10)
    role = models.CharField(_("role"), max_length=10, choices=Role, blank=True)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("order",)
        constraints = [models.UniqueConstraint(fields=["game", "colour"], name="one_seat_per_colour")]

    def __str__(self) -> str:
        return f"{self.colour}: {self.player}"

    @classmethod
    def build(cls, game: Game, player: Player, colours: list[str], first: int) -> list[Seat]:
        """The seats of one player, not yet saved; ``first`` is the order of the first of them."""
        layout = game.rules.layout()
        roles: dict[Any, Seat.Role] = {
            rearguard(layout, colours): cls.Role.REARGUARD,
            vanguard(layout, colours): cls.Role.VANGUARD,
        }
        return [
            cls(
                game=game,
                player=player,
                colour=colour,
                role=roles.get(colour, cls.Role.NONE),
                order=first + n,
            )
            for n, colour in enumerate(colours)
        ]
