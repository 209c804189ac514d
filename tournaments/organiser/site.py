"""The page of the site's owner: people and what they may, who may start a league, how it looks, whether all is well."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.access import (
    EVERYWHERE,
    NotAllowed,
    Principal,
    accounts,
    address_of,
    caller_of,
    is_allowed,
    mail,
    require_permission,
    scopes,
    second_factor,
    translate_text,
)
from games.access.site_name import keep_site_name, site_name
from games.enums import Action
from games.errors import BadRequest
from games.models import Permit
from games.services.erasure_requests import open_requests
from games.views.access import show_invitation
from tournaments.organiser.site_name_field import SiteNameField
from tournaments.organiser.start_league import NO_ONE, STARTING

#: The number of accounts listed; ``rows`` holds all of them.
MOST_PEOPLE = 200


class NameForm(forms.Form):
    """What the site is called."""

    site_name = SiteNameField()


class InvitationForm(forms.Form):
    """Whom the owner invites to start a league."""

    invited = forms.CharField(label=_("Name"), max_length=accounts.LONGEST_NAME)
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        required=False,
        help_text=_("Optional: the link is sent there."),
        widget=forms.EmailInput({"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if not mail.is_on():
            del self.fields["email"]


@dataclass(frozen=True, slots=True)
class PersonRow:
    """An account with its roles; ``is_waiting``: its link has not been opened."""

    account: Any
    roles: list[Permit]
    is_waiting: bool
    has_second_factor: bool


def may_see_site(caller: Principal) -> bool:
    return is_allowed(caller, Action.OWN, EVERYWHERE)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.OWN, lambda: EVERYWHERE)
def site_page(request: HttpRequest) -> HttpResponse:
    """The site as its owner sees it."""
    named = NameForm(
        request.POST if "site_name" in request.POST else None, initial={"site_name": site_name()}
    )
    invited = InvitationForm(request.POST if "invited" in request.POST else None)
    if named.is_bound and not settings.SITE_NAME and named.is_valid():
        keep_site_name(named.cleaned_data["site_name"])
        messages.success(request, gettext("Saved."))
        return redirect("tournaments:site")
    may_invite = settings.WHO_MAY_START != NO_ONE
    if invited.is_bound and may_invite and invited.is_valid() and (answer := _invited(request, invited)):
        return answer
    people = _people()
    context = {
        "people": people,
        "places": scopes.name_places({permit.place for row in people for permit in row.roles}),
        "erasures": open_requests(),
        "named": named,
        "invited": invited,
        "settings": settings,
        "may_everything": caller_of(request).may_everything,
    }
    return render(request, "organise/site.html", context)


@require_POST
@require_permission(Action.OWN, lambda pk: EVERYWHERE)
def password_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the link by which an account gets another password."""
    account = get_object_or_404(get_user_model(), pk=pk, is_active=True)
    try:
        link = accounts.new_password_link(
            account_id=pk, by=caller_of(request), now=timezone.now(), address=address_of(request)
        )
    except (BadRequest, NotAllowed) as error:
        messages.error(request, translate_text(error.message))
        return redirect("tournaments:site")
    return show_invitation(request, account, link, back=reverse("tournaments:site"))


@require_POST
@require_permission(Action.OWN, lambda pk: EVERYWHERE)
def remove_second_factor(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove the second factors of a person who has lost theirs."""
    account = get_object_or_404(get_user_model(), pk=pk, is_active=True)
    try:
        second_factor.remove_all(
            account_id=pk, by=caller_of(request), now=timezone.now(), address=address_of(request)
        )
    except (BadRequest, NotAllowed) as error:
        messages.error(request, translate_text(error.message))
    else:
        values = {"name": account.get_username()}
        messages.success(request, gettext("%(name)s signs in without a second factor now.") % values)
    return redirect("tournaments:site")


def _invited(request: HttpRequest, form: InvitationForm) -> HttpResponse | None:
    """Show the link by which a person starts a league; ``None`` for an invalid name."""
    try:
        account = accounts.make_account(form.cleaned_data["invited"], form.cleaned_data.get("email", ""))
    except BadRequest as error:
        form.add_error("invited", translate_text(error.message))
        return None
    link = accounts.new_link(account, STARTING)
    return show_invitation(request, account, link, back=request.path, purpose=STARTING)


def _people() -> list[PersonRow]:
    held = Permit.objects.filter(revoked_at=None)
    found = get_user_model().objects.filter(is_active=True).order_by("username")
    found = found.prefetch_related(Prefetch("permits", held), "second_factors")[:MOST_PEOPLE]
    return [
        PersonRow(
            account,
            list(account.permits.all()),
            accounts.is_waiting(account),
            bool(account.second_factors.all()),
        )
        for account in found
    ]
