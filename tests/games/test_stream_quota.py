"""Nobody takes all streams: an address has a share, and the evening itself a reserve."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import given, strategies as st

from games.streams.hub import Subscription
from games.streams.quota import MOST_OF_SCREENS, Guest, Limits, NoRoom, TooManyHere, Who
from tests.games.log_stream import KEY, Hesitant, Log, in_a_loop
from tests.games.viewing import Referee, Viewer, token_of
from tests.servers import Console, Site, forked_site

GUESTS = st.builds(Guest, st.sampled_from(["", "192.0.2.1", "192.0.2.2", "192.0.2.3"]), st.sampled_from(Who))


class Small(Hesitant):
    """A hub with room for some."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._limits = lambda: limits

    def admits(self, guest: Guest, log: Log) -> Subscription | None:
        try:
            return self.subscribe(log, KEY, guest)
        except NoRoom:
            return None


@in_a_loop
async def test_an_address_has_its_share_and_others_have_theirs() -> None:
    hub, log = Small(Limits(10, for_an_address=3, reserved=2)), Log()
    here = [hub.admits(Guest("192.0.2.1"), log) for _ in range(4)]
    assert [each is not None for each in here] == [True, True, True, False]
    with pytest.raises(TooManyHere):
        hub.subscribe(log, KEY, Guest("192.0.2.1"))
    assert hub.admits(Guest("192.0.2.2"), log) is not None
    assert here[0] is not None
    hub.unsubscribe(here[0])
    assert hub.admits(Guest("192.0.2.1"), log) is not None


@in_a_loop
async def test_the_reserve_is_left_to_who_is_known_and_to_screens() -> None:
    hub, log = Small(Limits(10, reserved=4)), Log()
    kept = [hub.admits(Guest(f"192.0.2.{each}"), log) for each in range(10)]
    assert [each is not None for each in kept] == [True] * 6 + [False] * 4
    screens = [hub.admits(Guest("198.51.100.1", Who.SCREEN), log) for _ in range(3)]
    assert [each is not None for each in screens] == [True, True, False]
    known = [hub.admits(Guest("203.0.113.1", Who.KNOWN), log) for _ in range(3)]
    assert [each is not None for each in known] == [True, True, False]


@in_a_loop
async def test_few_screens_of_one_address_have_the_reserve() -> None:
    hub, log = Small(Limits(100 + 4 * MOST_OF_SCREENS, reserved=4 * MOST_OF_SCREENS)), Log()
    kept = [hub.admits(Guest("192.0.2.1"), log) for _ in range(100)]
    kept += [hub.admits(Guest("192.0.2.1", Who.SCREEN), log) for _ in range(2 * MOST_OF_SCREENS)]
    assert sum(each is not None for each in kept) == 100 + MOST_OF_SCREENS
    assert hub.admits(Guest("192.0.2.2", Who.SCREEN), log) is not None


@in_a_loop
async def test_addresses_that_have_gone_are_forgotten() -> None:
    hub, log = Small(Limits(10, for_an_address=1)), Log()
    for each in range(1000):
        subscription = hub.subscribe(log, KEY, Guest(f"2001:db8:{each:x}::"))
        if each % 2:
            hub.unsubscribe(subscription)
        del subscription  # or a response was dropped before its first byte
    assert len(hub._public) <= 2


@given(
    st.builds(Limits, st.integers(0, 8), st.integers(0, 4), st.integers(0, 9)), st.lists(GUESTS, max_size=40)
)
def test_whoever_comes_in_whatever_order_no_limit_is_passed(limits: Limits, guests: list[Guest]) -> None:
    @in_a_loop
    async def all_come() -> None:
        hub, log = Small(limits), Log()
        kept = [(guest, hub.admits(guest, log)) for guest in guests]
        let_in = [guest for guest, subscription in kept if subscription is not None]
        public = [guest for guest in let_in if guest.who is Who.PUBLIC]
        assert len(let_in) <= limits.most
        assert len(public) <= limits.public
        if limits.for_an_address:
            for address in {guest.address for guest in public}:
                assert sum(guest.address == address for guest in public) <= limits.for_an_address

    all_come()


@pytest.fixture
def crowded(site_database: dict[str, str], console: Console) -> Iterator[Site]:
    """A site of its own, of whose ten streams two are reserved, and an address has four."""
    limits = {"MOST_STREAMS": "10", "MOST_STREAMS_PER_ADDRESS": "4", "RESERVED_STREAMS": "2", "PROXIES": "1"}
    with forked_site(console, {**site_database, **limits}) as served:
        yield served


@pytest.mark.process
def test_one_address_takes_its_share_and_the_public_its_part_but_not_the_evenings(crowded: Site) -> None:
    token = token_of(crowded)
    referee = Referee(crowded, token)

    def viewer(address: str, stream: str = referee.stream, **headers: str) -> Viewer:
        found = Viewer(crowded, stream, **{"X-Forwarded-For": address, **headers})
        stack.callback(found.leave)
        return found

    with ExitStack() as stack:
        assert [viewer("192.0.2.1").status for _ in range(4)] == [200] * 4
        refused = viewer("192.0.2.1")
        assert refused.status == 429
        assert refused.problem["type"] == "urn:rauswurf:problem:too-many-streams"
        assert int(refused.headers["Retry-After"]) > 0
        assert [viewer("192.0.2.2").status for _ in range(4)] == [200] * 4
        assert viewer("192.0.2.3").status == 503
        assert viewer("192.0.2.3", referee.stream + "?screen=hall").status == 200
        assert viewer("192.0.2.1", Authorization="Bearer rauswurf_unknown").status == 403
        assert viewer("192.0.2.1", Authorization=f"Bearer {token}").status == 200
