"""Groups and divisions: too many players for one event, or an event in parts, divided between several."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from string import ascii_uppercase
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.lots import shuffle_by
from tournaments.formats import Format

Member = TypeVar("Member")

IN_ORDER, EVENLY, BY_LOT = "order", "evenly", "lot"
WAYS: Mapping[str, Promise] = {
    IN_ORDER: _("In the order of the list: the first play in A (divisions)"),
    EVENLY: _("Equally strong: 1st to A, 2nd to B … and back"),
    BY_LOT: _("By lot"),
}
#: More groups have no letters.
MOST_GROUPS = len(ascii_uppercase)
#: The subject of the draw, which is part of every line that is hashed.
LOT = "groups"


def possible(format: Format[Any], players: int) -> range:
    least = max(2, -(-players // format.most_players))
    return range(least, min(players // format.least_players, MOST_GROUPS) + 1)


def is_needed(format: Format[Any], players: int) -> bool:
    return players > format.most_players and bool(possible(format, players))


def divide(members: Sequence[Member], groups: int, way: str) -> list[list[Member]]:
    """Divide the members, as evenly as possible: in their order, or the strongest to each group in turn."""
    if way == EVENLY:
        return _serpentine(members, groups)
    size, more = divmod(len(members), groups)
    ends = [number * size + min(number, more) for number in range(groups + 1)]
    return [list(members[start:end]) for start, end in pairwise(ends)]


def _serpentine(members: Sequence[Member], groups: int) -> list[list[Member]]:
    found: list[list[Member]] = [[] for _ in range(groups)]
    for number, member in enumerate(members):
        turn, at = divmod(number, groups)
        found[groups - 1 - at if turn % 2 else at].append(member)
    return found


def draw_order(names: Sequence[str], seed: str) -> list[int]:
    """Return the order of the lot as positions in the list: by SHA-256 of ``seed|groups|name``."""
    at = {name: number for number, name in enumerate(names)}
    return [at[name] for name in shuffle_by(seed, LOT, names)]
