"""A whole evening by the client: organised, recorded with a bad network, watched, its table and files read."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rauswurf_client import (
    AsyncClient,
    Client,
    IllegalThrow,
    NotFound,
    PermissionDenied,
    Stale,
    Unreachable,
    WebhookRefused,
    api,
    export,
    verify_webhook,
)
from rauswurf_client.models import GameMessage
from tests.clients import evenings
from tests.clients.conftest import Host
from tests.clients.networks import Lossy
from tests.servers import ROOT
from tests.tournaments.webhooks.receiving import Receiver

pytestmark = [pytest.mark.sqlite, pytest.mark.process]


@pytest.fixture
def network() -> Lossy:
    return Lossy()


@pytest.fixture
def phone(host: Host, network: Lossy) -> Iterator[Client]:
    """A client on that network, which waits for nothing."""
    with Client(host.url, host.token, transport=network, sleep=lambda _: None) as client:
        yield client


def test_an_evening_is_organised_recorded_and_read_by_the_client_alone(
    client: Client, visitor: Client, tmp_path: Path
) -> None:
    game = evenings.cup(client, "evening")
    throws = evenings.to_the_end(game)
    recorder = client.recorder(game["id"])
    for die, move in throws[:20]:
        recorder.throw(die, move)
    with recorder:
        for die, move in throws[20:]:
            recorder.keep(die, move)
    ended = visitor.ask(api.games_retrieve(game["id"]))
    assert (ended["state"], recorder.waiting) == ("ended", [])
    table = visitor.ask(api.events_standings_retrieve("evening"))
    assert table["status"] == "finished"
    winner = next(row for row in table["rows"] if row["place"] == 1)
    assert ended["winner"] is not None
    assert winner["name"] == ended["winner"]["name"]
    assert visitor.ask(api.games_record_retrieve(game["id"])).startswith("[Event")
    assert visitor.ask(export("events/evening/games.csv", language="de")).decode("utf-8-sig").count(";") > 10
    assert (
        visitor.save(api.events_table_pdf_retrieve("evening"), tmp_path / "t.pdf").read_bytes()[:4] == b"%PDF"
    )


def test_answers_that_get_lost_leave_every_throw_once(client: Client, phone: Client, network: Lossy) -> None:
    game = evenings.cup(client, "lossy")
    throws = evenings.to_the_end(game)[:12]
    recorder = phone.recorder(game["id"])
    for number, (die, move) in enumerate(throws):
        network.lost_answers = number % 3
        recorder.throw(die, move)
    recorder.send()
    log = client.ask(api.games_events_retrieve(game["id"]))
    recorded = [
        (each["payload"]["die"], each["payload"]["move"]) for each in log["events"] if each["kind"] == "throw"
    ]
    assert recorded == throws


def test_what_is_thrown_without_network_outlives_the_program_and_arrives_in_order(
    client: Client, phone: Client, network: Lossy, tmp_path: Path
) -> None:
    game = evenings.cup(client, "offline")
    throws = evenings.to_the_end(game)[:70]
    journal = tmp_path / "journal"
    recorder = phone.recorder(game["id"], journal)
    recorder.throw(*throws[0])
    network.is_busy = True
    assert recorder.throw(*throws[1]) is None
    network.is_busy, network.is_cut = False, True
    assert [recorder.throw(*each) for each in throws[2:-1]] == [None] * (len(throws) - 3)
    with pytest.raises(Unreachable, match="no network"):
        recorder.send()
    # A power cut in the middle of a line, and another program that goes on from there.
    with journal.open("a") as file:
        file.write('{"die": 6, "mo')
    assert phone.recorder(game["id"], journal).throw(*throws[-1]) is None
    network.is_cut = False
    again = phone.recorder(game["id"], journal)
    assert len(again.waiting) == len(throws) - 1
    again.send()
    assert not journal.exists()
    log = client.ask(api.games_events_retrieve(game["id"]))
    recorded = [
        (each["payload"]["die"], each["payload"]["move"]) for each in log["events"] if each["kind"] == "throw"
    ]
    assert recorded == throws


def test_a_refused_throw_says_rule_and_fix_and_what_came_before_it_is_recorded(client: Client) -> None:
    game = evenings.cup(client, "refused")
    first, second = evenings.to_the_end(game)[:2]
    recorder = client.recorder(game["id"])
    recorder.keep(*first)
    recorder.keep(*second)
    recorder.keep(1, "1:30-31")
    recorder.keep(2)
    with pytest.raises(IllegalThrow) as refused:
        recorder.send()
    error = refused.value
    assert error.rule is not None
    assert error.rule.startswith("§")
    assert error.told("de") != error.told("en") == str(error)
    assert error.fix == tuple(error.legal)
    assert [each["die"] for each in recorder.waiting] == [1, 2]
    assert client.ask(api.games_retrieve(game["id"]))["number"] == game["number"] + 2
    assert [each["die"] for each in recorder.discard()] == [1, 2]
    die, move = evenings.to_the_end(client.ask(api.games_retrieve(game["id"])))[0]
    assert recorder.throw(die, move) is not None


def test_the_same_throws_by_two_stand_once_and_others_are_a_conflict(client: Client) -> None:
    game = evenings.cup(client, "two")
    first, second, third = evenings.to_the_end(game)[:3]
    mine, theirs = client.recorder(game["id"]), client.recorder(game["id"])
    mine.build_on(game)
    theirs.throw(*first)
    client.ask(api.games_note(game["id"], {"text": "a note between", "id": str(uuid.uuid4())}))
    mine.keep(*first)
    shown = mine.throw(*second)
    assert shown is not None
    assert shown["number"] == game["number"] + 3
    theirs.build_on(shown)
    mine.throw(*third)
    theirs.keep(6 if third[0] == 1 else 1)
    with pytest.raises(Stale) as conflict:
        theirs.send()
    assert [each["kind"] for each in conflict.value.missed] == ["throw"]
    assert len(theirs.waiting) == 1


def test_refusals_name_the_field_and_who_may(client: Client, visitor: Client) -> None:
    with pytest.raises(NotFound):
        visitor.ask(api.events_retrieve("nowhere"))
    game = evenings.cup(client, "roles")
    viewer = client.ask(
        api.tokens_create({"name": "viewer", "role": "viewer", "place": "event:roles", "expires_at": None})
    )
    with Client(client.site, viewer["token"]) as watching, pytest.raises(PermissionDenied) as refused:
        watching.recorder(game["id"]).throw(6)
    assert "organiser" in refused.value.fix


def test_a_stream_that_is_cut_again_and_again_tells_every_event_once(client: Client, host: Host) -> None:
    game = evenings.cup(client, "cut")
    told: list[GameMessage] = []
    network = Lossy()
    network.pieces = 1

    def watch() -> None:
        with Client(host.url, transport=network, sleep=lambda _: None) as watching:
            told.extend(watching.watch_game(game["id"]))

    viewer = threading.Thread(target=watch)
    viewer.start()
    throws = evenings.to_the_end(game)
    with client.recorder(game["id"]) as recorder:
        for die, move in throws[:10]:
            recorder.throw(die, move)
        for die, move in throws[10:]:
            recorder.keep(die, move)
    viewer.join(60)
    assert told[0]["message"] == "state"
    assert told[-1]["message"] == "end"
    last = client.ask(api.games_retrieve(game["id"]))["number"]
    assert [each["number"] for each in told[1:-1] if each["message"] == "event"] == list(
        range(told[0]["number"] + 1, last + 1)
    )
    assert len(network.answered) > 3


def test_who_comes_later_gets_everything_after_the_last_number(visitor: Client, client: Client) -> None:
    game = evenings.cup(client, "after")
    die, move = evenings.to_the_end(game)[0]
    client.recorder(game["id"]).throw(die, move)
    first = next(iter(visitor.watch_game(game["id"], after=game["number"])))
    assert (first["message"], first["number"]) == ("event", game["number"] + 1)
    table = next(iter(visitor.watch_event("after")))
    assert table["message"] == "state"
    assert table["data"]["standings"]["slug"] == "after"


def test_programs_that_await_record_and_watch_the_same(client: Client, host: Host) -> None:
    game = evenings.cup(client, "awaited")
    throws = evenings.to_the_end(game)

    async def evening() -> list[str]:
        async with AsyncClient(host.url, host.token) as awaiting:
            assert [each["name"] async for each in awaiting.every(api.seasons_list())] == ["2027"]
            async with awaiting.recorder(game["id"]) as recorder:
                await recorder.throw(*throws[0])
                for die, move in throws[1:]:
                    recorder.keep(die, move)
            return [each["message"] async for each in awaiting.watch_game(game["id"], after=0)]

    told = asyncio.run(evening())
    assert told.count("event") == client.ask(api.games_retrieve(game["id"]))["number"]
    assert told[-1] == "end"


def test_what_is_known_is_not_sent_again_and_lists_are_read_to_their_end(client: Client, host: Host) -> None:
    evenings.cup(client, "known")
    network = Lossy()
    with Client(host.url, transport=network) as reading:
        first = reading.ask(api.events_standings_retrieve("known"))
        assert reading.ask(api.events_standings_retrieve("known")) == first
        assert [each.status_code for each in network.answered] == [200, 304]
        players = [each["id"] for each in reading.every(api.players_list(limit=2))]
        assert len(players) == len(set(players)) == reading.ask(api.players_list())["count"] > 2


def test_a_webhook_of_the_site_is_verified_and_a_changed_one_refused(client: Client) -> None:
    with Receiver() as receiver:
        hook = client.ask(
            api.events_webhooks_create(_hooked(client), {"url": receiver.url, "kinds": ["game.ended"]})
        )
        client.ask(api.events_webhooks_ping_create("hooked", hook["id"]))
        receiver.wait_for(lambda: len(receiver.received) == 1)
        (received,) = receiver.received
    message = verify_webhook(received.body.encode(), received.headers, ["whsec_AAAA", hook["secret"]])
    assert (message.type, message.id, message.data["event"]) == ("ping", received.id, "hooked")
    for body, headers, secret, reason in (
        (received.body + " ", received.headers, hook["secret"], "signature"),
        (received.body, received.headers, "whsec_AAAA", "signature"),
        (received.body, {**received.headers, "webhook-timestamp": "1"}, hook["secret"], "timestamp"),
        (received.body, {}, hook["secret"], "missing"),
    ):
        with pytest.raises(WebhookRefused, match=reason):
            verify_webhook(body.encode(), headers, secret)


def _hooked(client: Client) -> str:
    evenings.cup(client, "hooked")
    return "hooked"


def test_the_examples_of_the_documentation_run(
    host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RAUSWURF_SITE", host.url)
    monkeypatch.setenv("RAUSWURF_TOKEN", host.token)
    monkeypatch.setenv("WEBHOOK_SECRET", "whsec_AAAA")
    text = (ROOT / "docs/reference/python-client.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(code, names)
    moves, refused, position = capsys.readouterr().out.splitlines()
    assert moves == "['6:B-A']"
    assert refused.startswith("§")
    assert position.startswith("4x10 ")
    assert names["receive"](b"{}", {}) == 401
    names["client"].close()


def bot(host: Host, *event: str) -> list[str]:
    """The lines that the bot of the documentation prints."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "clients/python"),
        "RAUSWURF_SITE": host.url,
        "RAUSWURF_TOKEN": host.token,
    }
    command = [sys.executable, str(ROOT / "docs/examples/bot.py"), *event]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_example_of_a_bot_plays_an_event_of_its_own(host: Host, visitor: Client) -> None:
    watch, game, won = bot(host)
    table = visitor.ask(api.events_standings_retrieve(watch.split("/")[-2]))
    names = {row["entrant"]: row["name"] for row in table["rows"]}
    assert table["finished"] is not None
    winner = names[table["finished"]["winner"]]
    assert won == f"{winner} wins the event"
    assert re.fullmatch(rf"Game 1: {winner} wins after \d+ events", game)


