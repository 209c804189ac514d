"""The pages on which people and boards are admitted, and those that a link leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import above
from games.access import (
    LIFETIMES,
    LONGER,
    PERMISSIONS,
    ROLES_IN_WORDS,
    Given,
    Lasting,
    NotAllowed,
    Principal,
    Purpose,
    accounts,
    caller_of,
    check_allowed,
    end_of,
    fingerprint_of,
    followers_of,
    giver_of,
    is_allowed,
    link_for_phones,
    magic_links,
    mail,
    persons,
    scopes,
    services,
    signed_in,
    to_admit,
    tokens,
    translate_text,
)
from games.enums import OVER, Action, Role
from games.errors import BadRequest
from games.models import AccessToken, Permit
from games.models.access import LONGEST_TOKEN_NAME
from games.presenters.game import GamePresenter, with_players
from games.views.refusals import complain
from rules import Text

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody may give, where they look: roles, and places with their names, that of the page first."""

    roles: Sequence[Role]
    places: Mapping[str, Text]

    @classmethod
    def of(cls, caller: Principal, place: str) -> Offer:
        """Return what the caller may give in the place and within it."""
        around = scopes.scope_around(place)
        roles = [role for role in Role if is_allowed(caller, to_admit(role), around)]
        return cls(roles, scopes.name_places((place, *above.scopes.inside(place))))


class AdmitForm(forms.Form):
    """Grant a role in a place; both are chosen from what the caller may give."""

    role = forms.ChoiceField(label=_("Role"))
    place = forms.ChoiceField(label=_("Where"))

    def __init__(self, offer: Offer, data: Any = None) -> None:
        # Two of these stand on one page; their labels wrap their fields.
        usual = Role.REFEREE if Role.REFEREE in offer.roles else None
        super().__init__(data, initial={"role": usual, "place": next(iter(offer.places))}, auto_id=False)
        self.fields["role"].choices = [  # type: ignore[attr-defined]
            (role.value, translate_text(ROLES_IN_WORDS[role])) for role in offer.roles
        ]
        self.fields["place"].choices = [  # type: ignore[attr-defined]
            (place, translate_text(name)) for place, name in offer.places.items()
        ]

    @property
    def admitted(self) -> dict[str, Any]:
        """Return the role and the place that were chosen."""
        return {"role": Role(self.cleaned_data["role"]), "place": self.cleaned_data["place"]}

    def done(self, give: Callable[[], Value]) -> Value | None:
        """Return what is given; ``None`` where that is refused, and the field that is wrong, or the form, says why."""
        if not self.is_valid():
            return None
        try:
            return give()
        except (BadRequest, NotAllowed) as error:
            complain(self, error)
            return None


_UNTIL_REVOKED = "never"
#: In hours.
_AT_A_BOARD = LIFETIMES[Purpose.BOARD] // timedelta(hours=1)


def _hours_offered() -> list[tuple[str, Any]]:
    """List for how many hours a link can be valid, the default among them."""
    usual = [("", _("%(number)d days") % {"number": settings.TOKEN_DAYS})] if settings.TOKEN_DAYS > 0 else []
    return [
        (str(_AT_A_BOARD), _("%(number)d hours") % {"number": _AT_A_BOARD}),
        *((str(24 * life.days), _("%(number)d days") % {"number": life.days}) for life in LONGER),
        *usual,
        (_UNTIL_REVOKED, _("until it is revoked")),
    ]


class LinkForm(AdmitForm):
    """A link, or token, to be made."""

    name = forms.CharField(
        label=_("For whom or what"),
        max_length=LONGEST_TOKEN_NAME,
        help_text=_("A board, a device, a program."),
    )
    board = forms.CharField(
        label=_("Only at board"),
        max_length=30,
        required=False,
        help_text=_("As its sign says: 7, or Hall 2."),
    )
    hours = forms.ChoiceField(
        label=_("Valid for"), choices=_hours_offered, required=False, initial=str(_AT_A_BOARD)
    )
    field_order = ("name", "role", "place", "board", "hours")

    def __init__(self, offer: Offer, data: Any = None) -> None:
        super().__init__(offer, data)
        if not next(iter(offer.places)).startswith("event:"):
            del self.fields["board"]

    @property
    def admitted(self) -> dict[str, Any]:
        """Return the role and the place that were chosen; a board that is named narrows the event."""
        chosen = super().admitted
        board = self.cleaned_data.get("board", "")
        if board and chosen["place"].startswith("event:"):
            chosen["place"] = f"board:{chosen['place'].partition(':')[2]}:{board}"
        return chosen

    def expiry(self, now: datetime) -> datetime | Lasting | None:
        """Return when it expires; the default where nothing is chosen."""
        hours = self.cleaned_data["hours"]
        if hours == _UNTIL_REVOKED:
            return None
        return now + timedelta(hours=int(hours)) if hours else Lasting.USUAL


