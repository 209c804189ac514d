"""What stands in deploy/: proxies tried with the real programs, units and containers that start what there is."""

import http.client
import http.server
import json
import re
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from inspect import iscoroutinefunction
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from config.processes import PROCESSES
from tests.servers import ROOT, free_port, wait_until

DEPLOY = ROOT / "deploy"
STREAMS = re.compile(r"\^/\(api.*\$")


def addresses(patterns: list[URLPattern | URLResolver], before: str = "/") -> Iterator[tuple[str, bool]]:
    """Each address of the site, with something for each of its variables, and whether it streams."""
    for each in patterns:
        path = before + re.sub(r"<[^>]+>", "x-1", str(each.pattern))
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, path)
        else:
            yield path, iscoroutinefunction(each.callback)


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_sends_all_streams_and_nothing_else_to_the_streams(name: str) -> None:
    (found,) = STREAMS.findall((DEPLOY / name).read_text())
    pattern = re.compile(found.removesuffix(" {"))
    there = list(addresses(get_resolver().url_patterns))
    streaming = {path for path, streams in there if streams}
    assert {path for path, _ in there if pattern.match(path)} == streaming


@pytest.mark.parametrize("file", ["deploy/compose.yaml", "docs/install/run.md"])
def test_every_process_is_started_by_its_name(file: str) -> None:
    started = set(re.findall(r"\brun (\w+)$", (ROOT / file).read_text().replace("`", ""), re.MULTILINE))
    assert set(PROCESSES) <= started


def test_the_units_are_what_systemd_takes(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd on this machine")
    for unit in sorted((DEPLOY / "systemd").iterdir()):
        text = (
            unit.read_text().replace("/opt/rauswurf/bin/rauswurf", "/bin/true").replace("User=rauswurf", "")
        )
        copy = tmp_path / unit.name.replace("@", "@web")
        copy.write_text(text)
        verified = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True)
        assert (verified.returncode, verified.stderr) == (0, ""), unit.name


@pytest.mark.parametrize("unit", sorted((DEPLOY / "systemd").glob("*.service")), ids=lambda unit: unit.name)
def test_a_unit_never_kills_the_site_for_a_call(unit: Path) -> None:
    assert "\nSystemCallFilter=@system-service\nSystemCallErrorNumber=EPERM\n" in unit.read_text()


@pytest.mark.parametrize("unit", ["rauswurf.service", "rauswurf@.service"])
def test_a_stop_lets_children_finish_what_they_do(unit: str) -> None:
    """A worker's children die of SIGTERM in the middle of a task; it ends them itself, when they are done."""
    assert "\nKillMode=mixed\n" in (DEPLOY / "systemd" / unit).read_text()


