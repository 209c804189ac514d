"""Settings: embedded defaults, everything else from the environment."""

import json
import os
import re
import runpy
import sqlite3
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.test import Client, override_settings
from pytest_django import Settings

from tests.servers import ROOT, Console

OURS = (
    "DATABASE_URL",
    "DATABASE_CONNECTIONS",
    "REDIS_URL",
    "DEBUG",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "WEB_CONCURRENCY",
    "PROXIES",
)


def settings_with(folder: Path, **variables: str) -> dict[str, Any]:
    """What config/settings.py, read anew, says with these environment variables and no others of ours."""
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    with mock.patch.dict(os.environ, {**environment, "DATA_DIR": str(folder), **variables}, clear=True):
        told = runpy.run_path(str(ROOT / "config" / "settings.py"))
    settings = {name: value for name, value in told.items() if name.isupper()}
    found: dict[str, Any] = json.loads(json.dumps(settings, default=str))
    return found


def test_the_embedded_default_needs_nothing_but_a_folder(tmp_path: Path) -> None:
    found = settings_with(tmp_path / "data", DATABASE_URL="")
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "data" / "rauswurf.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["ATOMIC_REQUESTS"] is False
    assert found["CELERY_TASK_ALWAYS_EAGER"] is True
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1"]
    assert found["SECRET_KEY"] == (tmp_path / "data" / "secret-key").read_text()


def test_the_environment_names_postgresql_and_redis(tmp_path: Path) -> None:
    found = settings_with(
        tmp_path,
        DATABASE_URL="postgresql://me:pw@db.example:5433/league",
        REDIS_URL="redis://redis.example/3",
    )
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "league")
    assert database["ATOMIC_REQUESTS"] is False
    assert found["CELERY_TASK_ALWAYS_EAGER"] is False
    assert found["CELERY_BROKER_URL"] == "redis://redis.example/3"


@pytest.mark.parametrize(
    "address",
    ["league", "mysql://me:hidden@db.example/league", "postgresql://me:hidden@db.example:port/league"],
)
def test_an_address_that_leads_to_no_database_is_refused_and_no_password_shown(
    tmp_path: Path, address: str
) -> None:
    right = re.escape("postgresql://USER:PASSWORD@HOST/NAME")
    with pytest.raises(ImproperlyConfigured, match=f"DATABASE_URL.*{right}") as refused:
        settings_with(tmp_path, DATABASE_URL=address)
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize(
    ("how", "max_age", "pooled"), [("fresh", 0, False), ("kept", 600, False), ("pool", 0, True)]
)
def test_connections_are_held_as_the_server_needs_it(
    tmp_path: Path, how: str, max_age: int, pooled: bool
) -> None:
    found = settings_with(
        tmp_path, DATABASE_URL="postgresql://me@db.example/league", DATABASE_CONNECTIONS=how
    )
    database = found["DATABASES"]["default"]
    assert database["CONN_MAX_AGE"] == max_age
    assert ("pool" in database["OPTIONS"]) is pooled
    waits_for_a_lock_for_ever = "lock_timeout" not in database["OPTIONS"].get("options", "")
    assert waits_for_a_lock_for_ever is (how == "fresh")


def test_what_the_address_of_the_database_asks_for_goes_before_ours(tmp_path: Path) -> None:
    address = "postgresql://me@db.example/league?options=-c%20lock_timeout%3D1s"
    found = settings_with(tmp_path, DATABASE_URL=address, DATABASE_CONNECTIONS="kept")
    assert found["DATABASES"]["default"]["OPTIONS"]["options"] == "-c lock_timeout=1s"


def test_the_secret_key_of_the_environment_goes_before_the_stored_one(tmp_path: Path) -> None:
    assert settings_with(tmp_path, SECRET_KEY="from outside")["SECRET_KEY"] == "from outside"
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite
def test_sqlite_runs_in_wal_and_takes_the_write_lock_at_once() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)
        cursor.execute("PRAGMA foreign_keys")
        assert cursor.fetchone() == (1,)
    with transaction.atomic():
        second = connection.copy()
        second.settings_dict["OPTIONS"]["timeout"] = 0
        try:
            with pytest.raises(Exception, match="locked"), transaction.atomic(), second.cursor() as cursor:
                cursor.execute("BEGIN IMMEDIATE")
        finally:
            second.close()


