"""Season forecasts: the state read from the database, with the strengths of the players
(docs/reference/forecasts.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

import orjson
from django.db.models import Exists, OuterRef, QuerySet, Subquery, Sum
from django.utils import timezone

from games.enums import GameState
from games.models import Player
from rules.i18n import Literal, Text
from rules.stats import Estimate, share
from tournaments.forecasting import (
    Boards,
    EventAhead,
    RankingAhead,
    SeasonAhead,
    SeasonForecast,
    Strength,
    season_forecast,
)
from tournaments.forecasting.season_request import SeasonForecastRequest
from tournaments.forecasting.simulation import Assumed
from tournaments.forecasts.event_subject import (
    NOT_SIMULATED,
    EventSubject,
    chance_as_json,
    games_in_short,
    spreads_by,
    strengths_of_players,
)
from tournaments.forecasts.subject import SEED, SETTLED_AFTER, ForecastSubject, being_played, without_forecast
from tournaments.formats.dry_run import best_seed_wins, rehearse
from tournaments.models import (
    Event,
    EventGame,
    EventTable,
    EventUnit,
    ForecastRun,
    MedalGame,
    Ranking,
    Season,
    Strengths,
)
from tournaments.ranking_rules import Discipline, in_force_on
from tournaments.ranking_rules.tiebreaks import MAJOR
from tournaments.ranking_rules.window import window_rule
from tournaments.rankings.builder import as_ended, latest
from tournaments.rankings.registry import DOUBLE_RANKINGS, WORLD_RANKINGS, RankingList, find_list, medal_race
from tournaments.standings.conclusion import ranking_rules_of
from tournaments.standings.event_state import EventState


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An event that cannot be played on, and why: what it would give is missing in the lists."""

    event: Event
    why: Text


@dataclass(frozen=True, kw_only=True)
class SeasonNames:
    """The names that the forecast of a season is shown with.

    ``events``: by their slugs, those that are ``over`` and those that are ``left_out`` too. ``names``: player
    id → name.
    """

    season: Season
    events: Mapping[str, Event]
    over: Collection[str]
    left_out: Sequence[LeftOut]
    names: Mapping[str, str]

    def name(self, player: str) -> str:
        """Return the player's name; the id where there is no such player any more."""
        return self.names.get(player, player)

    @property
    def lists(self) -> list[RankingList]:
        """List the rankings that there are at its end."""
        return lists_of(self.season)


@dataclass(frozen=True, kw_only=True)
class SeasonState(SeasonNames):
    """A season as it stands, ready to be played on."""

    ahead: SeasonAhead

    @classmethod
    def load(cls, season: Season, *, boards: Callable[[EventState], Boards], now: datetime) -> SeasonState:
        """Load the season as it is now; running games are played on from these boards (``boards_of``).

        It sees everything, also what an embargo withholds. What is still to be played is taken to end today, or on the
        day on which its event is to begin; the lists are those of the last day of the season, or of the last such end.
        """
        today = timezone.localdate(now)
        events = list(season.events.order_by("starts_on", "slug").select_related("season"))
        courses, left_out = _to_play_on([event for event in events if event.status != Event.Status.FINISHED])
        ahead = tuple(
            _ahead(course, max(course.event.starts_on, today), boards(course)) for course in courses
        )
        day = max([season.ends_on, *(event.ends_on for event in ahead)])
        played_on = [course.event.pk for course in courses]
        listed = tuple(_list_ahead(which, day, played_on) for which in lists_of(season))
        winners = {event.slug: winner for event in events if (winner := _winner(event))}
        known = {player for event in ahead for player in event.players.values()} | set(winners.values())
        known |= {each.player for which in listed for ended in which.ended for each in ended.earned}
        majors = {event.slug: event.level for event in events if _major(event)}
        return cls(
            season=season,
            events={event.slug: event for event in events},
            over=winners.keys(),
            left_out=left_out,
            names=names_of(known),
            ahead=SeasonAhead(ahead, listed, winners, majors),
        )


