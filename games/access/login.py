"""Login and logout: one door for everybody with an account, the admin's too."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.access import audit_log, login_throttle, mail, openid
from games.access.client_ip import address_of
from games.access.decorators import translate_text
from games.access.rate_limit import LOGGING_IN
from games.access.signing_in import sign_in
from games.models import SecurityEvent
from rules.i18n import Text

KIND = SecurityEvent.Kind
TOO_MANY = Text("Too many attempts come from this address. Try again in a minute.")


class Login(LoginView):
    """The login page, throttled after failed attempts."""

    next_page = "/"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Without the name that Django would give the site, its address: the page shows the site's own."""
        shown = super().get_context_data(**kwargs)
        shown.pop("site_name")
        return {**shown, "openid": settings.OIDC_NAME if openid.is_on() else "", "has_mail": mail.is_on()}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check name and password, unless the attempt comes too soon."""
        name, address, now = request.POST.get("username", ""), address_of(request), timezone.now()
        if answer := answer_too_many(request):
            return answer
        try:
            login_throttle.begin(name=name, address=address, now=now)
        except login_throttle.TooSoon as refusal:
            if refusal.is_first:
                # One row for every attempt that was checked: hammering fills no table.
                _note(KIND.LOGIN_THROTTLED, request, about=_account(name))
            return answer_too_soon(request, refusal.message, refusal.seconds)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or lead to the second step: the password was right."""
        login_throttle.succeeded(name=form.data.get("username", ""), address=address_of(self.request))
        return sign_in(self.request, form.get_user(), self.get_success_url())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count the failure: the password was wrong."""
        _note(KIND.LOGIN_FAILED, self.request, about=_account(form.data.get("username", "")))
        return super().form_invalid(form)


class Logout(LogoutView):
    """The logout page."""

    next_page = "/"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Log the user out."""
        if request.user.is_authenticated:
            _note(KIND.LOGOUT, request, actor=f"user:{request.user.pk}")
        return super().post(request, *args, **kwargs)


def answer_too_many(request: HttpRequest) -> HttpResponse | None:
    """Count an attempt to log in, or to open an account, from an address; return the refusal of one too many."""
    seconds = LOGGING_IN.wait(address_of(request), settings.LOGINS_PER_MINUTE)
    return answer_too_soon(request, TOO_MANY, seconds) if seconds else None


def answer_too_soon(request: HttpRequest, message: Text, seconds: int) -> HttpResponse:
    """Return the page that says when the next attempt can be made."""
    page = render(request, "registration/too_soon.html", {"message": translate_text(message)}, status=429)
    page["Retry-After"] = str(seconds)
    return page


def _note(kind: SecurityEvent.Kind, request: HttpRequest, actor: str = "", about: str = "") -> None:
    audit_log.note(kind, actor=actor, about=about, now=timezone.now(), address=address_of(request))


def _account(name: str) -> str:
    """Return the account that somebody tried; empty where there is none, as what was typed may be a password."""
    name = login_throttle.compared(name)
    found = get_user_model().objects.filter(username=name).first() if name.isprintable() else None
    return "" if found is None else f"user:{found.pk}"