@pytest.mark.parametrize(
    ("version", "processes", "eager", "warned"),
    [
        ((3, 40, 1), 1, True, False),
        ((3, 40, 1), 2, True, True),
        ((3, 40, 1), 1, False, True),
        ((3, 51, 3), 2, False, False),
    ],
)
def test_an_old_sqlite_with_several_processes_is_warned_of(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    version: tuple[int, int, int],
    processes: int,
    eager: bool,
    warned: bool,
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    settings.PROCESSES = processes
    settings.CELERY_TASK_ALWAYS_EAGER = eager
    found = [message for message in run_checks() if message.id == "config.W001"]
    assert bool(found) is warned
    assert all("PostgreSQL" in str(message.hint) for message in found)


def test_the_project_has_no_complaint_of_its_own() -> None:
    assert run_checks() == []


def documented_for_production() -> dict[str, str]:
    """The variables of the page on settings that make a site ready for where others can reach it."""
    page = (ROOT / "docs/install/settings.md").read_text(encoding="utf-8")
    block = page.partition("<!-- production -->")[2].partition("<!-- /production -->")[0]
    return dict(re.findall(r"^export (\w+)=(\S+)$", block, re.M))


def test_the_settings_of_a_server_are_those_that_the_page_names() -> None:
    page = (ROOT / "docs/install/settings.md").read_text(encoding="utf-8")
    text = (ROOT / "deploy/rauswurf.env").read_text(encoding="utf-8")
    assert documented_for_production().items() <= dict(re.findall(r"^(\w+)=(\S+)$", text, re.M)).items()
    assert not [name for name in re.findall(r"^#?(\w+)=", text, re.M) if f"| `{name}` |" not in page]


#: Run with other settings: what `manage.py check --deploy` would say.
DEPLOYMENT_CHECKS = """
from django.core.checks import run_checks
found = run_checks(include_deployment_checks=True)
print("said:", *sorted(message.id for message in found if not message.is_silenced()))
"""


@pytest.mark.process
def test_the_documented_settings_for_production_leave_the_checks_nothing_to_say(console: Console) -> None:
    def said(**variables: str) -> set[str]:
        database = {"DATABASE_URL": "sqlite://:memory:"}
        environment = {**console.environment, "DEBUG": "no", **database, **variables}
        words = console.run(["shell", "--no-imports", "-c", DEPLOYMENT_CHECKS], environment).split()
        assert words[0] == "said:"
        return set(words[1:])

    variables = documented_for_production()
    assert {"SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "PROXIES"} <= variables.keys()
    # What the machine shows (config.W2…) is not for the settings to say.
    assert {each for each in said(**variables) if not each.startswith("config.W2")} == set()
    assert {"config.W101", "config.W103", "config.W106"} <= said()
    assert {f"security.W0{number}" for number in ("04", "08", "12", "16")} <= said()


def test_production_leads_to_https_but_who_watches_the_processes(tmp_path: Path) -> None:
    found = settings_with(tmp_path, **documented_for_production())
    names = ("SECURE_SSL_REDIRECT", "SECURE_PROXY_SSL_HEADER", "SECURE_REDIRECT_EXEMPT", "ALLOWED_HOSTS")
    with override_settings(**{name: found[name] for name in names}):
        client = Client(headers={"host": "league.example"})  # its middleware reads the settings
        answer = client.get("/players/?search=a")
        assert (answer.status_code, answer["Location"]) == (301, "https://league.example/players/?search=a")
        assert client.get("/healthz").status_code == 200
        by_https = client.get("/positions/board.svg?rules=chess", headers={"x-forwarded-proto": "https"})
        assert by_https.status_code == 422


def test_every_variable_of_the_environment_is_documented() -> None:
    sources = [
        *(ROOT / "config").rglob("*.py"),
        *(ROOT / "games").rglob("*.py"),
        *(ROOT / "tournaments").rglob("*.py"),
    ]
    read = {
        name
        for source in sources
        for name in re.findall(r'\benv\.\w+\(\s*"(\w+)"', source.read_text(encoding="utf-8"))
    }
    documented = re.findall(
        r"^\| `(\w+)` \|", (ROOT / "docs/install/settings.md").read_text(encoding="utf-8"), re.M
    )
    assert sorted(documented) == sorted(read)
