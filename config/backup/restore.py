"""A backup is restored: onto an empty database of either kind, brought to the backup's migration state before.

In one transaction everything is loaded, read back and compared with the backup, as hashes of the rows of each table,
and people erased since are erased again. Only then the database is brought to the state of this version. A backup
of an earlier version has names of those who were erased until that is done; the mark of a restore that has not come to
its end (``config.backup.unfinished``) keeps it from being served.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config.backup import unfinished
from config.backup.archive import ArchiveHead, Manifest, check, parts
from config.backup.encryption import is_encrypted
from config.backup.errors import BackupError
from config.backup.site_files import put_back
from config.backup.tables import BACKUP, DumpedTable, known_state, migration_state, newest, nodes, tables_in
from config.backup.values import as_compared, changing, last_id, loaded, rows, to_database
from games.access import COMMAND
from games.services.erase_player import apply_erasures
from rules import Text, joined

# -- filling ---------------------------------------------------------------------------------------

#: Rows handed to SQLite at once.
AT_ONCE = 1000


def insert(table: DumpedTable, rows: Iterator[list[Any]]) -> None:
    """Insert rows with values as the database takes them."""
    _INSERT[connection.vendor](table, rows)


def _into_sqlite(table: DumpedTable, rows: Iterator[list[Any]]) -> None:
    places = ", ".join(["%s"] * len(table.columns))
    command = f'INSERT INTO "{table.name}" ({table.column_list}) VALUES ({places})'
    with connection.cursor() as cursor:
        while some := list(islice(rows, AT_ONCE)):
            cursor.executemany(command, some)


def _into_postgresql(table: DumpedTable, rows: Iterable[list[Any]]) -> None:
    command = f'COPY "{table.name}" ({table.column_list}) FROM STDIN'
    with connection.cursor() as cursor, cursor.copy(command) as copy:
        for row in rows:
            copy.write_row(row)


_INSERT = {"sqlite": _into_sqlite, "postgresql": _into_postgresql}


# -- the restore -----------------------------------------------------------------------------------

#: What a migrated database has before anybody has done anything.
MADE_BY_MIGRATIONS = frozenset({"auth_permission", "django_content_type", "django_migrations"})

Tell = Callable[[str], None]


def restore(path: Path, *, tell: Tell, passphrase: str = "") -> tuple[ArchiveHead, Manifest]:
    """Restore a whole backup; what it was of. Raises ``BackupError``: then nothing has been loaded.

    The mark that it has not come to its end stays: the proof is left to do.
    """
    refuse_what_is_not_empty()
    tell(f"Reading {path}")
    head, manifest = check(path, passphrase)
    tell_maker(path, manifest, tell)
    state = known_state(nodes(head.migrations), BACKUP)
    tables = tables_in(state)
    if tables != head.tables:
        raise BackupError(
            Text("The tables of the backup are not those of its migrations: another program has made it.")
        )
    unfinished.begin(path)
    if migration_state(connection) != state:
        tell("Making the tables of the backup")
        _drop_everything()
        executor = MigrationExecutor(connection)
        executor.migrate(newest(state, executor.loader))
    files: dict[str, bytes] = {}
    try:
        erased = _load(tables, manifest, parts(path, passphrase, files), tell)
    except BackupError:
        unfinished.end()
        raise
    names = put_back(files)
    tell(f"Files: {', '.join(names) or 'none'}. Bringing the database up to date")
    call_command("migrate", interactive=False, verbosity=0)
    tell(f"{erased + _erase_again()} erased again")
    return head, manifest


def tell_maker(path: Path, manifest: Manifest, tell: Tell) -> None:
    """Tell of a backup that anybody can read whether this site has made it."""
    with open(path, "rb") as file:
        if not is_encrypted(file):
            tell(manifest.maker.in_all("\n"))


def refuse_what_is_not_empty() -> None:
    """Raise ``BackupError`` where the database has rows that no migration has made."""
    for name in sorted(set(connection.introspection.table_names()) - MADE_BY_MIGRATIONS):
        if number := count(name):
            if why := unfinished.why_unfinished():
                raise BackupError(joined(" ", [why, unfinished.what_to_do()]))
            raise BackupError(
                Text(
                    "The database is not empty: {table} has {rows} rows. A backup is restored into an empty one only;"
                    " name another by DATABASE_URL, or another DATA_DIR.",
                    table=name,
                    rows=number,
                )
            )


def compare(loaded_rows: Mapping[str, str], manifest: Manifest, tables: Iterable[DumpedTable]) -> None:
    """Read everything back. Raises ``BackupError`` where the database does not have what was loaded."""
    for table in tables:
        expected = _in_words(loaded_rows[table.name], manifest.tables[table.name].last_id)
        found = hashlib.sha256()
        for row in rows(connection, table):
            found.update(as_compared(row))
        there = _in_words(found.hexdigest(), last_id(connection, table))
        if expected != there:
            raise BackupError(
                Text(
                    "Table {table} was not restored as it was: {expected} in the backup, {found} in the database.",
                    table=table.name,
                    expected=expected,
                    found=there,
                )
            )


def _in_words(sha256: str, last: int) -> Text:
    return Text("SHA-256 {sha256} of its rows, last number {last}", sha256=sha256, last=last)


def count(table: str) -> int:
    """Return how many rows a table has."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
        return int(cursor.fetchone()[0])


