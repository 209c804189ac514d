"""Registration by oneself: the public page of a hall, the personal page to which its link leads.

No account: who has the link sees, changes and withdraws the registration, and nothing else.
"""

import secrets
from typing import Any

from django import forms
from django.conf import settings
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache

from games.access import (
    ARRIVING,
    LIFETIMES,
    REGISTERING,
    Purpose,
    link_for_phones,
    mail,
    opened,
    paragraphs_of,
    remember_personal_link,
    signed,
    text_of_host,
    translate_text,
)
from games.views.refusals import complain, why_refused
from games.visibility.viewers import check_visible
from rules import Text
from tournaments.hall import services as hall
from tournaments.hall.desk.registration_setup import own_address
from tournaments.hall.services import OwnWishes
from tournaments.hall.services.registration import MOST_APART
from tournaments.kit.desk import REFUSED, complaining, label, takes_form, too_many
from tournaments.kit.people_forms import DescriptionForm, StartNumbersField, TeamField
from tournaments.models import Entry, Event
from tournaments.players.own_data import own_data_address
from tournaments.scopes import scope_of_event

# -- forms -----------------------------------------------------------------------------------------

LONGEST_NAME = 60


class OwnForm(forms.Form):
    """What people can change of their registration."""

    name = forms.CharField(
        label=_("Name or nickname"), max_length=LONGEST_NAME, help_text=_("As everybody will see it.")
    )
    team = TeamField(label=_("Team or club"), help_text=_("Optional."))
    same_table = forms.BooleanField(label=_("Same table all day: I cannot change tables"), required=False)
    never_with = StartNumbersField(
        label=_("Not at a table with"),
        required=False,
        max_length=60,
        help_text=label(Text("Up to {most} start numbers, separated by commas.", most=MOST_APART)),
    )

    def wishes(self) -> OwnWishes:
        return OwnWishes(self.cleaned_data["same_table"], self.cleaned_data.get("never_with", ()))


class RegistrationForm(OwnForm):
    """The form of the public page; the start numbers of others are not known yet."""

    #: People do not see it, and programs that fill in everything do.
    website = forms.CharField(required=False, max_length=200, widget=forms.TextInput(attrs={"tabindex": -1}))
    form = forms.CharField(max_length=200, widget=forms.HiddenInput)
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        max_length=254,
        help_text=_("Optional: the link to your page is sent there. The address is not kept."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    consent = forms.BooleanField(
        label=_("I agree that this name, my team and my results are shown publicly."),
        error_messages={"required": _("Tick this box to register.")},
    )
    field_order = ("name", "team", "same_table", "email", "consent", "form", "website")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["website"].widget.attrs["autocomplete"] = "off"
        del self.fields["never_with"]
        if not mail.is_on():
            del self.fields["email"]

    @staticmethod
    def new_mark() -> str:
        """Return the mark of a form: made with the page, sent with the form."""
        return signed(Purpose.REGISTRATION_FORM, secrets.token_hex(12))

    def clean_form(self) -> str:
        try:
            mark: str = opened(Purpose.REGISTRATION_FORM, self.cleaned_data["form"])
        except BadSignature as error:
            raise forms.ValidationError(_("Reload the page and fill in the form again.")) from error
        return mark

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("Leave the field “Website” empty."))
        return ""


# -- pages -----------------------------------------------------------------------------------------

#: The phone that has registered a person, or opened their link, is known until the evening of the event.
_KNOWN_FOR = LIFETIMES[Purpose.REGISTERED]
#: The number of people known on one phone, the last ones.
_MOST_KNOWN = 10
#: The people whose link the phone has opened, or whom it has registered.
_COOKIE = "registration"
#: Whom it has registered: a link shows no personal data, as others may have seen it.
_REGISTERED_COOKIE = "registered"
_SALT = "tournaments.registration.phone"


def hall_of(slug: str) -> Event:
    """Return the event, whether or not the viewer may see it. Raises ``Http404`` where it seats no hall."""
    event = get_object_or_404(Event.objects.without_table(), slug=slug)
    if not event.format.seats_a_hall:
        raise Http404
    return event