def run_command(
    folder: Path, *arguments: str, uid: int = 0, settings: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command of a server, where `runuser` says how it was called and in which environment."""
    (folder / "rauswurf.env").write_text(settings)
    text = (DEPLOY / "rauswurf").read_text().replace("/etc/rauswurf.env", str(folder / "rauswurf.env"))
    says = '#!/bin/sh\nprintf "%s\\0" "$@"; env --null\n'
    for name, does in (("rauswurf", text), ("id", f"#!/bin/sh\necho {uid}\n"), ("runuser", says)):
        (folder / name).write_text(does)
        (folder / name).chmod(0o755)
    environment = {"PATH": f"{folder}:/usr/bin:/bin", **variables}
    return subprocess.run([folder / "rauswurf", *arguments], env=environment, capture_output=True, text=True)


def test_the_command_of_a_server_runs_as_its_units_do(tmp_path: Path) -> None:
    """The site's user, the folders of the unit, and the settings of /etc/rauswurf.env, whatever signs they have."""
    unit = (DEPLOY / "systemd" / "rauswurf.service").read_text()
    folders = dict(
        pair.split("=") for line in re.findall(r"^Environment=(.*)$", unit, re.M) for pair in line.split()
    )
    sender = "Kitchen League <league@league.example> costs $5"
    settings = f"# ours\nALLOWED_HOSTS=league.example\nDEFAULT_FROM_EMAIL='{sender}'\n"
    said = run_command(tmp_path, "create_token", "of the hall", settings=settings).stdout.split("\0")
    run_as = ["--user", "rauswurf", "--", "/opt/rauswurf/bin/rauswurf", "create_token", "of the hall"]
    assert said[: len(run_as)] == run_as
    environment = dict(line.split("=", 1) for line in said[len(run_as) :] if line)
    wanted = {**folders, "ALLOWED_HOSTS": "league.example", "DEFAULT_FROM_EMAIL": sender}
    assert {name: environment.get(name) for name in wanted} == wanted
    other = run_command(tmp_path, "update", PROGRAM="/opt/rauswurf-2").stdout.split("\0")
    assert other[:5] == ["--user", "rauswurf", "--", "/opt/rauswurf-2/bin/rauswurf", "update"]


def test_the_command_of_a_server_is_for_root(tmp_path: Path) -> None:
    done = run_command(tmp_path, "check", uid=1000)
    assert (done.returncode, "sudo rauswurf check" in done.stderr) == (1, True)


class Echo(http.server.BaseHTTPRequestHandler):
    """Says which server it is and what it was asked with; an address with `events` dribbles like a stream."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        assert isinstance(self.server, Upstream)
        self.server.asked += 1
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer()

    def _answer(self) -> None:
        assert isinstance(self.server, Upstream)
        told = {name.lower(): value for name, value in self.headers.items()} | {"at": self.server.name}
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self._piece(json.dumps(told))
        if "text/event-stream" in self.headers.get("Accept", ""):
            self.server.goes_on.wait(20)
        self._piece("the end")
        self.wfile.write(b"0\r\n\r\n")

    def _piece(self, text: str) -> None:
        self.wfile.write(f"{len(text) + 1:x}\r\n{text}\n\r\n".encode())
        self.wfile.flush()

    def log_message(self, *args: object) -> None:
        """Keep quiet."""


class Upstream(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """A server behind the proxy."""

    daemon_threads = True

    def __init__(self, name: str) -> None:
        super().__init__(("127.0.0.1", 0), Echo)
        self.name, self.goes_on, self.asked = name, threading.Event(), 0
        threading.Thread(target=self.serve_forever, daemon=True).start()


@dataclass
class Proxied:
    """A proxy with the servers behind it."""

    url: str
    web: Upstream
    record: Upstream
    streams: Upstream
    by_http: str = ""

    def open(self, path: str, data: bytes | None = None, **headers: str) -> http.client.HTTPResponse:
        """Ask as a client does that does not know who signed the certificate."""
        wanted = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.url + path, data, {"Host": "league.example", **wanted})
        opened: http.client.HTTPResponse = urllib.request.urlopen(
            request, timeout=10, context=ssl._create_unverified_context()
        )
        return opened

    def status_of_upload(self, path: str, size: int) -> int:
        """What a body of that size is answered with; whoever answers may close before it has come."""
        scheme, _, address = self.url.partition("://")
        unknown = ssl._create_unverified_context()
        connection = (
            http.client.HTTPSConnection(address, timeout=10, context=unknown)
            if scheme == "https"
            else http.client.HTTPConnection(address, timeout=10)
        )
        with closing(connection):
            with suppress(OSError):
                connection.request("POST", path, b"x" * size, {"Host": "league.example"})
            with connection.getresponse() as answer:
                return answer.status

    def told(self, path: str, data: bytes | None = None, **headers: str) -> dict[str, str]:
        """What the server behind the proxy was asked with."""
        with self.open(path, data, **headers) as answer:
            found: dict[str, str] = json.loads(answer.readline())
        return found


@contextmanager
def upstreams() -> Iterator[tuple[Upstream, Upstream, Upstream]]:
    """The servers behind a proxy."""
    all_three = Upstream("web"), Upstream("record"), Upstream("streams")
    try:
        yield all_three
    finally:
        for each in all_three:
            each.goes_on.set()
            each.shutdown()
            each.server_close()


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy that listens."""
    log = folder / "log"
    environment = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "XDG_DATA_HOME": str(folder)}
    with log.open("w") as said:
        process = subprocess.Popen(command, env=environment, cwd=folder, stdout=said, stderr=said)
    try:
        wait_until(lambda: _listens(port) or process.poll() is not None)
        assert process.poll() is None, log.read_text()
        yield
    finally:
        process.terminate()
        process.wait(20)


