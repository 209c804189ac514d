"""The check-in of a hall: found, present by one tap, walked in, described, announced in a list.

Every tap is a request of its own that says what it wants, so several desks never undo each other; the answer to a
script is the line of that person and the counters.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from games.access import caller_of, check_allowed, translate_text
from games.enums import Action
from games.models import Player
from games.queries.name_list import ListedPerson
from games.queries.name_matching import NEW, Person
from games.views.refusals import complain, why_refused
from tournaments.hall import services as hall
from tournaments.hall.desk.crowd import (
    MOST_LISTED,
    Crowd,
    PersonCard,
    SeatsWanted,
    Shown,
    seats_wanted,
)
from tournaments.hall.desk.registration_setup import own_address
from tournaments.kit.desk import (
    REFUSED,
    desk_response,
    hall_page,
    may_do,
    may_rename,
    refusals_shown,
    reverse_desk,
    say_refused,
    takes_form,
    who_acts,
)
from tournaments.kit.people_forms import DescriptionForm, PeopleListForm, WalkInForm
from tournaments.models import Event
from tournaments.scopes import scope_of_event
from tournaments.standings.presenters import EventPresenter

PART = "check-in"
#: Milliseconds between two looks at what others have done, and while people check in on their phones.
EVERY, EVERY_AT_THE_DOOR = 15_000, 4_000
#: A search is at most so long.
LONGEST_SEARCH = 100
#: The number of people named who got another start number than their list said.
MOST_NUMBERS_NAMED = 20


@require_safe
@hall_page(Action.RULE)
def check_in_page(request: HttpRequest, event: Event) -> HttpResponse:
    asked = " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].split())
    return _page(request, event, asked)


def _page(request: HttpRequest, event: Event, asked: str, **more: Any) -> HttpResponse:
    crowd = Crowd(event)
    wanted = request.GET.get("show", "")
    shown = Shown(wanted) if wanted in list(Shown) else crowd.first_list
    people = crowd.find(asked) if asked else crowd.listed(shown)
    is_whole = "all" in request.GET
    may_organise = may_do(request, Action.ORGANISE, event)
    more.setdefault("walk_in", WalkInForm(entered={}, auto_id="walk-in-%s"))
    return desk_response(
        request,
        "hall/check_in",
        event,
        PART,
        crowd=crowd,
        asked=asked,
        shown="" if asked else shown.value,
        people=people if is_whole else people[:MOST_LISTED],
        more=0 if is_whole else max(0, len(people) - MOST_LISTED),
        every=EVERY_AT_THE_DOOR if hall.code_at_door(event, hall.registration_of(event)) else EVERY,
        namesakes=hall.open_namesakes([event], caller_of(request)) if may_organise else [],
        wanted=_seats_wanted(event),
        **more,
    )


def _seats_wanted(event: Event) -> SeatsWanted | None:
    return seats_wanted(event, EventPresenter(event).projection)


# -- one tap ---------------------------------------------------------------------------------------

Tap = Callable[[dict[str, Any], str], object]


#: The action of a tap on a person's line → how it is done.
TAPS: Mapping[str, Tap] = {
    "present": lambda who, key: hall.check_in(who=[key], **who),
    "announced": lambda who, key: hall.undo_check_in(who=[key], **who),
    "away": lambda who, key: hall.set_away(who=[key], **who),
    "paid": lambda who, key: hall.describe(who=key, description=hall.Description(paid=True), **who),
    "unpaid": lambda who, key: hall.describe(who=key, description=hall.Description(paid=False), **who),
}


@require_POST
@hall_page(Action.RULE)
def tap_person(request: HttpRequest, event: Event) -> HttpResponse:
    """Do what one tap asks for with one person."""
    wanted, key = request.POST.get("do", ""), request.POST.get("who", "")
    if wanted not in TAPS:
        return HttpResponseBadRequest(gettext("do: one of %(taps)s is needed") % {"taps": ", ".join(TAPS)})
    why = ""
    try:
        TAPS[wanted](who_acts(request, event), key)
    except REFUSED as error:
        why = why_refused(error)
    return _answered(request, event, key, why)


def _answered(
    request: HttpRequest,
    event: Event,
    key: str,
    why: str = "",
    said: str = "",
    form: WalkInForm | None = None,
) -> HttpResponse:
    """Answer a script with the line of the person and the counters, others with the page they came from."""
    if "X-Line" in request.headers:
        crowd = Crowd(event)
        context = {
            "event": event,
            "crowd": crowd,
            "person": crowd.person(key),
            "why": why,
            "said": said,
            "walk_in": form,
            "wanted": _seats_wanted(event),
            "may_organise": may_do(request, Action.ORGANISE, event),
            "asked": request.POST.get("q", ""),
            "shown": request.POST.get("show", ""),
        }
        is_asked = form is not None and form.is_asking
        return render(
            request, "organise/hall/line.html", context, status=409 if why and not is_asked else 200
        )
    if why:
        messages.error(request, why)
    elif said:
        messages.success(request, said)
    sent = {name: request.POST[name] for name in ("q", "show") if request.POST.get(name)}
    return redirect(f"{reverse_desk('desk-check-in', event)}{'?' + urlencode(sent) if sent else ''}")


@require_POST
@hall_page(Action.RULE)
def walk_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter a walk-in and make them present; a name like a known one is confirmed first."""
    form = WalkInForm(request.POST, entered=_entered(Crowd(event)), auto_id="walk-in-%s")
    form.viewer = caller_of(request)
    if not form.is_valid():
        return _asked_again(request, event, form)
    known = form.cleaned_data
    try:
        entry = hall.walk_in(
            player=known["name"],
            description=hall.Description(team=known["team"], groups=known["groups"]),
            **who_acts(request, event),
        )
    except REFUSED as error:
        labels = {name: field.label for name, field in form.fields.items()}
        return _answered(request, event, "", say_refused(error, labels))
    added = gettext("Added: %(number)d %(name)s") % {"number": entry.number, "name": entry.player.shown_as}
    return _answered(request, event, entry.key, said=added)


