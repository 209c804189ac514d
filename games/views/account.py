"""The page of an account: its address, password, second factors, devices and tokens; each with what changes it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import (
    LONGEST_NAME,
    NewFactor,
    Purpose,
    accounts,
    audit_log,
    end_of,
    giver_of,
    mail,
    origin_of,
    qr_code,
    scopes,
    second_factor,
    services,
    sessions,
    signed_in,
    signed_in_just_now,
    translate_text,
)
from games.errors import BadRequest
from games.models import AccessToken, SecondFactor, SecurityEvent
from games.views.access import ask_about_followers
from games.views.refusals import complain

#: The key of a session: the secret of an app that is being set up.
_SECRET = "app_secret"
MOST_TOKENS = 200


class EmailForm(forms.Form):
    """An address to be confirmed."""

    email = forms.EmailField(
        label=_("E-mail"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class FactorForm(forms.Form):
    """What a second factor is called."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, help_text=_("For example: my phone."))


class AppForm(FactorForm):
    """An authenticator app with the code that it shows."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("Six digits, as the app shows them now."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    field_order = ("code", "name")


fresh = signed_in_just_now("account")


@never_cache
@require_safe
@login_required
def account_page(request: HttpRequest) -> HttpResponse:
    """Show the account to its person."""
    now = timezone.now()
    user: Any = request.user
    tokens = AccessToken.objects.filter(created_by=f"user:{user.pk}", revoked_at=None)[:MOST_TOKENS]
    valid = [token for token in tokens if token.is_valid(now)]
    context = {
        "has_mail": mail.is_on(),
        "email_form": EmailForm(),
        "factors": SecondFactor.objects.filter(account_id=user.pk),
        "codes_left": second_factor.codes_left(user),
        "is_required": second_factor.is_required_of(user),
        "has_passkeys": second_factor.are_possible(request),
        "sessions": sessions.sessions_of(request),
        "tokens": valid,
        "places": scopes.name_places({token.place for token in valid}),
    }
    return render(request, "games/account.html", context)


# -- the address -----------------------------------------------------------------------------------


@never_cache
@require_POST
@fresh
def change_email(request: HttpRequest) -> HttpResponse:
    """Send a link to a new address, or forget the one there is."""
    if "remove" in request.POST:
        accounts.save_email(account=request.user, email="", **origin_of(request))
        messages.success(request, gettext("E-mail address removed."))
        return redirect("account")
    form = EmailForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["email"])))
        return redirect("account")
    email = form.cleaned_data["email"]
    path = accounts.confirmation_path(request.user, email)
    until = end_of(Purpose.MAIL_ADDRESS, timezone.now())
    if mail.post(request, "confirm_email", email, account=request.user, path=path, until=until):
        messages.info(request, gettext("Open the link that was sent to %(email)s.") % {"email": email})
    else:
        messages.error(request, gettext("No mail can be sent now. Try again in a minute."))
    return redirect("account")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: HttpRequest, text: str) -> HttpResponse:
    """Keep an address whose link was opened; a button, as programs that look through mail open links too."""
    try:
        account, email = accounts.read_confirmation(text)
    except BadRequest as error:
        return render(request, "games/join_closed.html", {"why": translate_text(error.message)}, status=403)
    if request.method != "POST":
        return render(request, "games/confirm_email.html", {"account": account, "email": email})
    before = account.email
    accounts.save_email(account=account, email=email, **origin_of(request))
    mail.post(request, "email_changed", before, account=account)
    messages.success(request, gettext("E-mail address confirmed."))
    return redirect("account" if request.user == account else "login")


# -- the password ----------------------------------------------------------------------------------


class ChangePassword(PasswordChangeView):
    """Another password, with the one before; all other devices are signed out by it."""

    template_name = "games/change_password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        """Keep the password."""
        answer = super().form_valid(form)
        audit_log.note_own(SecurityEvent.Kind.PASSWORD_CHANGED, self.request.user, **origin_of(self.request))
        messages.success(self.request, gettext("Password changed."))
        return answer


# -- second factors --------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@fresh
def add_app(request: HttpRequest) -> HttpResponse:
    """Set up an authenticator app: the code to scan, and the first code that it shows."""
    if request.method != "POST" or _SECRET not in request.session:
        request.session[_SECRET] = second_factor.new_secret()
        form = AppForm()
    else:
        form = AppForm(request.POST)
    secret = request.session[_SECRET]
    if form.is_valid():
        name, code = form.cleaned_data["name"], form.cleaned_data["code"]
        try:
            app = second_factor.new_app(name=name, secret=secret, code=code, now=timezone.now())
            answer = _added(request, app)
        except BadRequest as error:
            complain(form, error)
        else:
            request.session.pop(_SECRET)
            return answer
    context = {
        "form": form,
        "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "qr": qr_code(second_factor.app_address(request.user, secret)),
    }
    return render(request, "games/add_app.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@fresh
def add_passkey(request: HttpRequest) -> HttpResponse:
    """Set up a passkey, which the browser makes."""
    device = sessions.describe_device(request.headers.get("User-Agent", ""))
    form = FactorForm(request.POST or None, initial={"name": device})
    why = ""
    if request.method == "POST" and form.is_valid():
        try:
            name, given = form.cleaned_data["name"], request.POST.get("answer", "")
            return _added(request, second_factor.new_passkey(request, name, given))
        except BadRequest as error:
            why = translate_text(error.message)
    question = (
        second_factor.ask_for_new(request, request.user) if second_factor.are_possible(request) else None
    )
    return render(request, "games/add_passkey.html", {"form": form, "why": why, "question": question})


def _added(request: HttpRequest, factor: NewFactor) -> HttpResponse:
    """Add a factor; with the first one come the recovery codes, and other devices have to sign in with it."""
    codes = second_factor.add(account=request.user, factor=factor, **origin_of(request))
    sessions.set_factor_shown(request, True)
    if not codes:
        messages.success(request, gettext("Second factor added."))
        return redirect("account")
    sessions.end_others(request)
    return render(request, "games/recovery_codes.html", {"codes": codes})


@never_cache
@require_POST
@fresh
def remove_factor(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove one."""
    if second_factor.remove(account=request.user, pk=pk, **origin_of(request)):
        sessions.set_factor_shown(request, False)
    messages.success(request, gettext("Second factor removed."))
    return redirect("account")


