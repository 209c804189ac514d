"""Roll-offs for the start or for places: the highest throw is first, ties are thrown again (rulebook §10)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules import Plural, Text, joined, quote_value
from rules.starters import highest_throws
from tournaments.formats import phrases
from tournaments.formats.errors import FormatError

USUAL_FACES = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class RollOff:
    """The state of a roll-off: ``starter`` begins, or ``to_throw`` have a throw to make now."""

    starter: str | None
    to_throw: tuple[str, ...]
    reason: Text


def highest_throw(
    contenders: Mapping[str, Text],
    rounds: Sequence[Mapping[str, int]],
    faces: Sequence[int] = USUAL_FACES,
) -> RollOff:
    """Find who starts by the highest throw, or who must throw (again).

    ``contenders``: all who throw – colours or players – with the name to call them by. ``rounds``: the
    throws made, the first round by all contenders, each later one by those who were tied for the highest;
    the last round may be incomplete. ``FormatError`` with field ``throws[1]`` (as requests call
    the rounds, from 0) for a throw that was not due,
    a die that does not exist, or a throw missing in a round that is followed by another.
    """
    if not contenders:
        raise FormatError("contenders", Text("nobody is there to throw"))
    to_throw = tuple(contenders)
    reason = Text("everyone throws once, the highest throw starts")
    for number, throws in enumerate(rounds):
        waiting = _waiting(number, contenders, to_throw, rounds, faces)
        if waiting:
            return RollOff(None, waiting, _must_throw(contenders, waiting))
        tied = highest_throws({key: throws[key] for key in to_throw})
        highest = throws[tied[0]]
        if len(tied) == 1:
            why = _highest(contenders[tied[0]], highest, number + 1)
            if number + 1 < len(rounds):
                raise FormatError(f"throws[{number + 1}]", why)
            return RollOff(tied[0], (), why)
        to_throw = tied
        reason = tie(contenders, rounds[: number + 1], tied)
    return RollOff(None, to_throw, reason)


@dataclass(frozen=True, slots=True)
class RollOffOrder:
    """The state of a roll-off for places: ``order``, best first, or who has a throw to make now."""

    order: tuple[str, ...]
    to_throw: tuple[str, ...]
    reason: Text


def by_throws(
    contenders: Mapping[str, Text],
    rounds: Sequence[Mapping[str, int]],
    faces: Sequence[int] = USUAL_FACES,
) -> RollOffOrder:
    """Assign places by throws: highest first, lowest last; ties are thrown again (tournament-rules §3.5).

    ``rounds`` as in ``highest_throw``, except that in each later round all throw who are level with
    somebody else, and those who were level are ordered among themselves.
    """
    thrown: dict[str, tuple[int, ...]] = dict.fromkeys(contenders, ())
    to_throw = tuple(contenders)
    for number, throws in enumerate(rounds):
        waiting = _waiting(number, contenders, to_throw, rounds, faces)
        if waiting:
            return RollOffOrder((), waiting, _must_throw(contenders, waiting))
        for key in to_throw:
            thrown[key] += (throws[key],)
        times = Counter(thrown.values())
        to_throw = tuple(key for key in contenders if times[thrown[key]] > 1)
    if to_throw and rounds:
        return RollOffOrder((), to_throw, tie(contenders, rounds, to_throw))
    if to_throw:
        return RollOffOrder((), to_throw, Text("everybody throws once"))
    order = tuple(sorted(thrown, key=lambda key: thrown[key], reverse=True))
    text = phrases.join_names(
        [
            Text("{key} {dice}", key=contenders[key], dice=dice)
            for key in order
            for dice in ["-".join(map(str, thrown[key]))]
        ]
    )
    return RollOffOrder(order, (), Text("thrown for: {told}", told=text))


def tie(contenders: Mapping[str, Text], rounds: Sequence[Mapping[str, int]], to_throw: Sequence[str]) -> Text:
    """Say who threw the same in all these rounds, the last by ``to_throw``, who throw again."""
    level: dict[tuple[int, ...], list[str]] = {}
    for key in to_throw:
        level.setdefault(tuple(throws[key] for throws in rounds if key in throws), []).append(key)
    return joined(
        "; ",
        [
            Text(
                "{opening} threw {highest} each and throw again",
                opening=phrases.opening(phrases.join_names([contenders[key] for key in keys])),
                highest=thrown[-1],
            )
            for thrown, keys in sorted(level.items(), reverse=True)
        ],
    )


def _waiting(
    number: int,
    contenders: Mapping[str, Text],
    to_throw: Sequence[str],
    rounds: Sequence[Mapping[str, int]],
    faces: Sequence[int],
) -> tuple[str, ...]:
    """Check a round of throws and return who must still throw in it: only in the last one somebody may."""
    field, throws = f"throws[{number}]", rounds[number]
    if throws and not to_throw:
        raise FormatError(field, Text("The throws before have decided it; nobody throws in this round."))
    for key, die in throws.items():
        if key not in to_throw:
            raise FormatError(
                field,
                Text(
                    "{key} does not throw in this round, only {to_throw}",
                    key=phrases.opening(contenders[key]) if key in contenders else quote_value(key),
                    to_throw=phrases.join_names([contenders[each] for each in to_throw]),
                ),
            )
        if type(die) is not int or die not in faces:
            shown = ", ".join(str(face) for face in sorted(set(faces)))
            raise FormatError(
                field,
                Text(
                    "{key}: the die shows {shown}, not {die}",
                    key=phrases.opening(contenders[key]),
                    shown=shown,
                    die=quote_value(die),
                ),
            )
    waiting = tuple(key for key in to_throw if key not in throws)
    if waiting and number + 1 < len(rounds):
        raise FormatError(field, _must_throw(contenders, waiting))
    return waiting


def _must_throw(contenders: Mapping[str, Text], waiting: Sequence[str]) -> Text:
    who = phrases.opening(phrases.join_names([contenders[key] for key in waiting]))
    return Plural("{who} must still throw", "{who} must still throw", len(waiting), who=who)


def _highest(who: Text, die: int, number: int) -> Text:
    name = phrases.opening(who)
    if number == 1:
        return Text("{name} had the highest throw, {die}", name=name, die=die)
    return Text(
        "{name} had the highest throw, {die}, in round {number} of throwing",
        name=name,
        die=die,
        number=number,
    )
