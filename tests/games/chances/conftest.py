"""Games whose chances are soon known: near their end, and nearly decided."""

from collections.abc import Callable
from datetime import datetime

import pytest

from games.chances import queries, tally
from games.chances.jobs import WORK
from games.enums import EventKind
from games.models import Chances, Game, Player
from games.services import recorder
from games.work.claims import step
from rules import RULE_SETS
from tests.games.conftest import NOW
from tests.games.happening import happen, thrown

#: Yellow is ten fields from home, red has not begun; and yellow and red are both four fields from home.
NEARLY_WON = "4x10 30,b,c,d/-/B,B,B,B/- Y0"
LEVEL = "4x10 36,b,c,d/-/36,b,c,d/- Y0"
NewGame = Callable[..., Game]


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be content with a wider margin: what is counted when does not depend on it."""
    monkeypatch.setattr(tally, "TARGET_MARGIN", 0.05)


@pytest.fixture
def near_the_end(players: list[Player]) -> NewGame:
    """A function that makes a running game of two players with such a board."""

    def make(board: str = NEARLY_WON, now: datetime = NOW) -> Game:
        seats = list(zip(players[:2], (["yellow"], ["red"]), strict=True))
        game = recorder.create_game(
            rules=RULE_SETS["mhd"], seats=seats, title="A game", actor="test", now=now
        )
        return happen(game, EventKind.POSITION, now=now, position=board, reason="only the end is recorded")

    return make


def throw(game: Game, *dice: int) -> Game:
    """The game after these throws, recorded one by one, each with the first move that is legal."""
    for die in dice:
        game = Game.objects.get(pk=game.pk)
        moves = game.play().moves(die)
        game = thrown(game, (die, moves[0].token if moves else None))
    return game


def known(game: Game, *wins: int) -> Chances:
    """Chances after the last event of a game, without a game played on: so often its players have won."""
    return Chances.objects.create(
        game=game,
        number=Game.objects.get(pk=game.pk).number,
        games=sum(wins),
        figures={"wins": dict(zip(game.seating, wins, strict=True)), "places": {}, "colours": {}},
        margin=0.1,
        swing=0,
        engine="test",
        recorded_at=NOW,
        counted_at=NOW,
    )


def count_next(*, now: datetime) -> bool:
    """Count the chances of the game whose turn it is; whether there was one."""
    return step(WORK, now)


def count_all() -> None:
    """Count until there is nothing left to count."""
    while count_next(now=NOW):
        pass


def numbers(game: Game) -> list[int]:
    """The events of which chances are kept."""
    return list(Chances.objects.filter(game=game).order_by("number").values_list("number", flat=True))


def latest(game: Game) -> Chances:
    """The newest chances, of which there must be some."""
    found = queries.newest(Game.objects.get(pk=game.pk))
    assert found is not None
    return found
