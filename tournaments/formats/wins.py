"""Games that are won: by the first colour home (2T, 3T), or by the first player with all theirs (2T+, 3T+).

A game that was not won at the board – given up or not begun [T12], or typed in with nothing but its winner –
is awarded: ``Result.awarded_to``.
"""

from rules import RULE_SETS, Ends, Text
from tournaments.formats import phrases
from tournaments.formats.contest import Contest, Result, SettingsType

#: When a game is won (rulebook §9: "XL" asks for both colours).
GAME_WON = {
    Ends.FIRST_COLOUR: Text("the game ends with the first colour home, so places has exactly one colour"),
    Ends.FIRST_PLAYER: Text(
        "the game ends when a player has both colours home; the last colour in places is the second of them"
    ),
}


def check_won(result: Result, ends: Ends | None = None) -> None:
    """Raise ``FormatError`` that names the result unless its places are those of a game that was just won.

    ``ends`` is given where that is not as the rule set has it.
    """
    ends = ends or RULE_SETS[result.rules].ends
    if result.awarded_to is None and not _won_at_the_board(result, ends):
        found = ", ".join(result.places) or Text("none")
        raise result.error(
            "places",
            Text("{won}, not: {found}", won=GAME_WON[ends], found=found),
        )


def clinching_colour(result: Result) -> str | None:
    """Return the colour that won the game at the board: the last to come home, as the game ended with it."""
    return result.places[-1] if result.awarded_to is None else None


def winner(result: Result) -> str:
    return result.awarded_to if result.awarded_to is not None else result.seating.leader(result.places[-1])


def describe_win(contest: Contest[SettingsType], result: Result) -> Text:
    """Describe how the game was won: by which colour, or awarded."""
    name, colour = contest.name(winner(result)), clinching_colour(result)
    if colour is None and result.is_entered:
        return Text("winner entered: {name}", name=name)
    if colour is None and result.is_adjudicated:
        return Text("adjudicated for {name}", name=name)
    if colour is None:
        return Text("awarded to {name}", name=name)
    clinched = phrases.opening(phrases.colour(colour))
    return Text("{clinched} clinched it for {name}", clinched=clinched, name=name)


def _won_at_the_board(result: Result, ends: Ends) -> bool:
    if ends is Ends.FIRST_COLOUR:
        return len(result.places) == 1
    return len(result.players_home) == 1 and result.seating.leader(result.places[-1]) in result.players_home


def game_range(needed: int, players: int) -> tuple[int, int]:
    """Return how many games there are at least and at most until one of the players has the wins needed."""
    return needed, players * (needed - 1) + 1