def _drop_everything() -> None:
    """Take empty tables away: those of the backup may be of another state."""
    names = connection.introspection.table_names()
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        how = "" if connection.vendor == "sqlite" else " CASCADE"
        for name in names:
            cursor.execute(f"DROP TABLE IF EXISTS {connection.ops.quote_name(name)}{how}")


def _is_of_this_version() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _erase_again() -> int:
    return apply_erasures(actor=COMMAND.actor, now=timezone.now())


def _load(
    tables: Sequence[DumpedTable],
    manifest: Manifest,
    content: Iterable[tuple[str, Iterator[bytes]]],
    tell: Tell,
) -> int:
    """Load a backup that is whole, look whether all of it is there, and erase again those erased since.

    Return how many these are.
    """
    by_name = {table.name: table for table in tables}
    loaded_rows = {}
    try:
        with transaction.atomic():
            _delete([*by_name])
            for name, of_table in groupby(content, key=itemgetter(0)):
                table, stored = by_name[name], manifest.tables[name]
                if stored.rows:
                    tell(f"  {name}: {stored.rows} rows")
                sha256 = hashlib.sha256()
                insert(table, _values(table, chain.from_iterable(lines for _, lines in of_table), sha256))
                loaded_rows[name] = sha256.hexdigest()
                if table.counts:
                    _count_on(table, stored.last_id)
            connection.check_constraints()
            tell("Reading back")
            compare(loaded_rows, manifest, tables)
            return _erase_again() if _is_of_this_version() else 0
    except DatabaseError as error:
        raise BackupError(
            Text("The database does not take the backup: {why}", why=str(error).strip())
        ) from error


def _values(table: DumpedTable, lines: Iterable[bytes], sha256: Any) -> Iterator[list[Any]]:
    """Yield the rows of these lines with values as the database takes them; ``sha256`` takes them in as they are."""
    change = changing([to_database(column.kind, connection.vendor) for column in table.columns])
    for line in lines:
        row = loaded(line)
        sha256.update(as_compared(row))
        yield change(row)


def _delete(tables: list[str]) -> None:
    """Take away what migrations have made: it comes again with the backup."""
    with connection.cursor() as cursor:
        for table in reversed(tables):
            cursor.execute(f'DELETE FROM "{table}"')


def _count_on(table: DumpedTable, last: int) -> None:
    """Have the database give the next number as it would have where the backup was made."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table.name])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table.name, last])
        else:
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)",
                [f'"{table.name}"', table.key.name, max(last, 1), last > 0],
            )
