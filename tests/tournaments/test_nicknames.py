"""Nothing public tells the name behind a nickname, also one taken later, and nobody can search for it."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.api.streams import GAMES
from games.enums import EventKind, Role
from games.models import Player
from games.models.player import folded
from games.services.commands import throw_command
from games.streams.topics import Views
from rules import Verbatim
from tests.games.conftest import client_with
from tests.tournaments import doors
from tests.tournaments.conftest import new_event, record
from tests.tournaments.dashboard import staff
from tests.tournaments.event_state import WHO, happen, table
from tests.tournaments.files.pdf_text import pages
from tests.tournaments.nicknamed import (
    NAME,
    NICKNAME,
    first_wins,
    played as played,
    traces_in,
    xaver as xaver,
)
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.formats import FormatError
from tournaments.models import Delivery, Draw, Event, EventGame, Season
from tournaments.player_refs import insert_refs, ref
from tournaments.players.update import count_due
from tournaments.services import Override, Slip
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
    return slug in ("seed", "by-hand") and path.endswith("/slips.pdf")


def told_at(client: Client, at: Iterable[str], watched: Sequence[tuple[Views, str]]) -> dict[str, str]:
    """What is told at every one of these addresses that answers, and in streams; prints as they are read."""
    found = {}
    for path in dict.fromkeys(at):
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming:
            is_print = path.endswith(".pdf")
            text = "\n".join(pages(answer.content)) if is_print else answer.content.decode(errors="replace")
            found[path] = f"{text} {dict(answer.headers)}"
    return found | {door: repr(told) for door, told in doors.streams(watched).items()}


def told_to_the_public(played: dict[str, Event], player: Player, left_out: str = "^$") -> dict[str, str]:
    """What stands at every address that answers nobody in particular, in streams, and in what webhooks are told."""
    count_due()
    games = [each.game_id for event in played.values() for each in event.games.all()]
    at = doors.paths(_around(played["over"], "2026", "hall", xaver=player))
    for slug in ("cup", "league", "seed", "by-hand"):
        at += [
            path for path in doors.paths(_around(played[slug])) if slug in path and not _is_dear(slug, path)
        ]
    at += [f"/games/{game}/" for game in games] + [f"/api/v1/games/{game}/events/" for game in games]
    watched = [(GAMES, str(game)) for game in games] + [(EVENTS, slug) for slug in played]
    found = told_at(Client(), [path for path in at if not re.search(left_out, path)], watched)
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
    # Of the prints one shows that a name would be found.
    before = told_to_the_public(played, xaver, r"(schedule|slips)\.pdf")
    telling = {door for door, told in before.items() if traces_in(told)}
    take_nickname(xaver)
    found = told_to_the_public(played, xaver)
    assert {door: traces for door, told in found.items() if (traces := traces_in(told))} == {}
    # The sweep sees something: where the name stood, the nickname stands now.
    assert len(telling) > 60
    silent = {door for door in telling & found.keys() if NICKNAME not in found[door]}
    assert not [door for door in silent if not door.startswith(("game ", "event "))]
    assert any("thrown for: Blitz 6" in told for told in found.values())


@pytest.fixture
def hidden_and_rated(season: Season, xaver: Player) -> Player:
    """He has won a game, so that the list of ratings has him, and then taken a nickname."""
    event = new_event(season, settings={"wins": 1})
    services.enter_all(event_id=event.pk, players=[xaver, "Bert Bach", "Cora Clausen"], **WHO)
    services.draw_in_seed_order(event_id=event.pk, **WHO)
    services.enter_slip(event_id=event.pk, number=1, slip=Slip(places=("yellow",)), **WHO)
    take_nickname(xaver)
    count_due()
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


def test_keys_of_entries_tell_nothing_and_are_never_given_twice(season: Season, xaver: Player) -> None:
    event = new_event(season)
    first, second = services.enter_all(event_id=event.pk, players=[xaver, "Bert Bach"], **WHO)
    services.withdraw(event_id=event.pk, key=second.key, **WHO)
    (third,) = services.enter_all(event_id=event.pk, players=["Cora Clausen"], **WHO)
    assert [first.key, second.key, third.key] == ["entry-1", "entry-2", "entry-3"]


# -- names of today ---------------------------------------------------------------------------------

LEAGUE = "/api/v1/events/league/"


@pytest.fixture
def anna(db: None) -> Player:
    return Player.objects.create(name="Anna Amsel")


@pytest.fixture
def league(season: Season, anna: Player) -> Event:
    """A League of one double round-robin, drawn: Anna against Bert first."""
    event = new_event(
        season,
        slug="league",
        name="League",
        format_key="league",
        rules_name="xmadn-2t",
        settings={"drrs": 1, "playoffs": "none"},
    )
    for player in (anna, Player.objects.create(name="Bert Bach"), Player.objects.create(name="Cora Clausen")):
        services.enter(event_id=event.pk, player=player, **WHO)
    services.draw_in_seed_order(event_id=event.pk, **WHO)
    return Event.objects.get(pk=event.pk)


def begin(league: Event, **wanted: Any) -> EventGame:
    return services.start_next_game(event_id=league.pk, **wanted, **WHO).played


def play(league: Event, games: int) -> None:
    """The first game begins before its result is entered; the first-named wins every game."""
    begin(league)
    for _ in range(games):
        game = (table(league)["games"] + table(league)["next_games"])[-1]
        services.enter_slip(event_id=league.pk, number=game["number"], slip=first_wins(game), **WHO)


def told_at_all_doors(client: Client, league: Event, player: Player) -> dict[str, str]:
    """What is told at every address that answers, and in the streams; prints are read by the sweep above."""
    count_due()
    played = league.games.get(number=1)
    at = doors.paths(
        {
            "uuid": [player.pk],
            "games/uuid": [played.game_id],
            "slug": ["league", "2026"],
            "events/slug": ["league"],
            "int": [league.pk, played.number],
            "str": [league.pk],
            "path": [league.pk, played.pk],
        }
    )
    watched = [(GAMES, str(played.game_id)), (EVENTS, "league")]
    return told_at(client, [path for path in at if not path.endswith(".pdf")], watched)


def with_text(text: str, found: dict[str, str]) -> list[str]:
    return sorted(door for door, told in found.items() if text in told)


# -- what is shown -----------------------------------------------------------------------------------


def test_only_logs_show_ids_in_the_place_of_names(league: Event, anna: Player) -> None:
    """Their hashes bind every word."""
    play(league, games=2)
    running = record(begin(league).game, [throw_command(1)])
    happen(running, EventKind.CALL, text="whose throw?")
    dora = staff("dora", is_superuser=True)
    game = league.games.get(number=1).game_id
    files = {"/organise/events/league/event.json", "/organise/seasons/2026/season.json"}
    logs = {f"/api/v1/games/{game}/events/", "/admin/games/gameevent/", *files}
    found = told_at_all_doors(dora, league, anna)
    called = {
        "/organise/",
        f"/organise/events/{league.slug}/",
        "/events/league/audit/",
        "/organise/events/league/games/1/draft-report/",
        "/organise/events/league/draft-report/",
    }
    assert called <= set(with_text("Bert Bach", found))
    assert set(with_text("⟦", found)) == logs


def test_a_decision_of_the_organiser_keeps_what_the_rules_had_said_without_names(
    league: Event, anna: Player
) -> None:
    _, (other, _) = table(league)["next_games"][0]["seating"].values()
    begin(league, override=Override(other, "a wish"))
    take_nickname(anna)
    (game,) = table(league)["games"]
    assert "(by the rules: Blitz is named first" in game["starter_reason"]["en"]


# -- refusals ----------------------------------------------------------------------------------------


def test_refusals_call_players_by_their_names_of_today(league: Event, anna: Player) -> None:
    take_nickname(anna)
    with pytest.raises(EventStateConflict, match="Blitz – Bert Bach is to be started now"):
        begin(league, number=5)
    with pytest.raises(FormatError, match="Blitz is named first"):
        begin(league, rounds=[{"red": 6}])
    played = services.prepare_next_game(event_id=league.pk, **WHO).played
    with pytest.raises(EventStateConflict, match="Blitz – Bert Bach is prepared already"):
        services.prepare_next_game(event_id=league.pk, **WHO)
    assert ref(anna) in played.name.en


# -- texts that come from elsewhere --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Änne Öhler", "⟦0⟧"),
        ("Änne Öhlers Sieg", "⟦0⟧s Sieg"),
        ("Änne Öhler’s win, Bert Übel's too", "⟦0⟧’s win, ⟦1⟧'s too"),
        ("Änne Öhlerin and xBert Übel", "Änne Öhlerin and xBert Übel"),
        ("Cora Weiß' Sieg.", "⟦2⟧' Sieg."),
    ],
)
def test_names_are_found_as_words_with_their_genitives(players: list[Player], text: str, kept: str) -> None:
    for number, player in enumerate(players):
        kept = kept.replace(f"⟦{number}⟧", ref(player))
    assert insert_refs(Verbatim(text), players) == Verbatim(kept)


# -- what it costs -----------------------------------------------------------------------------------


def test_whoever_decides_is_told_the_names_of_today(league: Event, anna: Player) -> None:
    take_nickname(anna)
    organiser: APIClient = client_with(Role.ORGANISER)
    made = organiser.post(f"{LEAGUE}games/", {}).json()
    assert made["name"]["en"].endswith("Blitz – Bert Bach")
    assert made["starter_reason"]["en"].startswith("Blitz is named first")
    moved = organiser.post(f"{LEAGUE}games/1/board/", {"board": "2"}).json()
    assert moved["name"] == made["name"]
    assert Draw.objects.get().name.en.startswith("Positions")