def _asked_again(request: HttpRequest, event: Event, form: WalkInForm) -> HttpResponse:
    """Answer with the errors of the form, and with the players that the name could mean."""
    field, errors = next(iter(form.errors.items()))
    why = f"{form.fields[field].label}: {errors[0]}"
    if "X-Line" in request.headers or not form.is_asking:
        return _answered(request, event, "", why, form=form)
    return _page(request, event, "", walk_in=form, why=why)


def _entered(crowd: Crowd) -> dict[str, Player]:
    players = [each.entry.player for each in crowd.people]
    return {name: player for player in players for name in (player.name, player.shown_as)}


@require_POST
@hall_page(Action.ORGANISE)
def decide_namesake(request: HttpRequest, event: Event) -> HttpResponse:
    """Decide whether a person who has registered is a known player, or another person."""
    key, meant = request.POST.get("who", ""), request.POST.get("player", "")
    asked = [each for each in hall.open_namesakes([event], caller_of(request)) if each.entry.key == key]
    players = {each.key: each.player for namesake in asked for each in namesake.candidates}
    if meant not in (*players, NEW):
        return HttpResponseBadRequest(gettext("player: one of those offered is needed, or new"))
    with refusals_shown(request):
        if player := players.get(meant):
            entry = hall.same_person(who=key, player=player, **who_acts(request, event))
            said = gettext("%(name)s is known.")
        else:
            entry = hall.somebody_else(who=key, **who_acts(request, event))
            said = gettext("%(name)s is somebody new.")
        messages.success(request, said % {"name": entry.player.shown_as})
    return redirect(reverse_desk("desk-check-in", event))


@require_POST
@hall_page(Action.ORGANISE)
def check_in_all(request: HttpRequest, event: Event) -> HttpResponse:
    """Make all people present who are announced and have a place."""
    with refusals_shown(request):
        found = len(hall.check_in_all(**who_acts(request, event)))
        made = ngettext("%(n)d person checked in.", "%(n)d people checked in.", found)
        messages.success(request, made % {"n": found})
    return redirect(reverse_desk("desk-check-in", event))


# -- one person ------------------------------------------------------------------------------------


