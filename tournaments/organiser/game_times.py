"""When the games of an event are to be played: a date and time for each, one by one or filled in by rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.enums import Action
from tournaments import services
from tournaments.models import Event, day_of_ours
from tournaments.organiser.page import event_page, who_acts
from tournaments.organiser.refusals import is_done
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.schedule import GameStage, ScheduledGame, schedule

#: Games on one page.
ON_A_PAGE = 60
#: The stages of a game that can be given a time.
_PLANNABLE = (GameStage.TO_COME, GameStage.NEXT, GameStage.PREPARED)
_WIDGET: Mapping[str, Any] = {"attrs": {"type": "datetime-local"}, "format": "%Y-%m-%dT%H:%M"}


class GameTimesForm(forms.Form):
    """The times of the games on a page; an empty field takes the time of its game away."""

    def __init__(self, *args: Any, games: Sequence[ScheduledGame], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games = games
        for game in games:
            self.fields[_name(game)] = forms.DateTimeField(
                label=game.title,
                required=False,
                widget=forms.DateTimeInput(**_WIDGET),
                initial=game.planned_at and timezone.localtime(game.planned_at),
            )

    @property
    def rows(self) -> list[tuple[ScheduledGame, BoundField]]:
        return [(game, self[_name(game)]) for game in self.games]

    @property
    def times(self) -> dict[int, datetime | None]:
        """Number of a game → its time, as entered."""
        return {game.number: self.cleaned_data[_name(game)] for game in self.games}


class FillForm(forms.Form):
    """By what the empty times are filled in: the first game, then by rounds."""

    first = forms.DateTimeField(
        label=_("First game"), widget=forms.DateTimeInput(**_WIDGET), validators=[day_of_ours]
    )
    days = forms.IntegerField(label=_("Days between rounds"), min_value=0, max_value=366, initial=7)
    minutes = forms.IntegerField(
        label=_("Minutes between games of a round"), min_value=0, max_value=24 * 60, initial=0
    )

    def fill(self, games: Sequence[ScheduledGame]) -> dict[str, str]:
        """Return what the fields of these games hold: their times, and where they have none those of the pattern."""
        entered, found = self.cleaned_data, {}
        rounds, before, at = -1, None, 0
        for game in games:
            if rounds < 0 or game.round != before:
                rounds, before, at = rounds + 1, game.round, 0
            planned = entered["first"] + timedelta(
                days=entered["days"] * rounds, minutes=entered["minutes"] * at
            )
            found[_name(game)] = f"{timezone.localtime(game.planned_at or planned):%Y-%m-%dT%H:%M}"
            at += 1
        return found


@require_http_methods(["GET", "HEAD", "POST"])
@event_page(Action.ORGANISE)
def game_times(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the games that can be given a time, keep what is entered, or fill in what is empty."""
    shown = EventPresenter(event)
    open_games = [game for game in schedule(shown) if game.stage in _PLANNABLE]
    page = Paginator(open_games, ON_A_PAGE).get_page(request.GET.get("page"))
    games, fill = list(page.object_list), FillForm()
    form = GameTimesForm(games=games)
    if "fill" in request.POST:
        fill = FillForm(request.POST)
        if fill.is_valid():
            form = GameTimesForm(fill.fill(games), games=games)
    elif request.method == "POST":
        form = GameTimesForm(request.POST, games=games)
        if is_done(form, lambda: services.plan_times(times=form.times, **who_acts(request, event))):
            messages.success(request, gettext("Times saved."))
            return redirect(request.get_full_path())
    context = {"shown": shown, "page": page, "form": form, "fill": fill}
    return render(request, "organise/game_times.html", context)


def _name(game: ScheduledGame) -> str:
    return f"game-{game.number}"
