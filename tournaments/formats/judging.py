"""Judging results: what makes them valid, who has won, and which of them count."""

from collections.abc import Iterable, Sequence

from rules import RULE_SETS, Ends, Text, quote_value
from tournaments.formats import phrases
from tournaments.formats.contest import Contest, Result, SettingsType
from tournaments.formats.errors import FormatError
from tournaments.formats.verdict import Finished, IgnoredGame


def missing_players(contest: Contest[SettingsType], numbers: Sequence[int]) -> tuple[Text, ...]:
    """Describe what is wrong with the number of players; empty when it is one of these, given in ascending order."""
    entered = len(contest.entrants)
    if entered in numbers:
        return ()
    least, most = numbers[0], numbers[-1]
    if least == most:
        wanted = f"{least}"
    elif len(numbers) > most - least:
        wanted = f"{least}–{most}"
    else:
        wanted = ", ".join(map(str, numbers))
    return (Text("players needed: {wanted}, entered: {entered}", wanted=wanted, entered=entered),)


def check_rules(contest: Contest[SettingsType], rule_sets: Sequence[str]) -> None:
    """Raise ``FormatError`` with field ``rules`` unless the event's rule set is one of ``rule_sets``."""
    if contest.rules not in rule_sets:
        raise FormatError(
            "rules",
            Text(
                "{rules} is not played in this format; possible are {possible}",
                rules=quote_value(contest.rules),
                possible=", ".join(rule_sets),
            ),
        )


def check_result(contest: Contest[SettingsType], result: Result) -> None:
    """Raise ``FormatError`` that names the result unless it was played by the event's rules and entrants."""
    if result.rules != contest.rules:
        raise result.error(
            "rules",
            Text(
                "this event is played by {rules}, not {given}",
                rules=contest.rules,
                given=quote_value(result.rules),
            ),
        )
    check_players(contest, result)


def check_game_rules(result: Result, rules: Sequence[str]) -> None:
    """Raise ``FormatError`` that names the result unless the game was played by one of ``rules``.

    For formats with games that have another rule set than the event.
    """
    if result.rules not in rules:
        raise result.error(
            "rules",
            Text(
                "this game is played by {possible}, not {rules}",
                possible=", ".join(rules),
                rules=quote_value(result.rules),
            ),
        )


def check_players(contest: Contest[SettingsType], result: Result) -> None:
    """Raise ``FormatError`` that names the result unless all players named in it are entered."""
    named = [("seating", key) for key in result.seating.entrants]
    if result.awarded_to is not None:
        named.append(("awarded_to", result.awarded_to))
    for field, key in named:
        if key not in contest.called:
            keys = [entrant.key for entrant in contest.entrants]
            raise result.error(
                field,
                Text("{key} is not entered; entered: {keys}", key=quote_value(key), keys=", ".join(keys)),
            )


def check_for_places(contest: Contest[SettingsType], result: Result) -> None:
    """Raise ``FormatError`` that names the result unless all entrants led two colours each in a game for places."""
    if result.is_adjudicated:
        raise result.error(
            "awarded_to",
            Text(
                "a game for places is not adjudicated, for what boards are worth does not say which colour takes which "
                "place: play it on, or abandon it"
            ),
        )
    if result.is_entered and result.awarded_to is not None:
        raise result.error(
            "awarded_to",
            Text("who has won is not enough in a game for places: enter all places"),
        )
    if result.awarded_to is not None:
        raise result.error(
            "awarded_to",
            Text("a game for places is not awarded: whoever gives it up takes the last places [T12]"),
        )
    entrants = sorted(contest.keys)
    if sorted(result.seating.entrants) != entrants or any(
        len(seat.colours) != 2 for seat in result.seating.seats
    ):
        raise result.error(
            "seating",
            Text("{who} must lead two colours each", who=contest.names(entrants)),
        )


# -- games that are won ----------------------------------------------------------------------------


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
        raise result.error(
            "places",
            Text("{won}, not: {found}", won=GAME_WON[ends], found=", ".join(result.places) or Text("none")),
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
    return Text(
        "{clinched} clinched it for {name}", clinched=phrases.opening(phrases.colour(colour)), name=name
    )


def _won_at_the_board(result: Result, ends: Ends) -> bool:
    if ends is Ends.FIRST_COLOUR:
        return len(result.places) == 1
    return len(result.players_home) == 1 and result.seating.leader(result.places[-1]) in result.players_home


def game_range(needed: int, players: int) -> tuple[int, int]:
    """Return how many games there are at least and at most until one of the players has the wins needed."""
    return needed, players * (needed - 1) + 1


# -- which results count ---------------------------------------------------------------------------


def gapless(results: Iterable[Result]) -> tuple[tuple[Result, ...], tuple[IgnoredGame, ...]]:
    """Split the results: from Game 1 up to the first that is missing, and those behind it, which must wait.

    A result behind a gap cannot count yet: the missing one may still decide the event before it.
    """
    ordered = sorted(results, key=lambda result: result.number)
    connected = [result for number, result in enumerate(ordered, start=1) if result.number == number]
    waits = Text("does not count before {missing} has a result", missing=phrases.games([len(connected) + 1]))
    waiting = tuple(IgnoredGame(result.number, waits) for result in ordered[len(connected) :])
    return tuple(connected), waiting


def played_on(results: Sequence[Result], finished: Finished | None) -> tuple[IgnoredGame, ...]:
    """Return the results of games played although the event was decided."""
    if finished is None:
        return ()
    over = Text("does not count: {game} had decided the event", game=phrases.games([finished.number]))
    return tuple(IgnoredGame(result.number, over) for result in results if result.number > finished.number)
