"""Cascading revocation: what ends with a role, namely whatever its holder has granted by it.

Revoking a token ends the tokens and permits that were made by it; revoking a permit those that its person
made in its place and, by what roles the person has left, could not make now. What those have given ends with
them, and so on.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from games.access import scopes
from games.access.permissions import is_allowed
from games.access.principal import Grant, Principal, with_account
from games.access.roles import to_admit
from games.enums import Role
from games.models import AccessToken, Permit

#: Something that was granted, and can be revoked.
Given = AccessToken | Permit


@dataclass(frozen=True, slots=True)
class Followers:
    """What ends too: tokens, the links with them, and permits, in the order in which they were found."""

    tokens: Sequence[AccessToken] = ()
    permits: Sequence[Permit] = ()

    def __len__(self) -> int:
        return len(self.tokens) + len(self.permits)

    @property
    def all(self) -> Iterator[Given]:
        """Yield every one of them."""
        yield from self.tokens
        yield from self.permits

    @property
    def fingerprint(self) -> str:
        """Return the hash that a confirmation page sends back to prove that exactly these were shown."""
        return " ".join(sorted(map(followed_key, self.all)))


def followed_key(given: Given) -> str:
    """Return the kind and number of a token or permit as one key."""
    return f"{'token' if isinstance(given, AccessToken) else 'permit'}:{given.pk}"


def followers_of(*ended: Given) -> Followers:
    """Collect what ends with these: one or two queries for each generation, and for each person whose permit ends."""
    return _followers(ended, ())


def followers_of_account(account: Any) -> Followers:
    """Collect, in every place, what an account granted and no longer could, because it was deactivated, say."""
    made = _made_by({f"user:{account.pk}"})
    left = with_account(account)
    first = [each for each in made if not _could_give(left, each)]
    found = _followers(first, first)
    tokens = [each for each in first if isinstance(each, AccessToken)]
    permits = [each for each in first if isinstance(each, Permit)]
    return Followers([*tokens, *found.tokens], [*permits, *found.permits])


def _followers(ended: Sequence[Given], known: Iterable[Given]) -> Followers:
    tokens: list[AccessToken] = []
    permits: list[Permit] = []
    over = {followed_key(each) for each in (*ended, *known)}
    latest: Sequence[Given] = [each for each in ended if each.revoked_at is None]
    while latest:
        tokens_of = {followed_key(each) for each in latest if isinstance(each, AccessToken)}
        found = _made_by(tokens_of) if tokens_of else []
        for permit in latest:
            if isinstance(permit, Permit):
                found += _given_in(permit, over)
        latest = list({followed_key(each): each for each in found if followed_key(each) not in over}.values())
        over |= {followed_key(each) for each in latest}
        tokens += [each for each in latest if isinstance(each, AccessToken)]
        permits += [each for each in latest if isinstance(each, Permit)]
    return Followers(tokens, permits)


def _given_in(permit: Permit, over: set[str]) -> list[Given]:
    """List what the person of a permit has granted in its place, and could grant by no other permit."""
    person = permit.person
    if person.is_active and person.is_superuser:
        return []
    standing = Permit.objects.filter(person=person, revoked_at=None)
    rights = tuple(Grant(Role(each.role), each.place) for each in standing if followed_key(each) not in over)
    left = Principal(f"user:{person.pk}", rights if person.is_active else ())
    made = _made_by({left.actor}, scopes.places_within(permit.place))
    return [each for each in made if not _could_give(left, each)]


def _could_give(caller: Principal, given: Given) -> bool:
    return is_allowed(caller, to_admit(Role(given.role)), scopes.scope_around(given.place))


def _made_by(makers: set[str], where: Q | None = None) -> list[Given]:
    tokens: QuerySet[AccessToken] = AccessToken.objects.filter(created_by__in=makers, revoked_at=None)
    permits: QuerySet[Permit] = Permit.objects.filter(granted_by__in=makers, revoked_at=None)
    if where is not None:
        tokens, permits = tokens.filter(where), permits.filter(where)
    return [*tokens.order_by("pk"), *permits.select_related("person").order_by("pk")]
