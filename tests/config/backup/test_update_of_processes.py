"""An update of a site of many processes, each started by its name, with boards, viewers and webhooks beside it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from config.processes import PROCESSES
from tests import servers
from tests.config.backup import service
from tests.config.backup.versions import (
    computed,
    empty_postgresql,
    install_this_version,
    install_version_before,
)
from tests.endurance.follower import Follower
from tests.endurance.going_on import GoingOn, Phones, new_games
from tests.endurance.wire import Wire
from tests.games.viewing import token_of
from tests.servers import Site, free_port, wait_until
from tests.tournaments.webhooks.evening import Evening
from tests.tournaments.webhooks.receiving import Receiver

pytestmark = [pytest.mark.slow, pytest.mark.postgresql, pytest.mark.database, pytest.mark.process]

#: Nobody waits longer where nothing else runs; where the machine has others to serve, as much longer as it takes then.
SECONDS = 10
BOARDS = 3
MANAGER = [sys.executable, service.__file__]
#: By services, as the version before may have other addresses.
_ABOUT = """
from django.utils import timezone
from tournaments.models import Event, Webhook
from tournaments.webhooks import services
about = {"actor": "test", "now": timezone.now()}
"""
SUBSCRIBE = f"""{_ABOUT}
event = Event.objects.get(slug="cup")
services.subscribe(event_id=event.pk, url="URL", kinds=["standings.changed"], **about)
"""
PING = f"""{_ABOUT}
services.ping(webhook_id=Webhook.objects.get().pk, **about)
"""


@dataclass
class InstalledSite(Site):
    """One of the doors of a site whose program is where a link leads (docs/install/server.md)."""

    program: Path = field(kw_only=True)

    def manage(self, *arguments: str) -> str:
        """What a command of the version prints that is installed."""
        return self.manage_by(self.program, *arguments)

    def manage_by(self, program: Path, *arguments: str) -> str:
        """What a command of that version prints."""
        command = [sys.executable, str(program / "manage.py"), *arguments]
        done = subprocess.run(
            command, env=self.environment, check=True, stdout=subprocess.PIPE, text=True, cwd=program
        )
        return done.stdout


class Reader(GoingOn):
    """Somebody who asks for one thing again and again; how long they once had to wait for it."""

    def __init__(self, site: Site, path: str, token: str) -> None:
        self.wire, self.path = Wire(site, token), path
        self.longest, self.begun, self.answers = 0.0, time.monotonic(), 0
        super().__init__(self._read)

    def go_on(self, answers: int) -> None:
        """Wait until so many more are given."""
        wanted = self.answers + answers
        self.wait_until(lambda: self.answers >= wanted)

    def _read(self) -> None:
        self.wire.get(self.path)
        now = time.monotonic()
        self.longest, self.begun = max(self.longest, now - self.begun), now
        self.answers += 1
        time.sleep(0.05)


@contextmanager
def running(units: Path, web: InstalledSite, *others: InstalledSite) -> Iterator[None]:
    """All processes of the version before, each by its own command line, until the context ends."""
    try:
        for name in PROCESSES:
            (units / name).mkdir(parents=True)
            subprocess.run(
                [*MANAGER, "start", units / name, *command_of(web, name)], env=web.environment, check=True
            )
        wait_until(lambda: all(door.answers() for door in (web, *others)))
        yield
    finally:
        for unit in units.iterdir():
            service.stop(unit)


def command_of(web: InstalledSite, name: str) -> list[str]:
    """What a unit starts, as in deploy/: two processes for pages, one of everything else."""
    processes = "2" if name == "web" else "1"
    start = [sys.executable, str(web.program / "manage.py"), "run", name]
    return ["env", f"WEB_CONCURRENCY={processes}", *start]


def test_boards_viewers_and_webhooks_go_on_through_an_update_without_a_stop(
    tmp_path: Path, redis_url: str
) -> None:
    before, present, program, units = (tmp_path / name for name in ("before", "present", "program", "units"))
    install_version_before(before)
    install_this_version(present)
    program.symlink_to(before)
    with ExitStack() as stack:
        environment = {
            **servers.environment_of(str(tmp_path / "data")),
            "DATABASE_URL": stack.enter_context(empty_postgresql()),
            "REDIS_URL": redis_url,
            "WEBHOOKS_TO_PRIVATE_ADDRESSES": "true",
            "C_FORCE_ROOT": "1",
            **{name: str(free_port()) for name in ("PORT", "RECORD_PORT", "STREAMS_PORT")},
        }
        web, record, streams = (
            InstalledSite(environment, port=int(environment[name]), program=program)
            for name in ("PORT", "RECORD_PORT", "STREAMS_PORT")
        )
        web.manage("migrate", "--verbosity", "0")
        stack.enter_context(running(units, web, record, streams))
        receiver = stack.enter_context(Receiver())
        evening = Evening(record)
        web.shell(SUBSCRIBE.replace("URL", receiver.url))
        told = evening.start()["id"]
        token = token_of(web)
        followed = [*new_games(record, token, BOARDS), told]
        followers = [stack.enter_context(Follower(streams, game)) for game in followed]
        with Phones(record, token, followed) as phones:
            phones.go_on(10)
            readers = [
                stack.enter_context(Reader(door, f"/api/v1/games/{told}/", token)) for door in (web, streams)
            ]
            begun, used = time.monotonic(), computed()
            said = web.manage_by(present, "update")
            program.unlink()
            program.symlink_to(present)
            subprocess.run([*MANAGER, "restart", *units.iterdir()], env=web.environment, check=True)
            web.manage("rebuild_projections")
            busy = (time.monotonic() - begun) / (computed() - used)
            phones.go_on(10)
            for reader in readers:
                reader.go_on(3)
            waited = {"record": phones.longest, "web": readers[0].longest, "streams": readers[1].longest}
            # The way back.
            program.unlink()
            program.symlink_to(before)
            subprocess.run([*MANAGER, "restart", *units.iterdir()], env=web.environment, check=True)
            phones.go_on(10)
        phones.check_nothing_is_lost()
        ends = {phone.path: phone.number for phone in phones.phones}
        web.shell(PING)
        receiver.wait_for_messages(2)
        for follower, game in zip(followers, followed, strict=True):
            wanted = list(range(1, ends[f"/api/v1/games/{game}/"] + 1))
            follower.wait_until(lambda follower=follower, wanted=wanted: follower.numbers == wanted)  # type: ignore[misc]
        assert [message.kind for message in receiver.received] == ["standings.changed", "ping"]
        assert ", 0 broken" in web.manage("check_chains")
        # By the version that has stored the tables: the one before may give their members other names.
        assert ", 0 differed" in web.manage_by(present, "rebuild_projections", "--check")
    assert "\nMigrations: " in said
    assert max(waited.values()) <= SECONDS * max(1.0, busy), (
        f"{waited} on a machine with {1 / busy:.0%} for it"
    )
