"""The facts of an event, read off its course, of what it gave, and of the records."""

from __future__ import annotations

from collections.abc import Iterator

from rules.i18n import Text, Verbatim
from rules.rule_set_names import rule_set_name
from tournaments.formats import Verdict, phrases
from tournaments.formats.verdict import ScoredGame
from tournaments.models import Event, EventPoints
from tournaments.ranking_rules.conclusions import WHOLE
from tournaments.ranking_rules.formatting import format_points
from tournaments.rankings.queries import titles, triple_crowns
from tournaments.recaps.facts import (
    DecidingGame,
    EventFacts,
    GameOnTop,
    PointsGiven,
    RecapGame,
    RecapRow,
    RecordSet,
)
from tournaments.services.suspension import HELD
from tournaments.standings.event_state import EventState
from tournaments.statistics.records import KINDS, RecordEntry, RecordKind, best


def facts_of(event_state: EventState) -> EventFacts:
    """What is known of an event. A judgement for each game and some fifteen queries: on demand only."""
    event, verdict = event_state.event, event_state.verdict
    names = {entry.key: event_state.name(entry) for entry in event_state.entries}
    winner = names[verdict.finished.winner] if verdict.finished else ""
    return EventFacts(
        name=event.name,
        season=event.season.name,
        format=event.format.name,
        rules=rule_set_name(event.rules_name),
        level=str(Event.Level(event.level).value),
        first_day=event.starts_on,
        last_day=event.ended_on,
        players=tuple(names.values()),
        games=tuple(_games(event_state, names)),
        on_top=tuple(_on_top(event_state, names)),
        table=tuple(_rows(verdict, names)),
        decision=_decision(verdict, winner),
        outlook=verdict.outlook,
        hold=HELD[Event.Hold(event.hold)] if event.hold else None,
        gave=tuple(_gave(event)),
        titles=_titles(event),
        crown=_is_crowned(event),
        records=tuple(_records(event_state)),
    )


def _games(event_state: EventState, names: dict[str, str]) -> Iterator[RecapGame]:
    played = {each.number: each.game for each in event_state.games}
    for counted in event_state.verdict.games:
        tallies = played[counted.number].tallies.get("colours", {}) if counted.number in played else {}
        throws = sum(sum(each["faces"].values()) for each in tallies.values())
        winners = tuple(names[winner] for winner in counted.winners)
        yield RecapGame(counted.number, counted.name, winners, throws or None)


def _on_top(event_state: EventState, names: dict[str, str]) -> Iterator[GameOnTop]:
    """The games after which somebody else was alone first."""
    leader = ""
    for counted in event_state.verdict.games:
        rows = event_state.verdict_before(counted.number + 1).standings.rows
        if rows and not rows[0].shared and rows[0].figures[0] and rows[0].entrant != leader:
            leader = rows[0].entrant
            yield GameOnTop(counted.name, names[leader])


def _rows(verdict: Verdict, names: dict[str, str]) -> Iterator[RecapRow]:
    if not verdict.games:
        return
    column = verdict.standings.columns[0]
    for row in verdict.standings.rows:
        unit = column.one if row.main == 1 else column.many
        figure = format_points(row.main)
        yield RecapRow(
            row.place, names[row.entrant], Text("{figure} {unit}", figure=figure, unit=unit), row.reason
        )


def _decision(verdict: Verdict, winner: str) -> DecidingGame | None:
    if not verdict.finished:
        return None
    game = _name_of(verdict.games, verdict.finished.number)
    return DecidingGame(winner, game, verdict.finished.reason)


def _name_of(games: tuple[ScoredGame, ...], number: int) -> Text:
    """What a game that counts is called."""
    return next((game.name for game in games if game.number == number), phrases.games([number]))


def _gave(event: Event) -> Iterator[PointsGiven]:
    rows = EventPoints.objects.filter(unit__event=event, unit__key=WHOLE).select_related("player")
    for row in rows.order_by("place", "pk"):
        if total := row.tp + row.wp + row.cp:
            yield PointsGiven(row.player.shown_as, format_points(total))


def _titles(event: Event) -> int:
    """How many ranking events its winner has won up to this one, as far as the public may know."""
    won = titles().filter(unit__event=event).first()
    if won is None:
        return 0
    return titles().filter(player=won.player, unit__ended_on__lte=won.unit.ended_on).count()


def _is_crowned(event: Event) -> bool:
    """Whether its winner has, with this Major, won all of the season."""
    if event.level < Event.Level.MAJOR:
        return False
    won = titles().filter(unit__event=event).first()
    return won is not None and triple_crowns({event.season_id}).get(event.season_id) == str(won.player_id)


def _records(event_state: EventState) -> Iterator[RecordSet]:
    """The records under the rules of the event that one of its games holds."""
    numbers = {each.game_id: each.number for each in event_state.games}
    for kind, found in best(list(KINDS.values()), event_state.event.rules_name, 1):
        for record in found:
            if record.game.id in numbers:
                game = _name_of(event_state.verdict.games, numbers[record.game.id])
                yield RecordSet(kind.name, _value(kind, record), game, record.holder_name)


def _value(kind: RecordKind, record: RecordEntry) -> Text:
    if kind.is_time:
        length = phrases.duration(record.value)
        return Verbatim(length)
    return Text("{record} {unit}", record=record.value, unit=kind.unit)
