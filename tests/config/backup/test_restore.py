"""A backup is made while others write, and restored into either database with a proof; what cannot be is refused."""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from config.backup import archive, jobs, proof, restore, second_copy, unfinished
from config.backup.archive import ArchiveWriter, Content, Manifest
from config.backup.errors import BackupError
from config.backup.rotation import backups_in, draft_beside, name_of, rotate
from config.backup.site_files import configuration, put_back, site_files, without_secrets
from config.backup.tables import migration_state, tables_in
from config.backup.values import as_compared, as_stored, loaded, one_moment, rows
from games.models import Player
from games.work.claims import work_off
from tests import servers
from tests.config.backup.files import HEAD
from tests.config.backup.sites import Place, migrated_on_sqlite
from tests.endurance.going_on import Phones, new_games
from tests.games.viewing import token_of
from tests.servers import ROOT, Console
from tests.tournaments import conftest as events_of
from tests.tournaments.erased import NAME, PLAYED, rows_naming

season, players, cup = events_of.season, events_of.players, events_of.cup
BOARDS = 3
PLAYERS = "games_player"
NOW = datetime(2026, 11, 23, 20, 15, tzinfo=UTC)
#: Nobody gets the number of somebody who is gone.
GIVEN_NEVER_AGAIN = (
    "from django.contrib.auth.models import User; User.objects.create(username='gone').delete()"
)
LOG = "SELECT hash FROM games_gameevent WHERE game_id = ? ORDER BY number"


@pytest.mark.process
def test_what_was_acknowledged_before_a_backup_is_in_it_and_proves_itself_in_the_other_database(
    tmp_path: Path, site_database: dict[str, str], console: Console
) -> None:
    file = tmp_path / "b.tar.gz"
    with servers.forked_site(console, site_database) as site:
        site.shell(GIVEN_NEVER_AGAIN)
        token = token_of(site)
        with Phones(site, token, new_games(site, token, BOARDS)) as phones:
            phones.go_on(10)
            before = phones.recorded
            site.manage("backup", str(file))
            after = phones.recorded
            phones.go_on(3)
        phones.check_nothing_is_lost()
    manifest = archive.check(file)[1]
    there = migrated_on_sqlite(console, tmp_path / "there")
    assert verdict(there.manage("restore", str(file))).startswith("PROVEN")
    with closing(sqlite3.connect(tmp_path / "there" / "new.sqlite3")) as database:
        for phone in phones.phones:
            log = database.execute(LOG, [phone.path.split("/")[-2].replace("-", "")]).fetchall()
            assert before[phone.path] <= len(log) <= after[phone.path] + 1
            assert [hash for (hash,) in log] == [event["hash"] for event in phone.log[: len(log)]]
        with pytest.raises(sqlite3.IntegrityError, match="never changed"):
            database.execute("UPDATE games_gameevent SET number = 99")
        given = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'auth_user'").fetchone()
    assert given == (manifest.tables["auth_user"].last_id,) != (0,)
    if connection.vendor == "postgresql":
        back = tmp_path / "back.tar.gz"
        there.manage("backup", str(back))
        with servers.postgresql_database(os.environ["DATABASE_URL"], f"back_{os.getpid()}") as url:
            on_postgresql = replace(there, database_url=url)
            assert verdict(on_postgresql.manage("restore", str(back))).startswith("PROVEN")


def verdict(said: str) -> str:
    """The last line."""
    return said.strip().splitlines()[-1]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", ["a name", "one less", "one more"])
def test_a_table_that_was_not_restored_as_it_was_is_told(change: str) -> None:
    players = [Player.objects.create(name=f"Änne {number}") for number in range(5)]
    (table,) = (each for each in tables_in(migration_state(connection)) if each.name == PLAYERS)
    with one_moment() as database:
        whole = b"".join(as_compared(loaded(as_stored(row))) for row in rows(database, table))
    loaded_rows, manifest = {PLAYERS: sha256(whole).hexdigest()}, Manifest(tables={PLAYERS: Content(5, "")})
    restore.compare(loaded_rows, manifest, [table])
    if change == "a name":
        Player.objects.filter(pk=players[2].pk).update(name="Bert Übel")
    elif change == "one less":
        Player.objects.filter(pk=players[2].pk).delete()
    else:
        Player.objects.create(name="Cora Weiß")
    with pytest.raises(BackupError, match=f"Table {PLAYERS} was not restored as it was: SHA-256"):
        restore.compare(loaded_rows, manifest, [table])


