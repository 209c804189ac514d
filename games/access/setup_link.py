"""The link that makes the first organiser: only for those who see what the site prints when it starts.

It is signed and not stored. It opens on this machine alone, for a day, and only as long as there is no account that
may do everything: the first use ends it.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core.signing import BadSignature
from django.db import transaction
from django.http import HttpRequest
from django.http.request import validate_host
from django.urls import reverse

from games.access.client_ip import came_through_proxy, is_this_machine
from games.access.lifetimes import Purpose, opened, signed
from games.errors import BadRequest
from rules import Text


def is_wanted() -> bool:
    """Check whether the site still waits for its first organiser. One query."""
    return not get_user_model().objects.filter(is_superuser=True).exists()


def can_open() -> bool:
    """Check whether a browser on this machine gets in by its own address: not where the site is one of https alone."""
    return validate_host("127.0.0.1", settings.ALLOWED_HOSTS) and not settings.SECURE_SSL_REDIRECT


def new_address() -> str:
    """Return the path of a link that opens now."""
    return reverse("setup", args=[signed(Purpose.SETUP, "")])


def why_closed(request: HttpRequest, text: str) -> Text | None:
    """Return why the link does not open here and now; ``None`` where it does."""
    if came_through_proxy(request) or not is_this_machine(request):
        return Text("This link opens only on the computer that the site runs on.")
    try:
        opened(Purpose.SETUP, text)
    except BadSignature:
        return Text("This link has run out. Start the site again: it prints a new one.")
    return None if is_wanted() else _USED


@transaction.atomic
def make_first_organiser(*, name: str, password: str) -> Any:
    """Make the account that may do everything. Raises ``BadRequest`` where there is one already."""
    # Of two that come at the same moment one waits here, and then finds the account of the other.
    ContentType.objects.select_for_update().get(app_label="auth", model="user")
    if not is_wanted():
        raise BadRequest(_USED)
    return get_user_model().objects.create_superuser(username=name, password=password)


_USED = Text("This link has been used. Sign in with the name and password chosen then.")
