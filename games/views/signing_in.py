"""The pages on the way in: the second step, a forgotten password, the OpenID provider."""

import logging
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import (
    accounts,
    audit_log,
    login_throttle,
    mail,
    openid,
    passkeys,
    second_factor,
    signing_in,
)
from games.access.client_ip import address_of
from games.access.decorators import translate_text
from games.access.lifetimes import Purpose, end_of
from games.access.login import answer_too_many, answer_too_soon
from games.errors import BadRequest
from games.models import SecurityEvent

logger = logging.getLogger(__name__)
#: The key of a session: where somebody was going who has been led to the provider.
_THEN = "openid_then"
#: So long somebody may take at the provider, in seconds.
_AT_PROVIDER = 15 * 60


class CodeForm(forms.Form):
    """A code of an app, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("From your app, or a recovery code."),
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}
        ),
    )


class ForgottenForm(forms.Form):
    """Whose password is forgotten."""

    who = forms.CharField(
        label=_("User name or e-mail"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )


# -- the second step -------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor."""
    account = signing_in.who_waits(request)
    if account is None:
        return redirect("login")
    is_sent = request.method == "POST"
    form = CodeForm(request.POST if is_sent and "answer" not in request.POST else None)
    why = ""
    if is_sent and (form.is_valid() or "answer" in request.POST):
        counted = _counted_as(request, account, form)
        if refusal := answer_too_many(request) or _wait(request, counted):
            return refusal
        try:
            _check(request, account, form)
        except BadRequest as error:
            why = translate_text(error.message)
            if form.is_bound:
                form.add_error("code", why)
                why = ""
            _note_failure(request, account)
        else:
            login_throttle.succeeded(**counted)
            return signing_in.finish(request, account)
    context = {"form": form, "why": why, "question": passkeys.ask_for_known(request, account)}
    return render(request, "games/second_step.html", context)


def _check(request: HttpRequest, account: Any, form: CodeForm) -> None:
    now = timezone.now()
    if form.is_bound:
        code = form.cleaned_data["code"]
        second_factor.check_code(account=account, code=code, now=now, address=address_of(request))
    else:
        passkeys.check_known(request, account, request.POST["answer"], now)


def _counted_as(request: HttpRequest, account: Any, form: CodeForm) -> dict[str, str]:
    """Return how an attempt is counted: by account alone where it can be guessed, as everybody here knows the password.

    What nobody guesses – recovery codes, passkeys – is counted by account and address, so that nobody keeps the person
    out from elsewhere.
    """
    is_guess = form.is_bound and second_factor.can_be_guessed(form.cleaned_data["code"])
    return {"name": f"second step {account.pk}", "address": "" if is_guess else address_of(request)}


def _wait(request: HttpRequest, counted: dict[str, str]) -> HttpResponse | None:
    try:
        login_throttle.begin(**counted, now=timezone.now())
    except login_throttle.TooSoon as refusal:
        return answer_too_soon(request, refusal.message, refusal.seconds)
    return None


def _note_failure(request: HttpRequest, account: Any) -> None:
    audit_log.note(
        SecurityEvent.Kind.LOGIN_FAILED,
        actor="",
        about=f"user:{account.pk}",
        now=timezone.now(),
        address=address_of(request),
    )


# -- a forgotten password --------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Send a link for a new password; whether there is such an account is told to nobody."""
    if not mail.is_on():
        raise Http404
    form = ForgottenForm(request.POST or None)
    if request.method == "POST" and (refusal := answer_too_many(request)):
        return refusal
    if not (request.method == "POST" and form.is_valid()):
        return render(request, "games/forgotten.html", {"form": form})
    for account in _meant(form.cleaned_data["who"]):
        _send_link(request, account)
    return render(request, "games/forgotten.html", {"is_sent": True})


def _meant(who: str) -> list[Any]:
    """Return the accounts of a name or an address that can be reached."""
    name = login_throttle.compared(who)
    if not name.isprintable():
        return []
    reached = get_user_model().objects.filter(is_active=True).exclude(email="")
    return list(reached.filter(Q(username__iexact=name) | Q(email__iexact=name))[:3])


def _send_link(request: HttpRequest, account: Any) -> None:
    now = timezone.now()
    try:
        # One account is not sent letter after letter, whoever asks.
        login_throttle.begin(name=f"forgotten {account.pk}", address="", now=now)
    except login_throttle.TooSoon:
        return
    mail.post(
        request,
        "new_password",
        account.email,
        account=account,
        path=accounts.link_of(account, accounts.JOINING.mailed),
        until=end_of(Purpose.ACCOUNT, now),
    )


# -- the OpenID provider ---------------------------------------------------------------------------


@never_cache
@require_safe
def to_provider(request: HttpRequest) -> HttpResponse:
    """Lead to the provider."""
    if not openid.is_on():
        raise Http404
    if refusal := answer_too_many(request):
        return refusal
    then = request.GET.get("next", "")
    if request.session.is_empty():
        request.session.set_expiry(_AT_PROVIDER)
    is_here = url_has_allowed_host_and_scheme(then, {request.get_host()}, require_https=request.is_secure())
    request.session[_THEN] = then if is_here else "/"
    try:
        return openid.lead_to_provider(request, request.build_absolute_uri(reverse("openid-back")))
    except openid.ProviderFailed as error:
        return _failed(request, error)


@never_cache
@require_safe
def from_provider(request: HttpRequest) -> HttpResponse:
    """Sign in whom the provider sends back, where they have an account or may have one."""
    if not openid.is_on():
        raise Http404
    if refusal := answer_too_many(request):
        return refusal
    then = request.session.get(_THEN, "/")
    try:
        person = openid.read_answer(request)
    except openid.ProviderFailed as error:
        return _failed(request, error)
    try:
        account = openid.account_of(person)
        if account is None and settings.WHO_MAY_START == "everybody":
            account, then = openid.open_account(person), reverse("start-league")
    except BadRequest as error:
        return _refused(request, why=translate_text(error.message), status=403)
    if account is None:
        return _refused(request, person=person, status=403)
    return signing_in.sign_in(request, account, then)


def _failed(request: HttpRequest, error: openid.ProviderFailed) -> HttpResponse:
    logger.warning("The OpenID provider gave no valid answer: %s", error)
    return _refused(request, status=502)


def _refused(request: HttpRequest, *, status: int, **told: Any) -> HttpResponse:
    return render(
        request, "games/openid_refused.html", {"provider": settings.OIDC_NAME, **told}, status=status
    )
