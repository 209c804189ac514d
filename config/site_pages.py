"""Pages about the site: what it is, whose it is, what its host has to say by law (docs/install/settings.md), and the
reference that comes with the program. And what every page is handed: what the site is called, and how it looks.
"""

from mimetypes import guess_type
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.access.site_name import paragraphs_of, site_name, text_of_host

#: What a text of the host is called that has a page of its own.
_LEGAL = {"imprint": _("Imprint"), "privacy": _("Privacy"), "accessibility": _("Accessibility")}


def legal_pages() -> list[tuple[str, object]]:
    """Return the legal pages that there are: address and title."""
    return [(name, title) for name, title in _LEGAL.items() if text_of_host(name)]


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the name of the site, whether it has a logo, and its legal pages."""
    return {"site_name": site_name(), "site_logo": settings.SITE_LOGO, "legal_pages": legal_pages()}


@require_safe
def about_page(request: HttpRequest) -> HttpResponseBase:
    """Say what the program is for, and what the host has written about the site."""
    return render(request, "about.html", {"paragraphs": paragraphs_of("about")})


@require_safe
def legal_page(request: HttpRequest, name: str) -> HttpResponseBase:
    """Show what the host has written."""
    if name not in _LEGAL or not text_of_host(name):
        raise Http404
    return render(request, "legal.html", {"title": _LEGAL[name], "paragraphs": paragraphs_of(name)})


@require_safe
def logo(request: HttpRequest) -> HttpResponseBase:
    """Send the picture beside the name."""
    path = Path(settings.SITE_LOGO)
    if not settings.SITE_LOGO or not path.is_file():
        raise Http404
    return FileResponse(path.open("rb"), content_type=guess_type(path.name)[0] or "image/svg+xml")


@require_safe
@conditional_page
@cache_control(public=True, max_age=300)
def reference_file(request: HttpRequest, name: str) -> HttpResponse:
    """A file of docs/reference/ as text; 404 where there is none of that name."""
    file = settings.BASE_DIR / "docs/reference" / f"{name}.md"
    if not file.is_file():
        raise Http404
    return HttpResponse(file.read_bytes(), content_type="text/plain; charset=utf-8")
