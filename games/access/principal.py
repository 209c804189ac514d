"""The caller: a person, a program, a device or a board's link, with the roles it has and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.access.roles import PERMISSIONS
from games.enums import Action, Role
from games.models import AccessToken, Permit


@dataclass(frozen=True, slots=True)
class Grant:
    """A role in a place."""

    role: Role
    place: str


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller; ``actor`` as events keep it (``user:7``, ``token:3``, ``command``), empty for an anonymous one."""

    actor: str = ""
    rights: tuple[Grant, ...] = ()
    #: Superusers and whoever runs management commands.
    may_everything: bool = False

    def places_to(self, action: Action) -> list[str]:
        """List the places in which they may do it."""
        return [right.place for right in self.rights if action in PERMISSIONS[right.role]]


NOBODY = Principal()
COMMAND = Principal("command", may_everything=True)


def with_token(token: AccessToken) -> Principal:
    """Return the principal of a token, or of the link with it."""
    return Principal(f"token:{token.pk}", (Grant(Role(token.role), token.place),))


def with_account(user: Any) -> Principal:
    """Return the principal of an account with its valid permits; one query, none for anonymous users and superusers."""
    if not user.is_active:
        return NOBODY
    if user.is_superuser:
        return Principal(f"user:{user.pk}", may_everything=True)
    permits = Permit.objects.filter(person_id=user.pk, revoked_at=None).values_list("role", "place")
    return Principal(f"user:{user.pk}", tuple(Grant(Role(role), place) for role, place in permits))
