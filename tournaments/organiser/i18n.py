"""Texts of two languages, in the language of the reader at the desk."""

from typing import Any

from django.utils.functional import lazystr

from games.access import translate_text
from rules import Text


class SaidLabel:
    """A ``Text`` as a label: in the reader's language, whenever it is shown."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __str__(self) -> str:
        return translate_text(self.text)


def label(text: Text) -> Any:
    return lazystr(SaidLabel(text))
