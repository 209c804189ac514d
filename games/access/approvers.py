"""Who else could approve what somebody proposes: whether there is a second person at all."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q

from games.access.accounts import is_waiting
from games.access.persons import find_persons
from games.access.roles import roles_for
from games.access.scopes import Scope
from games.enums import Action
from games.models import Permit


def has_another_approver(actor: str, where: Scope) -> bool:
    """Check whether somebody else than the person behind ``actor`` has an account that may approve corrections there.

    An account that nobody has opened yet is nobody; tokens stand for accounts, or for whoever runs commands.
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
