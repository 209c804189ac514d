"""An event as its desk shows it: open tasks, its games, draws and players, each with its actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _, ngettext

from games.access import caller_of, has_another_approver, is_same_person, translate_text
from games.domain.events import kinds_that
from games.domain.events.undo import UNDO_WITHIN
from games.domain.known_result import missing_pawns
from games.enums import OVER, Action, Decision, GameState
from games.models import Game, GameEvent
from games.services.undoable import can_reopen
from rules import Starter, Text
from tournaments.forecasts.durations import EventPlanning, planning_of, sentences, time_left
from tournaments.forecasts.queries import forecasts_of
from tournaments.forecasts.requests import UNDER_WAY
from tournaments.kit.desk import may_do, may_make_events, reverse_desk
from tournaments.models import Event, EventGame
from tournaments.organiser.actions.base import GameAction, OrganiserAction, name_of
from tournaments.organiser.actions.before_play import ChooseWay, RemovePlayer, Seeding, VoidDraw
from tournaments.organiser.actions.bulk import ConfirmResults, StartGames
from tournaments.organiser.actions.corrections import (
    Approve,
    Complete,
    Confirm,
    Correct,
    TakeBack,
    Undo,
    Withdraw,
)
from tournaments.organiser.actions.lifecycle import (
    AwardCompensation,
    ChangeDetails,
    ChangeSettings,
    Leave,
    SayHold,
    WithdrawCompensation,
    holdings_of,
)
from tournaments.organiser.actions.results import Abandon, Adjudicate, EnterForfeit, MoveToBoard
from tournaments.organiser.actions.start_game import SayYoungest, StartGame
from tournaments.rankings.queries import points_of
from tournaments.scopes import scope_of_event
from tournaments.services.draws import rests_on_draw
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import entry_names
from tournaments.standings.schedule import OPEN, GameStage, ScheduledGame, schedule

#: The number of players named where the table is one line.
_LEADERS = 4
#: The number of last results checked for whether they can be taken back: each check judges the whole event.
_LATEST = 3
#: Games on one page.
LINES_ON_A_PAGE = 40
#: What can be done with a game that is being played.
WHILE_RUNNING: tuple[type[GameAction], ...] = (
    MoveToBoard,
    EnterForfeit,
    Adjudicate,
    Abandon,
)
ENDED = GameState.ENDED
#: Typed-in results.
_TYPED_IN = (Decision.RESULT, Decision.AWARD)


@dataclass(frozen=True, slots=True)
class OfferedAction:
    """Something that can be done: what it is called, and its page."""

    name: Any
    url: str


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is due: its name, a sentence about it, and the actions for it, the main one first.

    ``aside`` can be done as well, and leads no step further.
    """

    title: str
    about: Sequence[str] = ()
    ways: Sequence[OfferedAction] = ()
    game: Mapping[str, Any] = field(default_factory=dict)
    aside: Sequence[OfferedAction] = ()

    @property
    def button(self) -> OfferedAction | None:
        return next(iter(self.ways), None)

    @property
    def others(self) -> Sequence[OfferedAction]:
        return [*self.ways[1:], *self.aside]


