"""Halls in the admin: what their screens show, in which order, and what at this moment."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import lazystr
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.admin import WithHistoryAdmin, actor_of
from games.errors import RecordingError
from tournaments.models import Hall, HallSlide
from tournaments.organiser.i18n import SaidLabel, translate_text
from tournaments.rankings.registry import shown_lists
from tournaments.screens import services

#: What the form of a hall asks for; the address of its screen stays.
FIELDS = ("name", "slug", "language", "theme")


class SlideForm(forms.ModelForm):
    """A slide; the lists that there are can be chosen."""

    ranking = forms.ChoiceField(label=_("ranking"), required=False)

    class Meta:
        model = HallSlide
        fields = ("kind", "event", "board", "ranking", "text_de", "text_en", "seconds")
        widgets = {name: forms.Textarea({"rows": 3, "cols": 50}) for name in ("text_de", "text_en")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lists = [(each.key, lazystr(SaidLabel(each.name))) for each in shown_lists()]
        self.fields["ranking"].choices = [("", "---------"), *lists]  # type: ignore[attr-defined]


@admin.register(Hall)
class HallAdmin(WithHistoryAdmin):
    """Halls and their desks, for organisers of the site: a hall belongs to no event.

    Everything goes through ``tournaments.screens.services``.
    """

    fields = FIELDS
    list_display = ("to_desk", "screen", "language", "theme")
    list_display_links = None
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Hall | None = None) -> tuple[str, ...]:
        """The address of the screen stays."""
        return ("slug",) if obj else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Hall | None = None) -> dict[str, Any]:
        """The short name of a new hall is made of its name."""
        return {} if obj else {"slug": ("name",)}

    @admin.display(description=_("name"), ordering="name")
    def to_desk(self, hall: Hall) -> str:
        """The way to its desk."""
        return format_html('<a href="{}">{}</a>', _desk_url(hall.pk), hall.name)

    @admin.display(description=_("screen"))
    def screen(self, hall: Hall) -> str:
        """The address of its screen."""
        return format_html('<a href="{0}">{0}</a>', hall.get_absolute_url())

    # -- what is kept ------------------------------------------------------------------------------

    def save_model(self, request: HttpRequest, obj: Hall, form: Any, change: bool) -> None:
        """Keep what was entered."""
        entered = {name: form.cleaned_data[name] for name in FIELDS if name in form.cleaned_data}
        if change:
            services.change_hall(hall_id=obj.pk, changes=entered, **_who(request))
        else:
            obj.pk = services.create_hall(**entered, **_who(request)).pk

    def delete_model(self, request: HttpRequest, obj: Hall) -> None:
        """Take the hall away."""
        services.remove_hall(hall_id=obj.pk, **_who(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Hall]) -> None:
        """Take these halls away."""
        for hall in queryset:
            self.delete_model(request, hall)

    def response_post_save_add(self, request: HttpRequest, obj: Hall) -> HttpResponse:
        """On to the desk."""
        return HttpResponseRedirect(_desk_url(obj.pk))

    response_post_save_change = response_post_save_add

    # -- the desk ----------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        """The desk and the form of a slide, beside the form of the hall."""
        view = self.admin_site.admin_view
        return [
            path("<int:hall_id>/desk/", view(self.desk), name="tournaments_hall_desk"),
            path("<int:hall_id>/slides/add/", view(self.slide), name="tournaments_hall_add_slide"),
            path(
                "<int:hall_id>/slides/<int:slide_id>/",
                view(self.slide),
                name="tournaments_hall_change_slide",
            ),
            *super().get_urls(),
        ]

    def desk(self, request: HttpRequest, hall_id: int) -> HttpResponse:
        """The slides in their order, with a button for everything that can be done with them."""
        hall = self._hall(request, hall_id)
        if request.method == "POST":
            self._do(request, hall)
            return HttpResponseRedirect(_desk_url(hall.pk))
        slides = list(hall.slides.select_related("event"))
        context = {
            "slides": slides,
            "events": list(dict.fromkeys(slide.event for slide in slides if slide.event)),
            "address": request.build_absolute_uri(hall.get_absolute_url()),
        }
        return self._page(request, hall, "desk.html", hall.name, context)

    def _do(self, request: HttpRequest, hall: Hall) -> None:
        """What the button that was pressed says: ``turns``, or what to do with which slide."""
        what, _blank, which = request.POST.get("do", "").partition(" ")
        if what == "turns":
            services.take_turns(hall_id=hall.pk, **_who(request))
            return
        # Somebody else may have taken it away since the page was opened.
        slide = get_object_or_404(hall.slides, pk=which if which.isascii() and which.isdecimal() else 0)
        who = {"slide_id": slide.pk, **_who(request)}
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

    def slide(self, request: HttpRequest, hall_id: int, slide_id: int | None = None) -> HttpResponse:
        """The form of a slide, a new one or one that there is; a new one can be shown at once."""
        hall = self._hall(request, hall_id)
        slide = get_object_or_404(hall.slides, pk=slide_id) if slide_id else HallSlide(hall=hall)
        form = SlideForm(request.POST or None, instance=slide, label_suffix="")
        if request.method == "POST" and form.is_valid():
            try:
                kept = self._keep(request, hall, slide_id, form.cleaned_data)
            except RecordingError as error:
                form.add_error(None, translate_text(error.message))
            else:
                if "show" in request.POST:
                    services.show_now(slide_id=kept.pk, **_who(request))
                messages.success(request, _("Saved."))
                return HttpResponseRedirect(_desk_url(hall.pk))
        heading = str(_("Change a slide") if slide_id else _("Add a slide"))
        context = {"form": form, "heading": heading}
        return self._page(request, hall, "slide.html", f"{hall.name}: {heading}", context)

    def _keep(
        self, request: HttpRequest, hall: Hall, slide_id: int | None, entered: dict[str, Any]
    ) -> HallSlide:
        if slide_id is None:
            return services.add_slide(hall_id=hall.pk, **entered, **_who(request))
        return services.change_slide(slide_id=slide_id, changes=entered, **_who(request))

    def _hall(self, request: HttpRequest, hall_id: int) -> Hall:
        if not self.has_change_permission(request):
            raise PermissionDenied
        return get_object_or_404(Hall, pk=hall_id)

    def _page(
        self, request: HttpRequest, hall: Hall, template: str, title: str, context: dict[str, Any]
    ) -> HttpResponse:
        frame = {**self.admin_site.each_context(request), "opts": self.opts, "original": hall, "title": title}
        return TemplateResponse(request, f"admin/tournaments/hall/{template}", {**frame, **context})


def _who(request: HttpRequest) -> dict[str, Any]:
    return {"actor": actor_of(request.user), "now": timezone.now()}


def _desk_url(hall_id: int) -> str:
    return reverse("admin:tournaments_hall_desk", args=[hall_id])
