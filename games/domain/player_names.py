"""The names of a player, and how they occur in texts: as whole words, with or without a genitive ending."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from games.models import Player


_ENDED = r"(?=(?:s|['’]s?)?(?!\w))"


def names_in_texts(names: Collection[str], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Compile the pattern that finds these names, at least one, in a text; the longest match wins."""
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)({longest_first}){_ENDED}", flags)


def names_of(player: Player) -> set[str]:
    """Return every name that the player has or had."""
    known = player.history.values_list("name", "nickname")
    return {name for names in (*known, (player.name, player.nickname)) for name in names if name}


def replacing(names: Collection[str], others: Collection[str], called: str) -> Callable[[str], str]:
    """Return what replaces these names in a text, capitals or not; names of others, which may contain one, stay."""
    staying = {form.lower(): form for name in others for form in _forms(name)}
    gone = {form for name in names for form in _forms(name) if form.lower() not in staying}
    if not gone:
        return str
    alone = names_in_texts(gone, re.IGNORECASE)
    longer = {low: form for low, form in staying.items() if alone.search(form)}
    pattern = names_in_texts({*gone, *longer.values()}, re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: found[0] if found[0].lower() in longer else called, text)


def _forms(name: str) -> set[str]:
    """Return the forms of the name in texts: compounds (*Anna-Amsel-Cup*), JSON with its escapes, and addresses."""
    escaped = (json.dumps(name, ensure_ascii=each)[1:-1] for each in (False, True))
    return {name, name.replace(" ", "-"), quote(name), *escaped}
