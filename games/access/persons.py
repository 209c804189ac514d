"""The person behind an actor, for whatever takes two people.

A token or link is no person of its own. It stands for whoever made it, and where a token made it, for whoever
made that one: what an account has proposed nobody else has seen when a token of the same account approves it.
"""

from collections.abc import Iterable, Mapping

from games.models import AccessToken


def find_persons(actors: Iterable[str]) -> Mapping[str, str]:
    """Map each actor to the person behind it, as an actor: ``user:7`` is one, a token stands for its maker.

    ``command`` is one person, whoever runs commands on the machine, and so are all tokens made there. A token stands
    for itself where it is not known who made it: it is older than that is kept. One query, and one more for each time
    that a token was made by a token.
    """
    actors = list(actors)
    makers: dict[str, str] = {}
    asked = {actor for actor in actors if _number(actor)}
    while asked:
        numbers = {number: actor for actor in asked if (number := _number(actor))}
        rows = AccessToken.objects.filter(pk__in=numbers).values_list("pk", "created_by")
        found = {numbers[number]: maker for number, maker in rows if maker}
        # What has been looked up is not looked up again, should a token ever seem to have made itself.
        makers |= dict.fromkeys(asked, "") | found
        asked = {maker for maker in found.values() if _number(maker) and maker not in makers}
    return {actor: _person(actor, makers) for actor in actors}


def is_same_person(first: str, second: str) -> bool:
    """Check whether one person is behind both actors."""
    if first == second:
        return True
    behind = find_persons([first, second])
    return behind[first] == behind[second]


def _person(actor: str, makers: Mapping[str, str]) -> str:
    passed = {actor}
    while (maker := makers.get(actor)) and maker not in passed:
        passed.add(maker)
        actor = maker
    return actor


def _number(actor: str) -> int | None:
    """Return the number in ``token:3``; ``None`` for any other actor."""
    kind, _, number = actor.partition(":")
    is_one = kind == "token" and number.isascii() and number.isdigit() and len(number) < 19
    return int(number) if is_one else None
