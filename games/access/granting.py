"""Giving and taking roles: permits for people, tokens for programs, devices and boards.

The only writer of both. Whoever gives or takes a role must be allowed to in its place; everything is
one transaction with its security event.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from games.access import places, security
from games.access.caller import Caller
from games.access.deciding import check
from games.access.roles import Role, to_admit
from games.errors import BadRequest
from games.models import AccessToken, Permit, SecurityEvent
from rules.text import Text, shown

KIND = SecurityEvent.Kind
LONGEST_NAME = 100


@transaction.atomic
def issue_token(
    *,
    name: str,
    role: Role,
    by: Caller,
    now: datetime,
    place: str = places.SITE,
    expires_at: datetime | None = None,
    address: str = "",
) -> tuple[AccessToken, str]:
    """A new token and its text, which is kept nowhere. Raises ``BadRequest``, ``NotAllowed``."""
    check(by, to_admit(role), places.around(places.checked(place)))
    _check_name(name)
    _check_expiry(expires_at, now)
    token, text = AccessToken.issue(
        name=name.strip(), role=role.value, place=place, created_by=by.actor, expires_at=expires_at
    )
    told: dict[str, Any] = {"about": f"token:{token.pk}", "role": role.value, "place": place}
    security.note(KIND.TOKEN_ISSUED, actor=by.actor, now=now, address=address, **told)
    return token, text


@transaction.atomic
def revoke_token(*, token_id: int, by: Caller, now: datetime, address: str = "") -> AccessToken:
    """From now on the token is refused; one that was revoked before stays as it is."""
    token = AccessToken.objects.select_for_update().get(pk=token_id)
    check(by, to_admit(Role(token.role)), places.around(token.place))
    if token.revoked_at is None:
        token.revoked_at = now
        token.save(update_fields=["revoked_at"])
        told: dict[str, Any] = {"about": f"token:{token.pk}", "role": token.role, "place": token.place}
        security.note(KIND.TOKEN_REVOKED, actor=by.actor, now=now, address=address, **told)
    return token


@transaction.atomic
def grant(
    *, person: str, role: Role, place: str, by: Caller, now: datetime, address: str = ""
) -> tuple[Permit, bool]:
    """The permit of the account of that name for the role in the place, and whether it is new."""
    check(by, to_admit(role), places.around(places.checked(place)))
    account = get_user_model().objects.filter(username=person, is_active=True).first()
    if account is None:
        raise BadRequest(
            Text(
                f"person: there is no account {shown(person)}",
                f"person: ein Konto {shown(person)} gibt es nicht",
            ),
            field="person",
        )
    permit, is_new = Permit.objects.get_or_create(
        person=account,
        role=role.value,
        place=place,
        revoked_at=None,
        defaults={"granted_by": by.actor, "granted_at": now},
    )
    if is_new:
        told: dict[str, Any] = {"about": f"user:{account.pk}", "role": role.value, "place": place}
        security.note(KIND.PERMIT_GRANTED, actor=by.actor, now=now, address=address, **told)
    return permit, is_new


@transaction.atomic
def revoke(*, permit_id: int, by: Caller, now: datetime, address: str = "") -> Permit:
    """From now on the permit counts no more; one that was revoked before stays as it is."""
    permit = Permit.objects.select_for_update(of=("self",)).select_related("person").get(pk=permit_id)
    check(by, to_admit(Role(permit.role)), places.around(permit.place))
    if permit.revoked_at is None:
        permit.revoked_at = now
        permit.save(update_fields=["revoked_at"])
        told: dict[str, Any] = {
            "about": f"user:{permit.person_id}",
            "role": permit.role,
            "place": permit.place,
        }
        security.note(KIND.PERMIT_REVOKED, actor=by.actor, now=now, address=address, **told)
    return permit


@transaction.atomic
def revoke_all_within(*, place: str, actor: str, now: datetime) -> None:
    """End every role in a place that is no more, so that a later place of the same name begins without any."""
    by = Caller(actor, may_everything=True)
    for token in AccessToken.objects.filter(places.within(place), revoked_at=None):
        revoke_token(token_id=token.pk, by=by, now=now)
    for permit in Permit.objects.filter(places.within(place), revoked_at=None):
        revoke(permit_id=permit.pk, by=by, now=now)


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadRequest(
            Text(
                f"name: what the token is for is needed, in 1 to {LONGEST_NAME} printable characters",
                f"name: nötig ist, wofür das Token ist, in 1 bis {LONGEST_NAME} druckbaren Zeichen",
            ),
            field="name",
        )


def _check_expiry(expires_at: datetime | None, now: datetime) -> None:
    if expires_at is not None and expires_at <= now:
        raise BadRequest(
            Text(
                "expires_at: a time to come is needed, or none",
                "expires_at (Ablauf): nötig ist ein Zeitpunkt in der Zukunft, oder keiner",
            ),
            field="expires_at",
        )
