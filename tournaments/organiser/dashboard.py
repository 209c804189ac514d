"""The event as a dashboard: what needs somebody, what is next and being played, the table and what is decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.access.decorators import caller_of
from games.access.permissions import is_allowed
from games.access.persons import is_same_person
from games.admin import actor_of
from games.domain.events import EVENT_TYPES, kinds_that
from games.domain.events.undo_result import UNDO_WITHIN
from games.domain.known_result import missing_pawns
from games.enums import OVER, Action, Decision, GameState
from games.models import Game, GameEvent
from games.services.undoable import can_undo
from rules.i18n import Literal, Text
from rules.rule_sets import Starter
from tournaments.forecasts.durations import planning_of, sentences
from tournaments.forecasts.queries import forecasts_of
from tournaments.forecasts.subject import UNDER_WAY
from tournaments.models import Event, EventGame
from tournaments.organiser.actions import name_of
from tournaments.organiser.actions.base import GameAction, OrganiserAction
from tournaments.organiser.actions.bulk import ConfirmResults, StartGames
from tournaments.organiser.actions.compensation import AwardCompensation, WithdrawCompensation
from tournaments.organiser.actions.corrections import (
    Approve,
    Complete,
    Confirm,
    Correct,
    TakeBack,
    Undo,
    Withdraw,
)
from tournaments.organiser.actions.draws import ChooseWay, VoidDraw
from tournaments.organiser.actions.lifecycle import ChangeSettings, Leave, SayHold, holdings_of
from tournaments.organiser.actions.recaps import WriteUpEvent, WriteUpGame
from tournaments.organiser.actions.results import Abandon, Adjudicate, EnterForfeit, EnterResult, MoveToBoard
from tournaments.organiser.actions.score_sheet_entry import TypeIn
from tournaments.organiser.actions.seeding import Seeding
from tournaments.organiser.actions.start_game import SayYoungest, StartGame
from tournaments.organiser.actions.what_if import AskIf
from tournaments.organiser.i18n import translate_text
from tournaments.organiser.permissions import may_do, may_make_events
from tournaments.rankings.queries import points_of
from tournaments.scopes import scope_of_event
from tournaments.services.readiness import Finding, preflight
from tournaments.services.undo import resting_on
from tournaments.standings.event_state import EventState
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import entry_names

ENDED, RUNNING, ABANDONED = GameState.ENDED, GameState.RUNNING, GameState.ABANDONED
#: Results that only a correction changes.
_TOLD = (Decision.RESULT, Decision.CORRECTION)


@dataclass(frozen=True, slots=True)
class OfferedAction:
    """Something that can be done: what it is called, and its page."""

    name: Any
    url: str


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Something that waits for somebody: what it is, and where it is done."""

    what: Any
    about: str
    url: str


