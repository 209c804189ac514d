"""The pages of the site's owner: people and what they may, how it looks, whether all is well, its rankings."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_POST

from games.access import (
    EVERYWHERE,
    Principal,
    accounts,
    caller_of,
    giver_of,
    is_allowed,
    keep_site_name,
    require_permission,
    scopes,
    second_factor,
    translate_text,
)
from games.access.site_name import site_name
from games.enums import Action
from games.models import Permit, Player
from games.models.player import printable
from games.views.access import show_invitation
from tournaments.kit.desk import page_of_site, refusals_shown
from tournaments.organiser.front_door import SiteNameField
from tournaments.rankings.registry import RankingList, all_lists
from tournaments.rankings.services import present_ranking

#: The number of accounts listed; ``rows`` holds all of them.
MOST_PEOPLE = 200


class NameForm(forms.Form):
    """What the site is called."""

    site_name = SiteNameField()


def may_see_site(caller: Principal) -> bool:
    return is_allowed(caller, Action.OWN, EVERYWHERE)


@page_of_site(Action.OWN)
def site_page(request: HttpRequest) -> HttpResponse:
    """The site as its owner sees it."""
    named = NameForm(
        request.POST if "site_name" in request.POST else None, initial={"site_name": site_name()}
    )
    if named.is_bound and not settings.SITE_NAME and named.is_valid():
        keep_site_name(named.cleaned_data["site_name"])
        messages.success(request, gettext("Saved."))
        return redirect("tournaments:site")
    people = _people()
    context = {
        "people": people,
        "places": scopes.name_places({permit.place for row in people for permit in row["roles"]}),
        "erasures": Player.objects.exclude(erasure_asked_at=None).order_by("erasure_asked_at"),
        "named": named,
        "settings": settings,
        "may_everything": caller_of(request).may_everything,
    }
    return render(request, "organise/site.html", context)


@require_POST
@require_permission(Action.OWN, lambda pk: EVERYWHERE)
def password_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the link by which an account gets another password."""
    account = get_object_or_404(get_user_model(), pk=pk, is_active=True)
    back = reverse("tournaments:site")
    with refusals_shown(request):
        return show_invitation(
            request, account, accounts.new_password_link(account_id=pk, **giver_of(request)), back=back
        )
    return redirect(back)


@require_POST
@require_permission(Action.OWN, lambda pk: EVERYWHERE)
def remove_second_factor(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove the second factors of a person who has lost theirs."""
    account = get_object_or_404(get_user_model(), pk=pk, is_active=True)
    with refusals_shown(request):
        second_factor.remove_all(account_id=pk, **giver_of(request))
        values = {"name": account.get_username()}
        messages.success(request, gettext("%(name)s signs in without a second factor now.") % values)
    return redirect("tournaments:site")


def _people() -> list[dict[str, Any]]:
    """List the accounts with their roles; ``is_waiting``: the link has not been opened."""
    held = Permit.objects.filter(revoked_at=None)
    found = get_user_model().objects.filter(is_active=True).order_by("username")
    found = found.prefetch_related(Prefetch("permits", held), "second_factors")[:MOST_PEOPLE]
    return [
        {
            "account": account,
            "roles": list(account.permits.all()),
            "is_waiting": accounts.is_waiting(account),
            "has_second_factor": bool(account.second_factors.all()),
        }
        for account in found
    ]


# -- rankings --------------------------------------------------------------------------------------


class RankingForm(forms.Form):
    """A list: what it is called, and whether it is shown."""

    name = forms.CharField(label=_("Name"), max_length=100, required=False, validators=[printable])
    shown = forms.BooleanField(label=_("Show"), required=False)

    def __init__(self, which: RankingList, data: QueryDict | None) -> None:
        initial = {"name": which.own_name, "shown": not which.is_hidden}
        super().__init__(data, initial=initial, prefix=which.key)
        self.which = which
        self.usual_name = translate_text(which.usual_name)
        self.fields["name"].widget.attrs["placeholder"] = self.usual_name

    def clean_name(self) -> str:
        """Empty for the usual name, in either language."""
        name = " ".join(self.cleaned_data["name"].split())
        usual = self.which.usual_name
        return "" if name in (usual.en, usual.de) else name


@page_of_site(Action.OWN)
def rankings_page(request: HttpRequest) -> HttpResponse:
    entered = request.POST if request.method == "POST" else None
    rows = [RankingForm(which, entered) for which in all_lists()]
    if entered is not None and not [form for form in rows if not form.is_valid()]:
        _keep(request, rows)
        messages.success(request, gettext("Saved."))
        return redirect("tournaments:shown-rankings")
    return render(request, "organise/rankings.html", {"rows": rows})


@transaction.atomic
def _keep(request: HttpRequest, rows: list[RankingForm]) -> None:
    actor, now = caller_of(request).actor, timezone.now()
    # Lists are locked in the order of their keys, here as elsewhere.
    for form in sorted(rows, key=lambda form: form.which.key):
        wanted = {"name": form.cleaned_data["name"], "hidden": not form.cleaned_data["shown"]}
        present_ranking(key=form.which.key, **wanted, actor=actor, now=now)