@dataclass(frozen=True, kw_only=True)
class SeasonSubject(ForecastSubject):
    """A season as it stands; its version is the sum of those of its events."""

    runs_setting = "SEASON_FORECAST_RUNS"
    nothing_to_play = Text("only a season with an event that is drawn and not over can be simulated")

    course: SeasonState

    @classmethod
    def under_way(cls) -> QuerySet[Season]:
        """Return the seasons that have an event under way."""
        return Season.objects.filter(Exists(EventSubject.under_way().filter(season=OuterRef("pk"))))

    @classmethod
    def changed(cls, now: datetime) -> QuerySet[Season, int]:
        """Return the changed seasons, by the tables of all of their events."""
        events = Event.objects.filter(season=OuterRef("pk")).order_by()
        versions = events.values("season").annotate(all=Sum("version")).values("all")
        playing = being_played().filter(season=OuterRef("pk"))
        unsettled = EventTable.objects.filter(event__season=OuterRef("pk"), made_at__gt=now - SETTLED_AFTER)
        running = EventGame.objects.filter(event__season=OuterRef("pk"), game__state=GameState.RUNNING)
        known = ForecastRun.objects.filter(season=OuterRef("pk"), version=OuterRef("versions"), asked_by="")
        seasons = Season.objects.annotate(versions=Subquery(versions)).filter(Exists(playing))
        return without_forecast(seasons.filter(~Exists(unsettled)), known, running, now)

    @classmethod
    def read(cls, pk: int, boards: Callable[[EventState], Boards], now: datetime) -> SeasonSubject:
        """Read all of it at one version of its tables."""
        season = Season.objects.get(pk=pk)
        ended = EventGame.objects.filter(event__season=season, game__state=GameState.ENDED)
        while True:
            version = _version_of(season)
            course = SeasonState.load(season, boards=boards, now=now)
            results = ended.exclude(game__winner=None).count()
            if _version_of(season) == version:
                break
        return cls(
            about=season,
            key=f"season {pk}",
            version=version,
            results=results,
            events=serialize_events(course),
            course=course,
        )

    def question(self, strengths: Strengths) -> SeasonForecastRequest:
        """Return the forecast request."""
        return question_of(self.course, strengths=strengths, seed=SEED)


def _version_of(season: Season) -> int:
    """Return a version that grows with every change of a table of its events. One query."""
    found: int | None = season.events.aggregate(all=Sum("version"))["all"]
    return found or 0


def lists_of(season: Season) -> list[RankingList]:
    """List the rankings at the end of a season. No query."""
    return [find_list(WORLD_RANKINGS), find_list(DOUBLE_RANKINGS), medal_race(season)]


def names_of(players: Collection[str]) -> dict[str, str]:
    """Map player id to name. One query."""
    return {str(player.pk): player.shown_as for player in Player.objects.filter(pk__in=players)}


def question_of(course: SeasonState, *, strengths: Strengths, seed: int) -> SeasonForecastRequest:
    """Build the request, with everything that the answer follows from. Two queries at most."""
    return SeasonForecastRequest(course.ahead, strengths_in(course, strengths), seed, spreads_by(strengths))


def forecast_of(
    course: SeasonState,
    runs: range,
    *,
    strengths: Strengths,
    seed: int,
    assume: Mapping[str, Assumed],
    progress: Callable[[int], None] | None = None,
) -> SeasonForecast:
    """Simulate these runs of the season; ``forecasting.season_forecast`` says what may be assumed."""
    return season_forecast(
        course.ahead,
        runs,
        strengths=strengths_in(course, strengths),
        seed=seed,
        spreads=spreads_by(strengths),
        assume=assume,
        progress=progress,
    )


def strengths_in(course: SeasonState, strengths: Strengths) -> dict[str, Strength]:
    """Map player id to strength. One query at most."""
    worth = strengths_of_players([UUID(player) for player in course.names], strengths)
    return {str(player): strength for player, strength in worth.items()}


# -- what goes in ----------------------------------------------------------------------------------


def _to_play_on(events: Sequence[Event]) -> tuple[list[EventState], tuple[LeftOut, ...]]:
    """Split the events into those that can be played to their ends, and the others."""
    courses, left_out = [], []
    for event in events:
        event_state = EventState.load(event)
        why = _stopped_by(event_state)
        if why is None:
            courses.append(event_state)
        else:
            left_out.append(LeftOut(event, why))
    return courses, tuple(left_out)


def _stopped_by(event_state: EventState) -> Text | None:
    if event_state.event.hold == Event.Hold.CALLED_OFF:
        return Text("it is called off")
    if not event_state.event.format.is_simulated:
        return NOT_SIMULATED
    if not event_state.entries:
        return Text("nobody is entered")
    return rehearse(event_state.event.format, event_state.contest, best_seed_wins).stopped_by


def _ahead(event_state: EventState, ends_on: date, boards: Boards) -> EventAhead:
    event = event_state.event
    return EventAhead(
        key=event.slug,
        format=event.format,
        contest=event_state.contest,
        players={entry.key: str(entry.player_id) for entry in event_state.entries},
        level=event.level,
        honoured=ranking_rules_of(event),
        starts_on=event.starts_on,
        ends_on=ends_on,
        concluded={unit.key: (unit.ended_on, unit.ended_at) for unit in event.units.all()},
        boards=boards,
    )


