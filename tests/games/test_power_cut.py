"""A server killed in the middle of a game loses no acknowledged throw and leaves no half-written one."""

import threading
import time
from random import Random

from tests.endurance.boards import new_game, two_players
from tests.endurance.phone import Phone
from tests.endurance.size import sized
from tests.endurance.wire import NO_ANSWER, Wire
from tests.games.viewing import token_of
from tests.servers import Site, wait_until

CUTS = sized(5, 20, thorough=20)


def record_until_the_server_dies(phone: Phone) -> None:
    try:
        while True:
            phone.enter_throw()
            phone.flush()
    except NO_ANSWER:
        return


def test_power_cuts_lose_no_acknowledged_throw_and_leave_no_half_written_one(
    live_asgi_server: Site,
) -> None:
    site = live_asgi_server
    wire = Wire(site, token_of(site))
    phone = Phone(wire, new_game(wire, two_players(wire)), Random(7))
    moments = Random(11)
    for _ in range(CUTS):
        before = phone.number
        worker = threading.Thread(target=record_until_the_server_dies, args=[phone])
        worker.start()
        # So many throws must be acknowledged, however slow the machine is; then at any moment of a later one.
        more = before + moments.randint(1, 6)
        wait_until(lambda more=more: phone.number >= more, pause=0.002)  # type: ignore[misc]
        time.sleep(moments.uniform(0, 0.05))
        site.kill()
        worker.join()
        site.start()
        log = wire.get(phone.path + "events/")["events"]
        assert log[: phone.number] == phone.log
        # At most one throw was recorded whose answer did not arrive any more.
        assert len(log) - phone.number in (0, 1)
        assert ", 0 broken" in site.manage("check_chains")
        assert ", 0 differed" in site.manage("rebuild_projections", "--check")
        phone.flush()
    phone.check_meant(wire.get(phone.path + "events/")["events"])
