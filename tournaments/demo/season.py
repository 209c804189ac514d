"""The demo season: invented players, decided events with a ranking, a championship and a League in the middle, a hall.

It can be loaded and removed again. What real people have played, and who of the demo they have played with, stays.
"""

import uuid
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.analysis.jobs import request_analysis
from games.enums import Decision, GameState
from games.models import Game, Player
from games.services.bots import play_on
from games.services.delete_games import delete_games
from rules import POLICIES
from tournaments import services
from tournaments.db import save_row
from tournaments.demo.simulation import Evening, play_event, start_next
from tournaments.formats import simulate
from tournaments.models import CountedGame, Entry, Event, EventGame, Hall, Ranking, Season
from tournaments.players.update import forget_everything
from tournaments.rankings.store import redraw
from tournaments.screens import services as screens
from tournaments.services import Slip
from tournaments.services.players import delete_unused
from tournaments.services.slugs import free_slug
from tournaments.standings.event_state import EventState

#: Who makes it.
ACTOR = "demo"
#: Invented; their ids are made of the names, so that the demo is the same everywhere.
NAMES = ("Anna Amsel", "Bruno Bach", "Clara Clausen", "Dora Dahl")
PLAYERS = {uuid.uuid5(uuid.NAMESPACE_URL, f"urn:rauswurf:demo:{name}"): name for name in NAMES}
CHAMPIONSHIP, LEAGUE, SERIES = "demo-championship", "demo-league", "demo-gp-series"
HALL = "demo-hall"
SEED = 2026
#: Throws in one write: whatever is recorded, it is recorded by the same code as throw by throw.
AT_ONCE = 250
#: Results typed in of each double round-robin of the League.
_LEAGUE_RESULTS = (12, 3)
_SLIDES = (
    ("boards", CHAMPIONSHIP),
    ("table", LEAGUE),
    ("schedule", LEAGUE),
    ("table", CHAMPIONSHIP),
)


@transaction.atomic
def load() -> list[Event]:
    """The events of the demo; where it is already it stays as it is."""
    if not Season.objects.of_demo().exists():
        _make()
    return list(Event.objects.filter(season__is_demo=True).order_by("pk"))


def _make() -> None:
    season = services.create_season(
        slug=free_slug("demo", Season),
        name="Demo 2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        is_demo=True,
        actor=ACTOR,
        now=datetime(2026, 1, 1, tzinfo=UTC),
    )
    players = [
        Player.objects.get_or_create(pk=pk, defaults={"name": name})[0] for pk, name in PLAYERS.items()
    ]
    three = players[:3]
    _cup(season, three, "demo-spring-cup", "Demo Spring Cup", "xmadn-3t", date(2026, 4, 18), (0, 1, 0, 0))
    _cup(season, three, "demo-masters", "Demo Masters", "xmadn-3t+", date(2026, 7, 11), (2, 1, 2, 0, 2))
    _series(season, three)
    _league(season, players)
    _championship(season, three)
    _hall()
    # Visitors find curves and analyses, although the games ended long ago.
    for game in Game.objects.filter(
        event_game__event__season=season, state=GameState.ENDED, decided_by=Decision.PLAY
    ):
        request_analysis(game)


def _cup(
    season: Season,
    players: list[Player],
    slug: str,
    name: str,
    rules: str,
    day: date,
    winners: Sequence[int],
) -> None:
    """A championship with typed-in results; ``winners`` are positions in ``players``."""
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


def _league(season: Season, players: list[Player]) -> None:
    """A League in the middle of its second double round-robin: results typed in, a game played, one being played."""
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


def _typed_in(event_id: int, winner: Player, clock: Evening, pawns: Random | None = None) -> None:
    """Type in a winner of the next game, with the pawns at home at random where they count."""
    state = EventState.of(event_id)
    due, key = state.due[0], _key(state.event, winner)
    others = [each for each in due.seating.entrants if each != key]
    order = simulate.one_after_the_other(due, [key, *others])
    places = simulate.finish_game(due, order, state.contest.ends_of(due.rules)).places
    home = {} if pawns is None else {colour: pawns.randrange(4) for colour in order if colour not in places}
    # In a League a game ends before the next one begins; three players need longer, and the evening waits for them.
    minutes = (14 if pawns else 55) + due.number * 7 % 5
    if pawns is None:
        clock.now += timedelta(minutes=minutes)
    slip = Slip(places=places, pawns=home, seconds=60 * minutes, played_at=clock())
    services.enter_slip(event_id=event_id, number=due.number, slip=slip, actor=ACTOR, now=clock())


def _key(event: Event, player: Player) -> str:
    return event.entries.get(player=player).key


def _hall() -> None:
    if Hall.objects.filter(slug=HALL).exists():
        return
    by: dict[str, Any] = {"actor": ACTOR, "now": datetime(2026, 11, 14, tzinfo=UTC)}
    hall = screens.create_hall(slug=HALL, name="Demo hall", language=Hall.Language.BOTH, **by)
    for kind, slug in _SLIDES:
        screens.add_slide(hall_id=hall.pk, kind=kind, event=Event.objects.get(slug=slug), **by)
    screens.add_slide(hall_id=hall.pk, kind="ranking", ranking="3t", **by)


def _series(season: Season, players: list[Player]) -> None:
    """A GP series, played to its end."""
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


def _championship(season: Season, players: list[Player]) -> None:
    """A championship in the middle of its third game."""
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


def _play_next(event: Event, lots: Random, clock: Evening, most: int | None) -> None:
    """Start the next game and play it to its end, or for ``most`` throws."""
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

    An event in which others are entered stays, and its season with it, from then on like any other. Nothing happens
    where there is no demo.
    """
    if not Season.objects.of_demo().exists():
        return
    # Games before events, in the order of recorders.
    list(
        Game.objects.select_for_update(of=("self",))
        .filter(event_game__event__season__is_demo=True)
        .order_by("pk")
    )
    others = Entry.objects.filter(event=OuterRef("pk")).exclude(player__in=PLAYERS)
    events = Event.objects.select_for_update(of=("self",)).filter(~Exists(others), season__is_demo=True)
    found = list(events.order_by("pk"))
    games = list(EventGame.objects.filter(event__in=found).values_list("game", flat=True))
    EventGame.objects.filter(event__in=found).delete()
    delete_games(games)
    for event in found:
        event.delete()
    for hall in Hall.objects.filter(slug=HALL).exclude(slides__event__isnull=False):
        screens.remove_hall(hall_id=hall.pk, actor=ACTOR, now=now)
    for season in Season.objects.of_demo():
        if season.events.exists():
            season.is_demo = False
            save_row(season, ACTOR)
        else:
            season.delete()
    for player in Player.objects.filter(pk__in=PLAYERS, seats=None, entries=None):
        delete_unused(player)
    redraw(keys=list(Ranking.objects.values_list("key", flat=True)), now=now)
    if CountedGame.objects.exists():
        # Ratings and luck of later games went on from those of the demo.
        forget_everything()
