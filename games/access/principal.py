"""The caller: a person, a program, a device or a board's link, with the roles it has and where."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from games import above
from games.access import scopes
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
    #: Superusers and those who run management commands.
    may_everything: bool = False

    def places_to(self, action: Action) -> list[str]:
        """List the places in which they may do it."""
        return [right.place for right in self.rights if action in PERMISSIONS[right.role]]

    def names_of(self, kind: str, action: Action) -> list[str]:
        """List the names of the places of a kind in which they may do it."""
        found = (place.split(":", 2) for place in self.places_to(action))
        return [names[1] for names in found if names[0] == kind]

    @property
    def sees_everything(self) -> bool:
        """Whether nothing of the site is hidden from them."""
        return self.may_everything or scopes.SITE in self.places_to(Action.SEE_UNPUBLISHED)

    def sees_games(self) -> Q:
        """Return the condition on games that they may see: public ones, and those around which they have a role."""
        if self.sees_everything:
            return Q()
        seen = Q(is_public=True)
        for place in self.places_to(Action.SEE_UNPUBLISHED):
            seen |= Q(pk__in=scopes.games_in(place).values("pk"))
        return seen

    def sees_players(self) -> Q:
        """Return the condition on players of whom they may know."""
        return Q() if self.sees_everything else above.scopes.seen_players(self)


ANONYMOUS = Principal()
COMMAND = Principal("command", may_everything=True)


def with_token(token: AccessToken) -> Principal:
    """Return the principal of a token, or of the link with it."""
    return Principal(f"token:{token.pk}", (Grant(Role(token.role), token.place),))


def with_account(user: Any) -> Principal:
    """Return the principal of an account with its valid permits; one query, none for anonymous users and superusers."""
    if not user.is_active:
        return ANONYMOUS
    if user.is_superuser:
        return Principal(f"user:{user.pk}", may_everything=True)
    permits = Permit.objects.filter(person_id=user.pk, revoked_at=None).values_list("role", "place")
    return Principal(f"user:{user.pk}", tuple(Grant(Role(role), place) for role, place in permits))
