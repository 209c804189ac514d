"""The way in: the first organiser sets the site up; the demo comes and goes by a button."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access import (
    EVERYWHERE,
    USUAL,
    keep_site_name,
    require_permission,
    setup_link,
    sign_in,
    translate_text,
)
from games.access.site_name import LONGEST, site_name
from games.enums import Action
from games.views.signing_in import AccountForm
from tournaments.demo import season as demo
from tournaments.kit.desk import LineField, complaining, takes_form


class SiteNameField(LineField):
    """The name of the site."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "organization", "placeholder": USUAL})
        super().__init__(label=_("Name of the site"), max_length=LONGEST, widget=widget, **kwargs)


# -- the first organiser, and the demo -------------------------------------------------------------


#: The key of a session in which the link was opened: after a look at the demo they find the way back.
_OPENED = "setup"


class SetupForm(AccountForm):
    """The first organiser, and what the site is called."""

    site_name = SiteNameField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        if settings.SITE_NAME:
            del self.fields["site_name"]


@never_cache
@takes_form
def setup_page(request: HttpRequest, text: str) -> HttpResponse:
    """The page of the link that the site prints while it has no organiser."""
    if why := setup_link.why_closed(request, text):
        return render(request, "organise/setup_closed.html", {"why": translate_text(why)}, status=403)
    request.session[_OPENED] = text
    if "demo" in request.POST:
        demo.load()
        return redirect("/")
    form = SetupForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and (answer := _set_up(request, form)):
        return answer
    return render(request, "organise/setup.html", {"form": form})


def _set_up(request: HttpRequest, form: SetupForm) -> HttpResponse | None:
    """Make the first organiser and sign them in; ``None`` where that is refused, and the form says why."""
    asked = form.cleaned_data
    with complaining(form):
        user = setup_link.make_first_organiser(name=asked["name"], password=asked["password"])
        if asked.get("site_name"):
            keep_site_name(asked["site_name"])
        answer = sign_in(request, user, reverse("tournaments:new-event"))
        messages.success(request, gettext("%(site)s is set up.") % {"site": site_name()})
        return answer
    return None


def way_to_setup(request: HttpRequest) -> str:
    """Return the text of the link that was opened in this browser, while it opens; no query where there is none."""
    text: str = request.session.get(_OPENED, "")
    return text if text and setup_link.why_closed(request, text) is None else ""


@require_POST
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def load_demo(request: HttpRequest) -> HttpResponse:
    demo.load()
    return redirect("/")


@require_POST
@require_permission(Action.ORGANISE, lambda: EVERYWHERE)
def remove_demo(request: HttpRequest) -> HttpResponse:
    demo.remove(timezone.now())
    messages.success(request, gettext("The demo is removed."))
    return redirect("/")
