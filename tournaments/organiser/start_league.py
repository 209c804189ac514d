"""A league of one's own: closed, for those whom the site's owner invites, or open to all (``WHO_MAY_START``).

Invited is by a link: the account is made with it, and opened once, with the name of the league.
"""

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import accounts, address_of, magic_links, sign_in, translate_text
from games.access.accounts import LinkPurpose
from games.errors import BadRequest
from games.models.player import printable
from games.views.signing_in import AccountForm, answer_too_many, closed
from tournaments import services

NO_ONE, ANYONE = "nobody", "everybody"
#: Returns the account of what was entered in a form.
AccountOf = Callable[[dict[str, Any]], Any]
#: To open an account and start a league with it.
STARTING = LinkPurpose("start-league-by-link")


class LeagueField(forms.CharField):
    """What a league is called."""

    def __init__(self) -> None:
        super().__init__(label=_("Name of the league"), max_length=100, validators=[printable])


class LeagueForm(forms.Form):
    """A league of a person who has an account."""

    league = LeagueField()


class NewLeagueForm(AccountForm):
    """An account with its league."""

    league = LeagueField()
    field_order = ["league", "name", "password"]


def may_start_league(request: HttpRequest) -> bool:
    return settings.WHO_MAY_START == ANYONE and not magic_links.is_open(request)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start_league(request: HttpRequest) -> HttpResponse:
    if not may_start_league(request):
        raise PermissionDenied(gettext("The owner of this site invites those who start a league here."))
    known = request.user if request.user.is_authenticated else None
    data = request.POST if request.method == "POST" else None
    form: forms.Form = NewLeagueForm(data) if known is None else LeagueForm(data)
    return _league_page(request, form, lambda asked: known or _new_account(asked))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start_league_by_link(request: HttpRequest, number: str, token: str) -> HttpResponse:
    """The page of an invitation: its account is opened, and starts a league."""
    account = accounts.find_by_link(number, token, STARTING)
    if account is None or settings.WHO_MAY_START == NO_ONE:
        return closed(request)

    def opened(asked: dict[str, Any]) -> Any:
        return accounts.open_account(
            number=number,
            token=token,
            username=asked["name"],
            password=asked["password"],
            now=timezone.now(),
            address=address_of(request),
            purpose=STARTING,
        )

    data = request.POST if request.method == "POST" else None
    form = NewLeagueForm(data, own=account, initial={"name": account.get_username()})
    return _league_page(request, form, opened)


def _league_page(request: HttpRequest, form: forms.Form, account_of: AccountOf) -> HttpResponse:
    """Show the form; sent, the account is there, signed in and owns its league: all of it or nothing."""
    if request.method == "POST":
        if refusal := answer_too_many(request):
            return refusal
        if form.is_valid() and (owner := _started(request, form, account_of)):
            answer: HttpResponse = redirect("tournaments:new-event")
            if owner != request.user:
                answer = sign_in(request, owner, answer.headers["Location"])
            messages.success(
                request, gettext("%(league)s is ready.") % {"league": form.cleaned_data["league"]}
            )
            return answer
    return render(request, "organise/start_league.html", {"form": form})


def _started(request: HttpRequest, form: forms.Form, account_of: AccountOf) -> Any:
    """Make the account and its league; ``None`` where something is refused, and the form says what."""
    try:
        with transaction.atomic():
            owner = account_of(form.cleaned_data)
            services.start_league(
                name=form.cleaned_data["league"],
                owner=owner,
                today=timezone.localdate(),
                now=timezone.now(),
                address=address_of(request),
            )
    except BadRequest as error:
        field = error.details.get("field")
        form.add_error(field if field in form.fields else None, translate_text(error.message))
        return None
    return owner


def _new_account(asked: dict[str, Any]) -> Any:
    account = accounts.make_account(asked["name"])
    account.set_password(asked["password"])
    account.save(update_fields=["password"])
    return account
