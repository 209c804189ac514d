"""The pages on the way in: login and logout, the second step, links that open an account, a forgotten password.
One door for all with an account, the admin's too.
"""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import MinimumLengthValidator, validate_password
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import above
from games.access import (
    LOGGING_IN,
    PERMISSIONS,
    Purpose,
    accounts,
    address_of,
    audit_log,
    end_of,
    login_throttle,
    mail,
    origin_of,
    second_factor,
    sign_in,
    signing_in,
    translate_text,
)
from games.enums import Action, Role
from games.errors import BadRequest
from games.models import Permit, SecurityEvent
from games.views.refusals import complain
from rules import Text

KIND = SecurityEvent.Kind
TOO_MANY = Text("Too many attempts come from this address. Try again in a minute.")


class Login(LoginView):
    """The login page, throttled after failed attempts."""

    next_page = "/"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Without the name that Django would give the site, its address: the page shows the site's own."""
        shown = super().get_context_data(**kwargs)
        shown.pop("site_name")
        return {**shown, "has_mail": mail.is_on()}

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
                _note(KIND.LOGIN_THROTTLED, request, about=_account_tried(name))
            return answer_too_soon(request, refusal.message, refusal.seconds)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or lead to the second step: the password was right."""
        login_throttle.succeeded(name=form.data.get("username", ""), address=address_of(self.request))
        return sign_in(self.request, form.get_user(), self.get_success_url())

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count the failure: the password was wrong."""
        _note(KIND.LOGIN_FAILED, self.request, about=_account_tried(form.data.get("username", "")))
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
    audit_log.note(kind, actor=actor, about=about, **origin_of(request))


def _account_tried(name: str) -> str:
    """Return the account that somebody tried; empty where there is none, as what was typed may be a password."""
    name = login_throttle.compared(name)
    found = get_user_model().objects.filter(username=name).first() if name.isprintable() else None
    return "" if found is None else f"user:{found.pk}"


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
            _note(KIND.LOGIN_FAILED, request, about=f"user:{account.pk}")
        else:
            login_throttle.succeeded(**counted)
            return signing_in.finish(request, account)
    context = {"form": form, "why": why, "question": second_factor.ask_for_known(request, account)}
    return render(request, "games/second_step.html", context)


def _check(request: HttpRequest, account: Any, form: CodeForm) -> None:
    now = timezone.now()
    if form.is_bound:
        second_factor.check_code(
            account=account, code=form.cleaned_data["code"], now=now, address=address_of(request)
        )
    else:
        second_factor.check_known(request, account, request.POST["answer"], now)


def _counted_as(request: HttpRequest, account: Any, form: CodeForm) -> dict[str, str]:
    """Return how an attempt is counted: by account alone where it can be guessed, as the password is known here.

    What cannot be guessed – recovery codes, passkeys – is counted by account and address, so that no attacker keeps the
    person out from elsewhere.
    """
    is_guess = form.is_bound and second_factor.can_be_guessed(form.cleaned_data["code"])
    return {"name": f"second step {account.pk}", "address": "" if is_guess else address_of(request)}


def _wait(request: HttpRequest, counted: dict[str, str]) -> HttpResponse | None:
    try:
        login_throttle.begin(**counted, now=timezone.now())
    except login_throttle.TooSoon as refusal:
        return answer_too_soon(request, refusal.message, refusal.seconds)
    return None


# -- a forgotten password --------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Send a link for a new password; whether there is such an account is never shown."""
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
        # One account is not sent letter after letter, at any request.
        login_throttle.begin(name=f"forgotten {account.pk}", address="", now=now)
    except login_throttle.TooSoon:
        return
    mail.post(
        request,
        "new_password",
        account.email,
        account=account,
        path=accounts.link_of(account, accounts.MAILED),
        until=end_of(Purpose.ACCOUNT, now),
    )


class PasswordForm(forms.Form):
    """A password for an account."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=lazy(MinimumLengthValidator().get_help_text, str)(),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        """One that is not found at once."""
        password: str = self.cleaned_data["password"]
        validate_password(password, get_user_model()(username=self.cleaned_data.get("name", "")))
        return password


class AccountForm(PasswordForm):
    """A name for signing in, and a password; ``own`` is the account of that name that may keep it."""

    name = forms.CharField(
        label=_("Name"),
        max_length=accounts.LONGEST_NAME,
        help_text=_("For signing in."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    field_order = ["name", "password"]

    def __init__(self, *args: Any, own: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._own = own

    def clean_name(self) -> str:
        """A name that accounts can have, and that is not taken."""
        name: str = get_user_model().normalize_username(self.cleaned_data["name"].strip())
        accounts.check_username(name)
        found = get_user_model().objects.filter(username__iexact=name).values_list("pk", flat=True)
        if set(found) - {self._own and self._own.pk}:
            raise ValidationError(_("There is an account of this name."), code="taken")
        return name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, number: str, token: str) -> HttpResponse:
    """Let somebody open their account: with a name, where it has none of their own yet, and a password."""
    account = accounts.find_by_link(number, token)
    if account is None:
        return closed(request)
    if request.method == "POST" and (refusal := answer_too_many(request)):
        return refusal
    is_new = accounts.is_waiting(account)
    data = request.POST if request.method == "POST" else None
    form = (
        AccountForm(data, initial={"name": account.get_username()}, own=account)
        if is_new
        else PasswordForm(data)
    )
    if request.method == "POST" and form.is_valid():
        try:
            opened = accounts.open_account(
                number=number,
                token=token,
                username=form.cleaned_data.get("name", account.get_username()),
                password=form.cleaned_data["password"],
                **origin_of(request),
            )
        except BadRequest as error:
            complain(form, error)
        else:
            answer = sign_in(request, opened, _first_page(opened))
            if request.user.is_authenticated:
                messages.success(request, gettext("Signed in as %(name)s.") % {"name": opened.get_username()})
            return answer
    return render(request, "games/join.html", {"form": form, "account": account, "is_new": is_new})


def _first_page(account: Any) -> str:
    """Return where somebody begins who has a role that opens a page of its own; else the front page."""
    for permit in Permit.objects.filter(person=account, revoked_at=None):
        page = above.scopes.page(permit.place)
        if page and Action.RULE in PERMISSIONS[Role(permit.role)]:
            return page
    return "/"


def closed(request: HttpRequest) -> HttpResponse:
    """Say that a link opens no more."""
    return render(request, "games/join_closed.html", {"why": translate_text(accounts.CLOSED)}, status=403)
