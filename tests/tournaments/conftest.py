"""Seasons, events and results that the tests of this room need."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

import rules
from games.enums import Role
from games.models import Game, Permit, Player
from games.services import recorder
from games.services.commands import EventCommand, throw_command
from tests.games.conftest import take_back
from tests.replay import once
from tournaments import services
from tournaments.hall.pages import start_numbers
from tournaments.models import Event, EventGame, Season

NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
NAMES = ("Änne Öhler", "Bert Übel", "Cora Weiß")
KEYS = ("entry-1", "entry-2", "entry-3")
#: Yellow throws the highest die.
YELLOW_STARTS = [{"yellow": 6, "green": 1, "red": 2, "black": 3, "violet": 4, "blue": 5}]
Started = Callable[..., EventGame]
Ended = Callable[..., Game]


@pytest.fixture(autouse=True)
def nothing_kept_of_halls() -> None:
    """Another test has had other events by the same keys."""
    start_numbers.forget()


@pytest.fixture
def standing_clock() -> Iterator[time_machine.Traveller]:
    """It is the moment of everything that is told, until a test moves it."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def season(db: None) -> Season:
    return once(_new_season)


def _new_season() -> Season:
    return services.create_season(
        slug="2026",
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        actor="test",
        now=NOW,
    )


@pytest.fixture
def players(db: None) -> list[Player]:
    return once(_new_players)


def _new_players() -> list[Player]:
    return [Player.objects.create(name=name) for name in NAMES]


def new_event(season: Season, **wanted: Any) -> Event:
    fields: dict[str, Any] = {
        "slug": "cup",
        "name": "Cup",
        "format_key": "championship",
        "rules_name": "xmadn-3t",
        "starts_on": date(2026, 11, 21),
        "settings": {"wins": 2},
        **wanted,
    }
    return services.create_event(season=season, actor="test", now=NOW, **fields)


@pytest.fixture
def cup(season: Season, players: list[Player]) -> Event:
    """A 3T championship, first to 2 wins: Änne leads yellow and black, Bert blue and red, Cora green and violet."""
    return once(_new_cup, season, players, told=(season.pk, [player.pk for player in players]))


def _new_cup(season: Season, players: list[Player]) -> Event:
    return _drawn(new_event(season), players)


@pytest.fixture
def series(season: Season, players: list[Player]) -> Event:
    """A GP series of two games: Änne leads yellow and red, Bert black and green, Cora blue and violet."""
    return once(_new_series, season, players, told=(season.pk, [player.pk for player in players]))


def _new_series(season: Season, players: list[Player]) -> Event:
    event = new_event(
        season,
        slug="gp",
        name="GP",
        format_key="gp-series",
        rules_name="xmadn-gp",
        settings={"games": 2},
    )
    return _drawn(event, players)


def with_role(role: Role, place: str) -> Client:
    """A browser in which somebody is logged in who has the role in the place, and nothing else."""
    person = User.objects.create_user(f"{role.value} of {place}")
    Permit.objects.create(person=person, role=role, place=place, granted_by="test", granted_at=NOW)
    client = Client()
    client.force_login(person)
    return client


def _drawn(event: Event, players: list[Player]) -> Event:
    for player in players:
        services.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
    return Event.objects.get(pk=event.pk)


def start(event: Event, **wanted: Any) -> EventGame:
    """The next game, begun."""
    return once(_start, event.pk, wanted, told=(event.pk, wanted))


def _start(event_id: int, wanted: dict[str, Any]) -> EventGame:
    return services.start_next_game(event_id=event_id, actor="test", now=NOW, **wanted).played


def win(game: Game, *colours: str) -> Game:
    """Record throws in which these colours come home one after the other, until the game is over."""
    return once(_win, game, colours, told=(game.pk, game.head, colours))


def _win(game: Game, colours: tuple[str, ...]) -> Game:
    return record(game, brought_home(game.play(), colours))


def record(game: Game, throws: list[EventCommand]) -> Game:
    """The game after these throws."""
    for first in range(0, len(throws), recorder.MOST_THROWS):
        game = recorder.record_throws(
            game_id=game.pk,
            throws=throws[first : first + recorder.MOST_THROWS],
            expected=Game.objects.get(pk=game.pk).number,
            actor="test",
            now=NOW,
        ).game
    return game


def brought_home(play: rules.Game, colours: tuple[str, ...]) -> list[EventCommand]:
    """Throws, legal ones, with which these colours come home in this order and nobody else before them."""
    lots, throws = Random(1), []
    while not play.over:
        wanted = next((colour for colour in colours if colour not in play.finished), play.colour)
        # Sixes as long as one can be moved, for they give another throw; all others stay in their yards.
        movable = [die for die in (6, 5, 4, 3, 2) if play.moves(die)] if play.colour == wanted else []
        die = lots.choice(movable[:2] or [1])
        moves = play.moves(die)
        move = lots.choice(moves) if moves else None
        play = play.play(die, move)
        throws.append(throw_command(die, None if move is None else move.token))
    return throws


def undo_result(game: Game) -> Game:
    """The last throw taken back: the game has no result any more."""
    return take_back(game, reason="the wrong pawn was moved", now=NOW)
