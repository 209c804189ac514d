"""Who starts (rulebook §10): the youngest player, the throw among those who may be it, the highest throw."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from rules.board import COLOUR_NAMES
from rules.i18n import Text, Verbatim, join_names, opening


@dataclass(frozen=True, slots=True)
class StartingColour:
    """Who starts a game: ``colour``, or where that is None the highest throw of the colours ``to_throw``; and why.

    ``throws_decide``: the throws that are recorded decide, not what anyone says.
    """

    colour: str | None
    reason: Text
    to_throw: tuple[str, ...] = ()
    throws_decide: bool = False

    @property
    def colours(self) -> tuple[str, ...]:
        """Return the colours with which the game can begin now without a reason."""
        if self.colour is not None:
            return (self.colour,)
        return () if self.throws_decide else self.to_throw


def highest_throws(throws: Mapping[str, int]) -> tuple[str, ...]:
    """Those with the highest throw of a round: one starts, several throw again."""
    highest = max(throws.values())
    return tuple(key for key, die in throws.items() if die == highest)


def after_throws(due: StartingColour, made: Sequence[Mapping[str, int]]) -> StartingColour:
    """Who starts once these throws are made, colour → die; as long as some are missing, the others throw.

    It must be due to throws; those that were not due are left out.
    """
    to_throw, reason = due.to_throw, due.reason
    round_thrown: dict[str, int] = {}
    for throws in made:
        round_thrown |= {key: throws[key] for key in to_throw if key in throws and key not in round_thrown}
        if len(round_thrown) < len(to_throw):
            continue
        to_throw = highest_throws({key: round_thrown[key] for key in to_throw})
        die, who = round_thrown[to_throw[0]], opening(join_names([COLOUR_NAMES[key] for key in to_throw]))
        if len(to_throw) == 1:
            return StartingColour(to_throw[0], Text("{name} had the highest throw, {die}", name=who, die=die))
        reason = Text("{opening} threw {highest} each and throw again", opening=who, highest=die)
        round_thrown = {}
    return StartingColour(None, reason, tuple(key for key in to_throw if key not in round_thrown))


def may_be_youngest(born: Mapping[str, date | None]) -> tuple[str, ...]:
    """The players who may be the youngest, by their dates of birth; ``None`` is one that is not known.

    These are all whose date is not known, for any of them may be the youngest, and of the others those
    born last. One player alone is the youngest; several throw among themselves ("unknown or equal", rulebook §10).
    """
    last = max((day for day in born.values() if day is not None), default=None)
    return tuple(player for player, day in born.items() if day is None or day == last)


def youngest_starts(
    leads: Mapping[str, Sequence[str]],
    youngest: Collection[str],
    names: Mapping[str, str],
    *,
    is_said: bool = False,
) -> StartingColour:
    """Who starts where ``youngest`` of the players may be the youngest.

    ``leads`` are the players with their colours, ``names`` what they are called.

    The one colour of the youngest player starts. Where the seeds are silent: a youngest player who leads several
    colours throws once for each of them, and several players who may be the youngest throw once for each of theirs;
    the highest throw starts. ``is_said``: somebody has said who it is. The reason names no date of birth.
    """
    to_throw = tuple(colour for player, colours in leads.items() if player in youngest for colour in colours)
    who = join_names([Verbatim(names[player]) for player in leads if player in youngest])
    if len(youngest) == 1:
        reason = (
            Text("{who} is said to be the youngest player", who=who)
            if is_said
            else Text("{who} is the youngest player", who=who)
        )
        if len(to_throw) == 1:
            return StartingColour(to_throw[0], reason)
        throw = Text("throws once for each of the colours, the highest throw starts")
        return StartingColour(None, Text("{reason} and {throw}", reason=reason, throw=throw), to_throw)
    if len(youngest) == len(leads):
        return StartingColour(
            None,
            Text("it is not certain who is the youngest: every colour throws once, the highest throw starts"),
            to_throw,
        )
    return StartingColour(
        None,
        Text(
            "the youngest is one of {who}: each of their colours throws once, the highest throw starts",
            who=who,
        ),
        to_throw,
    )
