"""Where ``REQUIRE_SECOND_FACTOR`` is set: owners and organisers do nothing with an account before their second factor.

They are led to where they set one up, or to the login where they have one and did not show it. Tokens and links
come without an account, and pass.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import gettext

from games.access import second_factor, sessions
from games.api import problems
from rules import Text

#: What leads to a second factor, or away.
_OPEN = (
    "/accounts/login/",
    "/accounts/logout/",
    "/accounts/second-step/",
    "/accounts/openid/",
    "/accounts/security/",
    "/i18n/",
    "/help/",
    "/healthz",
    "/readyz",
)
_API = "/api/"

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


@sync_and_async_middleware
def second_factor_required(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Answer]:
    """Lead those who have to have a second factor to it; 403 by REST."""
    if iscoroutinefunction(get_response):
        refused_later = sync_to_async(_refused)

        async def ask(request: HttpRequest) -> HttpResponseBase:
            refused = await refused_later(request) if _is_guarded(request) else None
            answer: HttpResponseBase = await get_response(request) if refused is None else refused
            return answer

        return ask

    def asked(request: HttpRequest) -> HttpResponseBase:
        refused = _refused(request) if _is_guarded(request) else None
        answer: HttpResponseBase = get_response(request) if refused is None else refused
        return answer

    return asked


def _is_guarded(request: HttpRequest) -> bool:
    return (
        settings.REQUIRE_SECOND_FACTOR
        and settings.SESSION_COOKIE_NAME in request.COOKIES
        and not request.path_info.startswith(_OPEN)
    )


def _refused(request: HttpRequest) -> HttpResponseBase | None:
    user = request.user
    if not user.is_authenticated or sessions.has_shown_factor(request):
        return None
    if not second_factor.is_required_of(user):
        return None
    if request.path_info.startswith(_API):
        message = Text(
            "Owners and organisers of this site sign in with a second factor: /accounts/security/."
        )
        return problems.refusal("second-factor-required", 403, message)
    if second_factor.has_factor(user):
        messages.info(request, gettext("Sign in with your second factor."))
        return redirect_to_login(request.get_full_path())
    messages.info(request, gettext("Owners and organisers of this site need a second factor. Add one."))
    return redirect("account")
