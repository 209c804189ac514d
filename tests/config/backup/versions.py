"""Versions of the program in folders, as a host installs them, and databases that nobody has migrated."""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader

from tests import servers
from tests.servers import ROOT

#: A migration that nobody has written yet.
NEXT = "9999_planted"
APPS = ("games", "tournaments")
MIGRATIONS = ROOT / "tournaments/migrations"


def computed() -> float:
    """The seconds that children of this process have computed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def install_version_before(folder: Path) -> None:
    """Put the program as it was before the newest migrations came into a folder.

    Branches may have been merged in another order than their migrations have now: a version of the main line that has
    one without those on which it depends today never brought a database up to date.
    """
    graph = MigrationLoader(None).graph
    today = {node for node in graph.nodes if node[0] in APPS}
    changed = _git("log", "--first-parent", "--format=%H", "--", *(f"{app}/migrations" for app in APPS))
    for commit in changed.decode().split():
        names = _git("ls-tree", "-r", "--name-only", f"{commit}~1", *(f"{app}/migrations" for app in APPS))
        paths = map(Path, names.decode().split())
        there = {(path.parts[0], path.stem) for path in paths if path.stem[:1].isdigit()}
        needed = {needs for node in there & today for needs in graph.forwards_plan(node) if needs in today}
        if needed <= there < today:
            _unpack(_git("archive", f"{commit}~1"), folder)
            return
    pytest.skip("the version before is not in this copy of the repository")


def install_this_version(folder: Path) -> None:
    """Put the program of today into a folder."""
    there = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split(b"\0")
    files = [name for name in there if (ROOT / os.fsdecode(name)).is_file()]
    packed = subprocess.run(
        ["tar", "-c", "--null", "-T", "-"], cwd=ROOT, input=b"\0".join(files), capture_output=True, check=True
    )
    _unpack(packed.stdout, folder)


def install_next_version(folder: Path) -> None:
    """Put the program into a folder as it may be one day: with one migration more."""
    install_this_version(folder)
    (folder / f"tournaments/migrations/{NEXT}.py").write_text(
        f"""
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", {max(path.stem for path in MIGRATIONS.glob("0*.py"))!r})]
    operations = [migrations.RunSQL("ALTER TABLE tournaments_webhook ADD COLUMN planted integer")]
"""
    )


@contextmanager
def empty_postgresql() -> Iterator[str]:
    """The address of an empty database on the server that tests have."""
    server, name = os.environ["DATABASE_URL"], f"update_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield servers.beside(server, name)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _git(*arguments: str) -> bytes:
    """What git says; nothing where it cannot."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True).stdout


def _unpack(packed: bytes, folder: Path) -> None:
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
