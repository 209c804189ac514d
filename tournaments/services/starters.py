"""Who starts a game of an event: the colour that the sporting rules name, the highest throw, the organiser's decision.

A service decides when it starts a game or enters its result (``decide_start``); whatever else begins a game is decided
in ``tournaments.receivers``, by the throws in its log.
"""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from games.domain.events.special_fields import has_furniture, waits_for_furniture
from games.enums import EventKind
from games.models import Game
from rules import RuleSet, StartingColour, Text
from tournaments.db import refused
from tournaments.formats import FormatError, NextGame, roll_offs
from tournaments.models import EventGame
from tournaments.player_refs import resolve_current
from tournaments.standings.event_state import is_prepared


@dataclass(frozen=True, slots=True)
class Override:
    """The organiser's decision that another colour starts, and why."""

    starter: str
    reason: str


#: Who started is not known.
NOT_RECORDED = Text("who started is not recorded")
BY_HAND = Text("begun from a board set by hand; who started is not recorded")


def rounds_in_log(game: Game, due: NextGame, rules: RuleSet) -> list[dict[str, int]]:
    """Return the throws for the start in a game's log, as rounds: each colour may have its own event.

    Throws that are not to be made as things stand now – the rules name the starter, or others throw – are left out.
    """
    rounds: list[dict[str, int]] = []
    for event in game.events.filter(kind=EventKind.START_THROWS).order_by("number"):
        with suppress(FormatError):
            rounds = with_throws(rounds, event.payload["throws"], due, rules)
    return rounds


def with_throws(
    rounds: Sequence[Mapping[str, int]], made: Mapping[str, int], due: NextGame, rules: RuleSet
) -> list[dict[str, int]]:
    """Add the throws for the start that are made now: to the last round, or as another one.

    Raises ``FormatError`` for a throw that was not to be made, also where the rules name the starter.
    """
    faces = rules.die_faces
    entries = [dict(each) for each in rounds]
    to_throw = roll_offs.highest_throw(due.contenders, entries, faces).to_throw
    # Those who are level have all thrown in the last round; those missing there are to throw in it.
    is_open = bool(entries) and not set(to_throw) <= set(entries[-1])
    if is_open and not set(made) & set(entries[-1]):
        entries[-1] |= made
    else:
        entries.append(dict(made))
    _check_may_be_thrown(due, entries)
    roll_offs.highest_throw(due.contenders, entries, faces)
    return entries


def after_throws(due: NextGame, rounds: Sequence[Mapping[str, int]], rules: RuleSet) -> StartingColour:
    """Return who is due once these throws are made, or who throws now."""
    if due.starter is not None:
        return StartingColour(due.starter, due.starter_reason)
    if not rounds:
        return StartingColour(None, due.starter_reason, tuple(due.contenders))
    thrown = roll_offs.highest_throw(due.contenders, rounds, rules.die_faces)
    return StartingColour(thrown.starter, thrown.reason, thrown.to_throw)


def decide_start(
    played: EventGame,
    due: NextGame,
    rules: RuleSet,
    rounds: Sequence[Mapping[str, int]],
    override: Override | None,
    *,
    is_over: bool = False,
) -> StartingColour:
    """Return who starts: by the rules, with the throws that are recorded already, or by the organiser's override.

    The throws and the reason are put down in ``played``. Who has started a game that ``is_over`` may be unknown.
    """
    recorded = rounds_in_log(played.game, due, rules) if is_prepared(played) else []
    if override:
        start, rounds = override_starter(due, override, rounds), recorded
        by_rules = after_throws(due, recorded, rules)
        if by_rules.colour == start.colour:
            start, override = by_rules, None
    else:
        if rounds and recorded:
            entries = rounds[: len(recorded)]
            if entries[:-1] != recorded[:-1] or not entries[-1].items() >= recorded[-1].items():
                shown = "; ".join(map(_thrown_in_words, recorded))
                raise refused("throws", Text("others are recorded already: {shown}", shown=shown))
        is_known = bool(rounds or due.starter)
        rounds = rounds or recorded
        if is_over and not is_known and not (rounds and after_throws(due, rounds, rules).colour):
            start = StartingColour(None, NOT_RECORDED)
        else:
            start = by_the_rules(due, rounds, rules)
    played.throws = [dict(each) for each in rounds]
    played.override_reason = override.reason.strip() if override else ""
    return start


def by_the_rules(due: NextGame, rounds: Sequence[Mapping[str, int]], rules: RuleSet) -> StartingColour:
    """Return who starts by the sporting rules, thrown for where they say so."""
    _check_may_be_thrown(due, rounds)
    if due.starter is not None:
        return StartingColour(due.starter, due.starter_reason)
    thrown = roll_offs.highest_throw(due.contenders, rounds, rules.die_faces)
    if thrown.starter is None:
        raise FormatError("throws", thrown.reason)
    return StartingColour(thrown.starter, thrown.reason)


def _check_may_be_thrown(due: NextGame, rounds: Sequence[Mapping[str, int]]) -> None:
    if due.starter is None or not rounds:
        return
    raise FormatError(
        "throws",
        Text("the start is not thrown for: {why}", why=resolve_current(due.starter_reason)),
    )


def override_starter(
    due: NextGame, override: Override, rounds: Sequence[Mapping[str, int]]
) -> StartingColour:
    """Return the starter that the organiser decided, with what the rules had said."""
    if rounds:
        raise refused(
            "override",
            Text("either throws or an override, not both"),
        )
    if override.starter not in due.seating.colours:
        raise refused(
            "override.starter",
            Text("a colour at the board is needed: {there}", there=", ".join(due.seating.colours)),
        )
    reason = override.reason.strip()
    if not reason or not reason.isprintable():
        raise refused(
            "override.reason",
            Text("why another colour starts is needed, in printable characters"),
        )
    return StartingColour(
        override.starter,
        Text(
            "decided by the organiser: {reason} (by the rules: {starter_reason})",
            reason=reason,
            starter_reason=due.starter_reason,
        ),
    )


def _thrown_in_words(thrown: Mapping[str, int]) -> str:
    return ", ".join(f"{colour} {die}" for colour, die in thrown.items())


@dataclass(frozen=True, slots=True)
class FurnitureInput:
    """The fields chosen by hand, or a published seed to draw them from; with neither, the program makes a seed."""

    trapdoors: Sequence[int] = ()
    wormholes: Sequence[Sequence[int]] = ()
    published_seed: str = ""

    @property
    def payload(self) -> dict[str, Any]:
        """Return the members of the payload that lays it. Raises ``BadRequest`` for an odd seed."""
        if not self.published_seed.isprintable():
            raise refused(
                "published_seed",
                Text("a line of printable characters is needed"),
            )
        members = {
            "trapdoors": list(self.trapdoors),
            "wormholes": [list(pair) for pair in self.wormholes],
            "published_seed": " ".join(self.published_seed.split()),
        }
        return {name: value for name, value in members.items() if value}


def to_lay(rules: RuleSet, wanted: FurnitureInput) -> dict[str, Any]:
    """Return the special fields of a game by these rules: as wanted, else from a seed of the program's own."""
    if wanted.payload or not has_furniture(rules):
        return wanted.payload
    return {"published_seed": secrets.token_hex(8)}


def still_to_lay(game: Game, wanted: FurnitureInput) -> dict[str, Any]:
    """Return the same for a game that was created; existing fields stay, and are checked against the wanted ones."""
    return to_lay(game.rules, wanted) if waits_for_furniture(game) else wanted.payload