class DashboardPresenter(EventPresenter):
    """An event as its desk shows it to people with a role; a few queries, however much was played."""

    def __init__(self, event: Event, request: HttpRequest) -> None:
        super().__init__(event)
        self._request = request

    @cached_property
    def rows(self) -> dict[int, EventGame]:
        names = entry_names(self.projection)
        return {each.number: each.with_names(names) for each in self.event.games.select_related("game")}

    # -- games -------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[tuple[ScheduledGame, dict[str, Any]]]:
        """List the games, each with what was recorded of it."""
        known = {game["number"]: game for game in self.projection["games"]}
        known |= {
            game["number"]: {**known.get(game["number"], {}), **game}
            for game in self.projection["next_games"]
        }
        return [(game, known.get(game.number, {})) for game in _listed(self)]

    def offers_of(self, game: ScheduledGame) -> list[OfferedAction]:
        """What can be done with a game in its current state."""
        if game.stage == GameStage.RUNNING:
            return [*self.entering(game.number), *self.offers(game.number, *WHILE_RUNNING)]
        before = (StartGame, EnterForfeit) if game.stage in OPEN and not self.event.hold else ()
        entering = self.entering(game.number) if before else []
        row = self.rows.get(game.number)
        after = self.after(row.game) if row and row.game.state in OVER else ()
        reporting = (
            self.reporting("draft-game-report", game.number) if row and row.game.state == ENDED else []
        )
        return [*entering, *self.offers(game.number, *before, *after), *reporting]

    @property
    def several(self) -> list[OfferedAction]:
        """What is done with several games, or all: started, confirmed."""
        confirms = self.unconfirmed > 1 and self.may(ConfirmResults.permission)
        confirming = [OfferedAction(ConfirmResults.title, self.url(ConfirmResults))] if confirms else []
        return [*self.starting, *(confirming if not self.event.format.seats_a_hall else [])]

    @property
    def starting(self) -> list[OfferedAction]:
        several = len(self.projection["next_games"]) > 1 and not self.event.hold
        return self.event_offers(StartGames) if several else []

    @cached_property
    def unconfirmed(self) -> int:
        games = (row.game for row in self.rows.values())
        return sum(game.state == ENDED and not game.confirmations for game in games)

    @property
    def ordering(self) -> list[OfferedAction]:
        is_open = self.event.status == Event.Status.OPEN and len(self.projection["entries"]) > 1
        return self.event_offers(Seeding) if is_open else []

    def after(self, game: Game) -> Iterator[type[GameAction]]:
        """What can be done with a game that is over."""
        if game.state == ENDED:
            if game.pk in self._reopenable and game.decided_by in _TYPED_IN:
                yield Undo
            if game.correction:
                is_own = game.pk in self._own_proposals
                if not is_own or self._is_alone:
                    yield Approve
                if is_own or self.may_organise:
                    yield Withdraw
            if game.pk in self._unfinished and missing_pawns(game):
                yield Complete
            if not game.confirmations:
                yield Confirm
            yield Correct
        is_played = game.decided_by not in (*_TYPED_IN, Decision.CORRECTION)
        if game.pk in self._reopenable and not game.confirmations and is_played:
            yield TakeBack

    @cached_property
    def _unfinished(self) -> set[UUID]:
        return {row.game_id for row in self.rows.values() if row.number in self.unfinished_games}

    @cached_property
    def _own_proposals(self) -> set[UUID]:
        """The games in which a correction waits that the viewer has proposed."""
        waiting = {row.game_id: row.game.correction for row in self.rows.values() if row.game.correction}
        proposals = GameEvent.objects.filter(game__in=waiting, number__in=set(waiting.values()))
        return {
            event.game_id
            for event in proposals
            if event.number == waiting[event.game_id] and is_same_person(event.by, self._actor)
        }

    @cached_property
    def _is_alone(self) -> bool:
        """Whether no other person could approve what the viewer proposes."""
        return not has_another_approver(self._actor, scope_of_event(self.event))

    @cached_property
    def _reopenable(self) -> set[UUID]:
        """The games that have just ended and whose end the viewer may take back."""
        over = {row.game_id: row.game for row in self.rows.values() if row.game.state in OVER}
        lately = GameEvent.objects.filter(
            game__in=over,
            kind__in=kinds_that(lambda each: each.returns or each.decides is not None),
            recorded_at__gte=timezone.now() - UNDO_WITHIN,
        )
        latest = dict.fromkeys(event.game_id for event in lately.order_by("-recorded_at"))
        return {key for key in list(latest)[:_LATEST] if can_reopen(over[key], self._actor, timezone.now())}

    @property
    def _actor(self) -> str:
        return caller_of(self._request).actor

    # -- how far it is -----------------------------------------------------------------------------

    @property
    def planning(self) -> list[Text]:
        """How long it takes, by stored durations; empty once it is over."""
        if self.event.status == Event.Status.FINISHED:
            return []
        return list(sentences(self._planned))

    @cached_property
    def _planned(self) -> EventPlanning:
        games = [row.game for row in self.rows.values()]
        found = forecasts_of(self.event).likeliest
        return planning_of(self.event, games, found, entered=len(self.projection["entries"]))

    @property
    def progress(self) -> list[str]:
        """How far it has come: how many play, or games played and who leads; about how much is left."""
        entered = len(self.projection["entries"])
        played = sum(game["state"] == ENDED for game in self.projection["games"])
        players = ngettext("%(n)d player", "%(n)d players", entered) % {"n": entered}
        games = ngettext("%(n)d game played", "%(n)d games played", played) % {"n": played}
        leaders = [
            f"{row['place']}. {row['name']} {row['figures'][0]}"
            for row in self.projection["rows"][:_LEADERS]
            if row["figures"]
        ]
        evening = self._planned.evenings.get(1) if self.event.status in UNDER_WAY else None
        left = time_left(evening.mean) if evening and evening.mean else None
        so_far = [games, ", ".join(leaders)] if played else [players]
        return [*so_far, *([translate_text(left)] if left else [])]

    # -- the event as a whole ----------------------------------------------------------------------

    @property
    def drawing(self) -> list[OfferedAction]:
        return self.event_offers(ChooseWay) if self.projection["draws_needed"] else []

    @property
    def draws_held(self) -> list[tuple[Any, list[OfferedAction]]]:
        draws = zip(self.draws, self.projection["draws"], strict=True)
        return [(draw, self.voiding(projected)) for draw, projected in draws]

    def voiding(self, draw: dict[str, Any]) -> list[OfferedAction]:
        if rests_on_draw(datetime.fromisoformat(draw["created_at"]), self.rows.values()):
            return []
        return self.event_offers(VoidDraw, of=(draw["subject"],))

    @property
    def settling(self) -> list[OfferedAction]:
        played = bool(self.projection["games"])
        return self.event_offers(ChangeDetails, *((ChangeSettings,) if played else ()))

    @property
    def youngest(self) -> list[OfferedAction]:
        open_start = self.projection["next_games"] and self.event.rules.starter is Starter.YOUNGEST
        return self.event_offers(SayYoungest) if open_start and self.event.format.starter_by_rules else []

    @property
    def format_settings(self) -> list[tuple[str, str]]:
        """The settings of its format as they stand, in words."""
        settings = self.event.format_settings
        return [
            (translate_text(each.label), translate_text(each.kind.in_words(getattr(settings, each.name))))
            for each in settings.described()
        ]

    @property
    def whole(self) -> list[OfferedAction]:
        offers = [*self.holding, *(self.reporting("draft-report") if self.projection["games"] else [])]
        if may_make_events(self._request):
            offers.append(self.way_to(_("Copy event"), "copy-event"))
        return offers

    @property
    def holding(self) -> list[OfferedAction]:
        if not self.may_organise:
            return []
        return [
            OfferedAction(holding.name, self.url(SayHold, holding.key)) for holding in holdings_of(self.event)
        ]

    @property
    def entered(self) -> list[tuple[dict[str, Any], list[OfferedAction]]]:
        keys = dict(self.event.entries.values_list("key", "pk"))
        return [(entry, self._leaving(entry, keys)) for entry in self.projection["entries"]]

    def _leaving(self, entry: dict[str, Any], keys: dict[str, int]) -> list[OfferedAction]:
        """The way out of an event: before the draw for anybody, then where the format lets players leave."""
        if self.event.status == Event.Status.OPEN:
            return self.event_offers(RemovePlayer, of=(keys[entry["key"]],))
        goes_on = self.event.status in (Event.Status.DRAWN, Event.Status.RUNNING)
        if not (goes_on and self.event.format.players_may_leave and entry["left_after"] is None):
            return []
        return self.event_offers(Leave, of=(keys[entry["key"]],))

    @cached_property
    def honours(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = points_of(self.event)["units"]
        return found

    @property
    def awarding(self) -> list[OfferedAction]:
        offers = self.event_offers(AwardCompensation)
        for award in self.event.compensation_awards.select_related("player"):
            name = f"{WithdrawCompensation.title} ({award.player.shown_as}: {float(award.points):g})"
            offers.append(OfferedAction(name, self.url(WithdrawCompensation, award.pk)))
        return offers if self.may_organise else []

    @property
    def may_organise(self) -> bool:
        return self.may(Action.ORGANISE)

    # -- offers ------------------------------------------------------------------------------------

    def offers(self, number: int, *steps: type[GameAction]) -> list[OfferedAction]:
        return [
            OfferedAction(step.title, self.url(step, number)) for step in steps if self.may(step.permission)
        ]

    def entering(self, number: int) -> list[OfferedAction]:
        return [OfferedAction(_("enter result"), f"{reverse_desk('results', self.event)}?game={number}")]

    def reporting(self, name: str, *of: int) -> list[OfferedAction]:
        return [self.way_to(_("Draft a report"), name, *of)] if self.may_organise else []

    def way_to(self, name: Any, page: str, *of: Any) -> OfferedAction:
        """Return the way to a page of the event, by the name of its address."""
        return OfferedAction(name, reverse_desk(page, self.event, *of))

    def event_offers(self, *steps: type[OrganiserAction], of: tuple[Any, ...] = ()) -> list[OfferedAction]:
        return [OfferedAction(step.title, self.url(step, *of)) for step in steps] if self.may_organise else []

    def url(self, step: type[OrganiserAction], *of: Any) -> str:
        return reverse_desk(name_of(step), self.event, *of)

    def may(self, action: Action) -> bool:
        return may_do(self._request, action, self.event)


def _listed(shown: EventPresenter) -> list[ScheduledGame]:
    """List the games with more than a number: the open ones, then those that are over, latest first."""
    games = [game for game in schedule(shown) if game.name is not None]
    is_over = [game for game in games if game.stage not in OPEN]
    return [*(game for game in games if game.stage in OPEN), *reversed(is_over)]


def line_address(shown: EventPresenter, number: int) -> str:
    """Return the address of the line of a game at the desk of its event."""
    place = next((at for at, game in enumerate(_listed(shown)) if game.number == number), 0)
    page = place // LINES_ON_A_PAGE + 1
    return f"{reverse_desk('desk-games', shown.event)}{f'?page={page}' if page > 1 else ''}#game-{number}"