def _list_ahead(which: RankingList, day: date, played_on: Sequence[int]) -> RankingAhead:
    """Prepare the ranking of that day, over what has ended without the events that are played on."""
    kept = Ranking.objects.filter(key=which.key).values_list("settings", flat=True).first()
    settings = which.settings.read(kept or {})
    in_force = in_force_on(min(day, which.season.ends_on) if which.season else day)
    ended = EventUnit.objects.filter(ended_on__lte=day).exclude(event__in=played_on)
    units = latest(which, window_rule(settings, in_force), ended)
    game = MedalGame.objects.filter(season=which.season, played_on__lte=day).first() if which.season else None
    return RankingAhead(
        which.key,
        settings,
        in_force,
        tuple(as_ended(unit) for unit in units),
        str(game.winner_id) if game else None,
    )


def _winner(event: Event) -> str | None:
    """Return the id of who has won an event, by its table."""
    if event.status != Event.Status.FINISHED:
        return None
    data = orjson.loads(event.projection)
    players = {entry["key"]: entry["player"] for entry in data["entries"]}
    winner: str = players[data["finished"]["winner"]]
    return winner


def _major(event: Event) -> bool:
    rules = ranking_rules_of(event)
    return rules is not None and rules.discipline is Discipline.TRIPLE and event.level >= MAJOR


# -- as JSON ---------------------------------------------------------------------------------------


def as_json(course: SeasonNames, found: SeasonForecast) -> dict[str, Any]:
    """Serialise the forecast, the events in the order of the season.

    A player without a chance is left out, and so are chances where every run was left out.
    """
    return {
        "season": course.season.slug,
        "runs": found.runs,
        "left_out": found.left_out,
        "events": [
            {
                "event": slug,
                "name": event.name,
                "over": slug in course.over,
                "title": [
                    _player(course, player, found.title(slug, player))
                    for player in most_first(course, found.titles[slug])
                ],
            }
            for slug, event in course.events.items()
            if slug in found.titles
        ],
        "lists": [
            {
                "list": which.key,
                "name": which.name.as_json(),
                "players": [
                    {
                        "player": player,
                        "name": course.name(player),
                        "places": [
                            {"place": place, **chance_as_json(share(times, found.runs))}
                            for place, times in sorted(found.lists[which.key][player].items())
                        ],
                    }
                    for player in best_first(course, found.lists[which.key])
                ],
            }
            for which in course.lists
            if which.key in found.lists
        ],
        "triple_crown": [
            _player(course, player, found.crown(player)) for player in most_first(course, found.crowns)
        ],
        "games_to_play": games_in_short(found) if found.runs else None,
        "events_left_out": [
            {"event": each.event.slug, "name": each.event.name, "why": each.why.as_json()}
            for each in course.left_out
        ],
    }


def serialize_events(course: SeasonNames) -> list[dict[str, Any]]:
    """Serialise what is kept of a forecast's events, in their order: which are over or left out, and why."""
    why = {each.event.slug: each.why.as_json() for each in course.left_out}
    return [{"event": slug, "over": slug in course.over, "left_out": why.get(slug)} for slug in course.events]


def read_events(
    season: Season, events: Mapping[str, Event], told: Sequence[Mapping[str, Any]], names: Mapping[str, str]
) -> SeasonNames:
    """Read the names that a stored forecast is shown with; ``events``: those of the season now, by slug."""
    here = [each for each in told if each["event"] in events]
    return SeasonNames(
        season=season,
        events={each["event"]: events[each["event"]] for each in here},
        over=[each["event"] for each in here if each["over"]],
        left_out=[
            LeftOut(events[each["event"]], Literal(**each["left_out"])) for each in here if each["left_out"]
        ],
        names=names,
    )


def best_first(course: SeasonNames, places: Mapping[str, Mapping[int, int]]) -> list[str]:
    """Sort the players of a list by how often they are first, then second …; ties by name."""
    last = max((place for counts in places.values() for place in counts), default=0)

    def rank(player: str) -> tuple[list[int], str]:
        return [-places[player].get(place, 0) for place in range(1, last + 1)], course.name(player)

    return sorted(places, key=rank)


def most_first(course: SeasonNames, wins: Mapping[str, int]) -> list[str]:
    """Sort by most wins first; ties by name."""
    return sorted(wins, key=lambda player: (-wins[player], course.name(player)))


def _player(course: SeasonNames, player: str, chance: Estimate) -> dict[str, Any]:
    return {"player": player, "name": course.name(player), **chance_as_json(chance)}
