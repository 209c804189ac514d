"""The contest: everything the sporting rules need to know about one event, as plain values.

An entrant is known by a short ``key`` that never changes and identifies no one (it also enters draws from
a published seed, which anyone can read). A result says what happened at the board; who won, how many
points it gave and what follows from it is for the format to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, Generic, TypeVar

from rules import COLOUR_NAMES, PAWNS, RULE_SETS, Ends, RuleSet, Text, quote_value, shuffle_by
from tournaments.formats import phrases
from tournaments.formats.errors import FormatError
from tournaments.formats.settings import Settings


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the event; ``seed`` 1 is the highest.

    The rest is of events with many people: the ``team`` they play for, the labels of the ``groups`` that have a table
    of their own, and whether they are there to be seated.
    """

    key: str
    name: str
    seed: int
    team: str = ""
    groups: tuple[str, ...] = ()
    is_present: bool = True


@dataclass(frozen=True, slots=True)
class EntrantSeat:
    """The colours that one entrant leads in a game; of colours side by side the rearguard first ([D1])."""

    entrant: str
    colours: tuple[str, ...]


@dataclass(frozen=True)
class EntrantSeating:
    """Who leads which colours in a game; no colour and no entrant twice."""

    seats: tuple[EntrantSeat, ...] = ()

    def __post_init__(self) -> None:
        for colour in self.colours:
            if colour not in COLOUR_NAMES:
                raise FormatError(
                    "seating",
                    Text(
                        "{colour} is no colour; known are {colour_names} (rulebook §2)",
                        colour=quote_value(colour),
                        colour_names=", ".join(COLOUR_NAMES),
                    ),
                )
        if len(set(self.colours)) < len(self.colours) or len(set(self.entrants)) < len(self.seats):
            raise FormatError(
                "seating",
                Text("every colour has one leader and every player one seat, but one of them is named twice"),
            )

    @classmethod
    def from_leaders(cls, leaders: Mapping[str, Iterable[str]]) -> EntrantSeating:
        """Read the seating from ``{entrant: colours}``."""
        return cls(tuple(EntrantSeat(entrant, tuple(colours)) for entrant, colours in leaders.items()))

    @property
    def leaders(self) -> dict[str, tuple[str, ...]]:
        return {seat.entrant: seat.colours for seat in self.seats}

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        return tuple(seat.entrant for seat in self.seats)

    @cached_property
    def colours(self) -> tuple[str, ...]:
        return tuple(colour for seat in self.seats for colour in seat.colours)

    def leader(self, colour: str) -> str:
        """Return the key of the entrant who leads ``colour``. Raises ``KeyError`` if none does."""
        for seat in self.seats:
            if colour in seat.colours:
                return seat.entrant
        raise KeyError(colour)


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of a finished game.

    ``number`` counts the games of the event from 1. ``places`` are the colours in the order in which they
    came home, including a last one that is placed without coming home (rulebook §9). ``awarded_to`` is the
    entrant who was given a game that was not won at the board (forfeit [T12], or a typed-in result where
    only the winner is known); ``places`` then says nothing about the winner and may be empty.
    ``pawns`` are the pawns at home at the end by colour, without those that are not known; ``seconds`` how long
    it was played, None if that is not known. Only formats whose tables count them look at either.
    ``is_entered``: the result was typed in, so it was not forfeited, and figures that are missing are missing.
    ``is_adjudicated``: it was played and stopped, so it was not forfeited; only words depend on that.
    ``level`` are the entrants from first to last, in groups of equal boards, where a stopped game was adjudicated.
    ``board`` is the position at the end in notation (rulebook §3), empty where it is not known, and ``captures``
    what each colour has captured; only formats that count the pawns on the board look at both.
    """

    number: int
    rules: str
    seating: EntrantSeating
    places: tuple[str, ...] = ()
    awarded_to: str | None = None
    pawns: Mapping[str, int] = field(default_factory=dict, hash=False)
    seconds: int | None = None
    is_entered: bool = False
    is_adjudicated: bool = field(default=False, compare=False)
    level: tuple[tuple[str, ...], ...] = ()
    board: str = ""
    captures: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if self.number < 1:
            raise self.error("number", Text("games are numbered from 1"))
        strangers = [colour for colour in self.places if colour not in self.seating.colours]
        if strangers or len(set(self.places)) < len(self.places):
            raise self.error(
                "places",
                Text(
                    "{places} must be colours at the board, each at most once; at the board are {there}",
                    places=", ".join(self.places),
                    there=", ".join(self.seating.colours) or Text("none"),
                ),
            )
        self._check_pawns()
        self._check_level()

    def _check_level(self) -> None:
        ranked = [entrant for group in self.level for entrant in group]
        if ranked and sorted(ranked) != sorted(self.seating.entrants):
            raise self.error(
                "level",
                Text(
                    "everybody at the board is needed once: {there}", there=", ".join(self.seating.entrants)
                ),
            )

    def _check_pawns(self) -> None:
        if not self.pawns:
            return
        if (
            not set(self.pawns) <= set(self.seating.colours)
            or any(pawns not in range(PAWNS + 1) for pawns in self.pawns.values())
            or any(self.pawns.get(colour, PAWNS) != PAWNS for colour in self.places[:-1])
        ):
            raise self.error(
                "pawns",
                Text(
                    "0 to {pawns} pawns at home are possible for each of {colours}; colours that have "
                    "finished have {pawns}",
                    pawns=PAWNS,
                    colours=", ".join(self.seating.colours),
                ),
            )

    @property
    def players_home(self) -> tuple[str, ...]:
        """List the entrants with all their colours placed, in the order of their last colour ([D23])."""
        still_out = {seat.entrant: len(seat.colours) for seat in self.seating.seats}
        home = []
        for colour in self.places:
            leader = self.seating.leader(colour)
            still_out[leader] -= 1
            if not still_out[leader]:
                home.append(leader)
        return tuple(home)

    def error(self, name: str, message: Text) -> FormatError:
        """Return the error that names this result, one of its fields and what would be right."""
        return FormatError(f"results[{self.number}].{name}", message)


class DrawMethod(Enum):
    """How the outcome of a draw came about (tournament-rules §2)."""

    PUBLISHED_SEED = "published seed"
    SEED_ORDER = "seed order"
    CHOSEN = "chosen"
    BY_HAND = "by hand"
    THROWN = "thrown"
    SEATING = "seating"


@dataclass(frozen=True, slots=True)
class DrawOutcome:
    """The outcome of a draw: ``order[i]`` got the i-th place of the ``DrawNeeded`` of that ``subject``.

    In the draw of a round an empty text is an empty seat. ``published_seed`` is the text from which the
    program drew (``PUBLISHED_SEED``, ``SEATING``). ``throws`` are the rounds of throws that decided (``THROWN``
    only), in each the items that threw, with the die. ``is_annulled``: what was played by it does not count.
    ``is_closed``: games of it without a result are not expected any more.
    """

    subject: str
    order: tuple[str, ...]
    method: DrawMethod
    published_seed: str = ""
    throws: tuple[tuple[tuple[str, int], ...], ...] = ()
    is_annulled: bool = False
    is_closed: bool = False

    @property
    def items(self) -> tuple[str, ...]:
        """List what was drawn, without the places that stay empty."""
        return tuple(item for item in self.order if item)

    @property
    def can_be_checked(self) -> bool:
        """Check whether it follows from its seed; not if it was drawn when the entrants' keys were made of names."""
        return self.items == shuffle_by(self.published_seed, self.subject, self.items)

    def describe(self, names: Mapping[str, str]) -> Text:
        """Describe how it was drawn; ``names`` are those of the entrants by their keys."""
        match self.method:
            case DrawMethod.PUBLISHED_SEED if not self.can_be_checked:
                return Text(
                    "drawn from the published seed “{published_seed}” by keys of the entries that were made "
                    "of names and are not shown any more",
                    published_seed=self.published_seed,
                )
            case DrawMethod.PUBLISHED_SEED:
                return Text(
                    "random draw, verifiable with the seed “{published_seed}”",
                    published_seed=self.published_seed,
                )
            case DrawMethod.SEATING:
                return Text(
                    "seated from the published seed “{published_seed}”, verifiable",
                    published_seed=self.published_seed,
                )
            case DrawMethod.SEED_ORDER:
                return Text("assigned in seed order")
            case DrawMethod.CHOSEN:
                return Text("chosen in seed order", context="a draw")
            case DrawMethod.BY_HAND:
                return Text("drawn by hand")
            case DrawMethod.THROWN:
                rounds = "; ".join(
                    ", ".join(f"{names.get(item, item)} {die}" for item, die in thrown)
                    for thrown in self.throws
                )
                return Text("thrown for: {rounds}", rounds=rounds)


