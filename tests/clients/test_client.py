"""The client on a running site: an evening with a bad network, streams that are cut, webhooks, the examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from rauswurf_client import (
    Client,
    IllegalThrow,
    NotAllowed,
    NotFound,
    Problem,
    Stale,
    Throw,
    Unreachable,
    WebhookError,
    verify_webhook,
)
from tests.clients import evenings
from tests.clients.conftest import Host
from tests.clients.networks import Lossy
from tests.servers import ROOT
from tests.tournaments.webhooks.receiving import Receiver

pytestmark = [pytest.mark.sqlite, pytest.mark.process]
EXAMPLES = ROOT / "docs/examples"


@pytest.fixture
def network() -> Lossy:
    return Lossy()


@pytest.fixture
def pauses() -> list[float]:
    """How long the phone has waited between its attempts."""
    return []


@pytest.fixture
def phone(host: Host, network: Lossy, pauses: list[float]) -> Iterator[Client]:
    """A client on that network, whose pauses take no time."""
    with Client(host.url, host.token, transport=network, sleep=pauses.append) as client:
        yield client


def test_an_evening_is_organised_recorded_and_read_by_the_client_alone(
    client: Client, visitor: Client
) -> None:
    game = evenings.cup(client, "evening")
    throws = evenings.to_the_end(game)
    for throw in throws[:20]:
        game = client.record(game["id"], [throw], expected=game["number"])
    game = client.record(game["id"], throws[20:], expected=game["number"])
    assert game["state"] == "ended"
    assert visitor.read(f"games/{game['id']}/") == game
    assert next(visitor.follow_event("evening")).data["standings"]["slug"] == "evening"
    table = visitor.read("events/evening/standings/")
    assert table["status"] == "finished"
    winner = next(row for row in table["rows"] if row["place"] == 1)
    assert winner["name"] == game["winner"]["name"]
    assert visitor.download(f"games/{game['id']}/record/").startswith(b"[Event")
    games = visitor.download("/events/evening/games.csv", language="de").decode("utf-8-sig")
    assert games.count(";") > 10
    assert visitor.download("/events/evening/table.pdf").startswith(b"%PDF")


def test_answers_that_get_lost_leave_every_throw_once(client: Client, phone: Client, network: Lossy) -> None:
    game = evenings.cup(client, "lossy")
    throws = evenings.to_the_end(game)[:12]
    number = game["number"]
    for at, throw in enumerate(throws[:6]):
        network.lost_answers = at % 3
        number = phone.record(game["id"], [throw], expected=number)["number"]
    # Every attempt arrives, every answer is lost: the same throws once more, and what comes after them.
    network.lost_answers = 6
    with pytest.raises(Unreachable, match="the answer got lost"):
        phone.record(game["id"], throws[6:9], expected=number)
    assert network.lost_answers == 0
    phone.record(game["id"], throws[6:], expected=number)
    log = client.read(f"games/{game['id']}/events/")["events"]
    told = [each["payload"] for each in log if each["kind"] == "throw"]
    assert [(each["die"], each["move"]) for each in told] == [(each.die, each.move) for each in throws]


def test_attempts_are_bounded_and_wait_as_long_as_the_site_asks(
    client: Client, phone: Client, network: Lossy, pauses: list[float]
) -> None:
    game = evenings.cup(client, "busy")
    throw = evenings.to_the_end(game)[0]
    network.busy, network.retry_after = 2, 7
    assert phone.record(game["id"], [throw], expected=game["number"])["number"] == game["number"] + 1
    assert pauses == [7, 7]
    assert len({request.content for request in network.asked}) == 1
    network.busy = 100
    with pytest.raises(Problem, match="later") as refused:
        phone.read("players/")
    assert (refused.value.status, refused.value.retry_after, network.busy) == (503, 7, 94)
    network.retry_after = 3600
    with pytest.raises(Problem):
        phone.read("players/")
    assert network.busy == 93
    network.is_cut = True
    pauses.clear()
    with pytest.raises(Unreachable, match="no network"):
        phone.read("players/")
    assert len(pauses) == 5
    assert all(0 < pause <= 8 for pause in pauses)


def test_what_is_written_is_done_once_also_when_it_is_sent_again_later(
    client: Client, phone: Client, network: Lossy
) -> None:
    network.lost_answers = 2
    phone.write("players/", {"name": "Once Only"})
    assert client.read("players/", search="Once Only")["count"] == 1
    evenings.cup(client, "typed")
    key, result = str(uuid.uuid4()), {"number": 1, "winner": "entry-2"}
    network.lost_answers = 6
    with pytest.raises(Unreachable):
        phone.write("events/typed/results/", result, key=key)
    assert phone.write("events/typed/results/", result, key=key)["game"]["state"] == "ended"
    assert {request.headers["Idempotency-Key"] for request in network.asked[-7:]} == {key}
    table = client.read("events/typed/standings/")
    assert [game["number"] for game in table["games"]] == [1]


def test_a_new_token_is_not_asked_for_again(phone: Client, network: Lossy) -> None:
    network.lost_answers = 1
    with pytest.raises(Unreachable, match="the answer got lost"):
        phone.write("tokens/", {"name": "lost", "role": "viewer", "place": "site", "expires_at": None})
    assert len(network.asked) == 1


def test_a_throw_that_is_refused_says_rule_and_fix_and_nothing_is_recorded(client: Client) -> None:
    game = evenings.cup(client, "refused")
    first, second = evenings.to_the_end(game)[:2]
    with pytest.raises(IllegalThrow) as refused:
        client.record(game["id"], [first, second, Throw(1, "1:30-31")], expected=game["number"])
    error = refused.value
    assert error.index == 2
    assert error.rule is not None
    assert error.rule.startswith("§")
    assert error.message("de") != error.message("en") == str(error)
    assert error.fix == error.members["legal"]
    assert client.read(f"games/{game['id']}/")["number"] == game["number"]
    assert client.record(game["id"], [first, second], expected=game["number"])["number"] == game["number"] + 2


def test_a_note_in_between_is_no_conflict_and_another_throw_is(client: Client) -> None:
    game = evenings.cup(client, "two")
    first, second = evenings.to_the_end(game)[:2]
    client.write(f"games/{game['id']}/note/", {"text": "a note between", "id": str(uuid.uuid4())})
    shown = client.record(game["id"], [first], expected=game["number"])
    assert shown["number"] == game["number"] + 2
    with pytest.raises(Stale) as conflict:
        client.record(game["id"], [second], expected=game["number"])
    assert [each["kind"] for each in conflict.value.missed] == ["note", "throw"]
    assert conflict.value.fix == [str(shown["number"])]
    assert conflict.value.current == shown


def test_a_refusal_for_want_of_a_role_says_who_may(client: Client, host: Host) -> None:
    game = evenings.cup(client, "roles")
    viewer = {"name": "viewer", "role": "viewer", "place": "event:roles", "expires_at": None}
    with (
        Client(host.url, client.write("tokens/", viewer)["token"]) as watching,
        pytest.raises(NotAllowed) as forbidden,
    ):
        watching.record(game["id"], [Throw(6)], expected=game["number"])
    assert "organiser" in forbidden.value.fix


def test_another_site_that_is_named_in_a_redirect_gets_no_token() -> None:
    moved = httpx.MockTransport(lambda _: httpx.Response(301, headers={"Location": "https://other.example/"}))
    with (
        Client("http://site.example", "rauswurf_secret", transport=moved) as client,
        pytest.raises(Problem, match=r"the site is at https://other\.example/"),
    ):
        client.read("players/")


def test_a_stream_is_given_up_where_there_is_none(
    client: Client, phone: Client, network: Lossy, pauses: list[float]
) -> None:
    with pytest.raises(NotFound):
        next(phone.follow(str(uuid.uuid4())))
    network.is_cut = True
    with pytest.raises(Unreachable, match="no network"):
        next(phone.follow_event("gone"))
    assert len(pauses) == 5
    network.is_cut = False
    messages = phone.follow(evenings.cup(client, "gone")["id"])
    assert next(messages).kind == "state"
    network.is_cut = True
    messages.close()


def test_what_is_known_is_not_sent_again_and_lists_are_read_to_their_end(
    client: Client, phone: Client, network: Lossy
) -> None:
    evenings.cup(client, "known")
    first = phone.read("events/known/standings/")
    assert phone.read("events/known/standings/") == first
    assert [each.status_code for each in network.answered] == [200, 304]
    players = [each["id"] for each in phone.every("players/", limit=2)]
    assert len(players) == len(set(players)) == phone.read("players/")["count"] > 2


def test_a_webhook_of_the_site_is_verified_and_a_changed_one_refused(client: Client) -> None:
    evenings.cup(client, "hooked")
    with Receiver() as receiver:
        wanted = {"event": "hooked", "url": receiver.url, "kinds": ["game.ended"]}
        hook = client.write("webhooks/", wanted)
        client.write(f"webhooks/{hook['id']}/ping/")
        receiver.wait_for(lambda: len(receiver.received) == 1)
        (received,) = receiver.received
    message = verify_webhook(["whsec_AAAA", hook["secret"]], received.body.encode(), received.headers)
    assert (message.type, message.id, message.data["event"]) == ("ping", received.id, "hooked")
    for secret, body, headers, reason in (
        (hook["secret"], received.body + " ", received.headers, "signature"),
        ("whsec_AAAA", received.body, received.headers, "signature"),
        (hook["secret"], received.body, {**received.headers, "webhook-timestamp": "1"}, "timestamp"),
        (hook["secret"], received.body, {}, "missing"),
    ):
        with pytest.raises(WebhookError, match=reason):
            verify_webhook(secret, body.encode(), headers)


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


def example(host: Host, name: str, *arguments: str) -> subprocess.Popen[str]:
    """An example of the documentation, running."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "clients/python"),
        "RAUSWURF_SITE": host.url,
        "RAUSWURF_TOKEN": host.token,
    }
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def lines_of(process: subprocess.Popen[str]) -> list[str]:
    """What it prints until it ends."""
    with process:
        printed, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    return printed.splitlines()


def test_the_example_that_watches_a_game_prints_every_event_once(host: Host, client: Client) -> None:
    game = evenings.cup(client, "watched")
    watching = example(host, "watch.py", f"{host.url}/games/{game['id']}/")
    assert watching.stdout is not None
    names = watching.stdout.readline()
    assert all(name in names for name in evenings.PLAYERS)
    ended = client.record(game["id"], evenings.to_the_end(game), expected=game["number"])
    lines = lines_of(watching)
    assert lines[-1] == f"{ended['winner']['name']} wins."
    events = [int(found[1]) for line in lines if (found := re.match(r" *(\d+)  ", line))]
    assert events == list(range(game["number"] + 1, ended["number"] + 1))


@pytest.mark.slow
def test_the_example_of_a_bot_plays_an_event_of_its_own(host: Host, visitor: Client) -> None:
    watch, game, won = lines_of(example(host, "bot.py"))
    table = visitor.read(f"events/{watch.split('/')[-2]}/standings/")
    names = {row["entrant"]: row["name"] for row in table["rows"]}
    assert table["finished"] is not None
    winner = names[table["finished"]["winner"]]
    assert won == f"{winner} wins the event"
    assert re.fullmatch(rf"Game 1: {winner} wins after \d+ events", game)
