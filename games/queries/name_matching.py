"""Players by name: by a part of what they are shown as, or of a name behind a nickname that the viewer may know; and
whom a typed name means – a player who is here, a new one, or it is doubtful and somebody has to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from rest_framework.request import Request

from games import above
from games.access import EVERYWHERE, Principal, is_allowed
from games.enums import Action
from games.errors import DoubtfulName
from games.models import Player
from games.models.player import folded
from games.visibility.viewers import viewer_of
from rules import Text, quote_value


def find_players(request: HttpRequest | Request, text: str) -> QuerySet[Player]:
    """The players with this in their names, in any spelling of umlauts, as far as the viewer may know them.

    The answer depends on who asks (``games.visibility.viewers.for_this_viewer``).
    """
    if "\x00" in text:  # is in no name, and PostgreSQL cannot search for it
        return Player.objects.none()
    viewer = viewer_of(request)
    return Player.objects.visible_to(viewer).filter(has_in_name(viewer, text))


def has_in_name(viewer: Principal, text: str) -> Q:
    """Return the condition that this is part of a player's shown name, or of a name the viewer may know."""
    key = folded(text)
    return Q(search_key__contains=key) | Q(names_key__contains=key) & _is_open(viewer)


def with_open_names(viewer: Principal) -> QuerySet[Player]:
    """Return the players whose name behind a nickname the viewer may know. No query by itself."""
    return Player.objects.filter(_is_open(viewer))


def _is_open(viewer: Principal) -> Q:
    """All to the site's organisers; to those of a season the players who were first entered there.

    Others could spell names out by what is found, or have them written into a file.
    """
    if is_allowed(viewer, Action.ORGANISE, EVERYWHERE):
        return Q()
    return Q(entered_in__in=viewer.places_to(Action.ORGANISE))


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


class KnownNames:
    """The names under which a viewer may know players: as they are shown, and those behind nicknames open to them.

    Read once. Without a viewer all names count.
    """

    def __init__(self, viewer: Principal | None = None) -> None:
        players = list(above.scopes.known_players(viewer))
        open_names = {each.pk for each in (players if viewer is None else with_open_names(viewer))}
        self._names = [
            (name, player)
            for player in players
            for name in dict.fromkeys([player.shown_as, *([player.name] if player.pk in open_names else [])])
        ]

    def called(self, name: str) -> list[Player]:
        return list({player.pk: player for known, player in self._names if known == name}.values())

    def like(self, name: str) -> list[Candidate]:
        """Return those whose name could be meant, each once."""
        spelling, candidates = _Spelling(name), dict[str, Candidate]()
        for (known, player), other in zip(self._names, self._spellings, strict=True):
            if spelling.is_like(other):
                shown = known if known == player.shown_as else f"{known} ({player.shown_as})"
                candidates.setdefault(str(player.pk), Candidate(str(player.pk), shown, player))
        return list(candidates.values())

    def namesakes_of(self, players: Iterable[Player]) -> list[str]:
        """Name those of the players who were not here when this was read, and are like somebody who was."""
        here = {player.pk for _name, player in self._names}
        return [each.shown_as for each in players if each.pk not in here and self.like(each.shown_as)]

    @cached_property
    def _spellings(self) -> list[_Spelling]:
        return [_Spelling(name) for name, _player in self._names]


def people(
    names: Sequence[str], decisions: Mapping[str, str], known: KnownNames, *, is_list_certain: bool = False
) -> dict[str, Person]:
    """The people who are named, by their typed name; ``decisions`` are those on doubtful names.

    A name that is exactly that of one player is theirs, unless it is decided that it is ``NEW``. It is doubtful where
    it is that of several, where it reads the same but for accents, case and umlauts, or where a letter or two are
    otherwise – here or, unless ``is_list_certain``, in the list itself.
    """
    found: dict[str, Person] = {}
    new: dict[str, _Spelling] = {}
    for name in names:
        decision = decisions.get(name, "")
        exact = known.called(name)
        if len(exact) == 1 and decision in ("", str(exact[0].pk)):
            found[name] = Person(name, exact[0])
            continue
        candidates = known.like(name)
        if len(exact) == 1 and decision == NEW:
            found[name] = Person(name, candidates=tuple(candidates))
            continue
        # Of two new names that are alike the later one is doubtful.
        spelling = _Spelling(name)
        candidates += [Candidate(other, other, None) for other in new if spelling.is_like(new[other])]
        found[name] = _decided(name, tuple(candidates), decision)
        if not (is_list_certain or found[name].player or found[name].same_as):
            new[name] = spelling
    return found


def _decided(name: str, candidates: tuple[Candidate, ...], decision: str) -> Person:
    if not candidates:
        return Person(name)
    chosen = next((each for each in candidates if each.key == decision), None)
    if chosen is None:
        return Person(name, candidates=candidates, is_open=decision != NEW)
    same_as = "" if chosen.player else chosen.name
    return Person(name, chosen.player, same_as, candidates)


def namesakes_in_words(names: Iterable[str]) -> str:
    """Say of whom another of the name was here before."""
    return gettext("Somebody new, although the name is known: %(names)s.") % {"names": ", ".join(names)}


def check_namesakes(names: Mapping[str, str], viewer: Principal) -> None:
    """Raise ``DoubtfulName`` where somebody whom the viewer may know could be meant, with who that is.

    ``names`` are the names of a request, by the field in which they stand.
    """
    known = KnownNames(viewer) if names else None
    for field, name in names.items():
        if known and (candidates := known.like(name)):
            raise DoubtfulName(
                Text(
                    "{field}: {name} could be {known}, who is here; “new”: true says that it is somebody else",
                    field=field,
                    name=quote_value(name),
                    known=candidates[0].name,
                ),
                field=field,
                candidates=[{"id": each.key, "name": each.name} for each in candidates],
            )


def is_like(one: str, other: str) -> bool:
    """Whether two names could be the same: read without accents, case and order, a letter or two apart."""
    return _Spelling(one).is_like(_Spelling(other))


class _Spelling:
    """A name as it is compared."""

    __slots__ = ("length", "letters", "marks", "mask")

    def __init__(self, name: str) -> None:
        words = sorted(folded(name).split())
        self.letters = " ".join(words)
        self.length = len(self.letters)
        initials = [word for word in (each.strip(".") for each in words) if len(word) == 1]
        #: Initials and digits, which distinguish people: Anna B. and Anna C., Team 1 and Team 2.
        self.marks = "".join([*initials, *filter(str.isdigit, self.letters)])
        #: Which letters there are. One that is changed, put in or left out changes two bits at most.
        self.mask = sum({1 << ord(letter) % 64 for letter in self.letters})

    def is_like(self, other: _Spelling) -> bool:
        if self.marks != other.marks or abs(self.length - other.length) > 2:
            return False
        most = _most_slips(min(self.length, other.length))
        if (self.mask ^ other.mask).bit_count() > 2 * most:
            return False
        return _distance(self.letters, other.letters, most) <= most


def _most_slips(letters: int) -> int:
    """How many slips two names of this many letters may be apart."""
    return 0 if letters < 5 else 1 if letters < 9 else 2


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