SettingsType = TypeVar("SettingsType", bound=Settings)


@dataclass(frozen=True, slots=True)
class Departure:
    """An entrant who left the event after a number of its games had a result ([T12])."""

    entrant: str
    after: int


@dataclass(frozen=True)
class Contest(Generic[SettingsType]):
    """One event as its format sees it; the order of entrants, draws and results does not matter.

    ``departures`` are the players who have left for good. ``running`` are the numbers of the games that have
    begun and have no result yet: where several games can be played at once, their players are busy.
    ``youngest`` are the entrants who may be the youngest, where the rules of the game let the youngest start;
    ``youngest_is_said``: the organiser has said who it is.
    ``rules`` names the event's rule set (rulebook §7), ``options`` are those changed on top of it in all its games.
    Everything is computed from these values each time, so a corrected or withdrawn result needs no other care
    than to be handed in corrected or not at all.
    """

    settings: SettingsType
    rules: str
    entrants: tuple[Entrant, ...] = ()
    draws: tuple[DrawOutcome, ...] = ()
    results: tuple[Result, ...] = ()
    departures: tuple[Departure, ...] = ()
    running: tuple[int, ...] = ()
    youngest: tuple[str, ...] = ()
    youngest_is_said: bool = False
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for name, found in (
            ("entrants", [entrant.key for entrant in self.entrants]),
            ("draws", [draw.subject for draw in self.draws]),
            ("results", [str(result.number) for result in self.results]),
            ("departures", [departure.entrant for departure in self.departures]),
        ):
            twice = sorted(value for value, times in Counter(found).items() if times > 1)
            if twice:
                raise FormatError(
                    name,
                    Text("{twice} is there more than once; once would be right", twice=", ".join(twice)),
                )

        strangers = {each.entrant for each in self.departures} - {each.key for each in self.entrants}
        if strangers:
            raise FormatError("departures", Text("{who}: not entered", who=", ".join(sorted(strangers))))

    def rules_of(self, name: str) -> RuleSet:
        """Return the rules of its games that are played by the rule set of that name."""
        return RULE_SETS[name].but(**self.options)

    def ends_of(self, name: str) -> Ends:
        """Return when a game of it by the rule set of that name is over (rulebook §9)."""
        return Ends(self.options.get("ends", RULE_SETS[name].ends))

    @cached_property
    def by_seed(self) -> tuple[Entrant, ...]:
        """List the entrants, highest seed first; of equal seeds the smaller key."""
        return tuple(sorted(self.entrants, key=lambda entrant: (entrant.seed, entrant.key)))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Keys of the entrants by seed."""
        return tuple(entrant.key for entrant in self.by_seed)

    def name(self, key: str) -> str:
        return self.called[key]

    @cached_property
    def called(self) -> Mapping[str, str]:
        return {entrant.key: entrant.name for entrant in self.entrants}

    def names(self, keys: Iterable[str]) -> Text:
        return phrases.names(self.name(key) for key in keys)

    def draw(self, subject: str) -> DrawOutcome | None:
        return next((draw for draw in self.draws if draw.subject == subject), None)
