"""The way in: the first organiser sets the site up, a person starts a league; the demo comes and goes by a button.

Leagues are closed, for those whom the site's owner invites by a link, or open to all (``WHO_MAY_START``).
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
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access import (
    EVERYWHERE,
    USUAL,
    LinkPurpose,
    accounts,
    address_of,
    keep_site_name,
    magic_links,
    require_permission,
    setup_link,
    sign_in,
    translate_text,
)
from games.access.site_name import LONGEST, site_name
from games.enums import Action
from games.models.player import printable
from games.views.signing_in import AccountForm, answer_too_many, closed
from tournaments import services
from tournaments.demo import season as demo
from tournaments.kit.desk import LineField, complaining, takes_form


class SiteNameField(LineField):
    """The name of the site."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "organization", "placeholder": USUAL})
        super().__init__(label=_("Name of the site"), max_length=LONGEST, widget=widget, **kwargs)


# -- the first organiser, and the demo -------------------------------------------------------------


#: The key of a session in which the link was opened: after a look at the demo they find the way back.
_OPENED = "setup"


class SetupForm(AccountForm):
    """The first organiser, and what the site is called."""

    site_name = SiteNameField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        if settings.SITE_NAME:
            del self.fields["site_name"]


@never_cache
@takes_form
def setup_page(request: HttpRequest, text: str) -> HttpResponse:
    """The page of the link that the site prints while it has no organiser."""
    if why := setup_link.why_closed(request, text):
        return render(request, "organise/setup_closed.html", {"why": translate_text(why)}, status=403)
    request.session[_OPENED] = text
    if "demo" in request.POST:
        demo.load()
        return redirect("/")
    form = SetupForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and (answer := _set_up(request, form)):
        return answer
    return render(request, "organise/setup.html", {"form": form})


def _set_up(request: HttpRequest, form: SetupForm) -> HttpResponse | None:
    """Make the first organiser and sign them in; ``None`` where that is refused, and the form says why."""
    asked = form.cleaned_data
    with complaining(form):
        user = setup_link.make_first_organiser(name=asked["name"], password=asked["password"])
        if asked.get("site_name"):
            keep_site_name(asked["site_name"])
        answer = sign_in(request, user, reverse("tournaments:new-event"))
        messages.success(request, gettext("%(site)s is set up.") % {"site": site_name()})
        return answer
    return None


def way_to_setup(request: HttpRequest) -> str:
    """Return the text of the link that was opened in this browser, while it opens; no query where there is none."""
    text: str = request.session.get(_OPENED, "")
    return text if text and setup_link.why_closed(request, text) is None else ""


@require_POST
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def load_demo(request: HttpRequest) -> HttpResponse:
    demo.load()
    return redirect("/")


@require_POST
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def remove_demo(request: HttpRequest) -> HttpResponse:
    demo.remove(timezone.now())
    messages.success(request, gettext("The demo is removed."))
    return redirect("/")


# -- a league of one's own -------------------------------------------------------------------------


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
@takes_form
def start_league(request: HttpRequest) -> HttpResponse:
    if not may_start_league(request):
        raise PermissionDenied(gettext("The owner of this site invites those who start a league here."))
    known = request.user if request.user.is_authenticated else None
    data = request.POST if request.method == "POST" else None
    form: forms.Form = NewLeagueForm(data) if known is None else LeagueForm(data)
    return _league_page(request, form, lambda asked: known or _new_account(asked))


@never_cache
@takes_form
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
    with complaining(form), transaction.atomic():
        owner = account_of(form.cleaned_data)
        services.start_league(
            name=form.cleaned_data["league"],
            owner=owner,
            today=timezone.localdate(),
            now=timezone.now(),
            address=address_of(request),
        )
        return owner
    return None


def _new_account(asked: dict[str, Any]) -> Any:
    account = accounts.make_account(asked["name"])
    account.set_password(asked["password"])
    account.save(update_fields=["password"])
    return account
