"""The page of a link by which somebody opens their account, or chooses another password."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import accounts, scopes
from games.access.client_ip import address_of
from games.access.decorators import translate_text
from games.access.login import answer_too_many
from games.access.roles import PERMISSIONS
from games.access.signing_in import sign_in
from games.enums import Action, Role
from games.errors import BadRequest
from games.models import Permit


class PasswordForm(forms.Form):
    """A password for an account."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 8 characters."),
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
        """A name that accounts can have, and that nobody else has."""
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
    initial = {"name": account.get_username()}
    form = AccountForm(data, initial=initial, own=account) if is_new else PasswordForm(data)
    if request.method == "POST" and form.is_valid():
        try:
            opened = accounts.open_account(
                number=number,
                token=token,
                username=form.cleaned_data.get("name", account.get_username()),
                password=form.cleaned_data["password"],
                now=timezone.now(),
                address=address_of(request),
            )
        except BadRequest as error:
            form.add_error(None, translate_text(error.message))
        else:
            answer = sign_in(request, opened, _first_page(opened))
            if request.user.is_authenticated:
                messages.success(request, gettext("Signed in as %(name)s.") % {"name": opened.get_username()})
            return answer
    return render(request, "games/join.html", {"form": form, "account": account, "is_new": is_new})


def _first_page(account: Any) -> str:
    """Return where somebody begins who has a role that opens a page of its own; else the front page."""
    for permit in Permit.objects.filter(person=account, revoked_at=None):
        page = scopes.provider().page(permit.place)
        if page and Action.RULE in PERMISSIONS[Role(permit.role)]:
            return page
    return "/"


def closed(request: HttpRequest) -> HttpResponse:
    """Say that a link opens no more."""
    context = {"why": translate_text(accounts.CLOSED)}
    return render(request, "games/join_closed.html", context, status=403)
