"""The errors of the sporting rules."""

from rules import Text


class FormatError(ValueError):
    """A setting, draw, throw or result that cannot be right; nothing has been changed.

    ``field`` names what is wrong (``"games"``, ``"results[3].places"``, ``"pairs"``), ``message`` says in
    both languages which rule it breaks and what would be right.
    """

    def __init__(self, field: str, message: Text) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message
