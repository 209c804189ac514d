"""Starters of games (tournament-rules §2), each with its reason."""

from collections.abc import Collection, Sequence
from typing import Any

from rules import StartingColour, Text, youngest_starts
from rules.board import board
from tournaments.formats import phrases
from tournaments.formats.contest import Contest, EntrantSeating, Result
from tournaments.formats.judging import clinching_colour
from tournaments.formats.settings import choice_setting

BOARD = board("6x8")

#: What happens when the colour that should start is not at the board [T3].
ABSENT_STARTER = {
    "throw": Text("the highest throw decides"),
    "next colour": Text("the next colour at the board in playing direction starts"),
}


def absent_starter_setting() -> str:
    """Declare the setting for [T3]."""
    return choice_setting(
        "throw",
        ways=ABSENT_STARTER,
        label=Text("If the starter is absent"),
        about=Text("What happens when the colour that should start is not at the board [T3]."),
    )


def of_the_youngest(contest: Contest[Any], seating: EntrantSeating) -> StartingColour:
    """A game by rules in which the youngest starts: their colour, or the throw among those who may be it
    (rulebook §10).

    Only exhibitions follow the rules of the game in this; every other format has rules of its own (§2).
    """
    return youngest_starts(
        seating.leaders, contest.youngest, contest.called, is_said=contest.youngest_is_said
    )


def thrown_for() -> StartingColour:
    """Start Game 1 of a 3T, 3T+, GP or GP+ event: the highest throw of all colours (tournament-rules §2)."""
    return StartingColour(
        None,
        Text("to be thrown for: every colour throws once, the highest throw starts"),
    )


def colour_that_clinched(previous: Result, name: Text | None = None) -> StartingColour:
    """Start after a game that was won: the colour that clinched it; where none did (award) or it is not known which
    (only the winner was entered), it is thrown for.

    ``name`` is what the game is called, where that does not follow from its number.
    """
    game = name or phrases.games([previous.number])
    clinched = clinching_colour(previous)
    if clinched is None and previous.is_entered:
        return StartingColour(
            None,
            Text("not known which colour clinched {game}: enter it by a correction, or throw", game=game),
        )
    if clinched is None:
        return StartingColour(
            None,
            Text("no colour clinched {game}, so the highest throw of all colours decides", game=game),
        )
    return StartingColour(
        clinched,
        Text("{colour} clinched {game}", colour=phrases.opening(phrases.colour(clinched)), game=game),
    )


def first_colour_of_a_winner(
    previous: Result, winners: Sequence[str], won_with: Text, names: Text
) -> StartingColour:
    """Start after a GP or GP+ game: of all colours of its winners, the one that finished first.

    ``winners`` won ``previous`` with ``won_with`` (``18 GPP``) each; ``names`` is how to call them.
    """
    first = next(colour for colour in previous.places if previous.seating.leader(colour) in winners)
    game = phrases.games([previous.number])
    colour = phrases.colour(first)
    if len(winners) == 1:
        reason = Text(
            "{names} won {game} with {won_with}, {colour} coming home first",
            names=names,
            game=game,
            won_with=won_with,
            colour=colour,
        )
    else:
        reason = Text(
            "{names} won {game} with {won_with} each, of their colours {colour} came home first",
            names=names,
            game=game,
            won_with=won_with,
            colour=colour,
        )
    return StartingColour(first, reason)


def at_the_board(start: StartingColour, seating: EntrantSeating, absent_starter: str) -> StartingColour:
    """Resolve the start for a game of this seating: an absent colour gives way by ``ABSENT_STARTER`` [T3]."""
    if start.colour is None or start.colour in seating.colours:
        return start
    colour = phrases.opening(phrases.colour(start.colour))
    return StartingColour(
        _next_colour(start.colour, seating.colours) if absent_starter == "next colour" else None,
        Text(
            "{reason}; {colour} is not at the board, so {way}",
            reason=start.reason,
            colour=colour,
            way=ABSENT_STARTER[absent_starter],
        ),
    )


def _next_colour(absent: str, present: Collection[str]) -> str:
    ring = BOARD.colours
    after = ring.index(absent) + 1
    return next(colour for colour in ring[after:] + ring[:after] if colour in present)


def rearguard_of(seating: EntrantSeating, entrant: str, because: Text) -> StartingColour:
    """Start in a 2T League: the rearguard colour of the first-named player, in playoffs of the higher seed.

    The rearguard is the first of two colours side by side ([D1]).
    """
    rearguard = seating.leaders[entrant][0]
    return StartingColour(
        rearguard,
        Text(
            "{because}, and {colour} is the rearguard colour",
            because=because,
            colour=phrases.colour(rearguard),
        ),
    )
