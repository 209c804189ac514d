"""The person behind an actor, for whatever takes two people, and whether there is a second; and what actors are called.

A token or link is no person of its own. It represents its maker; one made by a token, the maker of that
token: what an account has proposed no second person has seen when a token of the same account approves it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils.translation import gettext

from games.access.accounts import is_waiting
from games.access.roles import roles_for
from games.access.scopes import Scope
from games.domain.actors import actor_name
from games.enums import Action
from games.models import AccessToken, Permit


def find_persons(actors: Iterable[str]) -> Mapping[str, str]:
    """Map each actor to the person behind it, as an actor: ``user:7`` is one, a token represents its maker.

    ``command`` is one person, all that run commands on the machine, and so are all tokens made there. A token is
    a person where it is not known who made it: it is older than that record. One query, and one more for each time
    that a token was made by a token.
    """
    actors = list(actors)
    makers: dict[str, str] = {}
    asked = {actor for actor in actors if _number(actor, "token")}
    while asked:
        numbers = {number: actor for actor in asked if (number := _number(actor, "token"))}
        rows = AccessToken.objects.filter(pk__in=numbers).values_list("pk", "created_by")
        found = {numbers[number]: maker for number, maker in rows if maker}
        # What has been looked up is not looked up again, should a token ever seem to have made itself.
        makers |= dict.fromkeys(asked, "") | found
        asked = {maker for maker in found.values() if _number(maker, "token") and maker not in makers}
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


def _number(actor: str, kind: str) -> int | None:
    """Return the number in ``token:3`` or ``user:3``; ``None`` for an actor of another kind."""
    number = actor.removeprefix(f"{kind}:")
    is_one = number != actor and number.isascii() and number.isdigit() and len(number) < 19
    return int(number) if is_one else None


def has_another_approver(actor: str, where: Scope) -> bool:
    """Check whether somebody else than the person behind ``actor`` has an account that may approve corrections there.

    An account that is not opened yet is no person; tokens represent accounts, or for those who run commands.
    Three queries, and what finding the person takes.
    """
    person = find_persons([actor])[actor]
    return any(person != f"user:{account.pk}" for account in _approvers(where) if not is_waiting(account))


def _approvers(where: Scope) -> Iterator[Any]:
    roles = [role.value for role in roles_for(Action.APPROVE)]
    places = {*where.known, *where.further()}
    permits = Permit.objects.filter(revoked_at=None, role__in=roles, place__in=places)
    allowed = Q(is_superuser=True) | Q(pk__in=permits.values("person"))
    yield from get_user_model().objects.filter(allowed, is_active=True).iterator()


def names(actors: Iterable[str]) -> Mapping[str, str]:
    """Map actor to name, as far as they have one; at most two queries."""
    actors = list(actors)
    users = get_user_model().objects.in_bulk({key for actor in actors if (key := _number(actor, "user"))})
    tokens = AccessToken.objects.in_bulk({key for actor in actors if (key := _number(actor, "token"))})
    return {
        **{
            actor: gettext("%(who)s (from a file)") % {"who": name}
            for actor in actors
            if (name := actor_name(actor)) != actor
        },
        **{f"user:{key}": user.get_username() for key, user in users.items()},
        **{f"token:{key}": token.name for key, token in tokens.items()},
    }
