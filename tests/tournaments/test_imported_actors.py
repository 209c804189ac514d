"""Who did something in a log that was imported from a file is nobody of this site, whatever their number there."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.domain.events import EVENT_TYPES
from games.domain.hash_chain import first_break
from games.enums import EventKind
from games.errors import WrongState
from games.models import Game, GameEvent, Player
from games.services import recorder
from games.services.commands import EventCommand
from games.services.projections import differences
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, brought_home, new_event
from tests.tournaments.event_state import undone
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.models import Draw, Event, Season

pytestmark = pytest.mark.django_db


def correction(winner: str) -> EventCommand:
    fields = {field.name: field.usual for field in EVENT_TYPES[EventKind.CORRECTION].fields}
    return EventCommand(EventKind.CORRECTION, {**fields, "winner": winner, "reason": "read wrongly"})


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root", password="x")


@pytest.fixture
def file(root: User, season: Season) -> str:
    """An event of another site on which somebody else had the number that root has here; a correction waits."""
    who: dict[str, Any] = {"actor": f"user:{root.pk}", "now": NOW}
    with undone():
        event = new_event(season)
        for name in NAMES:
            services.enter(event_id=event.pk, player=Player.objects.create(name=name), **who)
        services.draw_in_seed_order(event_id=event.pk, **who)
        played = services.start_next_game(event_id=event.pk, rounds=YELLOW_STARTS, **who).played
        throws = brought_home(played.game.play(), ("yellow",))
        number = played.game.number
        game = recorder.record_throws(game_id=played.game_id, throws=throws, expected=number, **who).game
        other = next(player for player in game.seating if player != str(game.winner_id))
        recorder.record(game_id=game.pk, wanted=correction(other), expected=game.number, **who)
        return export_event(Event.objects.get(pk=event.pk))


@pytest.fixture
def imported(file: str) -> Event:
    return import_event(file, actor="command", now=NOW)


def approval(game: Game) -> EventCommand:
    return EventCommand(EventKind.APPROVAL, {"correction": game.correction})


def test_the_audit_names_nobody_of_this_site(imported: Event, root: User) -> None:
    client = Client()
    client.force_login(root)
    log = GameEvent.objects.filter(game__event_game__event=imported).count()
    assert log > 20
    for path in ("audit/", "audit.csv", "audit.json"):
        told = client.get(f"/events/cup/{path}").content.decode()
        assert f"user:{root.pk} (from a file)" in told
    lines = client.get("/api/v1/events/cup/audit/", {"limit": 200}).json()["results"]
    told_by_logs = [line for line in lines if line["kind"] == "throw"]
    assert {(line["actor"], line["name"]) for line in told_by_logs} == {
        (f"elsewhere:user:{root.pk}", f"user:{root.pk} (from a file)")
    }
    assert "root" not in {line["name"] for line in lines}
    german = client.get("/events/cup/audit/", headers={"accept-language": "de"}).content.decode()
    assert f"user:{root.pk} (aus einer Datei)" in german


def test_a_search_in_the_audit_for_somebody_of_this_site_finds_nothing_of_it(
    imported: Event, root: User
) -> None:
    client = Client()
    client.force_login(root)
    asked = "/api/v1/events/cup/audit/"
    log = GameEvent.objects.filter(game__event_game__event=imported).count()
    assert client.get(asked, {"who": "root"}).json()["count"] == 0
    assert client.get(asked, {"who": f"user:{root.pk}"}).json()["count"] == 0
    assert client.get(asked, {"who": f"elsewhere:user:{root.pk}"}).json()["count"] == log


def test_everybody_reads_how_much_came_from_a_file_and_can_still_check_the_hashes(imported: Event) -> None:
    game = imported.games.get().game
    data = Client().get(f"/api/v1/games/{game.pk}/events/").json()
    assert data["imported"] == data["number"] == game.number
    assert Client().get(f"/api/v1/games/{game.pk}/").json()["imported"] == game.number
    assert first_break(game.events.all()) is None
    assert differences(game) == []


def test_draws_and_reports_of_a_file_were_made_by_nobody_of_this_site(imported: Event, root: User) -> None:
    assert Draw.objects.get().made_by == f"elsewhere:user:{root.pk}"
    told = Client().get("/api/v1/events/cup/draws/").json()["results"]
    assert [draw["made_by"] for draw in told] == [f"elsewhere:user:{root.pk}"]


def test_the_file_comes_out_as_it_went_in(file: str, imported: Event) -> None:
    assert export_event(imported) == file


def test_what_is_recorded_here_afterwards_is_by_people_of_this_site(imported: Event, root: User) -> None:
    """And whoever has the number of somebody elsewhere is a second person beside them."""
    game = imported.games.get().game
    who: dict[str, Any] = {"actor": f"user:{root.pk}", "now": NOW}
    recorder.record(game_id=game.pk, wanted=approval(game), expected=game.number, **who)
    game.refresh_from_db()
    assert (game.decided_by, game.imported) == ("correction", game.number - 1)
    assert differences(game) == []
    client = Client()
    client.force_login(root)
    found = client.get("/api/v1/events/cup/audit/", {"who": "root"}).json()["results"]
    assert [(line["kind"], line["name"]) for line in found] == [("approval", "root")]


def test_who_proposes_a_correction_here_cannot_approve_it(imported: Event, root: User) -> None:
    game = imported.games.get().game
    who: dict[str, Any] = {"actor": f"user:{root.pk}", "now": NOW}
    winner = next(player for player in game.seating if player != str(game.winner_id))
    game = recorder.record(game_id=game.pk, wanted=correction(winner), expected=game.number, **who).game
    with pytest.raises(WrongState, match="second person"):
        recorder.record(game_id=game.pk, wanted=approval(game), expected=game.number, **who)
