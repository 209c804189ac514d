"""The caller of a page, and the view decorators that require a login or a permission."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext

from games.access import magic_links, sessions
from games.access.client_ip import origin_of
from games.access.permissions import NotAllowed, check_allowed
from games.access.principal import ANONYMOUS, Principal, with_account, with_token
from games.access.scopes import Scope
from games.enums import Action
from rules import Text

View = Callable[..., HttpResponseBase]


def caller_of(request: HttpRequest) -> Principal:
    """Return the caller of a page, looked up once: by the link opened in the browser, or by the session."""
    known: Principal | None = getattr(request, "caller", None)
    if known is None:
        known = _found(request)
        request.caller = known  # type: ignore[attr-defined]
    return known


def giver_of(request: HttpRequest) -> dict[str, Any]:
    """Who gives or revokes something by a page, when, and from which address."""
    return {"by": caller_of(request), **origin_of(request)}


def _found(request: HttpRequest) -> Principal:
    if magic_links.is_open(request):
        token = magic_links.token_of(request, timezone.now())
        return ANONYMOUS if token is None else with_token(token)
    if request.user.is_authenticated:
        sessions.touch(request, timezone.now())
    return with_account(request.user)


def signed_in(view: View) -> View:
    """Require a known caller: others are sent to the login, or shown what they may not do and why."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **address: Any) -> HttpResponseBase:
        if caller_of(request) == ANONYMOUS:
            if magic_links.is_open(request):
                return render(request, "games/link_ended.html", status=403)
            return redirect_to_login(request.get_full_path())
        try:
            return view(request, *args, **address)
        except NotAllowed as error:
            raise PermissionDenied(translate_text(error.message)) from error

    return page


def require_permission(action: Action, where: Callable[..., Scope]) -> Callable[[View], View]:
    """Require the permission for the action in the scope, which ``where`` derives from the page's URL arguments."""

    def guard(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, **address: Any) -> HttpResponseBase:
            check_allowed(caller_of(request), action, where(**address))
            return view(request, **address)

        return signed_in(page)

    return guard


def signed_in_just_now(back_to: str) -> Callable[[View], View]:
    """Require that somebody has signed in just now: a device that was left open changes nothing here.

    Who has to sign in once more comes back to the page, after a form to the one called ``back_to``.
    """

    def guard(view: View) -> View:
        @login_required
        @wraps(view)
        def page(request: HttpRequest, *args: Any, **address: Any) -> HttpResponseBase:
            if sessions.is_fresh(request, timezone.now()):
                return view(request, *args, **address)
            messages.info(request, gettext("Sign in once more to change this."))
            is_read = request.method in ("GET", "HEAD")
            return redirect_to_login(request.get_full_path() if is_read else reverse(back_to))

        return page

    return guard


def translate_text(text: Text) -> str:
    """Render a sentence in the reader's language."""
    return text.of(get_language() or "en")
