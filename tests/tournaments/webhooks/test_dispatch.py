"""Sending: to a real receiver, as often as it takes, under one id, to nobody who must not be called."""

import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from games.work.claims import work_off
from tests.servers import free_port
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.webhooks.conftest import kinds_put, pass_time, ping, send_all, subscribed
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.models import Delivery, Event, Webhook
from tournaments.webhooks import dispatch, services
from tournaments.webhooks.dispatch import JITTER, PAUSES, RETENTION, TAKEN

pytestmark = pytest.mark.django_db
State = Delivery.State


def latest() -> Delivery:
    found = Delivery.objects.first()
    assert found is not None
    return found


# -- what arrives ----------------------------------------------------------------------------------


def test_an_evening_arrives_signed_and_in_order(cup: Event, webhook: Webhook, receiver: Receiver) -> None:
    for rounds in (YELLOW_STARTS, []):
        win(start(cup, rounds=rounds).game, "red")
    send_all()
    game = ["standings.changed", "game.ended", "standings.changed"]
    assert [message.kind for message in receiver.received] == kinds_put()
    assert kinds_put() == [*game, "event.match_point", *game, "event.finished"]
    assert [message.id for message in receiver.received] == [
        str(uuid) for uuid in Delivery.objects.order_by("pk").values_list("uuid", flat=True)
    ]
    assert all(message.signed_by(webhook.secret) for message in receiver.received)
    assert not any(message.signed_by("whsec_bm90IG91cnM=") for message in receiver.received)
    assert set(Delivery.objects.values_list("state", "attempts", "last_status")) == {("delivered", 1, 200)}


def test_the_log_tells_what_was_answered(webhook: Webhook, receiver: Receiver) -> None:
    receiver.answer = b"thanks \x00 \xff"
    ping(webhook)
    send_all()
    delivery = latest()
    assert (delivery.state, delivery.last_status, delivery.last_error) == (State.DELIVERED, 200, None)
    assert delivery.last_answer == "thanks \ufffd \ufffd"
    assert delivery.delivered_at is not None
    # Of a long answer only the beginning is read.
    receiver.answer = b"x" * 5_000_000
    ping(webhook)
    send_all()
    assert (latest().state, latest().last_answer) == (State.DELIVERED, "x" * dispatch.MOST_ANSWER)


def test_after_a_new_secret_both_sign_for_a_day(webhook: Webhook, receiver: Receiver) -> None:
    old = webhook.secret
    new = services.rotate_secret(webhook_id=webhook.pk, actor="test", now=timezone.now()).secret
    ping(webhook)
    send_all()
    assert receiver.received[0].signed_by(old)
    assert receiver.received[0].signed_by(new)
    Webhook.objects.update(previous_until=timezone.now())
    ping(webhook)
    send_all()
    assert not receiver.received[1].signed_by(old)
    assert receiver.received[1].signed_by(new)


# -- what does not arrive at once ------------------------------------------------------------------


def test_a_receiver_that_was_down_is_told_everything_afterwards_oldest_first(
    cup: Event, settings: Any
) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    port = free_port()
    webhook = subscribed(cup, f"http://127.0.0.1:{port}/hook", "game.ended", "standings.changed")
    game = start(cup, rounds=YELLOW_STARTS).game
    send_all()
    assert (latest().state, latest().attempts, latest().last_status) == (State.WAITING, 1, None)
    assert "not sent" in str(latest().last_error)
    win(game, "red")
    pass_time(2 * PAUSES[0])
    with Receiver(port=port) as receiver:
        send_all()
        assert [message.kind for message in receiver.received] == kinds_put()
        assert all(message.signed_by(webhook.secret) for message in receiver.received)
    assert list(Delivery.objects.order_by("pk").values_list("attempts", flat=True)) == [2, 1, 1]


def test_an_attempt_that_failed_is_repeated_after_growing_pauses_and_given_up_in_the_end(
    webhook: Webhook, receiver: Receiver
) -> None:
    receiver.statuses = [500]
    ping(webhook)
    for attempt, pause in enumerate(PAUSES, start=1):
        before = timezone.now()
        send_all()
        delivery = latest()
        assert (delivery.state, delivery.attempts, delivery.last_status) == (State.WAITING, attempt, 500)
        assert before + pause <= delivery.next_attempt_at <= timezone.now() + pause * (1 + JITTER)
        pass_time(pause / 2)
        send_all()
        assert latest().attempts == attempt
        pass_time(pause)
    send_all()
    assert (latest().state, latest().attempts) == (State.GIVEN_UP, len(PAUSES) + 1)
    pass_time(timedelta(days=30))
    send_all()
    assert len(receiver.received) == len(PAUSES) + 1
    assert len({message.id for message in receiver.received}) == 1
    assert len({message.body for message in receiver.received}) == 1
    last = latest().last_error
    assert last is not None
    assert (last.en, last.de) == ("answered with 500", "mit 500 beantwortet")


def test_one_failure_does_not_hold_up_what_comes_after(webhook: Webhook, receiver: Receiver) -> None:
    receiver.statuses = [503, 200]
    ping(webhook)
    ping(webhook)
    send_all()
    send_all()
    assert list(Delivery.objects.order_by("pk").values_list("state", flat=True)) == ["waiting", "delivered"]


