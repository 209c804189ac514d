"""The embedded server sends webhooks itself, beside its requests, and none of them waits for it."""

import signal
import threading
from collections.abc import Iterator

import pytest

from tests.servers import Console, Site, forked_site
from tests.tournaments.webhooks.evening import Evening
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.webhooks.dispatch import PAUSES, TAKEN

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def served(site_database: dict[str, str], console: Console) -> Iterator[Site]:
    """A running site that may send to this machine."""
    with forked_site(console, {**site_database, "WEBHOOKS_TO_PRIVATE_ADDRESSES": "true"}) as served:
        yield served


def test_an_evening_is_told_as_it_goes_on(served: Site) -> None:
    evening = Evening(served, "told")
    with Receiver() as receiver:
        secret = evening.subscribe(receiver.url)["secret"]
        game = evening.win(evening.start())
        receiver.wait_for(lambda: len(receiver.of_kind("standings.changed")) == 2)
        assert [message.data["game"]["id"] for message in receiver.of_kind("game.ended")] == [game["id"]]
        assert all(message.signed_by(secret) for message in receiver.received)


def test_no_request_waits_for_a_receiver_and_a_killed_server_tells_afterwards(served: Site) -> None:
    evening = Evening(served, "killed")
    answered = threading.Event()
    with Receiver(before=answered.wait) as receiver:
        evening.subscribe(receiver.url, "standings.changed")
        game = evening.start()
        receiver.wait_for_messages(1)
        # The receiver still has not answered, and everything goes on.
        game = evening.win(game)
        served.kill()
        served.start()
        answered.set()
        evening.pass_time(TAKEN)
        receiver.wait_for_messages(3)
        assert len({message.id for message in receiver.received}) == 2
        assert len({message.id for message in receiver.received[:2]}) == 1


def test_a_receiver_that_was_down_is_told_when_it_is_back(served: Site) -> None:
    evening = Evening(served, "down")
    with Receiver(statuses=[500]) as receiver:
        webhook = evening.subscribe(receiver.url, "game.ended")
        evening.win(evening.start())
        receiver.wait_for_messages(1)
        log = f"{evening.event}webhooks/{webhook['id']}/deliveries/"
        while not (waiting := evening.ask("GET", log)["results"][0])["last_status"]:
            pass
        assert (waiting["state"], waiting["attempts"], waiting["last_status"]) == ("waiting", 1, 500)
        receiver.statuses = [200]
        evening.pass_time(2 * PAUSES[0])
        receiver.wait_for_messages(2)
        while evening.ask("GET", log)["results"][0]["state"] == "waiting":
            pass
        assert evening.ask("GET", log)["results"][0]["attempts"] == 2


def test_a_server_ends_also_while_it_sends(served: Site) -> None:
    evening = Evening(served, "ends")
    answered = threading.Event()
    with Receiver(before=answered.wait) as receiver:
        evening.subscribe(receiver.url, "standings.changed")
        evening.start()
        receiver.wait_for_messages(1)
        assert served.stop() == -signal.SIGTERM
        answered.set()
