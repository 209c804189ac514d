"""Where the passphrase of backups comes from: a file, as environments are read by many."""

from pathlib import Path

from config.backup.errors import BackupError
from rules import Text


def passphrase_in(file: str) -> str:
    """Return the first line of a file; empty where none is named."""
    if not file:
        return ""
    try:
        text = Path(file).read_text(encoding="utf-8").partition("\n")[0].strip()
    except OSError as error:
        raise BackupError(Text("The passphrase cannot be read: {why}.", why=str(error))) from error
    if not text:
        raise BackupError(Text("The file {file} has no passphrase in its first line.", file=file))
    return text
