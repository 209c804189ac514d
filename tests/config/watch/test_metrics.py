"""``/metrics``: Prometheus reads it, every series is there and described, and only those see it who may."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from config.db_health import watch
from games.access.client_ip import _FORWARDED
from games.enums import Role
from games.models import Game
from tests.config.watch.scraping import SERIES, ask, scrape, scrape_site
from tests.games.conftest import as_json, random_throws, token_with
from tests.servers import ROOT, Site, wait_until

REFERENCE = ROOT / "docs/reference/metrics.md"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


# -- what is there ---------------------------------------------------------------------------------


def test_prometheus_reads_everything_of_a_running_site(live_asgi_server: Site) -> None:
    before = scrape_site(live_asgi_server.url)
    for path in ("/", "/api/v1/games/", "/api/v1/nowhere/"):
        with (
            suppress(urllib.error.HTTPError),
            urllib.request.urlopen(live_asgi_server.url + path, timeout=60),
        ):
            pass
    # A request is counted when its answer has been sent, its refusal last of all.
    wait_until(
        lambda: scrape_site(live_asgi_server.url).grown(before, "refusals_total", reason="not-found") == 1
    )
    after = scrape_site(live_asgi_server.url)
    named = {f"{name}_total" if each.type == "counter" else name for name, each in after.families.items()}
    # A new site has no backup and, until its work gets to that, no walk through the chains.
    assert SERIES.keys() - named <= {"rauswurf_backup_timestamp_seconds", "rauswurf_chain_check_broken_logs"}
    for name, family in after.families.items():
        kind, sentence, _labels = SERIES.get(name) or SERIES[f"{name}_total"]
        assert family.documentation == sentence
        assert family.type == kind
    assert after.value("processes", kind="serve") == 1
    assert after.grown(before, "requests_total", what="pages", status="2xx") == 1
    assert after.grown(before, "request_seconds_count", what="rest") == 2


@pytest.mark.django_db
def test_every_series_of_the_table_is_there(
    data_dir: Path, settings: Any, recorded: Callable[[int], Game]
) -> None:
    settings.BACKUP_DIR = str(data_dir)
    (data_dir / "rauswurf-2026-11-20T031500Z.tar.gz").write_bytes(b"backup")
    recorded(3)
    call_command("check_chains", stdout=StringIO())
    names = {
        f"{name}_total" if family.type == "counter" else name for name, family in scrape().families.items()
    }
    assert SERIES.keys() <= names
    assert len(SERIES) >= 15


def test_the_reference_is_the_table() -> None:
    lines = ["| series | kind | labels | what it says |", "|---|---|---|---|"]
    for name, (kind, sentence, known) in SERIES.items():
        labels = ", ".join(f"`{label}`" for label in known)
        lines.append(f"| `{name}` | {kind} | {labels} | {sentence} |")
    assert "\n".join(lines) in REFERENCE.read_text(encoding="utf-8")


# -- who may see it --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_only_the_token_or_the_machine_itself_sees_it(settings: Any) -> None:
    settings.METRICS_TOKEN = "open sesame"
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert elsewhere.get("/metrics").status_code == 403
    assert elsewhere.get("/metrics", headers=bearer("open sesam")).status_code == 403
    assert elsewhere.get("/metrics", headers={"Authorization": "Basic open sesame"}).status_code == 403
    assert elsewhere.get("/metrics", headers=bearer("öffne dich")).status_code == 403
    assert elsewhere.get("/metrics", headers=bearer("open sesame")).status_code == 200
    for here in ("127.0.0.1", "::1"):
        assert Client(REMOTE_ADDR=here).get("/metrics").status_code == 200
    assert Client(REMOTE_ADDR="").get("/metrics").status_code == 403


@pytest.mark.django_db
def test_without_a_token_in_the_settings_none_opens_it() -> None:
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    for token in ("", " ", "None"):
        assert elsewhere.get("/metrics", headers=bearer(token)).status_code == 403


@pytest.mark.django_db
def test_an_address_in_a_header_is_believed_only_of_proxies_that_are_set(settings: Any) -> None:
    behind = Client(REMOTE_ADDR="127.0.0.1")
    for header in _FORWARDED:
        # A proxy on this machine that nobody has counted: whoever asks through it may be anybody.
        assert behind.get("/metrics", **{header: "127.0.0.1"}).status_code == 403  # type: ignore[arg-type]
    settings.PROXIES = 1
    assert behind.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403
    assert behind.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1, 203.0.113.9"}).status_code == 403
    assert behind.get("/metrics").status_code == 200
    assert Client(REMOTE_ADDR="203.0.113.9").get("/metrics").status_code == 403


# -- what is counted -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_throw_is_counted_after_its_commit_and_its_refusal_by_its_reason(
    game: Game, django_capture_on_commit_callbacks: Any
) -> None:
    token, path = token_with(Role.REFEREE), f"/api/v1/games/{game.pk}/throws/?expected={game.number}"
    throws = [as_json(throw) for throw in random_throws(game, 3)]
    before = scrape()
    with django_capture_on_commit_callbacks(execute=True):
        assert ask("POST", path, json.dumps(throws), **bearer(token)).status == 201
    assert ask("POST", path, json.dumps(throws), **bearer(token)).status == 409
    after = scrape()
    assert after.grown(before, "events_recorded_total", kind="throw") == 3
    assert after.grown(before, "requests_total", what="recording", status="2xx") == 1
    assert after.grown(before, "request_seconds_count", what="recording") == 2
    assert after.grown(before, "refusals_total", reason="stale") == 1


@pytest.mark.django_db(transaction=True)
def test_waits_for_locks_are_measured_once_however_often_a_connection_is_opened() -> None:
    connection.close()
    connection.ensure_connection()
    assert connection.execute_wrappers.count(watch) == 1
    before = scrape().value("database_lock_wait_seconds_count") or 0
    with transaction.atomic():
        list(Game.objects.select_for_update())
    assert scrape().value("database_lock_wait_seconds_count") == before + 1


# -- what is read ----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_newest_backup_is_told_and_none_where_there_is_none(data_dir: Path, settings: Any) -> None:
    assert scrape().value("backup_timestamp_seconds") is None
    settings.BACKUP_DIR = str(data_dir / "backups")
    assert scrape().value("backup_timestamp_seconds") is None
    (data_dir / "backups").mkdir()
    assert scrape().value("backup_timestamp_seconds") is None
    made = timezone.now().replace(microsecond=0) - timedelta(hours=3)
    for age, name in ((0, ".tar.gz"), (5, ".age.tar")):
        file = f"rauswurf-{made - timedelta(days=age):%Y-%m-%dT%H%M%S}Z{name}"
        (data_dir / "backups" / file).write_bytes(b"x" * (age + 1))
    (data_dir / "backups/rauswurf-2099-01-01T000000Z.draft").write_bytes(b"")
    assert scrape().value("backup_timestamp_seconds") == made.timestamp()
    assert scrape().value("disk_free_bytes", of="backups")