class DashboardPresenter(EventPresenter):
    """An event as its desk shows it to somebody who may do some of it; a few queries, however much was played."""

    def __init__(self, event: Event, request: HttpRequest) -> None:
        super().__init__(event)
        self._request = request

    @cached_property
    def rows(self) -> dict[int, EventGame]:
        """The games of the event by number."""
        names = entry_names(self.projection)
        return {each.number: each.with_names(names) for each in self.event.games.select_related("game")}

    @property
    def due(self) -> list[dict[str, Any]]:
        """The games that can be started now, with what can be done with each."""
        steps = () if self.event.hold else (StartGame, EnterResult, EnterForfeit)
        return [{**game, "offers": self.offers(game["number"], *steps)} for game in self.next_games]

    @property
    def starting(self) -> list[OfferedAction]:
        """The way to begin several games at once, where several are due."""
        several = len(self.projection["next_games"]) > 1 and not self.event.hold
        return self._event_offers(OfferedAction(StartGames.title, self._url(StartGames))) if several else []

    @property
    def confirming(self) -> list[OfferedAction]:
        """The way to confirm several results at once, where several are open."""
        open_slips = [
            row for row in self.rows.values() if row.game.state == ENDED and not row.game.confirmations
        ]
        if len(open_slips) < 2 or not self._may(ConfirmResults.permission):
            return []
        return [OfferedAction(ConfirmResults.title, self._url(ConfirmResults))]

    @property
    def ordering(self) -> list[OfferedAction]:
        """The way to the order of the entries, until the draw."""
        is_open = self.event.status == Event.Status.OPEN and len(self.projection["entries"]) > 1
        return self._event_offers(OfferedAction(Seeding.title, self._url(Seeding))) if is_open else []

    @property
    def running(self) -> list[dict[str, Any]]:
        """The games that are being played."""
        steps = (TypeIn, EnterResult, Adjudicate, EnterForfeit, MoveToBoard, Abandon)
        return [
            {**game, "offers": self.offers(game["number"], *steps)}
            for game in self.games
            if game["state"] == RUNNING
        ]

    @property
    def over(self) -> list[dict[str, Any]]:
        """The games that are over, the latest first."""
        return [
            {**game, "offers": self._offers_after(self.rows[game["number"]])}
            for game in self.games
            if game["state"] in OVER
        ]

    def _offers_after(self, row: EventGame) -> list[OfferedAction]:
        return [*self.offers(row.number, *self.after(row.game)), *_history("eventgame", row.pk)]

    def after(self, game: Game) -> Iterator[type[GameAction]]:
        """What can be done with a game that is over."""
        if game.state == ENDED:
            if game.pk in self._undoable:
                yield Undo
            if game.correction:
                is_own = game.pk in self._own_proposals
                if not is_own:
                    yield Approve
                if is_own or self.may_organise:
                    yield Withdraw
            if game.pk in self._unfinished and missing_pawns(game):
                yield Complete
            if not game.confirmations:
                yield Confirm
            yield Correct
            yield WriteUpGame
        if not game.confirmations and game.decided_by not in _TOLD:
            yield TakeBack

    @cached_property
    def _unfinished(self) -> set[UUID]:
        """The games of which pawns are missing that the table counts."""
        return {row.game_id for row in self.rows.values() if row.number in self.unfinished_games}

    @cached_property
    def _own_proposals(self) -> set[UUID]:
        """The games in which a correction waits that whoever looks has proposed."""
        waiting = {row.game_id: row.game.correction for row in self.rows.values() if row.game.correction}
        if not waiting:
            return set()
        proposals = GameEvent.objects.filter(game__in=waiting, number__in=set(waiting.values()))
        return {
            event.game_id
            for event in proposals
            if event.number == waiting[event.game_id] and is_same_person(event.by, self._actor)
        }

    @cached_property
    def _undoable(self) -> set[UUID]:
        """The games of which whoever looks may undo the result alone, having just typed it in."""
        decisions = {each.decides for each in EVENT_TYPES.values() if each.is_typed_in}
        typed = {
            row.game_id: row
            for row in self.rows.values()
            if row.game.state == ENDED and row.game.decided_by in decisions
        }
        if not typed:
            return set()
        lately = GameEvent.objects.filter(
            game__in=typed,
            kind__in=kinds_that(lambda each: each.is_typed_in),
            recorded_at__gte=timezone.now() - UNDO_WITHIN,
        )
        games = {event.game_id for event in lately}
        return {key for key in games if self._can_undo(typed[key])}

    def _can_undo(self, row: EventGame) -> bool:
        if not can_undo(row.game, self._actor, timezone.now()):
            return False
        row.event = self.event
        return resting_on(row) is None

    @property
    def _actor(self) -> str:
        return actor_of(self._request.user)

    # -- what waits for somebody -------------------------------------------------------------------

    @property
    def wanting(self) -> list[OpenRequest]:
        """What should be looked at before anything else, the gravest first."""
        return [*self._holds(), *self._calls(), *self._corrections(), *self._remarks()]

    def _holds(self) -> Iterator[OpenRequest]:
        """An event that is on hold but not done with goes on once somebody says so."""
        if self.event.hold == Event.Hold.INTERRUPTED:
            (resume,) = holdings_of(self.event)
            yield OpenRequest(self.event.get_hold_display(), str(resume.name), self._url(SayHold, resume.key))

    def _calls(self) -> Iterator[OpenRequest]:
        for row in self.rows.values():
            if row.game.calls:
                yield OpenRequest(
                    _("The referee is called"),
                    translate_text(row.name),
                    reverse("games:referee", args=[row.game_id]),
                )

    def _corrections(self) -> Iterator[OpenRequest]:
        for row in self.rows.values():
            if row.game.correction:
                yield OpenRequest(
                    _("A correction waits for a second person"),
                    translate_text(row.name),
                    self._url(Approve, row.number),
                )

    def _remarks(self) -> Iterator[OpenRequest]:
        for game in self.projection["games"]:
            if game["remark"]:
                name, remark = Literal(**game["name"]), Literal(**game["remark"])
                text = Text("{name}: {remark}", name=name, remark=remark)
                yield OpenRequest(_("To note"), translate_text(text), f"#game-{game['number']}")

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """What the check before the start has found, as long as no game has begun."""
        return () if self.projection["games"] else preflight(EventState.load(self.event))

    @property
    def planning(self) -> list[Text]:
        """How long it takes, by what is stored; nothing once it is over."""
        if self.event.status == Event.Status.FINISHED:
            return []
        games = [row.game for row in self.rows.values()]
        found = forecasts_of(self.event).likeliest
        return list(sentences(planning_of(self.event, games, found, entered=len(self.projection["entries"]))))

    # -- the event as a whole ----------------------------------------------------------------------

    @property
    def draw_offer(self) -> list[OfferedAction]:
        """The way to the draw that is due."""
        return self._event_offers(OfferedAction(ChooseWay.title, self._url(ChooseWay)))

    @property
    def draws_held(self) -> list[tuple[Any, list[OfferedAction]]]:
        """The draws that were held, each with what can be done about it."""
        keys = dict(self.event.draws.values_list("subject", "pk"))
        return [
            (draw, [*self.voiding(told), *_history("draw", keys.get(told["subject"]))])
            for draw, told in zip(self.draws, self.projection["draws"], strict=True)
        ]

    def voiding(self, draw: dict[str, Any]) -> list[OfferedAction]:
        """The way back from a draw on which no game rests yet."""
        made_at = datetime.fromisoformat(draw["made_at"])
        games = [row.game for row in self.rows.values() if row.game.state != ABANDONED]
        if any(game.created_at >= made_at for game in games):
            return []
        return self._event_offers(OfferedAction(VoidDraw.title, self._url(VoidDraw, draw["subject"])))

    @property
    def organising(self) -> list[OfferedAction]:
        """What can be done about the event as a whole."""
        played = (WriteUpEvent, ChangeSettings) if self.projection["games"] else ()
        open_start = self.projection["next_games"] and self.event.rules.starter is Starter.YOUNGEST
        is_asked = open_start and self.event.format.starter_by_rules
        youngest = [OfferedAction(SayYoungest.title, self._url(SayYoungest))] if is_asked else []
        asking = [OfferedAction(AskIf.title, self._url(AskIf))] if self.event.status in UNDER_WAY else []
        return [
            *self._event_offers(*(OfferedAction(step.title, self._url(step)) for step in played)),
            *self.holding,
            *self._event_offers(*youngest, *asking, *self.copying),
        ]

    @property
    def copying(self) -> list[OfferedAction]:
        """The way to another event of its kind, for those who may make events."""
        if not may_make_events(self._request):
            return []
        return [OfferedAction(_("Copy event"), reverse("tournaments:copy-event", args=[self.event.slug]))]

    @property
    def holding(self) -> list[OfferedAction]:
        """What can be said about the event as it stands: interrupt it, let it go on, close it."""
        offers = [
            OfferedAction(holding.name, self._url(SayHold, holding.key))
            for holding in holdings_of(self.event)
        ]
        return self._event_offers(*offers)

    @property
    def entered(self) -> list[tuple[dict[str, Any], list[OfferedAction]]]:
        """Who plays, each with what can be done about them."""
        keys = dict(self.event.entries.values_list("key", "pk"))
        return [
            (entry, [*self._leaving(entry, keys), *_history("entry", keys.get(entry["key"]))])
            for entry in self.projection["entries"]
        ]

    def _leaving(self, entry: dict[str, Any], keys: dict[str, int]) -> list[OfferedAction]:
        """The way out of an event whose format lets players leave."""
        goes_on = self.event.status in (Event.Status.DRAWN, Event.Status.RUNNING)
        if not (goes_on and self.event.format.players_may_leave and entry["left_after"] is None):
            return []
        return self._event_offers(OfferedAction(Leave.title, self._url(Leave, keys[entry["key"]])))

    @cached_property
    def honours(self) -> list[dict[str, Any]]:
        """What the event, and its parts that count by themselves, gave in ranking points."""
        if self.event.status != Event.Status.FINISHED:
            return []
        found: list[dict[str, Any]] = points_of(self.event, self.event.units.all())["units"]
        return found

    @property
    def awarding(self) -> list[OfferedAction]:
        """What can be done about compensation points."""
        offers = [OfferedAction(AwardCompensation.title, self._url(AwardCompensation))]
        for award in self.event.compensation_awards.select_related("player"):
            name = f"{WithdrawCompensation.title} ({award.player.shown_as}: {float(award.points):g})"
            offers.append(OfferedAction(name, self._url(WithdrawCompensation, award.pk)))
        return self._event_offers(*offers)

    @property
    def may_organise(self) -> bool:
        """Whether entries and settings may be changed."""
        return self._may(Action.ORGANISE)

    @property
    def may_admit(self) -> bool:
        """Whether the page of the roles is open."""
        return is_allowed(caller_of(self._request), Action.GRANT, scope_of_event(self.event))

    @property
    def may_audit(self) -> bool:
        """Whether the page of who did what is open."""
        return is_allowed(caller_of(self._request), Action.AUDIT, scope_of_event(self.event))

    # -- offers ------------------------------------------------------------------------------------

    def offers(self, number: int, *steps: type[GameAction]) -> list[OfferedAction]:
        """Those of the steps that whoever looks may take in a game."""
        return [
            OfferedAction(step.title, self._url(step, number)) for step in steps if self._may(step.permission)
        ]

    def _event_offers(self, *offers: OfferedAction) -> list[OfferedAction]:
        return list(offers) if self.may_organise else []

    def _url(self, step: type[OrganiserAction], *of: Any) -> str:
        return reverse(f"admin:{name_of(step)}", args=[self.event.pk, *of])

    def _may(self, action: Action) -> bool:
        return may_do(self._request, action, self.event)


def _history(kind: str, key: int | None) -> list[OfferedAction]:
    """The way to the history of a row."""
    if key is None:
        return []
    return [OfferedAction(_("history"), reverse(f"admin:tournaments_{kind}_history", args=[key]))]
