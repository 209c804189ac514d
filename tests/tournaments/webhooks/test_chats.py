"""Chats are told in a few words what happens, as Discord and Telegram demand it, and nobody reads their addresses."""

import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.enums import Role
from games.errors import BadRequest
from games.models import Player, WorkClaim
from tests.games.conftest import client_with
from tests.tournaments.conftest import YELLOW_STARTS, start, undo_result, win, with_role
from tests.tournaments.webhooks.conftest import ALL_KINDS, pass_time, ping, send_all
from tests.tournaments.webhooks.receiving import Received, Receiver
from tournaments.models import Delivery, Event, Webhook
from tournaments.webhooks import chats, dispatch, services as subscribing

pytestmark = pytest.mark.django_db
DISCORD_TOKEN = "SeCrEt-Discord_token-0123456789abcdefghij"
BOT_TOKEN = "1234567890:SeCrEtBotToken_0123456789abcdefg"
HOOKS = "/api/v1/webhooks/"


class ChatServer(Receiver):
    """A server that refuses what Discord and Telegram refuse, by their documentation."""

    @property
    def discord(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/webhooks/1234567890/{DISCORD_TOKEN}"

    @property
    def telegram(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def texts(self) -> list[str]:
        told = [json.loads(each.body) for each in self.received]
        return [each.get("content", each.get("text")) for each in told]

    def _keep(self, received: Received) -> int:
        return super()._keep(received) if is_acceptable(received) else 400


def is_acceptable(received: Received) -> bool:
    body = json.loads(received.body)
    if received.headers["content-type"] != "application/json":
        return False
    if received.path == f"/bot{BOT_TOKEN}/sendMessage":
        units = len(body["text"].encode("utf-16-le")) // 2
        return body["chat_id"] == "-1001234567890" and "parse_mode" not in body and 1 <= units <= 4096
    return (
        received.path == f"/api/webhooks/1234567890/{DISCORD_TOKEN}"
        and 1 <= len(body["content"]) <= 2000
        and body["allowed_mentions"] == {"parse": []}
        and not body.keys() - {"content", "allowed_mentions", "flags"}
    )


@pytest.fixture
def server(settings: Any) -> Iterator[ChatServer]:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    server = ChatServer()
    with server:
        yield server


def discord(server: ChatServer, event: Event, *kinds: str, language: str = "en") -> Webhook:
    return subscribing.subscribe(
        event_id=event.pk,
        url=server.discord,
        kinds=list(kinds or ALL_KINDS),
        receiver="discord",
        language=language,
        actor="test",
        now=timezone.now(),
    )


def telegram(server: ChatServer, event: Event, *kinds: str, language: str = "de") -> Webhook:
    return subscribing.subscribe(
        event_id=event.pk,
        url=server.telegram,
        token=BOT_TOKEN,
        chat="-1001234567890",
        kinds=list(kinds or ALL_KINDS),
        receiver="telegram",
        language=language,
        actor="test",
        now=timezone.now(),
    )


# -- what is told --------------------------------------------------------------------------------------


def test_an_evening_is_told_in_words_result_table_match_point_and_winner(
    cup: Event, server: ChatServer
) -> None:
    discord(server, cup)
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    win(start(cup).game, "red")
    send_all()
    assert [each.replace("\\", "") for each in server.texts] == [
        "Cup, Game 1: Bert Übel wins\nÄnne Öhler, Bert Übel, Cora Weiß",
        "Cup: table\n1. Bert Übel, 1 win\n2. Änne Öhler, 0 wins\n2. Cora Weiß, 0 wins",
        "Cup: match point\nBert Übel needs one more win\nBert Übel clinches 1st place with a win in Game 2",
        "Cup, Game 2: Bert Übel wins\nÄnne Öhler, Bert Übel, Cora Weiß",
        "Cup: table\n1. Bert Übel, 2 wins\n2. Änne Öhler, 0 wins\n2. Cora Weiß, 0 wins",
        "Cup: Bert Übel wins the event\nBert Übel has 2 wins, the last in Game 2",
    ]
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}


def test_a_match_point_is_told_again_only_when_it_is_another_one(cup: Event, server: ChatServer) -> None:
    hook = discord(server, cup, "event.match_point")
    first = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    assert hook.deliveries.count() == 1
    win(undo_result(first), "red")
    assert hook.deliveries.count() == 2
    second = start(cup)
    assert hook.deliveries.count() == 2
    win(second.game, "green")
    assert hook.deliveries.count() == 3
    text = json.loads(hook.deliveries.latest("created_at").body)["text"]
    assert "\nBert Übel needs one more win\nCora Weiß needs one more win\n" in text


def test_a_name_behind_a_nickname_is_not_sent_again(cup: Event, server: ChatServer) -> None:
    hook = discord(server, cup, "game.ended")
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    player = Player.objects.get(name="Bert Übel")
    player.nickname = "Bobby"
    player.save()
    assert "Übel" not in hook.deliveries.get().body
    send_all()
    assert "Bobby wins" in server.texts[0]


# -- as they demand it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [discord, telegram])
def test_a_long_text_is_cut_and_one_that_means_something_is_made_harmless(
    cup: Event, server: ChatServer, make: Any
) -> None:
    hook = make(server, cup)
    odd = "@everyone **bold** [link](https://x.example) <@1> `code` 😀 "
    for text in (odd, odd * 200, "😀" * 5000, "x" * 9000):
        Delivery.objects.filter(pk=ping(hook).pk).update(body=json.dumps({"type": "ping", "text": text}))
    send_all()
    assert set(hook.deliveries.values_list("state", flat=True)) == {"delivered"}
    assert [text[-1] for text in server.texts[1:]] == ["…"] * 3
    if hook.receiver == "discord":
        assert server.texts[0].startswith(r"\@everyone \*\*bold\*\* \[link\]")
        assert all(len(text.encode("utf-16-le")) // 2 <= 2000 for text in server.texts)
    else:
        assert server.texts[0] == odd


@pytest.mark.parametrize(
    ("headers", "answer", "seconds"),
    [
        ({"Retry-After": "7"}, b"", 7),
        ({}, b'{"message": "You are being rate limited.", "retry_after": 2.5, "global": false}', 2.5),
        ({}, b'{"ok":false,"error_code":429,"parameters":{"retry_after":30}}', 30),
        ({"Retry-After": "999999"}, b"", 3600),
        ({"Retry-After": "0"}, b"", 1),
        ({"Retry-After": "Mon, 01 Jan 2001 00:00:00 GMT"}, b"", 1),
    ],
)
def test_whoever_wants_to_be_left_alone_is_sent_nothing_meanwhile(
    cup: Event, server: ChatServer, headers: dict[str, str], answer: bytes, seconds: float
) -> None:
    hook = discord(server, cup)
    server.statuses, server.headers, server.answer = [429, 200], headers, answer
    ping(hook), ping(hook)
    before = timezone.now()
    send_all()
    assert seconds <= (WorkClaim.objects.get().next_at - before).total_seconds() < seconds + 20
    send_all()
    assert len(server.received) == 1
    pass_time(timedelta(seconds=seconds))
    send_all(timedelta(seconds=1))
    assert len(server.received) == 3
    assert set(hook.deliveries.values_list("state", flat=True)) == {"delivered"}


def test_a_message_that_has_to_wait_is_not_given_up_before_a_day_is_over(
    cup: Event, server: ChatServer
) -> None:
    hook = discord(server, cup)
    server.statuses, server.headers = [429], {"Retry-After": "1"}
    told = ping(hook)
    for _ in range(len(dispatch.PAUSES) + 3):
        pass_time(timedelta(seconds=2))
        send_all()
    told.refresh_from_db()
    assert told.state == "waiting"
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=2))
    pass_time(timedelta(seconds=2))
    send_all()
    told.refresh_from_db()
    assert told.state == "given up"


