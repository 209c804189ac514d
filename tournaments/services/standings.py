"""What follows from a change of an event, in one list: in its transaction, in this order.

Every change of an event is made within ``changing``, or calls ``refresh``; what is recorded in its games comes here by
``EventChange``, from the service that has the change in hand, or else from ``tournaments.receivers``. No table is ever
stale and no reader computes one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Self

import orjson
from django.db import transaction

from games.above import GameChange
from games.streams.broker import announce
from tournaments.db import locked
from tournaments.errors import FormatViolation
from tournaments.formats import FormatError
from tournaments.models import Event, EventGame, EventTable, ReportLine
from tournaments.player_refs import ref, resolve, resolve_json
from tournaments.rankings.points import keep_points
from tournaments.rankings.store import redraw
from tournaments.services.undo import REVERSING, check_nothing_rests_on, follow_in_report
from tournaments.standings.conclusion import ended_on
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection, status_of
from tournaments.streams import EVENTS
from tournaments.webhooks.outbox import tell

#: How long every table of a hall is stored.
TABLE_RETENTION = timedelta(hours=1)
#: The columns of an event that follow from the rest.
_FOLLOWING = ("status", "ended_on", "version", "projection")


@dataclass(eq=False)
class EventChange:
    """A change of an event in hand, whose row is locked: it is loaded where it opens, and judged where its block ends.

    Services hand it to the recorder (``around``), so a hundred results are not a hundred times the whole event. They
    must not depend on one another, and nothing but games of the event and its report may change meanwhile. Who writes a
    line of the report adds it to ``lines``.
    """

    event: Event
    now: datetime
    actor: str
    before: EventState
    games: dict[int, EventGame]
    lines: list[ReportLine]
    #: The ids of those who are entered, by their keys.
    players: dict[str, str]
    recorded: list[tuple[EventGame, GameChange]] = field(default_factory=list)
    is_changed: bool = False

    @classmethod
    @contextmanager
    def open(cls, event: Event, now: datetime, actor: str) -> Iterator[Self]:
        """Load the event, and do at the end what follows: nothing where a slip was there already."""
        before = EventState.load(event, ref)
        games = {played.number: played for played in before.games}
        players = {entry.key: str(entry.player_id) for entry in before.entries}
        change = cls(event, now, actor, before, games, list(before.report), players)
        yield change
        if not change.is_changed:
            return
        results = [(played, made) for played, made in change.recorded if made.is_result]
        in_order = tuple(games[number] for number in sorted(games))
        after = replace(change.before, games=in_order, report=tuple(change.lines))
        try:
            bring_up_to_date(after, now, results=results)
        except FormatError as broken:  # such a result cannot be in this event: nothing is recorded
            raise FormatViolation(broken.message, field=broken.field) from broken

    def after_record(self, made: GameChange) -> None:
        """Take what was recorded of a game. Raises ``WrongState`` where others rest on a result that is taken back."""
        played = next(each for each in self.games.values() if each.game_id == made.game.pk)
        played.game = made.game
        if made.is_result and not made.game.is_over:
            check_nothing_rests_on(played)
            # What was computed with the result is no longer valid.
            self.before = self.before.calling(ref)
        for event in made.events:
            if made.is_result and event.kind in REVERSING:
                self.lines += follow_in_report(played, event)
        self.recorded.append((played, made))
        self.is_changed = True


@contextmanager
def changing(event_id: int, now: datetime) -> Iterator[Event]:
    """Change anything of an event, in one transaction: it is locked, and brought up to date at the end.

    Nothing within may bring it up to date itself, as a name of a player does that changes.
    """
    with transaction.atomic():
        event = locked(event_id)
        yield event
        bring_up_to_date(EventState.load(event, ref), now)


@transaction.atomic
def refresh(*, event_id: int, now: datetime, is_news: bool = True, later: set[str] | None = None) -> Event:
    """Bring an event up to date, as its rows are now.

    Locks the event's row: two games that end at once follow one another, and the second sees the first. Of an event
    that is being created, imported or published nothing is news to webhooks. ``later`` collects the keys of rankings
    that the caller draws up, once for many events.
    """
    event = locked(event_id)
    bring_up_to_date(EventState.load(event, ref), now, is_news=is_news, later=later)
    return event


def bring_up_to_date(
    event_state: EventState,
    now: datetime,
    *,
    results: Sequence[tuple[EventGame, GameChange]] = (),
    is_news: bool = True,
    later: set[str] | None = None,
) -> None:
    """Judge the event, and store its table with the next version if it is another one; then let follow what follows.

    Every version is stored, of a hall for a while (``TABLE_RETENTION``). ``results`` are new ones,
    each as it was recorded. Raises ``FormatError``, also where one of them cannot be.
    """
    event = event_state.event
    names = {str(entry.player_id): entry.player.shown_as for entry in event_state.entries}
    try:
        for played, made in results:
            if made.game.winner_id is None:
                event_state.check_decided(played)
        event.status, event.ended_on = status_of(event_state), ended_on(event_state)
    except FormatError as error:  # errors name people, what is stored has their ids
        raise FormatError(error.field, resolve(error.message, names)) from error
    found = build_projection(event_state)
    if resolve_json(as_text(found), names) == event.projection:
        if is_news and results:
            tell(event, results, None)
        return
    before = orjson.loads(event.projection) if event.projection else {}
    event.version += 1
    stored = as_text({**found, "version": event.version})
    event.projection = resolve_json(stored, names)
    # Past save(): the history is for what people change.
    Event.objects.filter(pk=event.pk).update(**{name: getattr(event, name) for name in _FOLLOWING})
    table = EventTable(
        event=event,
        version=event.version,
        projection=stored,
        status=event.status,
        has_result=any(played.game.is_over for played in event_state.games),
        made_at=now,
    )
    EventTable.objects.bulk_create([table])  # past save() too: nobody listens
    if event.format.seats_a_hall:
        _forget_old_tables(event, now)
    transaction.on_commit(partial(announce, EVENTS.open.name, event.slug, event.version), robust=True)
    if is_news:
        tell(event, results, before)
    lists = keep_points(event_state) if found["concluded"] or before.get("concluded") else ()
    if later is not None:
        later.update(lists)
    elif lists:
        redraw(keys=lists, now=now)


def _forget_old_tables(event: Event, now: datetime) -> None:
    """Delete old tables of a hall, which are long and change with every check-in and every slip.

    Those of the last hour stay, and the last one without a result: a result that is undone is compared with it.
    """
    tables = EventTable.objects.filter(event=event)
    first = tables.filter(has_result=False).order_by("-version").values_list("pk", flat=True)[:1]
    tables.filter(made_at__lt=now - TABLE_RETENTION).exclude(pk__in=list(first)).delete()