@takes_form
@hall_page(Action.RULE)
def person_page(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """The data of a person, where they are, and where they want to sit."""
    crowd = Crowd(event)
    person = crowd.person(key)
    if person is None:
        raise Http404
    numbers = {each.entry.key: each.entry.number for each in crowd.people}
    known = DescriptionForm.as_known(person.entry, numbers)
    may_organise = may_do(request, Action.ORGANISE, event)
    may_name = may_organise and may_rename(request, person.entry.player)
    form = DescriptionForm(request.POST or None, initial=known, has_name=may_name)
    if request.method == "POST" and _is_saved(request, event, person, form):
        return redirect(reverse_desk("desk-check-in", event))
    has_page = may_organise and person.entry.registered
    return desk_response(
        request,
        "hall/person_page",
        event,
        PART,
        person.name,
        person=person,
        form=form,
        teams=crowd.teams,
        is_named_elsewhere=not may_name,
        own_address=own_address(event, person.entry) if has_page else "",
    )


def _is_saved(request: HttpRequest, event: Event, person: PersonCard, form: DescriptionForm) -> bool:
    """Do what was asked for; what forbids it is said in the form."""
    wanted, key = request.POST.get("do", "save"), person.entry.key
    if wanted == "remove":
        check_allowed(caller_of(request), Action.ORGANISE, scope_of_event(event))
    is_valid = form.is_valid()
    try:
        if wanted == "left":
            hall.leave(who=key, reason=request.POST.get("reason", ""), **who_acts(request, event))
        elif wanted == "remove":
            hall.withdraw(who=key, **who_acts(request, event))
        elif wanted in TAPS:
            TAPS[wanted](who_acts(request, event), key)
        elif is_valid:
            _describe(request, event, key, form.cleaned_data)
        return is_valid or wanted != "save"
    except REFUSED as error:
        form.is_valid()
        complain(form, error)
        return False


def _describe(request: HttpRequest, event: Event, key: str, entered: Mapping[str, Any]) -> None:
    description = hall.Description(team=entered["team"], groups=entered["groups"], paid=entered["paid"])
    wishes = {name: entered[name] for name in ("table", "never_with")}
    who = {"who": key, **who_acts(request, event)}
    with transaction.atomic():
        if "name" in entered:
            hall.rename(name=entered["name"], **who)
        hall.describe(description=description, wishes=wishes, **who)


# -- a list of people ------------------------------------------------------------------------------


@takes_form
@hall_page(Action.ORGANISE)
def announce_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Announce people by a list, all or none; who is known is shown first, and who could be known asked about."""
    crowd = Crowd(event)
    form = PeopleListForm(request.POST or None, request.FILES or None, entered=_entered(crowd))
    form.viewer = caller_of(request)
    if request.method == "POST" and form.is_valid():
        try:
            said = _announce(request, crowd, form.cleaned_data["listed"], form.cleaned_data["meant"])
        except REFUSED as error:
            form.add_error("people", translate_text(error.message))
        else:
            messages.success(request, said)
            return redirect(reverse_desk("desk-check-in", event))
    return desk_response(request, "hall/announce", event, PART, gettext("Add people"), form=form)


def _announce(
    request: HttpRequest, crowd: Crowd, listed: Sequence[ListedPerson], meant: Mapping[str, Person]
) -> str:
    """Announce those who are not entered yet; return how many, how many were entered before, who has another number."""
    by_player = {each.entry.player_id: each.entry for each in crowd.people}
    players = _entered(crowd) | {name: person.player for name, person in meant.items() if person.player}
    entered = {name: by_player[player.pk] for name, player in players.items() if player.pk in by_player}
    new = [each for each in listed if each.name not in entered]
    made = hall.announce(
        players=[
            (players.get(each.name, each.name), hall.Description(team=each.team, groups=each.groups))
            for each in new
        ],
        numbers=[each.number for each in new],
        **who_acts(request, crowd.event),
    )
    added = ngettext("%(n)d person added.", "%(n)d people added.", len(new)) % {"n": len(new)}
    before = len(listed) - len(new)
    known_before = ngettext("%(n)d was entered before.", "%(n)d were entered before.", before) % {"n": before}
    of_now = {**entered, **dict(zip((each.name for each in new), made, strict=True))}
    changed = [
        f"{of_now[each.name].number} {each.name}"
        for each in listed
        if each.number not in (None, of_now[each.name].number)
    ]
    named = ", ".join([*changed[:MOST_NUMBERS_NAMED], *(["…"] if len(changed) > MOST_NUMBERS_NAMED else [])])
    others = gettext("Some numbers of the list were taken; these people have others: %(people)s.")
    return " ".join(
        [added, *([known_before] if before else []), *([others % {"people": named}] if changed else [])]
    )
