"""The public pages of players: the directory, one player, two against each other, ratings, records; one's own data."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import LIFETIMES, REGISTERING, Principal, Purpose
from games.api import problems, query_params
from games.dates import write_moment
from games.errors import BadRequest
from games.models import Player
from games.models.player import LONGEST_SEARCH
from games.queries.name_matching import find_players
from games.services.erase_player import ask_for_erasure
from games.visibility.viewers import for_this_viewer, player_for, viewer_of
from rules import RULE_SETS
from tournaments.kit.desk import takes_form, too_many
from tournaments.players import queries
from tournaments.players.formatting import band, figure
from tournaments.players.own_data import personal_data, personal_texts, player_of_link
from tournaments.players.queries import EventPlayed, GamePlayed, SeenPlayer
from tournaments.players.records import KINDS, best
from tournaments.players.sparkline import curve
from tournaments.visibility import players_left_out

# -- players ---------------------------------------------------------------------------------------

#: On the page of a player; everything there is in REST.
LAST_GAMES = 10
LAST_EVENTS = 10
MOST_OPPONENTS = 20
#: Games in the curve of a rating.
CURVE_GAMES = 100


@dataclass(frozen=True, slots=True)
class PlayedGameCard:
    """A game as the list of a player's games shows it: how they did, against whom."""

    game: GamePlayed
    own: SeenPlayer
    others: list[SeenPlayer]

    @property
    def tied(self) -> bool:
        """Whether they share the first place."""
        return self.own.place == 1 and not self.own.won

    @property
    def lost(self) -> bool:
        """Whether it is known only that another has won: their place is shared, or the last of two."""
        shared = any(other.place == self.own.place for other in self.others)
        return any(other.won for other in self.others) and (shared or len(self.others) == 1)


def games_shown(player: Player, rows: Any) -> list[PlayedGameCard]:
    """The games of these rows. Two queries."""
    games = queries.games_played(list(rows.values_list("counted", flat=True)))
    return [PlayedGameCard(game, game.seen_player(player), game.others(player)) for game in games]


class PlayerPresenter:
    """A player as their page shows them; the number of queries does not depend on how much they have played."""

    def __init__(self, player: Player, viewer: Principal) -> None:
        self.player = player
        self.totals = queries.totals(player)
        self.latest = queries.latest_of(player)
        self.by_rules = queries.by_rules(player)
        self.by_colour = queries.by_colour(player)
        self.games = games_shown(player, queries.games_of(player)[:LAST_GAMES])
        entries = queries.entries_of(player, viewer)[:LAST_EVENTS]
        self.events: list[EventPlayed] = queries.events_played(player, entries)

    @cached_property
    def opponents(self) -> list[dict[str, Any]]:
        """Those whom they have met most."""
        return [queries.opponent_state(row) for row in queries.opponents(self.player)[:MOST_OPPONENTS]]

    @property
    def has_figures(self) -> bool:
        """Whether the throws of any game are known."""
        return bool(self.totals["throws_known"])

    @cached_property
    def history(self) -> list[tuple[datetime, float, float]]:
        """When the last games ended, and the rating after each, the earliest first."""
        rows = queries.history(self.player)[:CURVE_GAMES]
        found: list[tuple[datetime, Any, Any]] = list(rows.values_list("ended_at", "mu", "sigma"))
        return found[::-1]

    @cached_property
    def curve(self) -> SafeString:
        """The picture of the rating; empty before there are two games."""
        if len(self.history) < 2:
            return mark_safe("")
        (first, *_begin), (last, mu, sigma) = self.history[0], self.history[-1]
        title = _(
            "The rating after each of the last %(games)d games: now %(mu)s, plus or minus %(band)s."
        ) % {
            "games": len(self.history),
            "mu": figure(mu),
            "band": band(sigma),
        }
        points = [(mu, sigma) for _at, mu, sigma in self.history]
        return mark_safe(curve(points, title, _day(first), _day(last)))