SIX, FOUR = {"board": "6x1"}, {"board": "4x2"}
#: Format → rules, settings and options that make it short.
SHORT: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "championship": ("xmadn-3t+", {"wins": 2}, SIX),
    "gp-series": ("xmadn-gp", {"games": 1}, SIX),
    "gp-plus-series": ("xmadn-gp+", {"games": 1}, SIX),
    "triple-athlon": ("xmadn-3t", {"wins": 2}, SIX),
    "league": ("xmadn-2t", {"drrs": 1, "playoffs": "final", "final_wins": 1, "head_start": 0}, FOUR),
    # Some of its games are played by three, on a board of six colours.
    "challengers": ("xmadn-2t", {"wins": 1}, {}),
}


@pytest.mark.parametrize(
    "key", ["gp-series", *(pytest.param(key, marks=pytest.mark.slow) for key in SHORT if key != "gp-series")]
)
def test_the_example_of_a_bot_plays_an_event_of_every_format(host: Host, client: Client, key: str) -> None:
    rules, settings, options = SHORT[key]
    event: Any = {
        "season": "2027",
        "slug": f"bot-{key}",
        "name": key,
        "format": key,
        "rules": rules,
        "options": options,
        "settings": settings,
        "starts_on": "2027-03-20",
    }
    client.ask(api.events_create(event))
    for n in range(3):
        player = client.ask(api.players_create({"name": f"{key} {n}"}))
        client.ask(api.events_entries_create(event["slug"], {"player": player["id"]}))
    _watch, *games, won = bot(host, event["slug"])
    table = client.ask(api.events_standings_retrieve(event["slug"]))
    assert table["finished"] is not None
    assert won.endswith(" wins the event")
    assert sorted(int(each.split()[1].rstrip(":")) for each in games) == [
        each["number"] for each in table["games"]
    ]
