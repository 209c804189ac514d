"""The one way into a session: a password or a link, then the second factor where there is one."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model, login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.access import audit_log, second_factor, sessions
from games.access.client_ip import address_of
from games.models import SecurityEvent

#: The key of a session in which the second step is still to be done, and how long it may take.
_WAITING = "second_step"
HOLDS = timedelta(minutes=10)


def sign_in(request: HttpRequest, account: Any, then: str) -> HttpResponse:
    """Sign somebody in and lead on, or first to the second step; an earlier login here ends."""
    logout(request)
    now = timezone.now()
    if not second_factor.has_factor(account):
        return _let_in(request, account, then, now, has_factor=False)
    request.session[_WAITING] = {
        "account": account.pk,
        # A password that changes meanwhile ends this step, as it ends sessions.
        "proof": account.get_session_auth_hash(),
        "then": then,
        "until": (now + HOLDS).isoformat(),
    }
    request.session.set_expiry(int(HOLDS.total_seconds()))
    return redirect("second-step")


def who_waits(request: HttpRequest) -> Any:
    """Return the account whose second step is to be done in this browser; ``None`` where there is none."""
    waiting = request.session.get(_WAITING)
    if waiting is None or timezone.now() >= datetime.fromisoformat(waiting["until"]):
        return None
    account = get_user_model().objects.filter(pk=waiting["account"], is_active=True).first()
    is_same = account is not None and constant_time_compare(account.get_session_auth_hash(), waiting["proof"])
    return account if is_same else None


def finish(request: HttpRequest, account: Any) -> HttpResponse:
    """Sign in a person who has done the second step, and lead on."""
    return _let_in(request, account, request.session.pop(_WAITING)["then"], timezone.now(), has_factor=True)


def _let_in(
    request: HttpRequest, account: Any, then: str, now: datetime, *, has_factor: bool
) -> HttpResponse:
    login(request, account, backend="django.contrib.auth.backends.ModelBackend")
    sessions.begin(request, now, has_factor=has_factor)
    audit_log.note(SecurityEvent.Kind.LOGIN, actor=f"user:{account.pk}", now=now, address=address_of(request))
    return redirect(then)
