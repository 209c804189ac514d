"""The history of halls in the admin, to be read; what is done about halls is done at their desk."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from games.admin import ReadOnlyAdmin, WithHistoryAdmin
from tournaments.models import Hall


@admin.register(Hall)
class HallAdmin(ReadOnlyAdmin, WithHistoryAdmin):
    """Halls: nothing but their history is looked at here."""

    fields = readonly_fields = ("name", "slug", "language", "theme")

    def get_urls(self) -> list[URLPattern]:
        """The history; where halls were led before leads to their desk."""
        moved = self.admin_site.admin_view(_moved)
        return [*(path(address, moved, {"to": to}) for address, to in _MOVED.items()), *super().get_urls()]


@require_safe
def _moved(request: HttpRequest, to: str, hall_id: int | None = None, **slide: int) -> HttpResponse:
    """Lead from an address of before to that of today."""
    slugs = [] if hall_id is None else [get_object_or_404(Hall, pk=hall_id).slug]
    return redirect(f"tournaments:{to}", *slugs, *slide.values(), permanent=True)


#: Address of before → name of that of today.
_MOVED = {
    "": "halls",
    "add/": "halls",
    "<int:hall_id>/desk/": "hall-slides",
    "<int:hall_id>/change/": "hall-slides",
    "<int:hall_id>/delete/": "hall-slides",
    "<int:hall_id>/slides/add/": "new-slide",
    "<int:hall_id>/slides/<int:slide_id>/": "slide",
}