@never_cache
@require_POST
@fresh
def new_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes."""
    if not second_factor.has_factor(request.user):
        return redirect("account")
    codes = second_factor.new_codes(account=request.user, **origin_of(request))
    return render(request, "games/recovery_codes.html", {"codes": codes})


# -- devices and tokens ----------------------------------------------------------------------------


@never_cache
@require_POST
@login_required
def end_session(request: HttpRequest, handle: str) -> HttpResponse:
    """Sign the person out on another device."""
    _say_ended(request, sessions.end(request, handle))
    return redirect("account")


@never_cache
@require_POST
@login_required
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Sign the person out everywhere but here."""
    _say_ended(request, sessions.end_others(request))
    return redirect("account")


def _say_ended(request: HttpRequest, ended: int) -> None:
    text = ngettext("%(number)d device signed out.", "%(number)d devices signed out.", ended)
    messages.success(request, text % {"number": ended})


@never_cache
@require_POST
@signed_in
def revoke_own_token(request: HttpRequest, pk: int) -> HttpResponse:
    """End a token that the person has made, with all that was given by it, after asking."""
    token = get_object_or_404(AccessToken, pk=pk, created_by=f"user:{request.user.pk}")
    if question := ask_about_followers(request, token, back=reverse("account")):
        return question
    services.revoke_token(token_id=pk, **giver_of(request))
    messages.success(request, gettext("%(name)s is revoked.") % {"name": token.name})
    return redirect("account")
