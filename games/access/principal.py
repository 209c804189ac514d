"""Who asks: a person, a program, a device, a board's link – and which roles that has where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.access.roles import TABLE
from games.enums import Action, Role
from games.models import AccessToken, Permit


@dataclass(frozen=True, slots=True)
class Right:
    """A role in a place."""

    role: Role
    place: str


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks; ``actor`` as events keep it (``user:7``, ``token:3``, ``command``), empty for nobody in particular."""

    actor: str = ""
    rights: tuple[Right, ...] = ()
    #: Superusers and whoever runs commands on the machine itself.
    may_everything: bool = False

    def places_to(self, action: Action) -> list[str]:
        """Where he may do it."""
        return [right.place for right in self.rights if action in TABLE[right.role]]


NOBODY = Caller()
COMMAND = Caller("command", may_everything=True)


def with_token(token: AccessToken) -> Caller:
    """Whoever has the token, or the link with it."""
    return Caller(f"token:{token.pk}", (Right(Role(token.role), token.place),))


def with_account(user: Any) -> Caller:
    """The person of an account, with the permits that stand; one query, none for nobody and for superusers."""
    if not user.is_active:
        return NOBODY
    if user.is_superuser:
        return Caller(f"user:{user.pk}", may_everything=True)
    permits = Permit.objects.filter(person_id=user.pk, revoked_at=None).values_list("role", "place")
    return Caller(f"user:{user.pk}", tuple(Right(Role(role), place) for role, place in permits))
