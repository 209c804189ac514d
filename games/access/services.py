"""Granting and revoking roles: permits for people, tokens for programs, devices and boards.

The only writer of both. Those who give or take a role must be allowed to in its place; everything is
one transaction with its security event. What was given by a role ends with it.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import Enum
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet

from games.access import audit_log, scopes
from games.access.lifetimes import end_of_token
from games.access.permissions import check_allowed, is_allowed
from games.access.principal import COMMAND, Grant, Principal, with_account, with_token
from games.access.roles import to_admit
from games.enums import Role
from games.errors import BadRequest
from games.models import AccessToken, Permit, SecurityEvent
from games.models.access import LONGEST_TOKEN_NAME
from rules import Text, quote_value

#: Something that was granted, and can be revoked.
Given = AccessToken | Permit


def followed_key(given: Given) -> str:
    """Return the kind and number of a token or permit as one key."""
    return f"{'token' if isinstance(given, AccessToken) else 'permit'}:{given.pk}"


def fingerprint_of(followers: Iterable[Given]) -> str:
    """Return what a confirmation page sends back to prove that exactly these were shown."""
    return " ".join(sorted(map(followed_key, followers)))


def followers_of(*ended: Given) -> list[Given]:
    """Collect what ends with these: one or two queries for each generation, and for each person whose permit ends."""
    followers: list[Given] = []
    over = {followed_key(each) for each in ended}
    latest = [each for each in ended if each.revoked_at is None]
    while latest:
        tokens = {followed_key(each) for each in latest if isinstance(each, AccessToken)}
        found = _made_by(tokens) if tokens else []
        for permit in latest:
            if isinstance(permit, Permit):
                found += _given_in(permit, over)
        latest = list({followed_key(each): each for each in found if followed_key(each) not in over}.values())
        over |= {followed_key(each) for each in latest}
        followers += latest
    return followers


def _followers_of_account(account: Any) -> list[Given]:
    """Collect, in every place, what an account granted and no longer could, because it was deactivated, say."""
    left = with_account(account)
    first = [each for each in _made_by({f"user:{account.pk}"}) if not _could_give(left, each)]
    return [*first, *followers_of(*first)]


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


KIND = SecurityEvent.Kind


class Lasting(Enum):
    """How long a token is valid, where that is given by no moment."""

    #: ``TOKEN_DAYS`` days; without end where that is 0.
    USUAL = "usual"


@transaction.atomic
def issue_token(
    *,
    name: str,
    role: Role,
    by: Principal,
    now: datetime,
    place: str = scopes.SITE,
    expires_at: datetime | Lasting | None = Lasting.USUAL,
    address: str = "",
) -> tuple[AccessToken, str]:
    """Make a token; return it and its text, which is stored nowhere. Raises ``BadRequest``, ``NotAllowed``.

    ``expires_at`` is when it ends, ``None`` where it holds until it is revoked.
    """
    check_allowed(_standing(by, now), to_admit(role), scopes.scope_around(place))
    scopes.check_place(place)
    _check_name(name)
    if isinstance(expires_at, Lasting):
        expires_at = end_of_token(now)
    if expires_at is not None and expires_at <= now:
        raise BadRequest(Text("expires_at: a time to come is needed, or none"), field="expires_at")
    token, text = AccessToken.issue(
        name=name.strip(), role=role.value, place=place, created_by=by.actor, expires_at=expires_at
    )
    audit_log.note_role(KIND.TOKEN_ISSUED, token, actor=by.actor, now=now, address=address)
    return token, text


@transaction.atomic
def revoke_token(*, token_id: int, by: Principal, now: datetime, address: str = "") -> AccessToken:
    """Revoke the token and all that was granted by it; one that was revoked before stays as it is."""
    token = AccessToken.objects.select_for_update().get(pk=token_id)
    check_allowed(by, to_admit(Role(token.role)), scopes.scope_around(token.place))
    if token.revoked_at is None:
        _end([token, *followers_of(token)], by.actor, now, address)
    return token


@transaction.atomic
def grant(
    *, person: str, role: Role, place: str, by: Principal, now: datetime, address: str = ""
) -> tuple[Permit, bool]:
    """Return the permit of the named account for the role in the place, and whether it is new."""
    check_allowed(_standing(by, now), to_admit(role), scopes.scope_around(place))
    scopes.check_place(place)
    account = get_user_model().objects.filter(username=person, is_active=True).first()
    if account is None:
        raise BadRequest(
            Text("person: there is no account {person}", person=quote_value(person)),
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
        audit_log.note_role(KIND.PERMIT_GRANTED, permit, actor=by.actor, now=now, address=address)
    return permit, is_new


@transaction.atomic
def revoke(*, permit_id: int, by: Principal, now: datetime, address: str = "") -> Permit:
    """Revoke the permit and all that was granted by it; one that was revoked before stays as it is."""
    permit = Permit.objects.select_for_update(of=("self",)).select_related("person").get(pk=permit_id)
    check_allowed(by, to_admit(Role(permit.role)), scopes.scope_around(permit.place))
    if permit.revoked_at is None:
        _end([permit, *followers_of(permit)], by.actor, now, address)
    return permit


@transaction.atomic
def revoke_all_within(*, place: str, now: datetime) -> None:
    """Revoke every role in a place that was deleted, so that a later place of the same name begins without any."""
    for token in AccessToken.objects.filter(scopes.places_within(place), revoked_at=None):
        revoke_token(token_id=token.pk, by=COMMAND, now=now)
    for permit in Permit.objects.filter(scopes.places_within(place), revoked_at=None):
        revoke(permit_id=permit.pk, by=COMMAND, now=now)


@transaction.atomic
def revoke_what_lost_its_giver(*, account: Any, by: Principal, now: datetime, address: str = "") -> int:
    """Revoke what an account granted and, deactivated say, no longer could; return how many these were."""
    lost = _followers_of_account(account)
    _end(lost, by.actor, now, address)
    return len(lost)


def _end(given: Iterable[Given], actor: str, now: datetime, address: str) -> None:
    """Revoke each, with its security event."""
    for each in given:
        each.revoked_at = now
        each.save(update_fields=["revoked_at"])
        kind = KIND.TOKEN_REVOKED if isinstance(each, AccessToken) else KIND.PERMIT_REVOKED
        audit_log.note_role(kind, each, actor=actor, now=now, address=address)


def _standing(by: Principal, now: datetime) -> Principal:
    """Return the caller as they are at this moment, their roles locked until the end of the transaction.

    So nothing is given by a role that somebody else is just revoking, and that would outlive it.
    """
    kind, _, number = by.actor.partition(":")
    if by.may_everything or kind not in ("token", "user") or not number.isdecimal():
        return by
    if kind == "token":
        token = AccessToken.objects.select_for_update().filter(pk=number).first()
        return with_token(token) if token is not None and token.is_valid(now) else Principal(by.actor)
    list(Permit.objects.select_for_update(of=("self",)).filter(person_id=int(number), revoked_at=None))
    account = get_user_model().objects.filter(pk=number).first()
    return Principal(by.actor) if account is None else with_account(account)


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_TOKEN_NAME or not name.isprintable():
        raise BadRequest(
            Text(
                "name: what the token is for is needed, in 1 to {longest_name} printable characters",
                longest_name=LONGEST_TOKEN_NAME,
            ),
            field="name",
        )