class PersonForm(AdmitForm):
    """Grant a role to a person, by their name."""

    person = forms.CharField(
        label=_("Name"),
        max_length=accounts.LONGEST_NAME,
        help_text=_("Whoever has no account gets a link to open one."),
        widget=forms.TextInput({"list": "people", "autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        required=False,
        help_text=_("Optional: the link is sent there."),
        widget=forms.EmailInput({"autocomplete": "off"}),
    )
    field_order = ("person", "email", "role", "place")

    def __init__(self, offer: Offer, data: Any = None) -> None:
        super().__init__(offer, data)
        if not mail.is_on():
            del self.fields["email"]


#: What a page of a place lists at the most.
MOST_ROWS = 200
MOST_GAMES = 30

# -- admitting -----------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def access(request: HttpRequest) -> HttpResponse:
    """Who has which role in a place and within it, and the forms to admit somebody."""
    place = _place(request, caller_of(request))
    if request.method != "POST" and (page := above.scopes.access_page(place)):
        return redirect(page)
    return access_page(request, place)


def access_page(
    request: HttpRequest, place: str, template: str = "games/access.html", **frame: Any
) -> HttpResponse:
    """The page of a place; ``template`` is its frame, as the room above says, and ``frame`` what that needs."""
    offer = Offer.of(caller_of(request), place)
    forms: dict[str, AdmitForm] = {"person": PersonForm(offer), "link": LinkForm(offer)}
    if request.method == "POST" and "person" in request.POST:
        person = forms["person"] = PersonForm(offer, request.POST)
        if admission := _admitted(request, person):
            return _admission_answer(request, admission, back=_address(place))
    elif request.method == "POST":
        link = forms["link"] = LinkForm(offer, request.POST)
        if made := _made(request, link):
            return _shown_once(request, *made, back=_address(place))
    context = {
        **_given(request, place),
        "place": place,
        "place_name": offer.places[place],
        "way_back": above.scopes.page(place),
        "forms": forms,
        "people": accounts.list_people(caller_of(request)),
        "now": timezone.now(),
        **frame,
    }
    return render(request, template, context)


def _given(request: HttpRequest, place: str) -> dict[str, Any]:
    """Who has what in the place, with the names of places and people."""
    issued = list(AccessToken.objects.filter(scopes.places_within(place))[:MOST_ROWS])
    permits = list(Permit.objects.filter(scopes.places_within(place)).select_related("person")[:MOST_ROWS])
    actors = [token.created_by for token in issued] + [permit.granted_by for permit in permits]
    return {
        "tokens": issued,
        "permits": permits,
        "waiting": {permit.person_id for permit in permits if accounts.is_waiting(permit.person)},
        "names": persons.names(actors),
        "places": scopes.name_places({*(each.place for each in issued), *(each.place for each in permits)}),
    }


@require_POST
@signed_in
def renew_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make another link for somebody who has not opened their account; the one before ends."""
    account = get_object_or_404(get_user_model(), pk=pk)
    place = request.POST.get("place", scopes.SITE)
    check_allowed(caller_of(request), Action.GRANT, scopes.scope_around(place))
    try:
        link = accounts.renew_link(account_id=pk, **giver_of(request))
    except (BadRequest, NotAllowed) as error:
        messages.error(request, translate_text(error.message))
        return redirect(_address(place))
    return show_invitation(request, account, link, back=_address(place))


@require_POST
@signed_in
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """End a token, with every browser that its link has let in and all that was given by it."""
    token = get_object_or_404(AccessToken, pk=pk)
    return _revoked(request, token, lambda **who: services.revoke_token(token_id=pk, **who))


@require_POST
@signed_in
def revoke_permit(request: HttpRequest, pk: int) -> HttpResponse:
    """End the permit of a person, with all that was given by it."""
    permit = get_object_or_404(Permit.objects.select_related("person"), pk=pk)
    return _revoked(request, permit, lambda **who: services.revoke(permit_id=pk, **who))


def _revoked(request: HttpRequest, given: Given, revoke: Callable[..., object]) -> HttpResponse:
    """Revoke it, after asking and saying what goes too; asked again where that is something else by now."""
    place = request.POST.get("place", scopes.SITE)
    check_allowed(caller_of(request), to_admit(Role(given.role)), scopes.scope_around(given.place))
    if question := ask_about_followers(request, given, place=place, back=_address(place)):
        return question
    revoke(**giver_of(request))
    return redirect(_address(place))


def ask_about_followers(request: HttpRequest, given: Given, **shown: str) -> HttpResponse | None:
    """Return the page that shows what ends too; ``None`` where it was shown, and is the same by now."""
    followers = followers_of(given)
    seen = fingerprint_of(followers)
    if seen == request.POST.get("seen"):
        return None
    context = {"given": given, "followers": followers, "seen": seen, **shown}
    return render(request, "games/revoke.html", context)


def _place(request: HttpRequest, caller: Principal) -> str:
    """The requested place, or the first in which the caller may admit somebody."""
    own = caller.places_to(Action.GRANT)
    place = request.GET.get("place") or (own[0] if own else scopes.SITE)
    check_allowed(caller, Action.GRANT, scopes.scope_around(place))
    try:
        return scopes.check_place(place)
    except BadRequest as error:
        raise Http404 from error


def _address(place: str) -> str:
    return above.scopes.access_page(place) or f"{reverse('games:access')}?{urlencode({'place': place})}"


def _made(request: HttpRequest, form: LinkForm) -> tuple[AccessToken, str] | None:
    """The token that the form asks for, with its text; ``None`` where it is refused, and the form says why."""
    who = giver_of(request)
    return form.done(
        lambda: services.issue_token(
            name=form.cleaned_data["name"], expires_at=form.expiry(who["now"]), **form.admitted, **who
        )
    )


def _admitted(request: HttpRequest, form: PersonForm) -> accounts.Admission | None:
    """The admission that the form asks for; ``None`` where it is refused, and the form says why."""
    return form.done(
        lambda: accounts.admit(
            person=form.cleaned_data["person"],
            email=form.cleaned_data.get("email", ""),
            **form.admitted,
            **giver_of(request),
        )
    )


def _admission_answer(request: HttpRequest, admission: accounts.Admission, back: str) -> HttpResponse:
    """Show the link of somebody who has no account yet; of anybody else say that they have the role."""
    if admission.link:
        return show_invitation(request, admission.account, admission.link, back)
    text = gettext("The account %(name)s is %(role)s now.") % {
        "name": admission.account.get_username(),
        "role": admission.permit.get_role_display(),
    }
    messages.success(request, text)
    return redirect(back)


@never_cache
def show_invitation(request: HttpRequest, account: Any, link: str, back: str) -> HttpResponse:
    """The page with the link by which somebody opens their account, shown once; where there is an address, one is sent.

    The one that is sent is another one: the address is that of the person who opens it.
    """
    account.refresh_from_db()
    until = end_of(Purpose.ACCOUNT, timezone.now())
    letter = "invitation" if accounts.is_waiting(account) else "new_password"
    sent = accounts.link_of(account, accounts.MAILED)
    is_sent = mail.post(request, letter, account.email, account=account, path=sent, until=until)
    context = {
        "account": account,
        "phone": link_for_phones(request, link),
        "until": until,
        "back": back,
        "is_sent": is_sent,
    }
    return render(request, "games/invitation.html", context)


def _shown_once(request: HttpRequest, token: AccessToken, text: str, back: str) -> HttpResponse:
    """The page to be printed: the link as a QR code, and the token for programs. It is not stored."""
    context = {
        "token": token,
        "text": text,
        "phone": link_for_phones(request, magic_links.address_with(text)),
        "back": back,
    }
    return render(request, "games/link.html", context)


# -- where a link leads --------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, text: str) -> HttpResponse:
    """Let a browser in by a link. Where that ends a login, or another valid link, it asks first."""
    now = timezone.now()
    token = tokens.find_by_text(text, now)
    if token is None:
        return render(request, "games/link_ended.html", status=403)
    opened = magic_links.token_of(request, now)
    ends_something = request.user.is_authenticated or opened not in (None, token)
    if ends_something and request.method == "GET":
        return render(request, "games/login.html", {"token": token, "opened": opened})
    magic_links.enter(request, token, now)
    return redirect("games:here")


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """The end of what a link has opened in this browser."""
    magic_links.leave(request)
    return redirect("/")


@never_cache
@require_safe
@signed_in
def my_games(request: HttpRequest) -> HttpResponse:
    """What is played in the place of the link: the one game under way itself, or all of them to choose from."""
    token = magic_links.token_of(request, timezone.now())
    if token is None:
        return redirect("/")
    records = Action.RECORD in PERMISSIONS[Role(token.role)]
    page = "games:referee" if records else "games:game"
    games = with_players().filter(pk__in=scopes.games_in(token.place).values("pk"))
    open_games = list(games.exclude(state__in=OVER).order_by("created_at", "pk")[:MOST_GAMES])
    if len(open_games) == 1:
        return redirect(page, open_games[0].pk)
    ended = list(games.filter(state__in=OVER).order_by("-ended_at", "-created_at", "pk")[:MOST_GAMES])
    context = {
        "token": token,
        "page": page,
        "records": records,
        "open": [GamePresenter(game) for game in open_games],
        "ended": [GamePresenter(game) for game in ended],
    }
    return render(request, "games/my_games.html", context)
