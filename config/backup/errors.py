"""What can be wrong with a backup, or with the place it is restored to: said in every language, a line each."""

from rules import Text


class BackupError(Exception):
    """A backup cannot be made or restored; the text says why, and where."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.in_all("\n"))


class Damaged(BackupError):
    """A backup is not as it was written; ``place`` is where that shows."""

    def __init__(self, place: Text | str, what: Text | str) -> None:
        super().__init__(Text("The backup is damaged: {place}: {what}", place=place, what=what))


class Unknown(BackupError):
    """A backup or a database was made by a newer version, or by one that is too old."""