def _day(moment: datetime) -> str:
    return write_moment(localtime(moment).date())


# -- pages -----------------------------------------------------------------------------------------

ON_A_PAGE = 50
#: Of fewer games there are no records: the same game would be the longest, the shortest and all the rest.
ENOUGH_GAMES = 3


@require_safe
def players_page(request: HttpRequest) -> HttpResponse:
    """All players, by name; to be searched."""
    try:
        search = query_params.text(request.GET, "search", LONGEST_SEARCH)
    except BadRequest as error:
        return query_params.for_the_reader(request, problems.refusal_response(error))
    found = queries.with_latest(find_players(request, search).exclude(pk__in=players_left_out()))
    page = render(request, "tournaments/players.html", {"search": search, **_leaf(request, found)})
    return for_this_viewer(page)


@require_safe
def player_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A player: their record, rating, games and events."""
    shown = PlayerPresenter(player_for(request, pk), viewer_of(request))
    return for_this_viewer(render(request, "tournaments/player.html", {"shown": shown}))


@require_safe
def against_page(request: HttpRequest, pk: UUID, other: UUID) -> HttpResponse:
    """Two players against each other."""
    if pk == other:
        raise Http404
    one, two = player_for(request, pk), player_for(request, other)
    rows = queries.meetings(one, two)
    context = {
        "one": one,
        "two": two,
        "rows": rows,
        "together": queries.together(rows),
        "games": games_shown(one, queries.games_between(one, two)[:LAST_GAMES]),
    }
    return for_this_viewer(render(request, "tournaments/against.html", context))


@require_safe
def ratings_page(request: HttpRequest) -> HttpResponse:
    """List all players by rating."""
    return render(request, "tournaments/ratings.html", _leaf(request, queries.ratings()))


@require_safe
def records_page(request: HttpRequest) -> HttpResponse:
    """The best of every kind, under all rules or one set of them."""
    rules = request.GET.get("rules", "")
    if rules not in ("", *RULE_SETS):
        raise Http404
    found = [(kind, records) for kind, records in best(list(KINDS.values()), rules) if records]
    games = len({record.game.id for _kind, records in found for record in records})
    context = {
        "rules": rules,
        "rule_sets": list(RULE_SETS),
        "kinds": found if games >= ENOUGH_GAMES else [],
        "few": games if games < ENOUGH_GAMES else 0,
        "enough": ENOUGH_GAMES,
    }
    return render(request, "tournaments/records.html", context)


def _leaf(request: HttpRequest, rows: Any) -> dict[str, Any]:
    """A page of a long list of players."""
    page = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))
    return {"page": page, "leaves_demo_out": players_left_out().exists()}


# -- one's own data --------------------------------------------------------------------------------


@takes_form
@never_cache
def own_data_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show it; a post asks for the name to be erased."""
    player = player_of_link(token)
    if player is None:
        return _ended(request)
    if request.method == "POST":
        if refusal := too_many(request, REGISTERING, settings.REGISTRATIONS_PER_MINUTE):
            return refusal
        ask_for_erasure(player_id=player.pk, now=timezone.now())
        return redirect("tournaments:own-data", token)
    context = {"player": player, "kept": personal_data(player), "token": token}
    page = render(request, "tournaments/registration/own_data.html", context)
    page["X-Robots-Tag"] = "noindex"
    return page


@require_safe
@never_cache
def own_data_export(request: HttpRequest, token: str) -> HttpResponse:
    """Send everything as JSON, with the texts in which the player is named."""
    player = player_of_link(token)
    if player is None:
        return _ended(request)
    if refusal := too_many(request, REGISTERING, settings.REGISTRATIONS_PER_MINUTE):
        return refusal
    data = personal_data(player) | {"texts": personal_texts(player)}
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="your-data.json"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _ended(request: HttpRequest) -> HttpResponse:
    context = {"days": LIFETIMES[Purpose.OWN_DATA].days}
    return render(request, "tournaments/registration/own_data_ended.html", context, status=404)
