"""Planning an event: how long its games take, and when it will be over (docs/use/planning.md).

Nothing slow is computed here: lengths of games are stored with the sources, how many games are still to be
played in the stored forecast.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from statistics import median
from typing import Any

from games.domain.counters import count_throws
from games.domain.known_result import seconds_of
from games.enums import Decision, GameState
from games.models import Game
from rules import Figure, Plural, Text
from tournaments.forecasting import Forecast
from tournaments.forecasting.planning import Length, Lengths, evening, lengths_of
from tournaments.formats import Format, Settings
from tournaments.formats.colour_pairs import USUAL
from tournaments.models import Event
from tournaments.models.event import LEAST_SECONDS, MOST_SECONDS

#: The default where nothing is set and too few games have been measured.
USUAL_SECONDS = 5.0
#: This many games have to have ended before they are measured.
LEAST_GAMES = 3
#: The number of latest games that show how fast play is on a site.
_LATEST = 30
#: Evenings are planned for up to this many boards.
MOST_BOARDS = 4


@dataclass(frozen=True, slots=True)
class SecondsPerThrow:
    """How long a throw with its move takes, and how that is known."""

    value: float
    why: Text

    @property
    def sentence(self) -> Text:
        return Text("{pace} seconds per throw: {message}", pace=Figure(self.value, "g"), message=self.why)


def seconds_per_throw(event: Event, games: Iterable[Game]) -> SecondsPerThrow:
    """Return what the organiser has set; else the median of the event's games; else the default. No query.

    A game counts if it was played to its end with its throws recorded, and took ``LEAST_SECONDS`` to
    ``MOST_SECONDS`` for each: one that was written down later, or left to lie, does not tell how fast is played.
    """
    if event.seconds_per_throw is not None:
        return SecondsPerThrow(float(event.seconds_per_throw), Text("as set for this event"))
    measured = [each for game in games if (each := _measured(game)) is not None]
    if len(measured) >= LEAST_GAMES:
        why = Text("the median of {measured} games of this event", measured=len(measured))
        return SecondsPerThrow(round(median(measured), 1), why)
    why = Text("assumed, until {least_games} games of this event are over", least_games=LEAST_GAMES)
    return SecondsPerThrow(USUAL_SECONDS, why)


def _measured(game: Game) -> float | None:
    if game.state != GameState.ENDED or game.decided_by != Decision.PLAY:
        return None
    seconds, throws = _seconds(game), count_throws(game.tallies)
    if seconds is None or not throws or not LEAST_SECONDS <= seconds / throws <= MOST_SECONDS:
        return None
    return seconds / throws


def _seconds(game: Game) -> float | None:
    """Return the playing time by its clock, else from its beginning to its end."""
    if (played := seconds_of(game)) is not None:
        return played
    if game.started_at is None or game.ended_at is None:
        return None
    return (game.ended_at - game.started_at).total_seconds()


# -- an event --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventPlanning:
    """How long the games of an event take.

    ``lengths`` is None where it is not known; ``found``, how many games are still to be played, where that has not been
    forecast. ``entered`` players at most play at the same time. ``ahead`` is what follows from the settings alone.
    """

    seconds: SecondsPerThrow
    lengths: Lengths | None
    found: Forecast | None
    entered: int
    ahead: Extent | None = None

    @property
    def evenings(self) -> dict[int, Length]:
        """Map number of boards to minutes until the event is over; empty where that is not known."""
        if self.lengths is None or self.found is None:
            return {}
        most = max(1, min(MOST_BOARDS, self.entered // self.lengths.players))
        return {
            boards: evening(self.lengths, self.found.games, boards, self.seconds.value)
            for boards in range(1, most + 1)
        }


def planning_of(
    event: Event, games: Collection[Game], found: Forecast | None, *, entered: int
) -> EventPlanning:
    """Return the figures for an event with these games and as many players, and its forecast if any. No query."""
    seconds = seconds_per_throw(event, games)
    ahead = None if found else _ahead(event, games, entered, seconds.value)
    return EventPlanning(seconds, _lengths(event, entered), found, entered, ahead)


def _ahead(event: Event, games: Collection[Game], entered: int, pace: float) -> Extent | None:
    """Return what is still to be played, where the settings tell: before the first result, or if all is fixed."""
    format, ended = event.format, sum(game.state == GameState.ENDED for game in games)
    if entered < format.least_players:
        return None
    whole = extent_of(format, event.format_settings, event.rules_name, entered, pace)
    if whole is None or not ended:
        return whole
    if whole.least != whole.most or ended >= whole.most:
        return None
    left = whole.most - ended
    hours = whole.most_hours * left / whole.most
    return Extent(left, left, hours, hours)


def _lengths(event: Event, entered: int) -> Lengths | None:
    """Return the lengths of its games; None with unusual options or seats, or with too few players."""
    if event.options or event.settings.get("seating", USUAL) != USUAL:
        return None
    lengths = reduce(operator.or_, map(lengths_of, event.format.disciplines(event.rules_name)))
    is_drawn = event.status != Event.Status.OPEN
    return None if is_drawn and entered < lengths.players else lengths


# -- an event that is not made yet ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Extent:
    """How much play an event would be: games at least and at most, and the hours that these take on average."""

    least: int
    most: int
    least_hours: float
    most_hours: float

    @property
    def text(self) -> Text:
        """In words, such as "3 to 7 games, about 5 to 11 h"."""
        games = (
            Plural("{number} game", "{number} games", self.most, number=Figure(self.most, ","))
            if self.least == self.most
            else Text("{least} to {most} games", least=self.least, most=self.most)
        )
        return Text("{games}, about {hours}", games=games, hours=self._hours)

    @property
    def _hours(self) -> Text:
        least, most = map(_about, (self.least_hours, self.most_hours))
        if self.most_hours < 1:
            return Text("{minutes} min", minutes=max(10, round(self.most_hours * 6) * 10))
        if least == most:
            return Text("{most} h", most=Figure(most, ","))
        return Text("{least} to {most} h", least=Figure(least, ","), most=Figure(most, ","))


def time_left(minutes: float) -> Text:
    """Describe how much play is left, in steps that can be known."""
    if minutes < 60:
        return Text("about {minutes} min left", minutes=max(10, round(minutes / 10) * 10))
    return Text("about {hours} h left", hours=_about(minutes / 60))


def _about(hours: float) -> int:
    """Return whole hours, of hundreds the first two digits: more is not known."""
    return max(1, int(round(hours, -2 if hours >= 1000 else -1 if hours >= 100 else 0)))


def usual_pace() -> float:
    """Return the seconds per throw of the public games played last; the default where too few tell it. One query."""
    ended = (
        Game.objects.public()
        .filter(state=GameState.ENDED, decided_by=Decision.PLAY)
        .exclude(event_game__event__season__is_demo=True)
    )
    measured = [
        each for game in ended.order_by("-ended_at")[:_LATEST] if (each := _measured(game)) is not None
    ]
    return median(measured) if len(measured) >= LEAST_GAMES else USUAL_SECONDS


def extent_of(
    format: Format[Any], settings: Settings, rules: str, players: int, pace: float = USUAL_SECONDS
) -> Extent | None:
    """Return how much play it would be, at this number of seconds per throw.

    None where the format does not know it, or where many tables play at once.
    """
    games = format.game_range(settings, players)
    if games is None or format.seats_a_hall:
        return None
    lengths = reduce(operator.or_, map(lengths_of, format.disciplines(rules)))
    hours = lengths.in_minutes(pace).mean / 60
    return Extent(*games, games[0] * hours, games[1] * hours)


# -- in words --------------------------------------------------------------------------------------


def sentences(planning: EventPlanning) -> Iterator[Text]:
    """Describe the figures in both languages."""
    yield planning.seconds.sentence
    if planning.lengths is None:
        yield _UNKNOWN
        return
    yield describe_game(planning.lengths, planning.seconds.value)
    if planning.found is None:
        if planning.ahead:
            yield Text("to be played: {extent}", extent=planning.ahead.text)
        else:
            yield _NOT_FORECAST
        return
    for boards, length in planning.evenings.items():
        yield describe_evening(boards, length)
    if (extra := planning.found.extra_games) is not None:
        yield Text(
            "extra games: {percent} % ± {margin}",
            percent=round(100 * extra.value),
            margin=math.ceil(100 * extra.margin),
        )


def describe_game(lengths: Lengths, seconds_per_throw: float) -> Text:
    """Describe how long a game takes."""
    throws, minutes = lengths.in_throws, _usual_and_most(lengths.in_minutes(seconds_per_throw))
    return Text(
        "a game: {told}; {mean:.0f} throws on average, rarely over {percentile_90:.0f}",
        told=minutes,
        mean=throws.mean,
        percentile_90=throws.percentile_90,
    )


def describe_evening(boards: int, length: Length) -> Text:
    """Describe how long the games take that are played on this number of boards."""
    minutes = _usual_and_most(length)
    if boards == 1:
        return Text("all games one after the other: {told}", told=minutes)
    return Text("on {boards} boards, without waiting: {told}", boards=boards, told=minutes)


def _usual_and_most(minutes: Length) -> Text:
    half, most = map(_hours, (minutes.median, minutes.percentile_90))
    return Text("usually {half}, rarely over {most}", half=half, most=most)


def _hours(minutes: float) -> str:
    hours, left = divmod(round(minutes), 60)
    return f"{hours} h {left:02} min" if hours else f"{left} min"


_UNKNOWN = Text("how long such a game takes is not known: its rules, seats or number of players are unusual")
_NOT_FORECAST = Text("the number of games left has not been forecast yet for this table")
