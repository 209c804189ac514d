"""What every page is handed: what the site is called, how it looks, and whose it is."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from config.site_pages import legal_pages
from games.access.site_name import site_name


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the name of the site, whether it has a logo, and its legal pages."""
    return {"site_name": site_name(), "site_logo": settings.SITE_LOGO, "legal_pages": legal_pages()}
