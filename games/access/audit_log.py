"""The audit log: what happens to accounts, permits and tokens, for later investigation."""

from datetime import datetime
from typing import Any

from games.access.client_ip import network_of
from games.models import AccessToken, Permit, SecurityEvent


def note(
    kind: SecurityEvent.Kind,
    *,
    actor: str,
    now: datetime,
    about: str = "",
    role: str = "",
    place: str = "",
    address: str = "",
) -> None:
    """Record a security event; of the client's address only its network is stored."""
    SecurityEvent.objects.create(
        kind=kind,
        actor=actor,
        about=about,
        role=role,
        place=place,
        network=network_of(address),
        happened_at=now,
    )


def note_own(kind: SecurityEvent.Kind, account: Any, *, now: datetime, address: str = "") -> None:
    """Record what somebody has done with their own account."""
    actor = f"user:{account.pk}"
    note(kind, actor=actor, about=actor, now=now, address=address)


def note_role(
    kind: SecurityEvent.Kind, given: AccessToken | Permit, *, actor: str, now: datetime, address: str = ""
) -> None:
    """Record what has happened to a token or a permit."""
    about = f"token:{given.pk}" if isinstance(given, AccessToken) else f"user:{given.person_id}"
    note(kind, actor=actor, about=about, role=given.role, place=given.place, now=now, address=address)
