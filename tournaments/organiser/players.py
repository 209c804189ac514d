"""Players: what they are called, the link to their data, and the answer to a request to be erased."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import (
    EVERYWHERE,
    Principal,
    Purpose,
    caller_of,
    end_of,
    link_for_phones,
    may_everywhere,
    require_permission,
    signed_in,
)
from games.enums import Action
from games.models import Player
from games.queries.name_matching import NEW, KnownNames
from games.services.erase_player import decline_erasure
from games.views.erase_player import tell_mentions
from games.views.refusals import complain, why_refused
from games.visibility.viewers import player_for
from tournaments.kit.desk import REFUSED, may_rename, takes_form
from tournaments.organiser.event_form import day_widget
from tournaments.players.own_data import own_data_address
from tournaments.services.players import before_last_edit, edit_player


class PlayerForm(forms.ModelForm):
    """Name, nickname and date of birth; organisers of some of their events correct only what is public."""

    class Meta:
        model = Player
        fields = ("name", "nickname", "born")
        widgets = {"born": day_widget()}

    #: The names that other players here have or could have, until it is confirmed that this is another person.
    doubtful: Sequence[str] = ()

    def __init__(self, *args: Any, is_whole: bool, viewer: Principal, **named: Any) -> None:
        super().__init__(*args, **named)
        self.viewer = viewer
        if not is_whole:
            shown, hidden = ("nickname", "name") if self.instance.nickname else ("name", "nickname")
            del self.fields[hidden], self.fields["born"]
            # Without it the name behind it would be public.
            self.fields[shown].required = True

    def clean(self) -> dict[str, Any]:
        """Normalise blanks, and ask for a confirmation of names that others have."""
        cleaned = super().clean() or self.cleaned_data
        cleaned = {
            name: " ".join(value.split()) if isinstance(value, str) else value
            for name, value in cleaned.items()
        }
        self._ask_about_namesakes(cleaned)
        return cleaned

    def _ask_about_namesakes(self, cleaned: Mapping[str, Any]) -> None:
        """Refuse a changed name that others here could have, unless ``who-NAME`` says that it is another person."""
        asked = {
            field: cleaned[field]
            for field in ("name", "nickname")
            if cleaned.get(field) and cleaned[field] != self.initial.get(field)
        }
        known = KnownNames(self.viewer) if asked else None
        doubtful = []
        for field, name in asked.items():
            others = [
                each.name for each in (known.like(name) if known else ()) if each.player != self.instance
            ]
            if not others:
                continue
            doubtful.append(name)
            if self.data.get(f"who-{name}") != NEW:
                why = _("This could be %(names)s, who is here already.")
                self.add_error(
                    field, ValidationError(why, code="doubtful", params={"names": ", ".join(others)})
                )
        self.doubtful = doubtful if self.errors else ()


@never_cache
@takes_form
@signed_in
def edit_player_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Change what a player is called; ``undo`` takes the last change back."""
    player = player_for(request, pk)
    if not (request.user.is_authenticated and may_rename(request, player)):
        raise PermissionDenied
    back = request.POST.get("back") or request.GET.get("back") or ""
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = reverse("tournaments:player", args=[pk])
    is_undo = request.method == "POST" and "undo" in request.POST
    is_whole = may_everywhere(request, Action.ORGANISE)
    form = PlayerForm(
        None if is_undo else request.POST or None,
        instance=player,
        is_whole=is_whole,
        viewer=caller_of(request),
    )
    before = before_last_edit(player, form.fields)
    if any(field.required and not before.get(name) for name, field in form.fields.items()):
        before = {}
    if (form.is_valid() or (is_undo and before)) and _done(request, pk, form, before):
        return redirect(back)
    context = {
        "player": Player.objects.get(pk=pk),
        "form": form,
        "back": back,
        "before": before,
        "is_whole": is_whole,
    }
    return render(request, "organise/edit_player.html", context)


def _done(request: HttpRequest, pk: UUID, form: PlayerForm, before: Mapping[str, Any]) -> bool:
    """Save what the form says, else what was before it, and tell so with the way back; whether it was done."""
    changes = form.cleaned_data if form.is_bound else before
    try:
        player = edit_player(player_id=pk, changes=changes, actor=caller_of(request).actor)
    except REFUSED as error:
        if form.is_bound:
            complain(form, error)
        else:
            messages.error(request, why_refused(error))
        return False
    way = format_html('<a href="{}">{}</a>', reverse("tournaments:edit-player", args=[pk]), gettext("Undo"))
    said = gettext("Saved: %(name)s.") % {"name": player.shown_as}
    messages.success(request, format_html("{} {}", said, way))
    if player.nickname and {"name", "nickname"} & set(changes):
        tell_mentions(request, player)
    return True


# -- data and erasure ------------------------------------------------------------------------------


@require_safe
@never_cache
@require_permission(Action.ORGANISE, lambda pk: EVERYWHERE)
def data_link(request: HttpRequest, pk: UUID) -> HttpResponse:
    player = get_object_or_404(Player, pk=pk)
    context = {
        "player": player,
        "phone": link_for_phones(request, own_data_address(player)),
        "until": end_of(Purpose.OWN_DATA, timezone.now()),
    }
    return render(request, "organise/data_link.html", context)


@require_POST
@require_permission(Action.OWN, lambda pk: EVERYWHERE)
def decline(request: HttpRequest, pk: UUID) -> HttpResponse:
    player = get_object_or_404(Player, pk=pk)
    decline_erasure(player_id=player.pk, actor=caller_of(request).actor, now=timezone.now())
    return redirect("tournaments:site")
