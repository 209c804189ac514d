"""Accounts for people who are let in by name: made without a password, and opened once by a link that asks for one.

The link is not stored. It is signed with what the account is at that moment (Django's
``PasswordResetTokenGenerator``), so that a new password ends it, and so does a newer link. The same link lets
somebody who has lost their password choose another one.

The e-mail address of an account is saved once a link sent there was opened, so that a typing error gives it to
no other person.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from games import above
from games.access import audit_log, scopes
from games.access.lifetimes import Purpose, opened, signed
from games.access.permissions import check_allowed, is_allowed
from games.access.principal import Principal
from games.access.roles import to_admit
from games.access.services import grant
from games.enums import Action, Role
from games.errors import BadRequest
from games.models import Permit, SecurityEvent
from rules import Text, quote_value

#: The most characters that the name of an account has, as in Django's column.
LONGEST_NAME = 150
#: The most accounts, and the most players, that are offered to choose from.
MOST_PEOPLE = 500


class ShownLinks(PasswordResetTokenGenerator):
    """Signs the links by which an account gets a password, and a name where it has waited for one."""

    key_salt = "games.access.accounts.join"


class MailedLinks(PasswordResetTokenGenerator):
    """Signs those that are shown nowhere: to open one proves the address of the account."""

    key_salt = "games.access.accounts.join mailed"


SHOWN, MAILED = ShownLinks(), MailedLinks()


@dataclass(frozen=True, slots=True)
class Admission:
    """Somebody who was given a role; ``link``: the path by which they open their account, if it waits for that."""

    permit: Permit
    account: Any
    link: str = ""


def is_waiting(account: Any) -> bool:
    """Check whether the account was made for somebody who has not opened it yet."""
    return bool(
        account.is_active
        and not account.is_superuser
        and account.last_login is None
        and not account.has_usable_password()
    )


@transaction.atomic
def admit(
    *,
    person: str,
    role: Role,
    place: str,
    by: Principal,
    now: datetime,
    address: str = "",
    email: str = "",
) -> Admission:
    """Give somebody the role in the place; who has no account gets one, and a link to open it.

    ``email`` is where a link is sent to somebody new; it is stored where the account is opened by that link.

    An account that waits for its link is renewed: earlier links end, so that none who made one of them ever has
    what is given now. Raises ``BadRequest``, ``NotAllowed``.
    """
    if found := find_account(person):
        # A person who opens the account at this moment is first, or finds the link closed.
        account = get_user_model().objects.select_for_update().get(pk=found.pk)
        if is_waiting(account):
            _check_may_renew(account, by)
    else:
        account = make_account(person, email)
    permit, _is_new = grant(person=account.username, role=role, place=place, by=by, now=now, address=address)
    return Admission(permit, account, new_link(account) if is_waiting(account) else "")


@transaction.atomic
def renew_link(*, account_id: int, by: Principal, now: datetime, address: str = "") -> str:
    """Return the path of a new link for somebody who was admitted and has not opened their account; the old one ends.

    Only for those who may give all that the account has. Raises ``BadRequest``, ``NotAllowed``.
    """
    account = get_user_model().objects.select_for_update().get(pk=account_id)
    if not is_waiting(account):
        raise BadRequest(Text("{person} has opened their account already.", person=account.username))
    _check_may_renew(account, by)
    _note_link(account, by, now, address)
    return new_link(account)


@transaction.atomic
def new_password_link(*, account_id: int, by: Principal, now: datetime, address: str = "") -> str:
    """Return the path of a link by which somebody chooses another password.

    For owners of the site; that of an account that may do everything only for another such account.
    """
    account = get_user_model().objects.select_for_update().get(pk=account_id, is_active=True)
    check_allowed(by, to_admit(Role.OWNER), scopes.EVERYWHERE)
    if account.is_superuser and not by.may_everything:
        raise BadRequest(Text("Only an account that may do everything gives this one a new password."))
    _note_link(account, by, now, address)
    return new_link(account) if is_waiting(account) else link_of(account)


def find_account(name: str) -> Any:
    """Return the account of that user name, or of that full name; ``None`` where there is none.

    Raises ``BadRequest`` where the name means several.
    """
    name = " ".join(name.split())
    accounts = get_user_model().objects.filter(is_active=True)
    if exact := accounts.filter(username=name).first():
        return exact
    found = list(accounts.filter(Q(username__iexact=name) | Q(first_name__iexact=name))[:2])
    if len(found) > 1:
        raise BadRequest(
            Text("Several accounts are called {person}: enter the user name.", person=quote_value(name)),
            field="person",
        )
    return found[0] if found else None


def list_people(by: Principal) -> list[str]:
    """List the names to choose from: of accounts to which the caller may give something, and of players.

    Those who admit people to the whole site see all accounts, others those that have a role where they do.
    Three queries at most.
    """
    accounts = get_user_model().objects.filter(is_active=True)
    if not is_allowed(by, Action.GRANT, scopes.EVERYWHERE):
        own = reduce(or_, map(scopes.places_within, by.places_to(Action.GRANT)), Q(pk__in=[]))
        accounts = accounts.filter(pk__in=Permit.objects.filter(own).values("person"))
    rows = accounts.order_by("username").values_list("first_name", "username")[:MOST_PEOPLE]
    players = (
        above.scopes.known_players(by).order_by("search_key").values_list("name", "nickname")[:MOST_PEOPLE]
    )
    names = [first or username for first, username in rows]
    return list(dict.fromkeys([*names, *(nickname or name for name, nickname in players)]))


def make_account(name: str, email: str) -> Any:
    """Make an account without a password for somebody of that name. Raises ``BadRequest``."""
    name = " ".join(name.split())
    accounts = get_user_model()
    username = accounts.normalize_username(name).replace(" ", ".")
    try:
        check_username(username)
        accounts._meta.get_field("first_name").clean(name, None)
    except ValidationError as error:
        raise BadRequest(
            Text("A name has letters, digits and . - + @ _, at most {most} of them.", most=LONGEST_NAME),
            field="person",
        ) from error
    if accounts.objects.filter(username=username).exists():
        raise BadRequest(
            Text(
                "There is another account {person} already: add something to the name.",
                person=quote_value(username),
            ),
            field="person",
        )
    return accounts.objects.create_user(username, email, first_name="" if name == username else name)


def check_username(username: str) -> None:
    """Raise ``ValidationError`` for a user name that no account can have."""
    get_user_model()._meta.get_field("username").clean(username, None)


def new_link(account: Any) -> str:
    """Return the path of a link for an account that waits; every earlier one ends."""
    account.set_unusable_password()
    account.save(update_fields=["password"])
    return link_of(account)


def link_of(account: Any, links: PasswordResetTokenGenerator = SHOWN) -> str:
    """Return the path of a link for the account as it is."""
    return reverse("join", args=[urlsafe_base64_encode(force_bytes(account.pk)), links.make_token(account)])


def find_by_link(number: str, token: str) -> Any:
    """Return the account of a link that still opens, its row locked where a transaction is open; else ``None``."""
    try:
        key = int(urlsafe_base64_decode(number))
    except ValueError:
        return None
    account = get_user_model().objects.filter(pk=key, is_active=True).first()
    return account if account is not None and _opens(account, token) else None


def _opens(account: Any, token: str) -> bool:
    return SHOWN.check_token(account, token) or MAILED.check_token(account, token)


@transaction.atomic
def open_account(
    *,
    number: str,
    token: str,
    username: str,
    password: str,
    now: datetime,
    address: str = "",
) -> Any:
    """Give the account of a link its name, where it waits, and its password; from then on the link is closed.

    The address that was entered when it was made stays only where the link was the one that was sent there.
    Raises ``BadRequest`` where it is closed already, or where the name is somebody else's.
    """
    account = find_by_link(number, token)
    if account is not None:
        account = get_user_model().objects.select_for_update().get(pk=account.pk)
    if account is None or not _opens(account, token):
        raise BadRequest(CLOSED)
    if is_waiting(account):
        account.username = username
        if not MAILED.check_token(account, token):
            account.email = ""
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save(update_fields=["username", "password", "email"])
    except IntegrityError as error:
        raise BadRequest(TAKEN, field="name") from error
    audit_log.note_own(SecurityEvent.Kind.LINK_OPENED, account, now=now, address=address)
    return account


def confirmation_path(account: Any, email: str) -> str:
    """Return the path of the link that makes this the account's e-mail address; another change ends it."""
    subject = {"account": account.pk, "before": account.email, "address": email}
    return reverse("confirm-email", args=[signed(Purpose.MAIL_ADDRESS, subject)])


