"""Places to restore backups to: databases of their own, and the commands run there."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests import servers


@dataclass
class Place:
    """A machine on which there is nothing yet but its data folder and a database."""

    console: servers.Console
    folder: Path
    database_url: str

    def manage(self, *arguments: str) -> str:
        """What a command prints there; raises where it fails."""
        environment = {
            **self.console.environment,
            "DATABASE_CONNECTIONS": "fresh",
            "DATA_DIR": str(self.folder),
            "DATABASE_URL": self.database_url,
        }
        return self.console.run(arguments, environment)

    def rows(self, table: str) -> int:
        """How many rows there are in a table of SQLite."""
        with closing(sqlite3.connect(self.database_url.removeprefix("sqlite:///"))) as database:
            return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def on_sqlite(console: servers.Console, folder: Path) -> Place:
    """A machine with an SQLite file that has not even tables."""
    folder.mkdir()
    return Place(console, folder, f"sqlite:///{folder / 'new.sqlite3'}")


def migrated_on_sqlite(console: servers.Console, folder: Path) -> Place:
    """The same with the tables of this version, in which there is nothing: quicker."""
    place = on_sqlite(console, folder)
    shutil.copy(servers.migrated_sqlite(), folder / "new.sqlite3")
    return place