def test_whoever_is_gone_is_switched_off(webhook: Webhook, receiver: Receiver) -> None:
    receiver.statuses = [410]
    ping(webhook)
    ping(webhook)
    send_all()
    webhook.refresh_from_db()
    assert not webhook.active
    assert webhook.history.first().history_change_reason == "webhooks answered with 410"
    send_all()
    assert len(receiver.received) == 1
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["given up", "waiting"]
    receiver.statuses = [200]
    services.change_webhook(webhook_id=webhook.pk, changes={"active": True}, actor="test", now=timezone.now())
    send_all()
    assert len(receiver.received) == 2


def test_redirects_are_not_followed(webhook: Webhook, receiver: Receiver) -> None:
    receiver.statuses, receiver.headers = [302], {"Location": receiver.url}
    ping(webhook)
    send_all()
    assert len(receiver.received) == 1
    assert (latest().state, latest().last_status) == (State.WAITING, 302)


def test_a_receiver_that_answers_a_letter_at_a_time_is_not_waited_for(
    cup: Event, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    monkeypatch.setattr(dispatch, "TOTAL_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        over = threading.Event()

        def drip() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError):  # whoever asked hangs up in the end
                connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
                while not over.wait(0.02):
                    connection.sendall(b"x")

        dripping = threading.Thread(target=drip, daemon=True)
        dripping.start()
        webhook = subscribed(cup, f"http://127.0.0.1:{listener.getsockname()[1]}/")
        ping(webhook)
        send_all()
        over.set()
        dripping.join(60)
    assert (latest().state, latest().last_status) == (State.WAITING, None)
    assert str(latest().last_error) == "no answer within 0.5 seconds"


NONSENSE = [
    b"",
    b"SSH-2.0-OpenSSH\r\n",
    b"HTTP/1.1 twohundred OK\r\n\r\n",
    b"\x00\xff\xed\xa0\x80 \x00\r\n\r\n",
    b"HTTP/1.1 200 OK\r\n\x00\xff: \x00\r\n\r\n",
]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_a_receiver_that_talks_nonsense_is_tried_again(cup: Event, settings: Any, nonsense: bytes) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(nonsense)

        answering = threading.Thread(target=answer, daemon=True)
        answering.start()
        ping(subscribed(cup, f"http://127.0.0.1:{listener.getsockname()[1]}/"))
        send_all()
        answering.join(60)
    assert (latest().state, latest().last_status, bool(latest().last_error)) == (State.WAITING, None, True)


# -- who must not be called ------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_nobody_is_called_by_a_private_address_whatever_it_is_named(
    cup: Event, receiver: Receiver, settings: Any, host: str
) -> None:
    webhook = subscribed(cup, f"http://{host}:{receiver.port}/hook")
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    ping(webhook)
    send_all()
    assert receiver.received == []
    assert latest().state == State.WAITING
    assert latest().last_error is not None


def test_a_name_is_looked_up_once_and_judged_by_the_address_that_is_connected_to(
    cup: Event, receiver: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name server can say one thing when it is asked by a check, and another for the connection."""
    asked: list[str] = []

    def getaddrinfo(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        asked.append(str(host))
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False
    ping(subscribed(cup, f"http://rebinding.example:{receiver.port}/hook"))
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    send_all()
    assert asked == ["rebinding.example"]
    assert receiver.received == []
    assert "private address" in str(latest().last_error)


# -- several senders, and what becomes of those that are killed -------------------------------------


def test_a_sender_that_comes_back_too_late_notes_nothing(webhook: Webhook, receiver: Receiver) -> None:
    ping(webhook)
    late = dispatch._begun(webhook.pk, timezone.now())
    assert late is not None
    pass_time(TAKEN)
    send_all()
    before = Delivery.objects.values().get()
    dispatch._note(late, dispatch.DeliveryResult(500), timezone.now())
    assert Delivery.objects.values().get() == before


@pytest.mark.django_db(transaction=True)
def test_of_many_senders_at_once_each_message_is_sent_by_one(cup: Event, receiver: Receiver) -> None:
    webhooks = [subscribed(cup, receiver.url) for _ in range(2)]
    sent = [str(ping(webhook).uuid) for webhook in webhooks for _ in range(10)]

    def serve(_: int) -> None:
        try:
            work_off(dispatch.WORK)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(serve, range(16)))
    send_all()
    assert sorted(message.id for message in receiver.received) == sorted(sent)


# -- the log ---------------------------------------------------------------------------------------


def test_the_log_forgets_what_was_done_with_long_ago_and_nothing_that_waits(webhook: Webhook) -> None:
    for state in State:
        for age in (RETENTION - timedelta(days=1), RETENTION + timedelta(days=1)):
            delivery = ping(webhook)
            Delivery.objects.filter(pk=delivery.pk).update(state=state, created_at=timezone.now() - age)
    dispatch.old_deliveries(timezone.now()).delete()
    left = Delivery.objects.filter(created_at__lt=timezone.now() - RETENTION)
    assert [delivery.state for delivery in left] == [State.WAITING]
    assert Delivery.objects.count() == 4
