"""What waits for somebody: of all their events on the organiser's home, of one event on its overview."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.timesince import timesince
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from games.access import (
    caller_of,
    find_persons,
    games_within,
    has_another_approver,
    scope_of_game,
    translate_text,
)
from games.enums import Action, Decision, EventKind, GameState
from games.models import Game, GameEvent
from games.templatetags.board import localized
from tournaments.hall.desk.crowd import seats_wanted_at
from tournaments.hall.services import open_namesakes
from tournaments.kit.desk import events_within, reverse_desk, webhooks_within
from tournaments.models import Delivery, Entry, Event, EventGame, ResultClaim
from tournaments.organiser.actions.base import name_of
from tournaments.organiser.actions.bulk import ConfirmResults
from tournaments.organiser.actions.corrections import Approve
from tournaments.organiser.actions.lifecycle import ChangeDetails
from tournaments.organiser.dashboard import line_address
from tournaments.player_refs import current_names, resolve
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.rounds import RoundState
from tournaments.webhooks.desk import address_of

#: The number named of each kind; all of them are counted.
MOST = 12
#: So long after the end of an event its slips are still asked for.
SLIPS_WANTED = timedelta(days=14)
#: How long a delivery that was given up is still listed.
GIVEN_UP_SHOWN = timedelta(days=1)
#: Neither closed nor called off.
GOES_ON = (Event.Hold.NONE, Event.Hold.INTERRUPTED)


@dataclass(frozen=True, slots=True)
class Task:
    """Something that waits: what it is about in which event, where it is done; how long it waits, or how many.

    ``is_urgent``: players at a board wait for it now.
    """

    kind: Any
    event: str
    subject: str
    url: str
    more: str = ""
    number: int = 1
    is_urgent: bool = False

    @property
    def about(self) -> str:
        """What it is called among those of other events."""
        return ": ".join(filter(None, (self.event, self.subject)))

    @property
    def in_event(self) -> str:
        """What it is called on the page of its event."""
        return self.subject or self.more or self.event


class Waiting:
    """The tasks of the viewer in all their events, or in one: ``desk``."""

    def __init__(
        self, request: HttpRequest, now: datetime, today: date, desk: EventPresenter | None = None
    ) -> None:
        self._request, self._now, self._today, self._desk = request, now, today, desk
        usual = {"archived": False, "rehearsal": None}
        self._every = Event.objects.filter(**usual if desk is None else {"pk": desk.event.pk})

    @cached_property
    def tasks(self) -> list[Task]:
        """List them, the most urgent first; of one event without those that its next step says."""
        is_of_all = self._desk is None
        return [
            *self._calls(),
            *self._corrections(),
            *(self._without_seat() if is_of_all else ()),
            *self._namesakes(),
            *self._remarks(),
            *self._contested(),
            *self._incomplete(),
            *((*self._to_begin(), *self._due()) if is_of_all else ()),
            *self._unconfirmed(),
            *self._unpublished(),
            *self._webhooks(),
        ]

    @property
    def groups(self) -> list[dict[str, Any]]:
        """Return the tasks by their kinds: how many there are of each, the first ones, how many are not named."""
        kinds = dict.fromkeys(task.kind for task in self.tasks)
        by_kind = [(kind, [task for task in self.tasks if task.kind == kind]) for kind in kinds]
        return [
            {
                "kind": kind,
                "named": tasks[:MOST],
                "number": sum(task.number for task in tasks),
                "others": max(len(tasks) - MOST, 0),
                "is_urgent": tasks[0].is_urgent,
            }
            for kind, tasks in by_kind
        ]

    @cached_property
    def shown(self) -> Sequence[EventPresenter]:
        """The events under way, or the one."""
        if self._desk is not None:
            return [self._desk]
        begun = Q(status=Event.Status.RUNNING)
        drawn = Q(status=Event.Status.DRAWN, starts_on__lte=self._today)
        found = self._events(Action.RULE).filter(begun | drawn, hold__in=GOES_ON).defer(None)
        return [EventPresenter(event) for event in found.select_related("season")[:MOST]]

    @cached_property
    def _halls(self) -> dict[int, EventPresenter]:
        return {shown.event.pk: shown for shown in self.shown if shown.event.format.seats_a_hall}

    def _events(self, action: Action) -> QuerySet[Event]:
        return events_within(self._request, self._every.defer("projection"), action)

    # -- games -------------------------------------------------------------------------------------

    def _calls(self) -> Iterator[Task]:
        """Players at a board wait for the referee; the longest first."""
        for event, game in self._requests:
            if event.kind == EventKind.CALL:
                name, url = self._called(game), _referee_page(game)
                yield Task(_("The referee is called"), *name, url, self._since(event), is_urgent=True)

    def _corrections(self) -> Iterator[Task]:
        me = caller_of(self._request).actor
        proposed = [each for each in self._requests if each[0].kind == EventKind.CORRECTION]
        persons = find_persons({me, *(event.by for event, _game in proposed)})
        for event, game in proposed:
            kind, waited = _("A correction waits for a second person"), self._since(event)
            if persons[event.by] == persons[me]:
                if has_another_approver(me, scope_of_game(game.pk)):
                    proposed_by_you = gettext("%(waited)s; proposed by you, somebody else approves it")
                    waited = proposed_by_you % {"waited": waited}
                else:
                    kind = _("A correction waits for your approval")
            played = _place(game)
            url = (
                reverse_desk(name_of(Approve), played.event, played.number) if played else _referee_page(game)
            )
            yield Task(kind, *self._called(game), url, waited)

    @cached_property
    def _requests(self) -> list[tuple[GameEvent, Game]]:
        """The calls and proposed corrections with their games, the oldest first; of several calls of a game one."""
        games = games_within(self._request, Action.RULE).filter(~Q(calls=[]) | Q(correction__isnull=False))
        if self._desk is not None:
            games = games.filter(event_game__event=self._desk.event)
        asking = {
            (game.pk, number): game
            for game in games.select_related("event_game__event").defer("event_game__event__projection")
            for number in (min(game.calls, default=None), game.correction)
            if number is not None
        }
        numbers = {number for _game, number in asking}
        found = GameEvent.objects.filter(game__in=asking.values(), number__in=numbers).select_related("game")
        asked = [(event, asking[key]) for event in found if (key := (event.game_id, event.number)) in asking]
        return sorted(asked, key=lambda each: each[0].recorded_at)

    @cached_property
    def _names(self) -> dict[str, str]:
        """Player id → name, of the players by whom a game with an open request is called."""
        played = filter(None, (_place(game) for _event, game in self._requests))
        return current_names(name for each in played for name in (each.name.en, each.name.de))

    def _called(self, game: Game) -> tuple[str, str]:
        """Return the event of a game, empty where there is none, and what it is called there."""
        played = _place(game)
        if played is None:
            return "", str(game)
        return played.event.name, translate_text(resolve(played.name, self._names))

    def _since(self, event: GameEvent) -> str:
        return gettext("for %(time)s") % {"time": timesince(event.recorded_at, self._now)}

    def _remarks(self) -> Iterator[Task]:
        """Games that another colour began than was due, or that no longer fit since an earlier result was corrected."""
        for shown in self.shown:
            for game in shown.projection["games"]:
                if game["remark"]:
                    url, remark = line_address(shown, game["number"]), localized(game["remark"])
                    yield Task(_("To note"), shown.event.name, localized(game["name"]), url, remark)

    def _contested(self) -> Iterator[Task]:
        """Tables with contradicting claims. One query."""
        corrected = EventGame.objects.filter(
            event=OuterRef("event"), number=OuterRef("number"), game__decided_by=Decision.CORRECTION
        )
        claims = ResultClaim.objects.filter(event__in=self._halls, state=ResultClaim.State.CONTRADICTED)
        for event, number in sorted(set(claims.filter(~Exists(corrected)).values_list("event", "number"))):
            for each in self._halls[event].projection["rounds"]:
                is_there = each["first"] and each["first"] <= number <= each["last"]
                if is_there and each["state"] != RoundState.ANNULLED:
                    table = gettext("Table %(number)s") % {"number": number - each["first"] + 1}
                    subject = f"{localized(each['name'])}, {table}"
                    shown = self._halls[event].event
                    yield Task(_("Two results"), shown.name, subject, _slip_address(shown, number))

    def _incomplete(self) -> Iterator[Task]:
        """Missing figures that the table counts: in a hall they are on the slip of a table.

        There boards are needed only of players whom they could separate, and not any more when all is over.
        """
        for shown in self.shown:
            is_hall, projection = shown.event.format.seats_a_hall, shown.projection
            for each in projection["unfinished"]:
                is_result = not is_hall or each["columns"] == [projection["columns"][0]["key"]]
                if is_result or not projection["finished"]:
                    game = each["games"][0]
                    url = _slip_address(shown.event, game) if is_hall else line_address(shown, game)
                    kind = _("Incomplete") if is_result else _("To note")
                    yield Task(kind, shown.event.name, localized(each["sentence"]), url)

    def _unconfirmed(self) -> Iterator[Task]:
        """Unsigned results; among all events of those that go on or have just ended.

        In a hall a slip counts as it was entered; a player's claim is confirmed at its table.
        """
        not_signed = Q(games__game__state=GameState.ENDED, games__game__confirmations=[])
        events = self._events(Action.RULE)
        if self._desk is None:
            lately = Q(ended_on__isnull=True) | Q(ended_on__gte=self._today - SLIPS_WANTED)
            events = events.filter(lately, hold__in=GOES_ON)
        for event in events.annotate(open_slips=Count("games", filter=not_signed)).filter(open_slips__gt=0):
            if not event.format.seats_a_hall:
                number = event.open_slips
                results = ngettext("%(number)d result", "%(number)d results", number) % {"number": number}
                url = reverse_desk(name_of(ConfirmResults), event)
                yield Task(_("Unconfirmed results"), event.name, "", url, results, number)

    # -- events ------------------------------------------------------------------------------------

    def _to_begin(self) -> Iterator[Task]:
        """Events of today, or of days gone by, with entries and without a begun game."""
        status = (Event.Status.OPEN, Event.Status.DRAWN)
        events = self._events(Action.ORGANISE).filter(
            Exists(Entry.objects.filter(event=OuterRef("pk"))),
            status__in=status,
            hold="",
            starts_on__lte=self._today,
        )
        # The next one first; one that was forgotten in spring is no news.
        for event in events.order_by("-starts_on", "slug"):
            days = (self._today - event.starts_on).days
            since = ngettext("since yesterday", "for %(days)d days", days) % {"days": days}
            when = since if days else gettext("today")
            yield Task(_("Events to start"), event.name, "", reverse_desk("desk", event), when)

    def _due(self) -> Iterator[Task]:
        """Games that could be played now, of the events that are being played."""
        for shown in self.shown:
            number = len(shown.projection["next_games"])
            if number and shown.event.status == Event.Status.RUNNING and not shown.hold:
                games = ngettext("%(number)d game", "%(number)d games", number) % {"number": number}
                url = reverse_desk("desk", shown.event)
                yield Task(_("Games that can begin"), shown.event.name, "", url, games, number)

    def _without_seat(self) -> Iterator[Task]:
        """People who have come to a hall since its round was published: a table has room for them now."""
        organised = self._events(Action.ORGANISE).filter(pk__in=self._halls).values_list("pk", flat=True)
        mine = [self._halls[pk] for pk in organised] if self._halls else []
        for wanted in seats_wanted_at((shown.event, shown.projection) for shown in mine):
            event, people = wanted.event_state.event, len(wanted.found.people)
            yield Task(
                _("People without a seat"), event.name, "", wanted.url, wanted.about, people, is_urgent=True
            )

    def _namesakes(self) -> Iterator[Task]:
        """People who have registered themselves under a name that is known."""
        for each in open_namesakes(self._events(Action.ORGANISE), caller_of(self._request)):
            event, name = each.entry.event, each.entry.player.shown_as
            yield Task(
                _("Same person?"), event.name, name, f"{reverse_desk('desk-check-in', event)}#namesakes"
            )

    def _unpublished(self) -> Iterator[Task]:
        """Events that are not public; their details say so, and make them public."""
        for event in self._events(Action.ORGANISE).filter(is_public=False):
            yield Task(_("Not public yet"), event.name, "", reverse_desk(name_of(ChangeDetails), event))

    def _webhooks(self) -> Iterator[Task]:
        """Receivers with messages that could not be delivered, for the organisers of their places."""
        late = Q(deliveries__state=Delivery.State.WAITING, deliveries__attempts__gt=0)
        lost = Q(
            deliveries__state=Delivery.State.GIVEN_UP, deliveries__created_at__gt=self._now - GIVEN_UP_SHOWN
        )
        hooks = webhooks_within(self._request).filter(active=True)
        if self._desk is not None:
            hooks = hooks.filter(event=self._desk.event)
        hooks = hooks.annotate(untold=Count("deliveries", filter=late | lost)).filter(untold__gt=0)
        for hook in hooks.select_related("event", "season").defer("event__projection"):
            messages = ngettext("%(number)d message not told", "%(number)d messages not told", hook.untold)
            more = messages % {"number": hook.untold}
            yield Task(
                _("Webhooks that are not answered"), "", str(hook), address_of(hook.place, hook.pk), more
            )


def _referee_page(game: Game) -> str:
    return reverse("games:referee", args=[game.pk])


def _slip_address(event: Event, number: int) -> str:
    return reverse_desk("desk-slip", event, number)


def _place(game: Game) -> EventGame | None:
    found: EventGame | None = getattr(game, "event_game", None)
    return found
