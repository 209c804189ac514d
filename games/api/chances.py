"""The chances of running games and the analysis of ended ones by REST."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import event_beside
from games.analysis.jobs import stored_of
from games.analysis.serializers import GameAnalysisSerializer, serialize_analysis
from games.answers import Answer
from games.api.etags import IF_NONE_MATCH, NOTHING_NEW, unless_known
from games.api.pagination import PAGE, Pages, PageSerializer
from games.api.permissions import ReadByEverybody
from games.api.problems import NOT_FOUND
from games.api.serializers import GameSerializer
from games.chances.queries import Newest, etag, exciting_boards, newest, now_in, worth_of_places
from games.chances.serializers import ChancesSerializer, serialize_chances
from games.models import Game
from games.presenters.game import with_players
from games.queries.seats import seated_names
from games.visibility.viewers import game_for, vary_by_things, vary_by_viewer, viewer_of


class ChancesPageSerializer(PageSerializer):
    """A page of the chances of a game."""

    results = ChancesSerializer(many=True)


class ExcitingSerializer(Answer):
    """A board in play and its newest chances."""

    game = GameSerializer()
    chances = ChancesSerializer()


class ExcitingPageSerializer(PageSerializer):
    """A page of exciting boards."""

    results = ExcitingSerializer(many=True)


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
        names, points = seated_names(game), worth_of_places([game]).get(game.pk)
        return Pages.answer(
            Newest(game),
            request,
            lambda page: [serialize_chances(game, each, names, points) for each in page],
        )


class ExcitingView(ReadByEverybody):
    """The boards in play on which chances move most."""

    @extend_schema(parameters=PAGE, responses=ExcitingPageSerializer)
    def get(self, request: Request) -> Response:
        """The boards at which chances have moved most during the last 20 events, at most 50 of them."""
        boards = exciting_boards(Game.objects.visible_to(viewer_of(request)), timezone.now())
        paginator = Pages()
        page = paginator.paginate_queryset(boards, request, self) or []
        seen = list(with_players().annotate(**event_beside()).filter(pk__in=page))
        counted, worth = now_in(seen), worth_of_places(seen)
        entries = [
            ExcitingSerializer.of(
                game=game,
                chances=serialize_chances(game, counted[game.pk], seated_names(game), worth.get(game.pk)),
            )
            for game in sorted(seen, key=lambda game: page.index(game.pk))
            if game.pk in counted
        ]
        answer = paginator.get_paginated_response(entries)
        return vary_by_things(seen, answer)


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
