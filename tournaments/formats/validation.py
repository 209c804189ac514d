"""Validation of players, rule set and seats, which every format needs before it looks at results."""

from collections.abc import Sequence

from rules import Text, quote_value
from tournaments.formats.contest import Contest, Result, SettingsType
from tournaments.formats.errors import FormatError


def missing_players(contest: Contest[SettingsType], least: int, most: int) -> tuple[Text, ...]:
    """Describe what is wrong with the number of players; empty when ``least`` to ``most`` are entered."""
    return missing_unless(contest, range(least, most + 1))


def missing_unless(contest: Contest[SettingsType], numbers: Sequence[int]) -> tuple[Text, ...]:
    """Describe the same where one of these numbers of players is needed, given in ascending order."""
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
        possible = ", ".join(rule_sets)
        raise FormatError(
            "rules",
            Text(
                "{rules} is not played in this format; possible are {possible}",
                rules=quote_value(contest.rules),
                possible=possible,
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
        possible = ", ".join(rules)
        raise result.error(
            "rules",
            Text(
                "this game is played by {possible}, not {rules}",
                possible=possible,
                rules=quote_value(result.rules),
            ),
        )


def check_players(contest: Contest[SettingsType], result: Result) -> None:
    """Raise ``FormatError`` that names the result unless all players named in it are entered."""
    named = [("seating", key) for key in result.seating.entrants]
    if result.awarded_to is not None:
        named.append(("awarded_to", result.awarded_to))
    for field, key in named:
        if not contest.has(key):
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
    entrants = sorted(entrant.key for entrant in contest.entrants)
    if sorted(result.seating.entrants) != entrants or any(
        len(seat.colours) != 2 for seat in result.seating.seats
    ):
        who = contest.names(entrants)
        raise result.error(
            "seating",
            Text("{who} must lead two colours each", who=who),
        )
