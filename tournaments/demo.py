"""The demo season: invented players, decided events with a ranking, a championship and a League in the middle, a hall.

It can be loaded and removed again. What real people have played, and who of the demo they have played with, stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from games.analysis.jobs import request_analysis
from games.enums import Decision, GameState
from games.models import Game, Player
from games.services.bots import play_on
from games.services.delete_games import delete_games
from rules.policies import POLICIES
from tournaments import services
from tournaments.demo_ids import (
    ACTOR,
    CHAMPIONSHIP,
    EVENTS,
    HALL,
    LEAGUE,
    NAMES,
    PLAYERS,
    SEASON,
    SERIES,
    SPRING,
    SUMMER,
    player_id,
)
from tournaments.formats import simulate
from tournaments.models import Career, CountedGame, Event, EventGame, Hall, HallSlide, Ranking, Season
from tournaments.rankings.store import redraw
from tournaments.screens import services as screens
from tournaments.services import ResultSlip
from tournaments.simulation import Evening, play_event, start_next
from tournaments.standings.event_state import EventState
from tournaments.statistics.update import forget_everything

SEED = 2026
#: Throws in one write: whatever is recorded, it is recorded by the same code as throw by throw.
AT_ONCE = 250
#: Results typed in of each double round-robin of the League.
_LEAGUE_RESULTS = (12, 3)
_SLIDES = (
    (HallSlide.Kind.BOARDS, CHAMPIONSHIP),
    (HallSlide.Kind.TABLE, LEAGUE),
    (HallSlide.Kind.SCHEDULE, LEAGUE),
    (HallSlide.Kind.TABLE, CHAMPIONSHIP),
)


@transaction.atomic
def load() -> list[Event]:
    """The events of the demo; what is there already stays as it is."""
    season = Season.objects.filter(slug=SEASON).first() or services.create_season(
        slug=SEASON,
        name="Demo 2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        actor=ACTOR,
        now=datetime(2026, 1, 1, tzinfo=UTC),
    )
    players = [_player(name) for name in NAMES]
    three = players[:3]
    events = [
        _cup(season, three, SPRING, "Demo Spring Cup", "xmadn-3t", date(2026, 4, 18), winners=(0, 1, 0, 0)),
        _cup(season, three, SUMMER, "Demo Masters", "xmadn-3t+", date(2026, 7, 11), winners=(2, 1, 2, 0, 2)),
        _series(season, three),
        _league(season, players),
        _championship(season, three),
    ]
    _hall()
    # Whoever looks around finds curves and analyses, although the games ended long ago.
    for game in Game.objects.filter(
        event_game__event__in=events, state=GameState.ENDED, decided_by=Decision.PLAY
    ):
        request_analysis(game)
    return events


def _player(name: str) -> Player:
    known, _ = Player.objects.get_or_create(pk=player_id(name), defaults={"name": name})
    return known


def _cup(
    season: Season,
    players: list[Player],
    slug: str,
    name: str,
    rules: str,
    day: date,
    *,
    winners: Sequence[int],
) -> Event:
    """A championship of which the results were typed in; ``winners`` are positions in ``players``."""
    if known := Event.objects.filter(slug=slug).first():
        return known
    clock = Evening(day)
    event = _entered(
        season,
        players,
        clock,
        slug=slug,
        name=name,
        format_key="championship",
        rules_name=rules,
        settings={"wins": 3},
    )
    services.draw_from_seed(event_id=event.pk, seed=f"{slug}-{SEED}", actor=ACTOR, now=clock())
    for winner in winners:
        _typed_in(event.pk, players[winner], clock)
    return Event.objects.get(pk=event.pk)


def _league(season: Season, players: list[Player]) -> Event:
    """A League in the middle of its second double round-robin: results typed in, a game played, one being played."""
    if known := Event.objects.filter(slug=LEAGUE).first():
        return known
    clock, lots = Evening(date(2026, 11, 7)), Random(SEED)
    event = _entered(
        season,
        players,
        clock,
        slug=LEAGUE,
        name="Demo League",
        format_key="league",
        rules_name="xmadn-2t",
        settings={"drrs": 2, "playoffs": "final", "boards": 2},
    )
    for games in _LEAGUE_RESULTS:
        services.draw_from_seed(
            event_id=event.pk, seed=f"{lots.getrandbits(64):016x}", actor=ACTOR, now=clock()
        )
        for _ in range(games):
            (first, *_rest) = EventState.load(event).due
            at_board = [player for player in players if _key(event, player) in first.seating.entrants]
            _typed_in(event.pk, lots.choice(at_board), clock, pawns=lots)
    for most in (None, 90):
        _play_next(event, lots, clock, most)
    return Event.objects.get(pk=event.pk)


def _typed_in(event_id: int, winner: Player, clock: Evening, pawns: Random | None = None) -> None:
    """Type in that somebody has won the next game, with the pawns at home by lot where they count."""
    state = EventState.load(Event.objects.get(pk=event_id))
    due, key = state.due[0], _key(state.event, winner)
    others = [each for each in due.seating.entrants if each != key]
    order = simulate.one_after_the_other(due, [key, *others])
    places = simulate.finish_game(due, order, state.contest.ends_of(due.rules)).places
    home = {} if pawns is None else {colour: pawns.randrange(4) for colour in order if colour not in places}
    # In a League a game ends before the next one begins; three players need longer, and the evening waits for them.
    minutes = (14 if pawns else 55) + due.number * 7 % 5
    if pawns is None:
        clock.now += timedelta(minutes=minutes)
    slip = ResultSlip(places=places, pawns=home, seconds=60 * minutes, played_at=clock())
    services.enter_result(event_id=event_id, number=due.number, slip=slip, actor=ACTOR, now=clock())


def _key(event: Event, player: Player) -> str:
    return event.entries.get(player=player).key


def _hall() -> None:
    """A hall whose screens show what is being played, the tables, and the ranking."""
    if Hall.objects.filter(slug=HALL).exists():
        return
    by: dict[str, Any] = {"actor": ACTOR, "now": datetime(2026, 11, 14, tzinfo=UTC)}
    hall = screens.create_hall(slug=HALL, name="Demo hall", language=Hall.Language.BOTH, **by)
    events = {event.slug: event for event in Event.objects.filter(slug__in=EVENTS)}
    for kind, slug in _SLIDES:
        screens.add_slide(hall_id=hall.pk, kind=kind, event=events[slug], **by)
    screens.add_slide(hall_id=hall.pk, kind=HallSlide.Kind.RANKING, ranking="3t", **by)


def _series(season: Season, players: list[Player]) -> Event:
    """A GP series, played to its end."""
    known = Event.objects.filter(slug=SERIES).first()
    if known:
        return known
    clock = Evening(date(2026, 10, 17))
    event = _entered(
        season,
        players,
        clock,
        slug=SERIES,
        name="Demo GP Series",
        format_key="gp-series",
        rules_name="xmadn-gp",
        settings={"games": 4},
    )
    play_event(
        event_id=event.pk,
        policy=POLICIES["random"],
        lots=Random(SEED),
        clock=clock,
        actor=ACTOR,
        at_once=AT_ONCE,
    )
    return Event.objects.get(pk=event.pk)


def _championship(season: Season, players: list[Player]) -> Event:
    """A championship in the middle of its third game."""
    known = Event.objects.filter(slug=CHAMPIONSHIP).first()
    if known:
        return known
    clock, lots = Evening(date(2026, 11, 14)), Random(SEED)
    event = _entered(
        season,
        players,
        clock,
        slug=CHAMPIONSHIP,
        name="Demo Championship",
        format_key="championship",
        rules_name="xmadn-3t",
        settings={"wins": 3},
    )
    for most in (None, None, 150):
        _play_next(event, lots, clock, most)
    return Event.objects.get(pk=event.pk)


def _play_next(event: Event, lots: Random, clock: Evening, most: int | None) -> None:
    """Start the next game and play it to its end, or for so many throws."""
    game = start_next(EventState.load(event), lots, clock, ACTOR)
    play_on(
        game_id=game.game_id,
        policy=POLICIES["random"],
        lots=lots,
        clock=clock,
        actor=ACTOR,
        most=most,
        at_once=AT_ONCE,
    )


def _entered(season: Season, players: list[Player], clock: Evening, **fields: Any) -> Event:
    event = services.create_event(
        season=season, starts_on=clock.day, level=1, actor=ACTOR, now=clock(), **fields
    )
    for player in players:
        services.enter(event_id=event.pk, player=player, actor=ACTOR, now=clock())
    return event


# -- removing it -----------------------------------------------------------------------------------


@transaction.atomic
def remove(now: datetime) -> None:
    """Remove the events of the demo with their games, then its season and players unless something real needs them.

    Nothing happens where there is no demo.
    """
    # Games before events, as whoever records locks them.
    list(
        Game.objects.select_for_update(of=("self",)).filter(event_game__event__slug__in=EVENTS).order_by("pk")
    )
    events = _demo_events()
    games = list(EventGame.objects.filter(event__in=events).values_list("game", flat=True))
    EventGame.objects.filter(event__in=events).delete()
    delete_games(games)
    for event in events:
        event.delete()
    for hall in Hall.objects.filter(slug=HALL, slides__event=None).exclude(slides__event__isnull=False):
        if _is_made_by_demo(hall):
            screens.remove_hall(hall_id=hall.pk, actor=ACTOR, now=now)
    for season in Season.objects.filter(slug=SEASON, events=None):
        if _is_made_by_demo(season):
            season.delete()
    for player in Player.objects.filter(pk__in=PLAYERS, seats=None, entries=None):
        _delete_unless_needed(player)
    redraw(keys=list(Ranking.objects.values_list("key", flat=True)), now=now)
    Career.objects.filter(player__in=PLAYERS).delete()
    if CountedGame.objects.exists():
        # Ratings and luck of later games went on from those of the demo.
        forget_everything()


def _demo_events() -> list[Event]:
    """Return the events that the demo has made and in which nobody but its players is entered."""
    named = Event.objects.select_for_update(of=("self",)).filter(slug__in=EVENTS, season__slug=SEASON)
    return [
        event
        for event in named.order_by("pk")
        if _is_made_by_demo(event) and not event.entries.exclude(player__in=PLAYERS).exists()
    ]


def _is_made_by_demo(row: Event | Season | Hall) -> bool:
    made = row.history.order_by("history_id").first()
    return made is not None and made.history_change_reason == ACTOR


def _delete_unless_needed(player: Player) -> None:
    try:
        with transaction.atomic():
            player.delete()
    except ProtectedError:
        return
