"""A game for the places of the players that somebody does not start or gives up ([T12]), by every door.

In which orders the others can come in, and that all of them are taken: ``formats/test_forfeits.py``.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.models import Game, Player
from tests.games.conftest import client_with
from tests.tournaments.admin_forms import step
from tests.tournaments.conftest import KEYS, YELLOW_STARTS, new_event, start
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import WHO, figures, undone
from tournaments import services
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS
#: Who does not play, how the colours of the two others come in, and who is 1st, 2nd and 3rd by that. Änne leads
#: yellow and red, Bert black and green, Cora blue and violet.
WAYS = [
    (ANNE, ("black", "green", "blue", "violet"), [BERT, CORA, ANNE]),
    (BERT, ("violet", "red", "blue", "yellow"), [CORA, ANNE, BERT]),
    (CORA, ("green", "yellow", "red", "black"), [ANNE, BERT, CORA]),
]
Door = Callable[[Event, str, tuple[str, ...]], None]


@pytest.fixture
def doors(organiser: Client) -> dict[str, Door]:
    """The ways to have a game forfeited."""
    rest = client_with(Role.ORGANISER)

    def by_rest(event: Event, absent: str, order: tuple[str, ...]) -> None:
        body = {"absent": absent, "reason": "ill", "places": order}
        answer = rest.post(f"/api/v1/events/{event.slug}/games/1/forfeit/", body, format="json")
        assert answer.status_code == 201, answer.json()

    def at_the_desk(event: Event, absent: str, order: tuple[str, ...]) -> None:
        places = {f"place-{place}": colour for place, colour in enumerate(order, start=1)}
        seen = Event.objects.get(pk=event.pk).version
        body = {"absent": absent, "reason": "ill", **places, "confirmed": "yes", "seen": seen}
        answer = organiser.post(step("enterforfeit", event, 1), body)
        assert answer.status_code == 302, answer.content.decode()

    def by_command(event: Event, absent: str, order: tuple[str, ...]) -> None:
        services.forfeit(event_id=event.pk, number=1, absent=absent, reason="ill", places=order, **WHO)

    return {"REST": by_rest, "desk": at_the_desk, "command": by_command}


@pytest.mark.parametrize("format_key", ["gp-plus-series", "exhibition"])
@pytest.mark.parametrize("begun", [False, True])
def test_whoever_gives_it_up_is_last(
    season: Season, players: list[Player], doors: dict[str, Door], format_key: str, begun: bool
) -> None:
    settings: dict[str, Any] = {"games": 1} if format_key == "gp-plus-series" else {}
    event = new_event(season, format_key=format_key, rules_name="xmadn-gp+", settings=settings)
    services.enter_all(event_id=event.pk, players=players, **WHO)
    services.draw_in_seed_order(event_id=event.pk, **WHO)
    if begun:
        start(event, rounds=YELLOW_STARTS)
    for forfeit in doors.values():
        for absent, order, ranked in WAYS:
            with undone():
                forfeit(event, absent, order)
                game = Game.objects.get()
                told = figures(event)
                assert (game.state, tuple(game.places)) == ("ended", order)
                assert sorted(told, key=lambda key: -told[key]) == ranked
