"""The analysis of a game by REST."""

from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.analysis.jobs import stored_of
from games.analysis.serializers import GameAnalysisSerializer, serialize_analysis
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.permissions import ReadByEverybody
from games.api.problem_serializers import NOT_FOUND
from games.visibility.viewers import game_for, vary_by_viewer


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
