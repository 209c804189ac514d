"""The public pages of players: the directory, one player, two against each other, ratings, records."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api import problems, query_params
from games.errors import BadRequest
from games.models.player import LONGEST_SEARCH
from games.queries.player_search import find_players
from games.visibility.viewers import for_this_viewer, player_for, viewer_of
from rules import RULE_SETS
from tournaments.statistics import queries
from tournaments.statistics.presenters import LAST_GAMES, PlayerPresenter, games_shown
from tournaments.statistics.records import KINDS, best
from tournaments.visibility import players_left_out

ON_A_PAGE = 50
#: Of each kind of record.
BEST = 5
#: Of fewer games there are no records: the same game would be the longest, the shortest and all the rest.
ENOUGH_GAMES = 3


@require_safe
def players_page(request: HttpRequest) -> HttpResponse:
    """Everybody, by name; to be searched."""
    try:
        search = query_params.text(request.GET, "search", LONGEST_SEARCH)
    except BadRequest as error:
        return query_params.for_the_reader(request, problems.refusal_response(error))
    found = find_players(request, search).exclude(pk__in=players_left_out()).select_related("career")
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
    found = [(kind, records) for kind, records in best(list(KINDS.values()), rules, BEST) if records]
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
    """A page of a long list."""
    return {"page": Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))}
