"""The sessions of people with accounts: on which devices somebody is signed in, since when, and their end.

All of it is in the sessions themselves, so that it goes with them. To list those of a person every session that
has not run out is read: one query, and some milliseconds for each thousand.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from games.access import audit_log
from games.access.client_ip import address_of, network_of, origin_of
from games.models import SecurityEvent

_DEVICE, _SINCE, _SEEN, _NETWORK = "device", "signed_in_at", "seen_at", "network"
#: Whether a second factor was shown in this session.
_FACTOR = "second_factor"
#: When a session was last used is stored to the hour, so that a page need not write it each time.
NOTED_EVERY = timedelta(hours=1)
#: For so long after signing in what protects the account can be changed.
FRESH_FOR = timedelta(minutes=15)

#: What is found first in the name that browsers give themselves: those that stand for others come before them.
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chromium": "Chromium",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A device on which somebody is signed in; ``handle`` names it to its person alone."""

    handle: str
    key: str
    device: str
    network: str
    since: datetime | None
    seen: datetime | None
    is_this: bool


def begin(request: HttpRequest, now: datetime, *, has_factor: bool) -> None:
    """Note in a session that has just been opened on which device that was; it ends two weeks later."""
    request.session[_DEVICE] = describe_device(request.headers.get("User-Agent", ""))
    request.session[_NETWORK] = network_of(address_of(request))
    request.session[_SINCE] = request.session[_SEEN] = now.isoformat()
    request.session[_FACTOR] = has_factor
    request.session.set_expiry(now + timedelta(seconds=settings.SESSION_COOKIE_AGE))


def touch(request: HttpRequest, now: datetime) -> None:
    """Note that a session is in use; written once an hour."""
    seen = request.session.get(_SEEN)
    if seen and now - datetime.fromisoformat(seen) >= NOTED_EVERY:
        request.session[_SEEN] = now.isoformat()


def is_fresh(request: HttpRequest, now: datetime) -> bool:
    """Check whether somebody has signed in just now."""
    since = request.session.get(_SINCE)
    return since is not None and now - datetime.fromisoformat(since) < FRESH_FOR


def has_shown_factor(request: HttpRequest) -> bool:
    """Check whether a second factor was shown in this session."""
    return bool(request.session.get(_FACTOR))


def set_factor_shown(request: HttpRequest, is_shown: bool) -> None:
    """Note that a second factor was shown in this session, or that there is none any more."""
    request.session[_FACTOR] = is_shown


def describe_device(agent: str) -> str:
    """Return in a few words what a browser says of itself: ``Firefox on Linux``; empty where it says nothing known."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in agent), "")
    return " · ".join(filter(None, (browser, system)))


# -- listed and ended ------------------------------------------------------------------------------


def sessions_of(request: HttpRequest) -> list[SignedIn]:
    """List where the person is signed in, this device first. One query."""
    found = [
        SignedIn(
            handle=hashlib.sha256(f"session {stored.session_key}".encode()).hexdigest()[:16],
            key=stored.session_key,
            device=str(data.get(_DEVICE, "")),
            network=str(data.get(_NETWORK, "")),
            since=_moment(data.get(_SINCE)),
            seen=_moment(data.get(_SEEN)),
            is_this=stored.session_key == request.session.session_key,
        )
        for stored, data in _open_sessions(request.user)
    ]
    # The last seen first, this device before all of them.
    found.sort(key=lambda each: each.seen.timestamp() if each.seen else 0.0, reverse=True)
    return sorted(found, key=lambda each: not each.is_this)


def end(request: HttpRequest, handle: str) -> int:
    """End one session of the person, but not this one; return how many ended."""
    others = [each for each in sessions_of(request) if not each.is_this]
    return _end(request, [each for each in others if each.handle == handle])


def end_others(request: HttpRequest) -> int:
    """End all sessions of the person but this one; return how many ended."""
    return _end(request, [each for each in sessions_of(request) if not each.is_this])


def _end(request: HttpRequest, ending: list[SignedIn]) -> int:
    if not ending:
        return 0
    Session.objects.filter(session_key__in=[each.key for each in ending]).delete()
    audit_log.note_own(SecurityEvent.Kind.SESSIONS_ENDED, request.user, **origin_of(request))
    return len(ending)


def drop_all_of(account: int) -> None:
    """Delete every session of an account that goes, those too that no longer open anything."""
    theirs = [
        stored.session_key
        for stored in Session.objects.iterator()
        if stored.get_decoded().get(SESSION_KEY) == str(account)
    ]
    Session.objects.filter(session_key__in=theirs).delete()


def _open_sessions(account: Any) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Yield the sessions in which the account is signed in; a new password has ended those before it."""
    proof = account.get_session_auth_hash()
    for stored in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        data = stored.get_decoded()
        if data.get(SESSION_KEY) == str(account.pk) and data.get(HASH_SESSION_KEY) == proof:
            yield stored, data


def _moment(data: Any) -> datetime | None:
    return datetime.fromisoformat(data) if data else None