@pytest.mark.parametrize(("make", "status"), [(discord, 404), (telegram, 403), (telegram, 401)])
def test_a_chat_that_is_gone_is_switched_off(cup: Event, server: ChatServer, make: Any, status: int) -> None:
    hook = make(server, cup)
    server.statuses = [status]
    ping(hook)
    send_all()
    hook.refresh_from_db()
    assert (hook.active, hook.deliveries.get().state) == (False, "given up")


# -- what is secret ------------------------------------------------------------------------------------


def test_what_lets_everybody_write_is_shown_nowhere(
    cup: Event, server: ChatServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    organiser, program = with_role(Role.ORGANISER, "event:cup"), client_with(Role.ORGANISER, "event:cup")
    server.statuses = [500]
    shown: list[Any] = []
    for hook in (discord(server, cup), telegram(server, cup)):
        server.answer = f"no: {hook.secret}".encode()
        ping(hook)
        send_all()
        Webhook.objects.filter(pk=hook.pk).update(url="http://127.0.0.1:1")
        ping(hook)
        send_all()
        page = f"/organise/events/cup/webhooks/{hook.pk}/"
        shown += [organiser.get(page), organiser.get("/organise/events/cup/webhooks/")]
        shown += [organiser.post(page, {"do": "save", "kinds": ["game.ended"], "url": "http://x"})]
        shown += [
            program.get(f"{HOOKS}{hook.pk}/"),
            program.get(f"{HOOKS}{hook.pk}/deliveries/"),
            program.get(f"{HOOKS}?event=cup"),
        ]
        shown += [program.get(f"{HOOKS}{hook.pk}/deliveries/{each.uuid}/") for each in hook.deliveries.all()]
        shown += [organiser.get("/events/cup/audit/")]
    told = "".join(answer.content.decode() for answer in shown) + caplog.text
    told += json.dumps(list(Webhook.history.values()), default=str) + json.dumps(
        list(Delivery.objects.values()), default=str
    )
    assert "no: …" in told
    for secret in (DISCORD_TOKEN, BOT_TOKEN, BOT_TOKEN.partition(":")[2]):
        assert secret not in told


# -- made and changed ----------------------------------------------------------------------------------


def test_a_chat_is_made_and_tested_at_the_desk(cup: Event, server: ChatServer) -> None:
    organiser = with_role(Role.ORGANISER, "event:cup")
    page = "/organise/events/cup/webhooks/"
    for receiver in ("program", "discord", "telegram", "x"):
        assert organiser.get(page, {"receiver": receiver}).status_code == 200
    form = {"url": server.discord, "kinds": ["game.ended"], "language": "de"}
    made = organiser.post(f"{page}?receiver=discord", form, follow=True)
    hook = Webhook.objects.get()
    assert (hook.receiver, hook.secret, hook.language) == ("discord", DISCORD_TOKEN, "de")
    assert "Discord 1234567890" in made.content.decode()
    assert "Make a new secret" not in made.content.decode()
    organiser.post(f"{page}{hook.pk}/", {"do": "test"})
    send_all()
    assert server.texts == [r"Cup\: ein Test – Nachrichten kommen hier an"]
    assert organiser.post(f"{page}{hook.pk}/", {"do": "secret"}).status_code == 404
    changed = {"do": "save", "url": "", "kinds": ["event.finished"], "language": "en", "active": "on"}
    organiser.post(f"{page}{hook.pk}/", changed)
    hook.refresh_from_db()
    assert (hook.secret, hook.kinds, hook.language) == (DISCORD_TOKEN, ["event.finished"], "en")


def test_a_bot_is_made_at_the_desk(cup: Event) -> None:
    organiser = with_role(Role.ORGANISER, "event:cup")
    form = {"token": BOT_TOKEN, "chat": "@league", "kinds": ["game.ended"], "language": "en"}
    organiser.post("/organise/events/cup/webhooks/?receiver=telegram", form)
    hook = Webhook.objects.get()
    assert (hook.url, hook.secret, hook.chat) == ("https://api.telegram.org", BOT_TOKEN, "@league")
    assert chats.address(hook) == f"https://api.telegram.org/bot{BOT_TOKEN}/sendMessage"


@pytest.mark.parametrize(
    ("receiver", "wrong", "field"),
    [
        ("discord", {"url": "https://discord.com/channels/1/2"}, "url"),
        ("discord", {"url": "http://10.0.0.1/api/webhooks/1/" + "x" * 20}, "url"),
        ("discord", {"kinds": ["ping"]}, "kinds"),
        ("discord", {"language": "tlh"}, "language"),
        ("discord", {"chat": "@league"}, "chat"),
        ("telegram", {"token": "x"}, "token"),
        ("telegram", {"chat": "league"}, "chat"),
        ("telegram", {"chat": ""}, "chat"),
        ("program", {"chat": "@league"}, "chat"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    cup: Event, receiver: str, wrong: dict[str, Any], field: str
) -> None:
    wanted: dict[str, Any] = {"kinds": ["game.ended"], "receiver": receiver}
    match receiver:
        case "discord":
            wanted |= {"url": f"https://discord.com/api/webhooks/1/{DISCORD_TOKEN}", "language": "en"}
        case "telegram":
            wanted |= {"url": "", "token": BOT_TOKEN, "chat": "@league", "language": "en"}
        case _:
            wanted |= {"url": "https://league.example/hook"}
    with pytest.raises(BadRequest) as refused:
        subscribing.subscribe(event_id=cup.pk, actor="test", now=timezone.now(), **wanted | wrong)
    assert refused.value.details["field"] == field
    assert not Webhook.objects.exists()


def test_a_chat_is_made_and_changed_by_rest(cup: Event) -> None:
    program: APIClient = client_with(Role.ORGANISER, "event:cup")
    address = f"https://discord.com/api/webhooks/77/{DISCORD_TOKEN}"
    made = program.post(
        HOOKS, {"event": "cup", "receiver": "discord", "url": address, "kinds": ["game.ended"]}
    )
    assert made.status_code == 201, made.content
    told = made.json()
    assert (told["url"], told["secret"]) == ("https://discord.com/api/webhooks/77", "")
    assert (told["receiver"], told["language"]) == ("discord", "en")
    hook = f"{HOOKS}{told['id']}/"
    assert program.patch(hook, {"url": told["url"], "language": "de"}).json()["language"] == "de"
    other = f"https://discord.com/api/webhooks/78/{DISCORD_TOKEN[::-1]}"
    assert program.patch(hook, {"url": other}).json()["url"].endswith("/78")
    assert Webhook.objects.get().secret == DISCORD_TOKEN[::-1]
    refused = program.post(f"{hook}rotate/")
    assert (refused.status_code, refused.json()["field"]) == (400, "receiver")


def test_the_private_network_is_as_closed_to_chats(cup: Event, server: ChatServer, settings: Any) -> None:
    hook = discord(server, cup)
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    told = ping(hook)
    send_all()
    told.refresh_from_db()
    assert not server.received
    assert told.last_error is not None