def test_a_chain_that_does_not_hold_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "look_at_everything", lambda: proof.Findings(broken=["game: event 2"]))
    with pytest.raises(proof.NotProven, match="broken: 1"):
        proof.prove(HEAD, Manifest(), tell=lambda _: None)


@pytest.mark.django_db
def test_what_is_not_empty_is_left_alone() -> None:
    Player.objects.create(name="Änne Öhler")
    with pytest.raises(CommandError, match=r"The database is not empty: games_.*player has 1 rows"):
        call_command("restore", str(ROOT / "tests/data/backup-2026-11-29.tar.gz"))
    assert Player.objects.count() == 1


@pytest.mark.django_db
def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    state = {**migration_state(connection), "games": ["9999_of_the_future"]}
    file = tmp_path / "b.tar.gz"
    with open(file, "wb") as stream:
        writer = ArchiveWriter(stream, replace(HEAD, migrations=state), 0.0)
        writer.manifest.tables = {}
        for table in HEAD.tables:
            writer.add_table(table.name, [], 0)
        writer.close()
    with pytest.raises(
        CommandError, match=r"newer version: this one does not know games\.9999_of_the_future"
    ):
        call_command("restore", str(file))


@pytest.mark.django_db
def test_a_file_that_is_not_there_or_no_backup_is_refused_and_leaves_no_mark(
    tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR = tmp_path
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", str(tmp_path / "none"))
    (tmp_path / "text").write_text("no backup")
    with pytest.raises(CommandError, match="The backup is damaged: at its beginning"):
        call_command("restore", str(tmp_path / "text"))
    assert unfinished.why_unfinished() is None


# -- what is no table --------------------------------------------------------------------------------


def test_secrets_go_along_only_where_all_is_encrypted(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path
    for name in ("site-name", "secret-key", "rauswurf.sqlite3", "rauswurf.sqlite3-wal", "x.draft"):
        (tmp_path / name).write_text(name)
    assert set(site_files(with_secrets=False)) == {"configuration.json", "site-name"}
    assert set(site_files(with_secrets=True)) == {"configuration.json", "site-name", "secret-key"}


def test_how_the_site_is_set_up_is_told_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = ("SECRET_KEY", "METRICS_TOKEN", "CLIENT_SECRET", "EMAIL_PASSWORD", "API_KEY")
    told = {
        "DATABASE_URL": "postgresql://me:hid/den@db.example/league",
        "EMAIL_URL": "smtp+tls://hidden@club.example:hidden@mail.example:587",
        "CLIENTS": '[{"client_id": "club", "client_secret": "hidden"}]',
        "TOKEN_DAYS": "90",
        "ALLOWED_HOSTS": "monkeys.example",
    }
    assert without_secrets(dict.fromkeys(secret, "hidden") | told) == {
        "DATABASE_URL": "postgresql://…@db.example/league",
        "EMAIL_URL": "smtp+tls://…@mail.example:587",
        "TOKEN_DAYS": "90",
        "ALLOWED_HOSTS": "monkeys.example",
    }
    monkeypatch.setenv("ALLOWED_HOSTS", "league.example")
    monkeypatch.setenv("UNRELATED", "x")
    assert configuration().items() >= {("ALLOWED_HOSTS", "league.example")}
    assert "UNRELATED" not in configuration()


def test_files_go_back_into_the_data_folder_and_nowhere_else(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    strange = ("../outside", "..", "/etc/outside", "sub/file", "rauswurf.sqlite3", "configuration.json")
    written = put_back({"site-name": b"Club", **dict.fromkeys(strange, b"{}")})
    assert written == ["site-name"]
    assert [path.name for path in tmp_path.rglob("*")] == ["data", "site-name"]


def test_whoever_was_erased_here_since_stays_on_the_list(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "erased").write_text("2026-11-20T10:00:00+00:00 user:7\n2026-11-22T10:00:00+00:00 user:9")
    put_back({"erased": b"2026-11-20T10:00:00+00:00 user:7\n2026-11-21T10:00:00+00:00 user:8\n"})
    lines = (tmp_path / "erased").read_text().splitlines()
    assert [line.split()[1] for line in lines] == ["user:7", "user:8", "user:9"]
    assert site_files(with_secrets=False)["erased"] == (tmp_path / "erased").read_bytes()


@pytest.mark.process
def test_a_name_that_was_erased_after_the_backup_does_not_come_back(tmp_path: Path, console: Console) -> None:
    before = migrated_on_sqlite(console, tmp_path / "before")
    before.manage("shell", "--verbosity", "0", "-c", PLAYED)
    before.manage("backup", str(tmp_path / "b.tar.gz"))
    assert rows_naming(before.folder / "new.sqlite3")
    before.manage("erase_player", NAME, "--yes")
    there = migrated_on_sqlite(console, tmp_path / "there")
    (there.folder / "erased").write_bytes((before.folder / "erased").read_bytes())
    said = there.manage("restore", str(tmp_path / "b.tar.gz"))
    assert verdict(said).startswith("PROVEN")
    assert "1 erased again" in said
    assert rows_naming(there.folder / "new.sqlite3") == []
    there.manage("check_chains")


@pytest.fixture(scope="module")
def erased_since(tmp_path_factory: pytest.TempPathFactory, console: Console) -> Place:
    """A site with a backup in its folder that has a name which was erased afterwards."""
    before = migrated_on_sqlite(console, tmp_path_factory.mktemp("sites") / "before")
    before.manage("shell", "--verbosity", "0", "-c", PLAYED)
    before.manage("backup", str(before.folder / "b.tar.gz"))
    before.manage("erase_player", NAME, "--yes")
    return before


#: A restore that is killed where it calls a function.
KILLED = """
import os, signal
from unittest import mock
from django.core.management import call_command
def die(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGKILL)
with mock.patch({where!r}, die):
    call_command("restore", {file!r})
"""
#: Loading, reading back, erasing, files, database brought up to date, proof.
_LOADED, _READ, _ERASED = "restore._count_on", "restore.compare", "restore._erase_again"
_FILES, _MIGRATED, _PROOF = "restore.put_back", "restore.call_command", "proof.look_at_everything"


#: What a command says on its way out, whatever the checks say.
SAYING = """
import contextlib, io
from django.core.management import ManagementUtility
with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.suppress(SystemExit):
    ManagementUtility(["manage.py", *{command!r}]).execute()
print(said.getvalue())
"""


def killed(there: Place, file: Path, where: str) -> None:
    """Have a restore killed."""
    with pytest.raises(RuntimeError):
        there.manage(
            "shell", "--no-imports", "-c", KILLED.format(where=f"config.backup.{where}", file=str(file))
        )


def says(there: Place, *command: str) -> str:
    return there.manage("shell", "--no-imports", "-c", SAYING.format(command=command))


@pytest.mark.process
@pytest.mark.parametrize(
    ("where", "is_loaded"),
    [
        (_FILES, True),
        *(pytest.param(where, False, marks=pytest.mark.slow) for where in (_LOADED, _READ, _ERASED)),
        *(pytest.param(where, True, marks=pytest.mark.slow) for where in (_MIGRATED, _PROOF)),
    ],
)
def test_a_restore_that_is_killed_serves_nobody_and_brings_no_erased_name_back(
    tmp_path: Path, console: Console, erased_since: Place, where: str, is_loaded: bool
) -> None:
    file = erased_since.folder / "b.tar.gz"
    there = migrated_on_sqlite(console, tmp_path / "there")
    (there.folder / "erased").write_bytes((erased_since.folder / "erased").read_bytes())
    killed(there, file, where)
    # As the next program opens it: what was not finished is rolled back.
    assert there.rows("games_player") == (3 if is_loaded else 0)
    assert rows_naming(there.folder / "new.sqlite3") == []
    for command in (["serve", "--port", "1"], ["run", "web"]):
        said = says(there, *command)
        assert "was cut off before its end" in said, command
        assert "then restore again" in said, command
    if is_loaded:
        assert "was cut off before its end. Empty the database" in says(there, "restore", str(file))
        shutil.copy(servers.migrated_sqlite(), there.folder / "new.sqlite3")
    assert verdict(there.manage("restore", str(file))).startswith("PROVEN")
    assert rows_naming(there.folder / "new.sqlite3") == []
    assert "cut off" not in says(there, "check")


@pytest.mark.slow
@pytest.mark.process
def test_a_backup_of_an_earlier_version_is_brought_up_to_date_and_not_served_before_names_are_erased_again(
    tmp_path: Path, next_version: Console
) -> None:
    """Its rows are those of another program until the database is brought up to date."""
    file = ROOT / "tests/data/backup-2026-11-29.tar.gz"
    there = migrated_on_sqlite(next_version, tmp_path / "there")
    killed(there, file, _MIGRATED)
    with closing(sqlite3.connect(there.folder / "new.sqlite3")) as database:
        key, name = database.execute("SELECT id, name FROM games_player ORDER BY name").fetchone()
    assert "was cut off before its end" in says(there, "serve", "--port", "1")
    (there.folder / "new.sqlite3").unlink()
    (there.folder / "erased").write_text(f"2026-12-24T20:00:00+00:00 player:{UUID(key)}\n", encoding="utf-8")
    said = there.manage("restore", str(file))
    assert verdict(said).startswith("PROVEN")
    assert "all 2 chains with 266 events are whole" in verdict(said)
    assert "1 erased again" in said
    assert there.manage("migrate", "--check") == ""
    with closing(sqlite3.connect(there.folder / "new.sqlite3")) as database:
        assert name not in {name for (name,) in database.execute("SELECT name FROM games_player")}


# -- which are kept ----------------------------------------------------------------------------------


def test_the_newest_of_so_many_days_and_weeks_is_kept(tmp_path: Path) -> None:
    for hours in range(0, 24 * 60, 12):
        (tmp_path / name_of(NOW - timedelta(hours=hours), encrypted=False)).write_bytes(b"")
    (tmp_path / "of-somebody.tar.gz").write_bytes(b"")
    rotate(tmp_path, keep=3)
    kept = [f"{backup.made_at:%m-%d %H}" for backup in backups_in(tmp_path)]
    assert kept == ["11-23 20", "11-22 20", "11-21 20", "11-15 20"]
    assert (tmp_path / "of-somebody.tar.gz").exists()


@pytest.mark.django_db
def test_a_backup_in_a_folder_says_what_it_deleted_and_one_without_a_place_what_to_name(
    tmp_path: Path, settings: Settings
) -> None:
    settings.BACKUP_DIR = ""
    with pytest.raises(CommandError, match="Name a file or a folder for the backup, or set BACKUP_DIR"):
        call_command("backup")
    with pytest.raises(CommandError, match="no/folder"):
        call_command("backup", str(tmp_path / "no/folder/b.tar.gz"))
    first, last = (tmp_path / name_of(NOW - timedelta(days=days), encrypted=False) for days in (1, 0))
    for path in (first, last):
        path.touch()
    out = StringIO()
    call_command("backup", str(tmp_path), "--keep=1", stdout=out)
    assert f"deleted: {first}" in out.getvalue()
    assert not first.exists()


def test_a_backup_in_the_middle_of_which_somebody_was_killed_does_not_lie_there_for_ever(
    tmp_path: Path,
) -> None:
    broken_off, being_made = (draft_beside(tmp_path / name_of(NOW, encrypted=each)) for each in (False, True))
    of_somebody = tmp_path / "thesis.1.draft"
    for path in (broken_off, being_made, of_somebody):
        path.touch()
    for path in (broken_off, of_somebody):
        os.utime(path, (0, 0))
    assert rotate(tmp_path, keep=1) == [broken_off]
    assert not broken_off.exists()
    assert being_made.exists()
    assert of_somebody.exists()


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_backup_is_made_each_day_where_a_folder_is_set_for_it(tmp_path: Path, settings: Settings) -> None:
    settings.BACKUP_DIR = ""
    assert work_off(jobs.WORK) == 0
    settings.BACKUP_DIR = str(tmp_path / "backups")
    assert work_off(jobs.WORK) == 1
    assert work_off(jobs.WORK) == 0
    assert list(jobs.WORK.due(timezone.now() + timedelta(days=1)))
    made = backups_in(tmp_path / "backups")[0].path
    assert archive.check(made)[0].database == connection.vendor
    assert made.stat().st_mode & 0o777 == 0o600


# -- the second copy ---------------------------------------------------------------------------------


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_the_second_copy_has_what_was_written_and_is_made_only_then(
    tmp_path: Path, settings: Settings
) -> None:
    copy = tmp_path / "elsewhere" / "copy.sqlite3"
    settings.SECOND_COPY = str(copy)
    Player.objects.create(name="Änne Öhler")
    assert work_off(second_copy.WORK) == 1
    assert work_off(second_copy.WORK) == 0
    Player.objects.create(name="Bert Übel")
    broken_off = copy.with_name("copy.sqlite3.1.draft")
    broken_off.touch()
    os.utime(broken_off, (0, 0))
    assert work_off(second_copy.WORK) == 1
    assert not broken_off.exists()
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM games_player").fetchone() == (2,)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert copy.stat().st_mode & 0o777 == 0o600
    settings.SECOND_COPY = ""
    Player.objects.create(name="Cora Weiß")
    assert work_off(second_copy.WORK) == 0
