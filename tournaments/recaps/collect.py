"""The facts of an event, read off its course, of what it gave, and of the records."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rules.i18n import Text, Verbatim
from tournaments.formats import Verdict, phrases
from tournaments.formats.verdict import CountedGame
from tournaments.models import Event, EventPoints
from tournaments.ranking_rules.conclusions import WHOLE
from tournaments.ranking_rules.formatting import written
from tournaments.rankings.queries import titles, triple_crowns
from tournaments.recaps.facts import Decision, EventFacts, GameTold, Gave, OnTop, RecordSet, Row
from tournaments.services.suspension import HELD
from tournaments.standings.event_state import Course
from tournaments.statistics.records import KINDS, Kind, Record, best


def facts_of(course: Course, now: datetime) -> EventFacts:
    """What is known of an event. A judgement for each game and some fifteen queries: on demand only."""
    event, verdict = course.event, course.verdict
    names = {entry.key: course.name(entry) for entry in course.entries}
    winner = names[verdict.finished.winner] if verdict.finished else ""
    return EventFacts(
        name=event.name,
        season=event.season.name,
        format=event.format.name,
        rules=event.rules_name,
        level=str(Event.Level(event.level).value),
        first_day=event.starts_on,
        last_day=event.ended_on,
        players=tuple(names.values()),
        games=tuple(_games(course, names)),
        on_top=tuple(_on_top(course, names)),
        table=tuple(_rows(verdict, names)),
        decision=_decision(verdict, winner),
        outlook=verdict.outlook,
        hold=HELD[Event.Hold(event.hold)] if event.hold else None,
        gave=tuple(_gave(event)),
        titles=_titles(event, now),
        crown=_is_crowned(event, now),
        records=tuple(_records(course)),
    )


def _games(course: Course, names: dict[str, str]) -> Iterator[GameTold]:
    played = {each.number: each.game for each in course.games}
    for counted in course.verdict.games:
        tallies = played[counted.number].tallies.get("colours", {}) if counted.number in played else {}
        throws = sum(sum(each["faces"].values()) for each in tallies.values())
        winners = tuple(names[winner] for winner in counted.winners)
        yield GameTold(counted.number, counted.name, winners, throws or None)


def _on_top(course: Course, names: dict[str, str]) -> Iterator[OnTop]:
    """The games after which somebody else was alone first."""
    leader = ""
    for counted in course.verdict.games:
        rows = course.verdict_before(counted.number + 1).standings.rows
        if rows and not rows[0].shared and rows[0].figures[0] and rows[0].entrant != leader:
            leader = rows[0].entrant
            yield OnTop(counted.name, names[leader])


def _rows(verdict: Verdict, names: dict[str, str]) -> Iterator[Row]:
    if not verdict.games:
        return
    column = verdict.standings.columns[0]
    for row in verdict.standings.rows:
        unit = column.one if row.figures[0] == 1 else column.many
        figure = written(row.figures[0])
        yield Row(
            row.place, names[row.entrant], Text("{figure} {unit}", figure=figure, unit=unit), row.reason
        )


def _decision(verdict: Verdict, winner: str) -> Decision | None:
    if not verdict.finished:
        return None
    game = _name_of(verdict.games, verdict.finished.number)
    return Decision(winner, game, verdict.finished.reason)


def _name_of(games: tuple[CountedGame, ...], number: int) -> Text:
    """What a game that counts is called."""
    return next((game.name for game in games if game.number == number), phrases.games([number]))


def _gave(event: Event) -> Iterator[Gave]:
    rows = EventPoints.objects.filter(unit__event=event, unit__key=WHOLE).select_related("player")
    for row in rows.order_by("place", "pk"):
        if total := row.tp + row.wp + row.cp:
            yield Gave(row.player.shown_as, written(total))


def _titles(event: Event, now: datetime) -> int:
    """How many ranking events its winner has won up to this one, as far as the public may know."""
    won = titles(now).filter(unit__event=event).first()
    if won is None:
        return 0
    return titles(now).filter(player=won.player, unit__ended_on__lte=won.unit.ended_on).count()


def _is_crowned(event: Event, now: datetime) -> bool:
    """Whether its winner has, with this Major, won all of the season."""
    if event.level < Event.Level.MAJOR:
        return False
    won = titles(now).filter(unit__event=event).first()
    return won is not None and triple_crowns({event.season_id}, now).get(event.season_id) == str(
        won.player_id
    )


def _records(course: Course) -> Iterator[RecordSet]:
    """The records under the rules of the event that one of its games holds."""
    numbers = {each.game_id: each.number for each in course.games}
    for kind, found in best(list(KINDS.values()), course.event.rules_name, 1):
        for record in found:
            if record.game.id in numbers:
                game = _name_of(course.verdict.games, numbers[record.game.id])
                yield RecordSet(kind.name, _value(kind, record), game, record.holder_name)


def _value(kind: Kind, record: Record) -> Text:
    if kind.is_time:
        length = phrases.duration(record.value)
        return Verbatim(length)
    return Text("{record} {unit}", record=record.value, unit=kind.unit)
