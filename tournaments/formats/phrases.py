"""Phrases for reasons: names, places, colours and game numbers in both languages."""

from collections.abc import Iterable, Sequence

from rules import COLOUR_NAMES, Plural, Text, Verbatim, join_names as join_names, opening as opening

#: The most people who are named in a sentence about a place.
MOST_NAMED = 3
_ENGLISH_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def names(people: Iterable[str]) -> Text:
    """List names; names are the same in every language."""
    return join_names([Verbatim(name) for name in people])


def won_by(people: Sequence[str]) -> Text:
    """Say who has won a game: ``won by Anna``, ``tied: Anna and Bert``."""
    if len(people) > 1:
        return Text("tied: {names}", names=names(people))
    return Text("won by {names}", names=names(people))


def names_or_number(people: Sequence[str]) -> Text:
    """List names; of more than a few only how many they are."""
    return names(people) if len(people) <= MOST_NAMED else Text("{n} others", n=len(people))


def colour(key: str) -> Text:
    """Name a colour inside a sentence: ``red``, ``Rot``."""
    return COLOUR_NAMES[key]


def colours(keys: Sequence[str]) -> Text:
    """List colours: ``yellow and black``, ``Gelb und Schwarz``."""
    return join_names([colour(key) for key in keys])


def place(number: int) -> Text:
    """Name a place: ``2nd place``, ``Platz 2``."""
    return Text("{number}{ending} place", number=number, ending=_ending(number))


def ordinal(number: int) -> Text:
    """Name a place by its number alone: ``2nd``, ``2.``."""
    return Text("{number}{ending}", number=number, ending=_ending(number))


def _ending(number: int) -> str:
    return "th" if number % 100 in (11, 12, 13) else _ENGLISH_ENDINGS.get(number % 10, "th")


def games(numbers: Sequence[int]) -> Text:
    """List game numbers: ``Game 7``, ``Games 7 and 8``, ``Games 7 to 12`` for three or more consecutive ones."""
    if len(numbers) == 1:
        return Text("Game {number}", number=numbers[0])
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return Text("Games {first} to {last}", first=numbers[0], last=numbers[-1])
    return Text("Games {listing}", listing=names(str(number) for number in numbers))


def games_left(number: int) -> Text:
    """Count the games left: ``1 game left``, ``noch 3 Spiele``."""
    return Plural("{n} game left", "{n} games left", number)


def duration(seconds: int) -> str:
    """Format hours, minutes and seconds, the same in every language: ``1:02:03``."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def wins(number: int) -> Text:
    """Count wins: ``1 win``, ``3 wins``."""
    return Plural("{n} win", "{n} wins", number)