def visible_hall(request: HttpRequest, slug: str) -> Event:
    """Return the event, if the caller may see it. Raises ``Http404``."""
    event = hall_of(slug)
    check_visible(request, event, scope_of_event(event))
    return event


# -- the public page -------------------------------------------------------------------------------


@takes_form
@never_cache
def register_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what registration offers; send the form."""
    event = visible_hall(request, slug)
    if request.method != "POST":
        return _form_page(request, event, RegistrationForm(initial={"form": RegistrationForm.new_mark()}))
    if refusal := too_many(request, REGISTERING, settings.REGISTRATIONS_PER_MINUTE):
        return refusal
    form = RegistrationForm(request.POST)
    if form.is_valid():
        with complaining(form):
            entry = hall.register(
                event_id=event.pk,
                form=form.cleaned_data["form"],
                name=form.cleaned_data["name"],
                team=form.cleaned_data["team"],
                wishes=form.wishes(),
                now=timezone.now(),
            )
            own = own_address(event, entry)
            email = form.cleaned_data.get("email", "")
            mail.post(request, "registration", email, event=event, entry=entry, path=own)
            answer = _remembering(request, redirect(own), event, entry, _REGISTERED_COOKIE)
            return _remembering(request, answer, event, entry)
    return _form_page(request, event, form)


def _form_page(request: HttpRequest, event: Event, form: RegistrationForm) -> HttpResponse:
    if form.is_bound and "form" in form.errors:
        form.data = {**dict(form.data.items()), "form": RegistrationForm.new_mark()}
    registration, entries = hall.registration_of(event), list(event.entries.all())
    places = hall.places_left(event, registration, entries)
    why = hall.why_not_open(event, registration, timezone.now())
    said = translate_text(why) if why else ""
    if not said and places.is_no_room:
        said = gettext("All places are taken, on the waiting list too.")
    context = {
        "event": event,
        "registration": registration,
        "places": places,
        "why_not": said,
        "teams": hall.TeamNames(entry.team for entry in entries).in_order,
        "form": form,
        "known": [(each, own_address(event, each)) for each in known_entries(request, event)],
        "consent": paragraphs_of("consent"),
        "has_notice": text_of_host("privacy") is not None,
    }
    status = 400 if form.is_bound else 200
    return render(request, "tournaments/registration/register.html", context, status=status)


# -- the personal page -----------------------------------------------------------------------------


def known_entries(request: HttpRequest, event: Event, cookie: str = _COOKIE) -> list[Entry]:
    """List who has registered on this phone, or has opened their link on it. One query where there is one."""
    tokens = _tokens_here(request, event, cookie)
    found = (
        event.entries.select_related("player").filter(number__in=tokens).order_by("number") if tokens else ()
    )
    return [each for each in found if hall.is_personal_token(event, each, tokens[each.number])]


def _tokens_here(request: HttpRequest, event: Event, cookie: str = _COOKIE) -> dict[int, str]:
    """Map the start numbers that this phone knows to their tokens, the first known first."""
    value = request.get_signed_cookie(cookie, default="", salt=_SALT, max_age=_KNOWN_FOR)
    slug, *pairs = str(value or "").split() or [""]
    parts = [pair.partition(":") for pair in pairs] if slug == event.slug else []
    return {int(number): token for number, _, token in parts if number.isdecimal()}


def _remembering(
    request: HttpRequest, answer: HttpResponse, event: Event, entry: Entry, cookie: str = _COOKIE
) -> HttpResponse:
    tokens = _tokens_here(request, event, cookie)
    tokens.pop(entry.number, None)
    tokens[entry.number] = hall.personal_token(event, entry)
    return _knowing(request, answer, event, tokens, cookie)


def _knowing(
    request: HttpRequest, answer: HttpResponse, event: Event, tokens: dict[int, str], cookie: str = _COOKIE
) -> HttpResponse:
    known = list(tokens.items())[-_MOST_KNOWN:]
    value = " ".join([event.slug, *(f"{number}:{token}" for number, token in known)])
    where: dict[str, Any] = {"max_age": _KNOWN_FOR, "path": event.get_absolute_url()}
    remember_on_phone(request, answer, cookie, value, salt=_SALT, **where)
    return answer


@takes_form
@never_cache
def own_page(request: HttpRequest, slug: str, number: int, token: str) -> HttpResponse:
    """Show a registration; ``do``: ``save`` what has changed, ``withdraw``, ``here`` at the door."""
    event = hall_of(slug)
    entry = hall.own_entry(event, number, token)
    if entry is None:
        check_visible(request, event, scope_of_event(event))
        return render(request, "tournaments/registration/ended.html", {"event": event}, status=404)
    if not event.is_public:
        remember_personal_link(request, entry.pk)
    form = OwnForm(request.POST if request.POST.get("do") == "save" else None, initial=_known(event, entry))
    if not hall.has_own_name(event, entry):
        del form.fields["name"]
    why = ""
    if request.method == "POST":
        if refusal := too_many(request, ARRIVING, settings.ARRIVALS_PER_MINUTE):
            return refusal
        try:
            if answer := _done(request, event, entry, form):
                return answer
        except REFUSED as error:
            if form.is_bound:
                complain(form, error)
            else:
                why = why_refused(error)
    context = _own_context(request, event, entry) | {"form": form, "why": why}
    status = 400 if why or form.errors else 200
    page = render(request, "tournaments/registration/own.html", context, status=status)
    page["X-Robots-Tag"] = "noindex"
    return _remembering(request, page, event, entry)


def _own_context(request: HttpRequest, event: Event, entry: Entry) -> dict[str, Any]:
    registration, entries = hall.registration_of(event), list(event.entries.all())
    # Registered by this browser; who is known was here before it did so under the name.
    is_known = entry.namesake == Entry.Namesake.SAME
    is_own = not is_known and entry in known_entries(request, event, _REGISTERED_COOKIE)
    return {
        "event": event,
        "entry": entry,
        "phone": link_for_phones(request, own_address(event, entry)),
        "in_line": hall.place_in_line(event, entry, entries),
        "is_here": entry.presence == Entry.Presence.PRESENT,
        "may_arrive": bool(hall.code_at_door(event, registration)) and entry.presence != Entry.Presence.LEFT,
        "conditions": registration.conditions,
        "saved": request.GET.get("saved") == "1",
        "teams": hall.TeamNames(each.team for each in entries).in_order,
        "own_data": own_data_address(entry.player) if is_own else "",
    }


def _done(request: HttpRequest, event: Event, entry: Entry, form: OwnForm) -> HttpResponse | None:
    """Do what was sent; None where the page is to be shown again."""
    who: dict[str, Any] = {"event_id": event.pk, "number": entry.number, "now": timezone.now()}
    who["token"] = hall.personal_token(event, entry)
    wanted = request.POST.get("do", "")
    if wanted == "save" and form.is_valid():
        name = form.cleaned_data.get("name", "")
        hall.change_own(name=name, team=form.cleaned_data["team"], wishes=form.wishes(), **who)
        return redirect(f"{own_address(event, entry)}?saved=1")
    if wanted == "withdraw":
        hall.withdraw_own(**who)
        page = render(request, "tournaments/registration/withdrawn.html", {"event": event})
        others = {at: token for at, token in _tokens_here(request, event).items() if at != entry.number}
        return _knowing(request, page, event, others)
    if wanted == "here":
        code = request.POST.get("code", "")
        hall.arrive(event_id=event.pk, who=entry.key, code=code, now=timezone.now())
        return redirect(own_address(event, entry))
    return None


def _known(event: Event, entry: Entry) -> dict[str, Any]:
    apart = event.entries.filter(key__in=entry.wishes.get("never_with", ()))
    known = DescriptionForm.as_known(entry, dict(apart.values_list("key", "number")))
    return known | {"same_table": "table" in entry.wishes}


def remember_on_phone(request: HttpRequest, answer: HttpResponse, name: str, value: str, **how: Any) -> None:
    """Keep something in a signed cookie; no script reads it."""
    answer.set_signed_cookie(name, value, httponly=True, samesite="Lax", secure=request.is_secure(), **how)
