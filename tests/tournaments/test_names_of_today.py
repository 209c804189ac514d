"""Games and draws that are called by their players: who takes a nickname later is shown by it in them too."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.api.streams import GAMES
from games.enums import EventKind, Role
from games.models import Player
from games.services.commands import throw_command
from rules import Verbatim
from tests.games.conftest import client_with
from tests.tournaments import doors
from tests.tournaments.conftest import NOW, new_event, record
from tests.tournaments.dashboard import staff
from tests.tournaments.event_state import WHO, happen, table
from tests.tournaments.exports.pdf_text import pages
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.formats import FormatError
from tournaments.models import Draw, Event, EventGame, Season
from tournaments.player_refs import insert_refs, ref
from tournaments.players.update import count_due
from tournaments.services import Override, Slip
from tournaments.streams import EVENTS

pytestmark = pytest.mark.django_db
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


def win(league: Event) -> EventGame:
    """The first-named of the next game wins it, as every other has won."""
    game = (table(league)["games"] + table(league)["next_games"])[-1]
    (_, (rearguard, vanguard)), (_, colours) = game["seating"].items()
    pawns = {rearguard: 4, vanguard: 1, colours[0]: 2, colours[1]: 0}
    slip = Slip(places=(rearguard,), pawns=pawns, seconds=1800)
    return services.enter_slip(event_id=league.pk, number=game["number"], slip=slip, **WHO)


def play(league: Event, games: int = 6) -> None:
    """The first game begins before its result is entered."""
    begin(league)
    for _ in range(games):
        win(league)


def take_nickname(player: Player) -> None:
    player.nickname = "Blitz"
    player.save()


def told_at_all_doors(client: Client, league: Event, player: Player) -> dict[str, str]:
    """What is told at every address that answers, and in the streams; prints as they are read."""
    count_due(now=NOW)
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
    answers = {path: client.get(path) for path in at}
    found = {
        path: "\n".join(pages(answer.content)) if path.endswith(".pdf") else answer.content.decode()
        for path, answer in answers.items()
        if answer.status_code == 200 and not answer.streaming
    }
    streams = doors.streams([(GAMES, str(played.game_id)), (EVENTS, "league")])
    return found | {door: repr(told) for door, told in streams.items()}


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
        f"{LEAGUE}if-ended-now/",
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
