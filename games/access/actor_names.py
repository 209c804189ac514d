"""Display names of the actors in logs: for ``user:7`` that of the account, for ``token:3`` that of the token.

Actors of another site (``games.domain.actors``) have no account on this one.
"""

from collections.abc import Iterable, Mapping

from django.contrib.auth import get_user_model
from django.utils.translation import gettext

from games.domain.actors import actor_name
from games.models import AccessToken


def names(actors: Iterable[str]) -> Mapping[str, str]:
    """Map actor to name, as far as they have one; at most two queries."""
    actors = list(actors)
    numbers: dict[str, set[int]] = {"user": set(), "token": set()}
    for actor in actors:
        kind, _, number = actor.partition(":")
        if kind in numbers and number.isascii() and number.isdigit():
            numbers[kind].add(int(number))
    users = get_user_model().objects.in_bulk(numbers["user"]) if numbers["user"] else {}
    tokens = AccessToken.objects.in_bulk(numbers["token"]) if numbers["token"] else {}
    return {
        **{
            actor: gettext("%(who)s (from a file)") % {"who": name}
            for actor in actors
            if (name := actor_name(actor)) != actor
        },
        **{f"user:{key}": user.get_username() for key, user in users.items()},
        **{f"token:{key}": token.name for key, token in tokens.items()},
    }
