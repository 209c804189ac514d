"""Whom a typed name means: a player who is here, a new one – or it is doubtful and somebody has to say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.models import Player
from games.models.player import folded

#: The decision that a doubtful name is that of a new player.
NEW = "new"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody whom a doubtful name could mean; ``key`` is the id of a player, or another name of the list."""

    key: str
    name: str
    player: Player | None


@dataclass(frozen=True, slots=True)
class Person:
    """A typed name, and whom it means: ``player``, another typed ``name`` – or neither: somebody new.

    A doubtful name has ``candidates``; without a decision it ``is_open``.
    """

    typed: str
    player: Player | None = None
    same_as: str = ""
    candidates: tuple[Candidate, ...] = ()
    is_open: bool = False


def people(names: Sequence[str], decisions: Mapping[str, str]) -> dict[str, Person]:
    """Everybody who is named, by their typed name; ``decisions`` are those on doubtful names.

    A name that is exactly that of one player is theirs. It is doubtful where it is that of several, where it
    reads the same but for accents, case and umlauts, or where a letter or two are otherwise – here or in the
    list itself.
    """
    here = list(Player.objects.all())
    found: dict[str, Person] = {}
    for name in names:
        exact = [player for player in here if name in (player.name, player.nickname)]
        if len(exact) == 1:
            found[name] = Person(name, exact[0])
            continue
        candidates = tuple(_candidates(name, exact or here, [each for each in names if each != name], found))
        found[name] = _decided(name, candidates, decisions.get(name, ""))
    return found


def _candidates(
    name: str, here: Iterable[Player], others: Sequence[str], found: Mapping[str, Person]
) -> Iterable[Candidate]:
    for player in here:
        known = {player.name, player.nickname} - {""}
        if any(is_like(name, each) for each in known):
            yield Candidate(str(player.pk), player.name, player)
    for other in others:
        # Of two new names that are alike the later one is doubtful.
        is_new = other in found and found[other].player is None and not found[other].same_as
        if is_new and is_like(name, other):
            yield Candidate(other, other, None)


def _decided(name: str, candidates: tuple[Candidate, ...], decision: str) -> Person:
    if not candidates:
        return Person(name)
    chosen = next((each for each in candidates if each.key == decision), None)
    if chosen is None:
        return Person(name, candidates=candidates, is_open=decision != NEW)
    same_as = "" if chosen.player else chosen.name
    return Person(name, chosen.player, same_as, candidates)


def is_like(one: str, other: str) -> bool:
    """Whether two names could be the same: read without accents, case and order, a letter or two apart."""
    first, second = (" ".join(sorted(folded(each).split())) for each in (one, other))
    most = 0 if min(len(first), len(second)) < 5 else 1 if min(len(first), len(second)) < 9 else 2
    return abs(len(first) - len(second)) <= most and _distance(first, second, most) <= most


def _distance(one: str, other: str, most: int) -> int:
    """How many letters must be changed, put in, left out or swapped; more than ``most`` is not counted out."""
    last: list[int] = []
    before: list[int] = []
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, start=1):
        last, before, row = before, row, [number]
        for place, wanted in enumerate(other, start=1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != wanted))
            if number > 1 and place > 1 and (letter, one[number - 2]) == (other[place - 2], wanted):
                cost = min(cost, last[place - 2] + 1)
            row.append(cost)
        if min(row) > most:
            break
    return row[-1]
