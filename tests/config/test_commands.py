"""Commands of `manage.py`: each is listed with a sentence, and those that only programs call are not."""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands
from pytest_django import Settings

from config.command_line import OF_DJANGO, CommandLine

ROOT = Path(__file__).parents[2]
#: What only developers and other processes call.
NOT_FOR_HOSTS = {
    "build_offline_rules",
    "work",
}


def listed() -> dict[str, str]:
    """The commands that `rauswurf --help` lists, with what it says of each."""
    return dict(re.findall(r"^  (\w+) +(\S.*)$", CommandLine(["rauswurf"]).main_help_text(), re.MULTILINE))


def test_help_says_in_a_sentence_what_each_command_for_hosts_does() -> None:
    ours = {name for name, app in get_commands().items() if app in ("config", "games", "tournaments")}
    assert set(listed()) == (ours - NOT_FOR_HOSTS) | set(OF_DJANGO)
    assert not [said for said in listed().values() if not said[0].isupper() or said[-1] in ".:;"]


def test_the_page_on_running_names_every_command_that_help_lists() -> None:
    page = (ROOT / "docs/install/run.md").read_text(encoding="utf-8")
    assert not [name for name in listed() if not re.search(rf"`{name}\b|, `{name}`|manage\.py {name}", page)]


def test_help_answers_where_the_settings_are_wrong() -> None:
    wrong = {**os.environ, "DATABASE_URL": "nothing"}
    called = [sys.executable, str(ROOT / "manage.py"), "--help"]
    done = subprocess.run(called, env=wrong, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "serve" in done.stdout or "runserver" in done.stdout


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "said"), [("127.0.0.1", "Open this to set up your site"), ("club.example", "createsuperuser")]
)
def test_serving_a_site_without_accounts_says_how_to_make_the_first(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, host: str, said: str
) -> None:
    settings.ALLOWED_HOSTS = [host]
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)
    out = StringIO()
    call_command("serve", stdout=out)
    assert said in out.getvalue()


def test_serving_an_empty_database_says_what_to_do_first(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "serve", "--port", "0"],
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}",
            "DATA_DIR": str(tmp_path),
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "manage.py migrate" in done.stderr
    assert "Traceback" not in done.stderr
