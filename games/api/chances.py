"""The chances of running games and the analysis of ended ones by REST."""

from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import above
from games.analysis.jobs import stored_of
from games.analysis.serializers import GameAnalysisSerializer, serialize_analysis
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.pagination import PAGE, Pages, PageSerializer
from games.api.permissions import ReadByEverybody
from games.api.problems import NOT_FOUND
from games.chances.queries import Newest, etag, newest
from games.chances.serializers import ChancesSerializer, serialize_chances
from games.models import Game
from games.queries.seats import seated_names
from games.visibility.viewers import game_for, vary_by_viewer


class ChancesPageSerializer(PageSerializer):
    """A page of the chances of a game."""

    results = ChancesSerializer(many=True)


class ChancesView(ReadByEverybody):
    """The chances of a game."""

    @extend_schema(
        parameters=[IF_NONE_MATCH, *PAGE], responses={200: ChancesPageSerializer, **NOTHING_NEW, **NOT_FOUND}
    )
    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """The chances after its events, the newest first, as far as they were counted; in front the result.

        Events that came too quickly one after the other have none. `limit=1` gives the chances now.
        """
        game = game_for(request, pk)
        known = f'"{etag(game, newest(game))}"'
        return vary_by_viewer(game, unless_known(request, known, lambda: self._page(request, game)))

    def _page(self, request: Request, game: Game) -> Response:
        names, points = seated_names(game), above.room.place_points(game)
        return Pages.answer(
            Newest(game),
            request,
            lambda page: [serialize_chances(game, each, names, points) for each in page],
        )


class AnalysisView(ReadByEverybody):
    """The analysis of a game."""

    @extend_schema(
        operation_id="games_analysis",
        parameters=[IF_NONE_MATCH],
        responses={200: GameAnalysisSerializer, **NOTHING_NEW, **NOT_FOUND},
    )
    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """Luck of the dice and losses by decisions, throw by throw; 404 until the game has ended and is analysed."""
        game = game_for(request, pk)
        stored = stored_of(game)
        if stored is None:
            raise Http404
        etag = f'"{stored.number}-{stored.made_at:%Y%m%d%H%M%S%f}"'
        return vary_by_viewer(
            game, unless_known(request, etag, lambda: Response(serialize_analysis(game, stored)))
        )
