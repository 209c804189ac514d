"""Nothing public tells the name behind a nickname, also one taken later, and nobody can search for it."""

from itertools import combinations

import orjson
import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from games.api.streams import GAMES
from games.models import Player
from games.models.player import folded
from tests.tournaments import doors
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.event_state import WHO
from tests.tournaments.exports.pdf_text import pages
from tests.tournaments.nicknamed import NAME, NICKNAME, played as played, traces_in, xaver as xaver
from tournaments import services
from tournaments.models import Delivery, Event, Season
from tournaments.players.update import count_due
from tournaments.services import Slip
from tournaments.streams import EVENTS

pytestmark = pytest.mark.django_db


def take_nickname(player: Player) -> None:
    player.nickname = NICKNAME
    player.save()


def _around(event: Event, *slugs: str, xaver: Player | None = None) -> dict[str, list[object]]:
    """What addresses around an event are filled with."""
    game = event.games.values_list("game_id", flat=True).first()
    return {
        "uuid": [xaver.pk] if xaver else [],
        "games/uuid": [game] if game else [],
        "slug": [event.slug, *slugs],
        "events/slug": [event.slug],
        "int": [1],
        "str": ["3t"],
        "path": [1],
    }


def _is_dear(slug: str, path: str) -> bool:
    """Prints of many pages for events of which nothing has been played, as those of the cup and the league are."""
    return slug in ("seed", "by-hand") and path.endswith(("/sheets.pdf", "/slips.pdf"))


def told_to_the_public(played: dict[str, Event], player: Player) -> dict[str, str]:
    """What stands at every address that answers nobody in particular, in streams, and in what webhooks are told."""
    count_due(now=NOW)
    games = [each.game_id for event in played.values() for each in event.games.all()]
    at = doors.paths(_around(played["over"], "2026", "hall", xaver=player))
    for slug in ("cup", "league", "seed", "by-hand"):
        at += [
            path for path in doors.paths(_around(played[slug])) if slug in path and not _is_dear(slug, path)
        ]
    at += [f"/games/{game}/" for game in games] + [f"/api/v1/games/{game}/events/" for game in games]
    client = Client()
    found = {}
    for path in dict.fromkeys(at):
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming:
            told = (
                "\n".join(pages(answer.content))
                if path.endswith(".pdf")
                else answer.content.decode(errors="replace")
            )
            found[path] = f"{told} {dict(answer.headers)}"
    watched = [(GAMES, str(game)) for game in games] + [(EVENTS, slug) for slug in played]
    found |= {door: repr(told) for door, told in doors.streams(watched).items()}
    services.change_event(event_id=played["cup"].pk, changes={"name": f"Cup {len(found)}"}, **WHO)
    assert {each.kind for each in Delivery.objects.all()} >= {
        "game.ended",
        "standings.changed",
        "event.finished",
    }
    return found | {f"webhook {each.kind} {each.pk}": each.body for each in Delivery.objects.all()}


def test_nothing_public_tells_the_name_behind_a_nickname_taken_later(
    played: dict[str, Event], xaver: Player
) -> None:
    before = told_to_the_public(played, xaver)
    telling = {door for door, told in before.items() if traces_in(told)}
    take_nickname(xaver)
    found = told_to_the_public(played, xaver)
    assert {door: traces_in(told) for door, told in found.items() if traces_in(told)} == {}
    # The sweep sees something: where the name stood, the nickname stands now.
    assert len(telling) > 60
    silent = {door for door in telling & found.keys() if NICKNAME not in found[door]}
    assert not [door for door in silent if not door.startswith(("game ", "event "))]
    assert any("thrown for: Blitz 6" in told for told in found.values())


@pytest.fixture
def hidden_and_rated(season: Season, xaver: Player) -> Player:
    """He has won a game, so that the list of ratings has him, and then taken a nickname."""
    event = new_event(season, settings={"wins": 1})
    for player in (xaver, *(Player.objects.create(name=name) for name in ("Bert Bach", "Cora Clausen"))):
        services.enter(event_id=event.pk, player=player, **WHO)
    services.draw_in_seed_order(event_id=event.pk, **WHO)
    services.enter_slip(event_id=event.pk, number=1, slip=Slip(places=("yellow",)), **WHO)
    take_nickname(xaver)
    count_due(now=NOW)
    return xaver


@pytest.mark.parametrize("door", ["/api/v1/players/", "/api/v1/ratings/", "/players/"])
def test_no_search_by_a_part_of_a_hidden_name_finds_anybody(hidden_and_rated: Player, door: str) -> None:
    hidden, client = folded(NAME), Client()
    assert NICKNAME in client.get(door, {"search": "litz"}).content.decode()
    # Whatever finds by a part in the middle finds by two or three letters of it.
    parts = {
        hidden[first:last]
        for first, last in combinations(range(len(hidden) + 1), 2)
        if last - first in (2, 3) or first == 0 or last == len(hidden)
    }
    finding = [
        part
        for part in sorted(parts | {NAME, "blitz x", "blitz xaver"})
        if part.strip() not in folded(NICKNAME)
        and NICKNAME in client.get(door, {"search": part}).content.decode()
    ]
    assert finding == []


def test_lists_are_sorted_by_what_is_shown(xaver: Player) -> None:
    """An order by hidden names would tell between which others a name stands."""
    hidden = Player.objects.create(name="Zora Zorn", nickname="Blitz")
    take_nickname(xaver)
    names = [each["shown_as"] for each in Client().get("/api/v1/players/").json()["results"]]
    assert names == ["Blitz", "Blitz"]
    ids = [each["id"] for each in Client().get("/api/v1/players/").json()["results"]]
    assert ids == sorted(map(str, (hidden.pk, xaver.pk)))


def test_keys_of_entries_tell_nothing_and_are_never_given_twice(season: Season, xaver: Player) -> None:
    event = new_event(season)
    bert, cora = (Player.objects.create(name=name) for name in ("Bert Bach", "Cora Clausen"))
    first = services.enter(event_id=event.pk, player=xaver, **WHO)
    second = services.enter(event_id=event.pk, player=bert, **WHO)
    services.withdraw(event_id=event.pk, key=second.key, **WHO)
    third = services.enter(event_id=event.pk, player=cora, **WHO)
    assert [first.key, second.key, third.key] == ["entry-1", "entry-2", "entry-3"]


def test_a_session_of_nobody_is_no_organiser(xaver: Player) -> None:
    take_nickname(xaver)
    client = Client(headers={"cookie": f"sessionid={SessionStore().session_key}"})
    assert orjson.loads(client.get("/api/v1/players/", {"search": "xaver"}).content)["count"] == 0
