"""The embedded server sends webhooks itself, beside its requests, and none of them waits for it."""

import threading
from collections.abc import Iterator

import pytest

from tests.servers import Console, Site, forked_site
from tests.tournaments.webhooks.evening import Evening
from tests.tournaments.webhooks.receiving import Receiver
from tournaments.webhooks.dispatch import TAKEN

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
