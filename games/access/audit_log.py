"""What happens to accounts, permits and tokens, kept for whoever has to look into it later."""

from __future__ import annotations

from datetime import datetime

from games.access.client_ip import network_of
from games.models import SecurityEvent


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
    """Keep that it happened; of the address only its network."""
    SecurityEvent.objects.create(
        kind=kind,
        actor=actor,
        about=about,
        role=role,
        place=place,
        network=network_of(address),
        happened_at=now,
    )
