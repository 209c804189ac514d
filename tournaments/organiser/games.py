"""Games at the desk: their times, and the first one from the draw to the board."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from games.access import (
    NotAllowed,
    Purpose,
    address_of,
    caller_of,
    end_of,
    issue_token,
    link_for_phones,
    magic_links,
    translate_text,
)
from games.enums import Action, Role
from games.errors import BadRequest
from games.models import AccessToken
from tournaments import services
from tournaments.formats import NextGame
from tournaments.kit.desk import event_page, is_done, moment_widget, refusals_shown, takes_form, who_acts
from tournaments.models import Event, day_of_ours
from tournaments.organiser.throws import Throws
from tournaments.standings.event_state import EventState
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.schedule import GameStage, ScheduledGame, schedule

# -- times -----------------------------------------------------------------------------------------


#: Games on one page.
ON_A_PAGE = 60
#: The stages of a game that can be given a time.
_PLANNABLE = (GameStage.TO_COME, GameStage.NEXT, GameStage.PREPARED)


class GameTimesForm(forms.Form):
    """The times of the games on a page; an empty field takes the time of its game away."""

    def __init__(self, *args: Any, games: Sequence[ScheduledGame], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games = games
        for game in games:
            self.fields[_name(game)] = forms.DateTimeField(
                label=game.title,
                required=False,
                widget=moment_widget(),
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

    first = forms.DateTimeField(label=_("First game"), widget=moment_widget(), validators=[day_of_ours])
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


@takes_form
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


# -- the first game --------------------------------------------------------------------------------


#: The key of a session under which the link waits for the page that shows it, once.
_LINK = "referees-link"


@takes_form
@event_page(Action.ORGANISE)
def first_game(request: HttpRequest, event: Event) -> HttpResponse:
    """What was drawn, and the next game: it begins with the last throw for the start."""
    if event.format.seats_a_hall:
        return redirect("tournaments:desk", event.slug)
    state = EventState.load(event)
    due = next(iter(state.due), None)
    if state.verdict.draws and request.method == "POST":
        with refusals_shown(request):
            services.draw_all(**who_acts(request, event))
        return redirect("tournaments:first-game", event.slug)
    throws = None
    if due is not None and request.method == "POST":
        throws = Throws.from_page(event, due, request.POST)
        if throws is None or throws.starter:
            return _started(request, event, due, throws)
    shown = EventPresenter(event)
    if due is None and not state.verdict.draws:
        return redirect("tournaments:board" if _running(shown) else "tournaments:desk", event.slug)
    context = {
        "shown": shown,
        "due": next(iter(shown.next_games), None),
        "throws": throws,
        "draws_due": [translate_text(draw.name) for draw in state.verdict.draws],
        "missing": [translate_text(missing) for missing in state.verdict.missing],
    }
    return render(request, "organise/first_game.html", context)


def _started(request: HttpRequest, event: Event, due: NextGame, throws: Throws | None) -> HttpResponse:
    """Start the game, with a link for its referee; what forbids it is said."""
    with refusals_shown(request):
        services.start_next_game(
            number=due.number,
            rounds=throws.rounds if throws else (),
            **who_acts(request, event),
        )
        _keep_link(request, event)
        return redirect("tournaments:board", event.slug)
    return redirect("tournaments:desk", event.slug)


@require_safe
@event_page(Action.ORGANISE)
def board_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The game that is being played: its board, and the code that lets the referee's phone in, shown once."""
    shown = EventPresenter(event)
    game = _running(shown)
    if game is None:
        return redirect("tournaments:first-game", event.slug)
    path, token = request.session.pop(_LINK, ("", None))
    context = {
        "shown": shown,
        "game": game,
        "phone": link_for_phones(request, path) if path else None,
        "token": AccessToken.objects.filter(pk=token).first(),
    }
    return render(request, "organise/board.html", context)


@require_POST
@event_page(Action.ORGANISE)
def new_link(request: HttpRequest, event: Event) -> HttpResponse:
    _keep_link(request, event)
    return redirect("tournaments:board", event.slug)


def _running(shown: EventPresenter) -> dict[str, Any] | None:
    """Return the game that is being played, of several the one begun last."""
    running = shown.running
    return running[-1] if running else None


def _keep_link(request: HttpRequest, event: Event) -> None:
    now = timezone.now()
    name = gettext("Referee, %(event)s") % {"event": event.name[:60]}
    try:
        token, text = issue_token(
            name=name,
            role=Role.REFEREE,
            place=f"event:{event.slug}",
            by=caller_of(request),
            expires_at=end_of(Purpose.REFEREE, now),
            now=now,
            address=address_of(request),
        )
    except (BadRequest, NotAllowed) as error:
        messages.error(request, translate_text(error.message))
        return
    request.session[_LINK] = [magic_links.address_with(text), token.pk]