def read_confirmation(text: str) -> tuple[Any, str]:
    """Return the account and the e-mail address of a link. Raises ``BadRequest`` where it opens nothing any more."""
    try:
        subject = opened(Purpose.MAIL_ADDRESS, text)
    except BadSignature as error:
        raise BadRequest(_CONFIRMATION_CLOSED) from error
    account = get_user_model().objects.filter(pk=subject["account"], is_active=True).first()
    if account is None or account.email != subject["before"]:
        raise BadRequest(_CONFIRMATION_CLOSED)
    return account, str(subject["address"])


@transaction.atomic
def save_email(*, account: Any, email: str, now: datetime, address: str = "") -> None:
    """Save an e-mail address, or none."""
    account.email = email
    account.save(update_fields=["email"])
    audit_log.note_own(SecurityEvent.Kind.MAIL_CHANGED, account, now=now, address=address)


CLOSED = Text("This link has been used or has run out. Ask for a new one.")
_CONFIRMATION_CLOSED = Text("This link has been used or has run out. Enter the address again.")
TAKEN = Text("There is an account of this name.")


def _note_link(account: Any, by: Principal, now: datetime, address: str) -> None:
    audit_log.note(
        SecurityEvent.Kind.TOKEN_ISSUED, actor=by.actor, now=now, about=f"user:{account.pk}", address=address
    )


def _check_may_renew(account: Any, by: Principal) -> None:
    permits = Permit.objects.filter(person_id=account.pk, revoked_at=None)
    if not all(
        is_allowed(by, to_admit(Role(permit.role)), scopes.scope_around(permit.place)) for permit in permits
    ):
        raise BadRequest(
            Text(
                "{person} has not opened their account yet; whoever let them in can send the link again.",
                person=quote_value(account.username),
            ),
            field="person",
        )