def _listens(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def nginx(folder: Path) -> Iterator[Proxied]:
    """Nginx as it is on Debian, with our configuration."""
    _need("nginx")
    _need("openssl")
    http_port, https_port = free_port(), free_port()
    certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=x"]
    made = [*certificate, "-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run(made, check=True, capture_output=True)
    with upstreams() as (web, record, streams):
        text = (DEPLOY / "nginx.conf").read_text()
        # The second such address: with `rauswurf@record` there is another server at it.
        before, name, after = text.partition("upstream rauswurf_record {")
        text = before + name + after.replace("127.0.0.1:8000", f"127.0.0.1:{record.server_port}", 1)
        for ours, theirs in (
            ("127.0.0.1:8000", f"127.0.0.1:{web.server_port}"),
            ("127.0.0.1:8001", f"127.0.0.1:{streams.server_port}"),
            ("listen 80;", f"listen 127.0.0.1:{http_port};"),
            ("listen [::]:80;", ""),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{https_port} ssl http2;"),
            ("listen [::]:443 ssl http2;", ""),
            ("/etc/letsencrypt/live/league.example/fullchain.pem", str(folder / "certificate.pem")),
            ("/etc/letsencrypt/live/league.example/privkey.pem", str(folder / "key.pem")),
        ):
            assert ours in text
            text = text.replace(ours, theirs)
        kept = "".join(
            f"{kind}_temp_path {folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        process = f"daemon off; user root; pid {folder}/pid; error_log stderr; events {{}}"
        whole = f"{process} http {{ access_log off; {kept} {text} }}"
        (folder / "nginx.conf").write_text(whole)
        with running(["nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder)], folder, https_port):
            yield Proxied(
                f"https://127.0.0.1:{https_port}",
                web,
                record,
                streams,
                by_http=f"http://127.0.0.1:{http_port}",
            )


@contextmanager
def caddy(folder: Path) -> Iterator[Proxied]:
    """Caddy as it is on Debian, with our configuration, without a certificate."""
    _need("caddy")
    port = free_port()
    with upstreams() as (web, record, streams):
        text = (DEPLOY / "Caddyfile").read_text()
        for ours, theirs in (
            ("{$SITE:league.example}", f"http://:{port}"),
            ("{$WEB:127.0.0.1:8000}", f"127.0.0.1:{web.server_port}"),
            ("{$RECORD:127.0.0.1:8000}", f"127.0.0.1:{record.server_port}"),
            ("{$STREAMS:127.0.0.1:8001}", f"127.0.0.1:{streams.server_port}"),
        ):
            assert ours in text
            text = text.replace(ours, theirs)
        (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
        with running(command, folder, port):
            yield Proxied(f"http://127.0.0.1:{port}", web, record, streams)


def _need(program: str) -> None:
    if not shutil.which(program, path="/usr/sbin:/usr/bin:/sbin:/bin"):
        pytest.skip(f"no {program} on this machine (Debian: apt-get install {program})")


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"], scope="module")
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    start: Callable[[Path], AbstractContextManager[Proxied]] = request.param
    with start(tmp_path_factory.mktemp("proxy")) as found:
        yield found


GAME = "/api/v1/games/11111111-2222-3333-4444-555555555555"


@pytest.mark.parametrize(
    ("server", "data", "paths"),
    [
        (
            "web",
            None,
            ("/", "/api/v1/events/", f"{GAME}/", "/halls/south/", "/api/v1/events/cup/events/more/"),
        ),
        ("streams", None, (f"{GAME}/events/?after=3", "/api/v1/events/cup/events/", "/halls/south/changes/")),
        ("record", b"{}", (f"{GAME}/throws/", "/sign-in/", "/organise/")),
    ],
)
def test_pages_streams_and_what_writes_go_to_servers_of_their_own(
    proxied: Proxied, server: str, data: bytes | None, paths: tuple[str, ...]
) -> None:
    for path in paths:
        assert proxied.told(path, data)["at"] == server, path


def test_a_piece_of_a_stream_goes_on_before_the_next_has_come(proxied: Proxied) -> None:
    proxied.streams.goes_on.clear()
    with proxied.open(f"{GAME}/events/", Accept="text/event-stream", Accept_Encoding="gzip") as answer:
        assert json.loads(answer.readline())["at"] == "streams"
        proxied.streams.goes_on.set()
        assert answer.readline() == b"the end\n"


def test_nobody_says_themselves_from_where_they_come_and_since_when_they_wait(proxied: Proxied) -> None:
    told = proxied.told("/", X_Forwarded_For="198.51.100.7", X_Forwarded_Proto="gopher", X_Request_Start="1")
    assert told["x-forwarded-for"] == "127.0.0.1"
    assert told["x-forwarded-proto"] == proxied.url.partition(":")[0]
    assert told["host"] == "league.example"
    assert abs(float(told["x-request-start"]) - time.time()) < 60


def test_a_request_is_handed_on_when_all_of_it_has_come(proxied: Proxied) -> None:
    asked = proxied.record.asked
    host, _, port = proxied.url.partition("://")[2].partition(":")
    unknown = ssl._create_unverified_context()
    raw = socket.create_connection((host, int(port)), timeout=10)
    with closing(unknown.wrap_socket(raw) if proxied.url.startswith("https:") else raw) as client:
        client.sendall(b"POST /slow/ HTTP/1.1\r\nHost: league.example\r\nContent-Length: 4\r\n\r\n12")
        time.sleep(0.3)
        assert proxied.record.asked == asked
        client.sendall(b"34")
        assert client.recv(4096).startswith(b"HTTP/1.1 200")
        assert proxied.record.asked == asked + 1


def test_a_file_that_is_too_large_stops_at_the_proxy(proxied: Proxied) -> None:
    with proxied.open("/organise/", data=b"x" * 3_900_000) as answer:
        assert answer.status == 200
    # Caddy finds out while it passes the body on.
    assert proxied.status_of_upload("/organise/", 5_300_000) in (413, 502)


def test_whoever_comes_by_http_is_sent_to_https(tmp_path: Path) -> None:
    with nginx(tmp_path) as proxied:
        opener = urllib.request.build_opener(NoRedirect)
        request = urllib.request.Request(f"{proxied.by_http}/help/?q=1", headers={"Host": "league.example"})
        with pytest.raises(urllib.error.HTTPError) as sent:
            opener.open(request, timeout=10)
        assert (sent.value.code, sent.value.headers["Location"]) == (301, "https://league.example/help/?q=1")
        sent.value.close()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Stay where one is sent away from."""

    def redirect_request(self, *args: object) -> None:
        return None
