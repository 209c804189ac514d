"""What is not public, put away, invented or nobody's business is in no dump; what is kept is whole, not for ever."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.test import AsyncClient, Client
from django.utils import timezone

from games.models import Player
from games.services.erase_player import erase
from tests.games.pages import Inspector
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, win
from tests.tournaments.dump.reading import Dump
from tests.tournaments.hall.halls import WHO, new_hall
from tournaments import demo, rehearsals
from tournaments.models import Event
from tournaments.transfer.dump import archive, content, store, views

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    views._DUMPING._counts.clear()


@pytest.fixture
def played(cup: Event) -> Event:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    return Event.objects.get(pk=cup.pk)


def dumped(now: Any = LATER) -> Dump:
    return Dump(store.make_dump(now=now)[0].path.read_bytes())


def of_address(address: str) -> Dump:
    answer = Client().get(address)
    assert answer.status_code == 200, answer.content
    return Dump(answer.getvalue())


# -- what is public ------------------------------------------------------------------------------------


def test_an_event_is_told_with_its_games_its_results_and_its_tables(played: Event) -> None:
    found = dumped()
    assert found.slugs == ["cup"]
    (game,) = found.lines("games")
    assert (game["event"], game["number"], game["decided_by"]) == ("cup", 1, "play")
    rows = found.files["results.csv"].decode().splitlines()
    assert len(rows) == 1 + len(found.lines("results")) == 4
    assert "Bert Übel" in rows[2]
    assert found.files["tables.csv"].decode().splitlines()[1].startswith("cup,,1,,entry-2,")


def archive_event(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(archived=True)


def rehearse(event: Event) -> None:
    hall = new_hall(event.season, 8)
    rehearsal = rehearsals.start_rehearsal(
        event_id=hall.pk, name="Rehearsal", people=8, pace=2, language="en", **WHO
    )
    for seconds in range(0, 40, 2):
        rehearsals.work_due(now=NOW + timedelta(seconds=seconds))
    assert rehearsal.event.games.exists()
    Event.objects.filter(pk__in=[event.pk, hall.pk]).update(archived=True)


def demonstrate(event: Event) -> None:
    archive_event(event)
    demo.load()


@pytest.mark.parametrize("hide", [archive_event, rehearse, demonstrate])
def test_what_no_list_shows_is_not_told(played: Event, hide: Callable[[Event], None]) -> None:
    hide(played)
    found = dumped()
    assert (found.slugs, found.lines("games"), found.lines("results")) == ([], [], [])
    assert Client().get(f"/seasons/{played.season.slug}/dump.zip").status_code == 404
    assert of_address(f"/events/{played.slug}/dump.zip").slugs == ["cup"]


def test_a_game_that_goes_on_comes_when_it_is_over(cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    assert dumped().lines("games") == []
    win(game, "red")
    assert len(dumped(LATER + timedelta(hours=1)).lines("games")) == 1


def test_nobody_is_named_but_players_as_they_are_shown(played: Event) -> None:
    player = played.entries.get(key="entry-2").player
    player.nickname, player.born = "Robert B.", date(1990, 5, 17)
    player.save()
    told = b"".join(dumped().files.values()).decode()
    assert "Robert B." in told
    assert not [hidden for hidden in ("Bert Übel", "1990-05-17", '"test"', "actor") if hidden in told]


def test_an_event_that_changes_while_it_is_read_is_read_again(
    played: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = []
    read = content._of_event

    def and_then_it_changes(event: Event, now: Any) -> Any:
        found = read(event, now)
        reads.append(event.version)
        if len(reads) == 1:
            win(start(event).game, "red")
        return found

    monkeypatch.setattr(content, "_of_event", and_then_it_changes)
    found = dumped()
    assert len(reads) == 2
    (event,) = found.lines("events")
    assert event["status"] == "finished"
    assert len(found.lines("games")) == 2


# -- the file ------------------------------------------------------------------------------------------


def test_every_file_has_its_checksum_and_the_page_inside_says_under_which_licence(
    played: Event, settings: Any
) -> None:
    found = dumped()
    lines = found.files["SHA256SUMS"].decode().splitlines()
    sums = {name: told for told, name in (line.split("  ") for line in lines)}
    assert sums.keys() == found.files.keys() - {"SHA256SUMS"}
    assert all(sha256(found.files[name]).hexdigest() == told for name, told in sums.items())
    assert "Licence: none is given." in found.files["README.txt"].decode()
    settings.DUMP_LICENCE = "CC-BY-4.0"
    assert "Licence: CC-BY-4.0" in dumped(LATER + timedelta(hours=1)).files["README.txt"].decode()


def test_a_cell_begins_no_formula(played: Event) -> None:
    Player.objects.filter(name="Bert Übel").update(name="=1+1")
    assert ",'=1+1," in dumped().files["results.csv"].decode()


def test_a_dump_that_is_broken_off_leaves_the_earlier_ones_and_nothing_else(
    played: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = store.make_dump(now=LATER)

    def breaks(*_: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(archive, "_write_part", breaks)
    with pytest.raises(OSError, match="no space"):
        store.make_dump(now=LATER + timedelta(hours=1))
    assert store.stored_dumps() == [first]
    assert sorted(path.suffix for path in store.folder().iterdir()) == [".sha256", ".zip"]


def test_as_many_are_kept_as_the_site_keeps(cup: Event, settings: Any) -> None:
    settings.DUMPS_KEPT = 2
    made = [store.make_dump(now=LATER + timedelta(days=day))[0] for day in range(4)]
    assert store.stored_dumps() == made[:1:-1]
    assert len(list(store.folder().iterdir())) == 4


def test_none_is_made_by_itself_before_there_is_anything_public() -> None:
    assert store.dump_due(now=NOW) == 0
    assert store.stored_dumps() == []


def test_it_is_made_once_a_night(cup: Event, settings: Any) -> None:
    night = timezone.localtime(NOW).replace(hour=store.HOUR, minute=0)
    assert store.dump_due(now=night - timedelta(hours=1)) == 1
    assert store.dump_due(now=night - timedelta(minutes=1)) == 0
    assert store.dump_due(now=night) == 1
    assert store.dump_due(now=night + timedelta(hours=23)) == 0
    settings.DUMPS_KEPT = 0
    assert store.dump_due(now=night + timedelta(days=3)) == 0


def test_dumps_with_a_name_that_is_not_shown_any_more_are_dropped(
    played: Event, django_capture_on_commit_callbacks: Any
) -> None:
    store.make_dump(now=LATER)
    player = played.entries.get(key="entry-1").player
    with django_capture_on_commit_callbacks(execute=True):
        player.save()
    assert len(store.stored_dumps()) == 1
    player.nickname = "Anni"
    with django_capture_on_commit_callbacks(execute=True):
        player.save()
    assert store.stored_dumps() == []
    store.make_dump(now=LATER)
    with django_capture_on_commit_callbacks(execute=True):
        erase(player_id=player.pk, actor="test", now=LATER)
    assert store.stored_dumps() == []


def test_the_command_makes_one_and_says_what_is_in_it(played: Event, capsys: Any) -> None:
    with time_machine.travel(LATER, tick=False):
        call_command("dump_public")
    (dump,) = store.stored_dumps()
    told = capsys.readouterr().out
    assert f"{dump.path}: 1 events, 1 games, 3 results, {dump.size} bytes" in told
    assert sha256(dump.path.read_bytes()).hexdigest() == dump.checksum
    assert dump.checksum in told


# -- the addresses -------------------------------------------------------------------------------------


def test_the_page_lists_dumps_with_date_size_and_checksum_and_hands_them_out(played: Event) -> None:
    dump, _ = store.make_dump(now=LATER)
    client = Client()
    for language in ("en", "de"):
        page = client.get("/dumps/", headers={"accept-language": language}).content.decode()
        assert dump.checksum in page
        assert f"/dumps/{dump.name}" in page
        inspector = Inspector()
        inspector.feed(page)
        assert (inspector.found, inspector.language) == ([], language)
    assert client.get("/dumps/SHA256SUMS").content.decode() == f"{dump.checksum}  {dump.name}\n"
    answer = client.get("/dumps/latest.zip", follow=True)
    handed_out = answer.getvalue()
    assert sha256(handed_out).hexdigest() == dump.checksum
    assert int(answer["Content-Length"]) == len(handed_out) == dump.size


def test_a_dump_that_was_dropped_is_handed_out_by_nobody_between(played: Event) -> None:
    dump, _ = store.make_dump(now=LATER)
    answer = Client().get(f"/dumps/{dump.name}")
    assert "no-cache" in answer["Cache-Control"]
    again = Client().get(f"/dumps/{dump.name}", headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    store.drop_all_dumps()
    gone = Client().get(f"/dumps/{dump.name}", headers={"if-none-match": answer["ETag"]})
    assert gone.status_code == 404


def test_a_site_without_dumps_says_so(client: Client, settings: Any) -> None:
    assert "the first one is made soon" in client.get("/dumps/").content.decode()
    settings.DUMPS_KEPT = 0
    assert "No files are made here" in client.get("/dumps/").content.decode()
    for address in ("latest", "rauswurf-20261122T201500Z", "secret-key", "x"):
        assert client.get(f"/dumps/{address}.zip").status_code == 404


def test_an_event_and_a_season_are_handed_out_by_their_addresses(played: Event) -> None:
    other = new_event(played.season, slug="other", name="Other")
    assert of_address("/events/cup/dump.zip").slugs == ["cup"]
    assert sorted(of_address("/seasons/2026/dump.zip").slugs) == ["cup", other.slug]
    for nothing in ("/events/none/dump.zip", "/seasons/none/dump.zip"):
        assert Client().get(nothing).status_code == 404


def test_what_is_asked_for_too_often_or_is_too_large_is_refused(
    played: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_GAMES", 0)
    refused = Client().get("/events/cup/dump.zip")
    assert (refused.status_code, refused.json()["most"]) == (400, 0)
    monkeypatch.setattr(views, "A_MINUTE", 1)
    refused = Client().get("/events/cup/dump.zip")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0


def test_a_server_of_streams_hands_it_out_in_pieces(played: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.file_answer.CHUNK", 100)
    dump, _ = store.make_dump(now=LATER)

    async def asked() -> list[bytes]:
        answer: Any = await AsyncClient().get(f"/dumps/{dump.name}")
        return [piece async for piece in answer.streaming_content]

    pieces = async_to_sync(asked)()
    assert len(pieces) > 10
    assert b"".join(pieces) == dump.path.read_bytes()
