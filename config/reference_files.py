"""The reference documentation as the site's own program has it, for the page of the interface to link to."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe


@require_safe
@conditional_page
@cache_control(public=True, max_age=300)
def reference_file(request: HttpRequest, name: str) -> HttpResponse:
    """A file of docs/reference/ as text; 404 where there is none of that name."""
    file = settings.BASE_DIR / "docs/reference" / f"{name}.md"
    if not file.is_file():
        raise Http404
    return HttpResponse(file.read_bytes(), content_type="text/plain; charset=utf-8")
