"""What a hall shows: the slides of its screens in their order, and one of them at once."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.forms.models import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_lazy as _

from games.access import (
    translate_text,
)
from games.enums import Action
from tournaments.kit.desk import acting, complaining, desk_response, label, page_of_site, reverse_desk, saved
from tournaments.models import Hall, HallSlide
from tournaments.rankings.registry import shown_lists
from tournaments.screens import services
from tournaments.screens.kinds import KINDS
from tournaments.services.slugs import free_slug, slug_of
from tournaments.visibility import event_of

# -- screens ---------------------------------------------------------------------------------------


class NewHallForm(forms.Form):
    """What a hall is called, and what its screens speak."""

    name = forms.CharField(label=_("Name"), max_length=100)
    language = forms.ChoiceField(label=_("Language of the screens"), choices=Hall.Language)


class HallForm(NewHallForm):
    """The same of one that there is, and its colours; the address of its screen stays."""

    theme = forms.ChoiceField(label=_("Colours"), choices=Hall.Theme)


class KindSelect(forms.Select):
    """The kinds; each says in ``data-asks`` which fields it knows, so that the page hides the others."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        return {**option, "attrs": {**option["attrs"], "data-asks": " ".join(KINDS[value].asks)}}


class SlideForm(forms.ModelForm):
    """A slide. What its kind does not know is not asked for, and left out when it was entered before."""

    kind = forms.ChoiceField(
        label=_("shows"), choices=[(name, kind.label) for name, kind in KINDS.items()], widget=KindSelect
    )
    ranking = forms.ChoiceField(label=_("ranking"), required=False)

    class Meta:
        model = HallSlide
        fields = ("kind", "event", "board", "ranking", "text_de", "text_en", "seconds")
        widgets = {name: forms.Textarea({"rows": 3}) for name in ("text_de", "text_en")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lists = [(each.key, label(each.name)) for each in shown_lists()]
        self.fields["ranking"].choices = [("", "---------"), *lists]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        entered: dict[str, Any] = super().clean() or self.cleaned_data
        asked = KINDS[entered["kind"]].asks if "kind" in entered else ()
        for name in {"event", "board", "ranking", "text_de", "text_en"}.difference(asked):
            entered[name] = None if name == "event" else ""
        return entered


# -- halls -----------------------------------------------------------------------------------------


@page_of_site(Action.ORGANISE)
def halls_page(request: HttpRequest) -> HttpResponse:
    """List the halls, those of rehearsals left out, and make another that shows nothing yet."""
    form = _new_hall_form(request)
    if form.is_valid() and (hall := _created(request, form, ())):
        return redirect("tournaments:hall-slides", hall.slug)
    context = {"halls": Hall.objects.filter(rehearsals=None), "form": form}
    return render(request, "organise/halls.html", context)


@page_of_site(Action.ORGANISE)
def new_hall_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a hall that shows an event from the beginning, and redirect to the screens of that event."""
    event = event_of(slug)
    form = _new_hall_form(request)
    kinds = ("seats", "round", "table") if event.format.seats_a_hall else ("table",)
    if form.is_valid() and _created(request, form, [{"kind": kind, "event": event} for kind in kinds]):
        return redirect(reverse_desk("desk-screens", event))
    return desk_response(request, "new_hall", event, "screens", gettext("New hall"), form=form)


def _new_hall_form(request: HttpRequest) -> NewHallForm:
    entered = request.POST if request.method == "POST" else None
    return NewHallForm(entered, initial={"language": get_language()})


def _created(request: HttpRequest, form: NewHallForm, slides: Iterable[dict[str, Any]]) -> Hall | None:
    """Make a hall as it was entered; None where that is refused, which the form says."""
    slug = free_slug(slug_of(form.cleaned_data["name"]) or "hall", Hall)
    with complaining(form), transaction.atomic():
        hall = services.create_hall(slug=slug, **form.cleaned_data, **acting(request))
        for slide in slides:
            services.add_slide(hall_id=hall.pk, **slide, **acting(request))
        said = gettext("%(hall)s is ready: open its address on the computer of the screen.")
        messages.success(request, said % {"hall": hall.name})
        return hall
    return None


# -- a hall and its slides -------------------------------------------------------------------------


@page_of_site(Action.ORGANISE)
def slides_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the slides in their order, with a button for everything that can be done with them and their hall."""
    hall = get_object_or_404(Hall, slug=slug)
    entered = request.POST if request.POST.get("do") == "save" else None
    form = HallForm(entered, initial=model_to_dict(hall))
    if request.method == "POST" and (address := _done(request, hall, form)):
        return redirect(address)
    slides = list(hall.slides.select_related("event"))
    rankings = {each.key: translate_text(each.name) for each in shown_lists()}
    context = {
        "hall": hall,
        "form": form,
        "slides": [
            (slide, KINDS[slide.kind].label, rankings.get(slide.ranking, slide.ranking)) for slide in slides
        ],
        "pinned": f"{KINDS[hall.pinned.kind].label}: {hall.pinned}" if hall.pinned else "",
        "events": list(dict.fromkeys(slide.event for slide in slides if slide.event)),
        "address": request.build_absolute_uri(hall.get_absolute_url()),
    }
    return render(request, "organise/hall_slides.html", context)


def _done(request: HttpRequest, hall: Hall, form: HallForm) -> str:
    """Do what the pressed button says; the address to go on to, empty where it was refused."""
    what, _blank, which = request.POST.get("do", "").partition(" ")
    who = {"hall_id": hall.pk, **acting(request)}
    match what:
        case "save":
            if not saved(request, form, services.change_hall, **who):
                return ""
        case "turns":
            services.take_turns(**who)
        case "delete":
            services.remove_hall(**who)
            messages.success(request, gettext("%(hall)s is removed.") % {"hall": hall.name})
            return reverse("tournaments:halls")
        case _:
            return _done_with_slide(request, hall, what, which)
    return _address(hall)


def _done_with_slide(request: HttpRequest, hall: Hall, what: str, which: str) -> str:
    # Another person may have taken it away since the page was opened.
    slide = get_object_or_404(hall.slides, pk=which if which.isascii() and which.isdecimal() else 0)
    who = {"slide_id": slide.pk, **acting(request)}
    match what:
        case "show":
            services.show_now(**who)
        case "up":
            services.move_slide(position=slide.position - 1, **who)
        case "down":
            services.move_slide(position=slide.position + 1, **who)
        case "remove":
            services.remove_slide(**who)
        case _:
            raise Http404
    return f"{_address(hall)}#slide-{slide.pk}"


# -- a slide ---------------------------------------------------------------------------------------


@page_of_site(Action.ORGANISE)
def slide_page(request: HttpRequest, slug: str, pk: int | None = None) -> HttpResponse:
    """The form of a new or existing slide; it can be shown at once."""
    hall = get_object_or_404(Hall, slug=slug)
    if pk is None:
        events = hall.slides.exclude(event=None).values_list("event", flat=True)
        slide = HallSlide(hall=hall, event_id=events.last())
    else:
        slide = get_object_or_404(hall.slides, pk=pk)
    form = SlideForm(request.POST or None, instance=slide)
    if form.is_valid() and (stored := _save_slide(request, hall, pk, form)):
        return redirect(f"{_address(hall)}#slide-{stored.pk}")
    heading = gettext("Add a slide") if pk is None else gettext("Change a slide")
    return render(request, "organise/slide.html", {"hall": hall, "heading": heading, "form": form})


def _save_slide(request: HttpRequest, hall: Hall, pk: int | None, form: SlideForm) -> HallSlide | None:
    """Save a slide as it was entered; None with an error in the form where that is refused."""
    who = acting(request)
    with complaining(form):
        if pk is None:
            stored = services.add_slide(hall_id=hall.pk, **form.cleaned_data, **who)
        else:
            stored = services.change_slide(slide_id=pk, changes=form.cleaned_data, **who)
        if "show" in request.POST:
            services.show_now(slide_id=stored.pk, **who)
        messages.success(request, gettext("Saved."))
        return stored
    return None


def _address(hall: Hall) -> str:
    return reverse("tournaments:hall-slides", args=[hall.slug])
