"""The names of a player, and how they occur in texts: as whole words, with or without a genitive ending."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

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
