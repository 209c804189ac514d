"""The REST interface of what is counted of players: read only, of what is stored (docs/reference/players.md)."""

from typing import Any
from uuid import UUID

from django.db.models import F
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import Answer, SaidSerializer, SeenPlayerSerializer
from games.api.fields import (
    RequestSerializer,
    StrictCharField,
    StrictChoiceField,
    StrictSlugField,
    StrictUUIDField,
)
from games.api.pagination import Pages
from games.api.permissions import GuardedView
from games.api.problems import NOT_FOUND, PROBLEMS
from games.enums import Decision
from games.models.player import LONGEST_SEARCH
from games.queries.name_matching import find_players
from games.visibility.viewers import for_this_viewer, player_for, viewer_of
from rules import RULE_SETS
from tournaments.kit.operations import FormatField
from tournaments.models import Event
from tournaments.players import queries
from tournaments.players.records import KINDS, RecordKind, best

# -- answers ---------------------------------------------------------------------------------------

RULES = list(RULE_SETS)


class GameCountsSerializer(Answer):
    """Games won, tied and lost; each is one of the three."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    tied = serializers.IntegerField(help_text="The first place was shared.")
    lost = serializers.IntegerField()


class FiguresSerializer(GameCountsSerializer):
    """The same with what was thrown in the games whose throws are known."""

    throws_known = serializers.IntegerField(
        help_text="Games whose throws are known: the sums are over those."
    )
    throws = serializers.IntegerField()
    sixes = serializers.IntegerField()
    throws_without_move = serializers.IntegerField()
    captures = serializers.IntegerField()
    captured = serializers.IntegerField()


class TotalsSerializer(FiguresSerializer):
    """All games together."""

    first_at = serializers.DateTimeField(allow_null=True)
    last_at = serializers.DateTimeField(allow_null=True)
    time_known = serializers.IntegerField(help_text="Games whose time is known: `seconds` is over those.")
    seconds = serializers.IntegerField()


class ByRulesSerializer(GameCountsSerializer):
    """Games under one set of rules."""

    rules = serializers.CharField()


class ByColourSerializer(FiguresSerializer):
    """Games with one colour; captures are those of this colour."""

    colour = serializers.CharField()
    came_home = serializers.IntegerField(help_text="How often it was brought home.")


class StreaksSerializer(Answer):
    """Wins in a row."""

    now = serializers.IntegerField()
    longest = serializers.IntegerField()


class PlayerRecordSerializer(Answer):
    """The record of a player."""

    player = SeenPlayerSerializer()
    totals = TotalsSerializer()
    streaks = StreaksSerializer()
    by_rules = ByRulesSerializer(many=True)
    by_colour = ByColourSerializer(many=True)


class MetSerializer(Answer):
    """How games against somebody went; of a game of more than two somebody else may have won."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField(help_text="Won by the opponent.")
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    throws_known = serializers.IntegerField(help_text="Games whose throws are known: captures are of those.")
    captures = serializers.IntegerField(help_text="Of the opponent's pawns.")
    captured = serializers.IntegerField(help_text="By the opponent.")


class OpponentSerializer(MetSerializer):
    """An opponent."""

    player = SeenPlayerSerializer()


class MetByRulesSerializer(MetSerializer):
    """How games against somebody went under one set of rules."""

    rules = serializers.CharField()


class AgainstSerializer(Answer):
    """Two players against each other, as the first of them sees it."""

    player = SeenPlayerSerializer()
    opponent = SeenPlayerSerializer()
    together = MetSerializer()
    by_rules = MetByRulesSerializer(many=True)


class PlacedSerializer(Answer):
    """A player of a game with their place; equal places are shared."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    place = serializers.IntegerField()
    won = serializers.BooleanField()


class NamedEventSerializer(Answer):
    """An event by name."""

    slug = serializers.CharField()
    name = serializers.CharField()


class GamePlayedSerializer(Answer):
    """A game that counts."""

    game = serializers.UUIDField(source="id")
    title = serializers.CharField()
    name = SaidSerializer(allow_null=True, help_text="What it is called in its event.")
    event = NamedEventSerializer(allow_null=True)
    rules = serializers.CharField()
    decided_by = serializers.ChoiceField(choices=[each.value for each in Decision])
    ended_at = serializers.DateTimeField()
    players = PlacedSerializer(many=True)


class EventPlayedSerializer(Answer):
    """An event with the place of a player."""

    slug = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    format = FormatField(source="event.format_key")
    season = serializers.SlugField(source="event.season.slug")
    starts_on = serializers.DateField(source="event.starts_on")
    status = serializers.ChoiceField(choices=Event.Status.values, source="event.status")
    place = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()


class RatingSerializer(Answer):
    """A rating with its uncertainty."""

    player = SeenPlayerSerializer()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    at_least = serializers.FloatField(help_text="mu − 3 sigma: worth all but certainly; the list follows it.")
    games = serializers.IntegerField(source="rated", help_text="Rated games.")
    last_played_at = serializers.DateTimeField(source="ended_at")


class RatedGameSerializer(Answer):
    """The rating after a game."""

    game = serializers.UUIDField()
    ended_at = serializers.DateTimeField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    games = serializers.IntegerField(help_text="Rated games until then.")


class RecordSerializer(Answer):
    """A record, of a player or of a game as a whole."""

    value = serializers.IntegerField()
    player = SeenPlayerSerializer(allow_null=True)
    game = GamePlayedSerializer()

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """Return the record; that of a game as a whole has no holder."""
        holder = None if value.holder is None else {"id": str(value.holder), "name": value.holder_name}
        return super().of(value, player=holder, **handed_in)


class RecordKindSerializer(Answer):
    """A kind of record with the best of it."""

    kind = serializers.CharField(source="key")
    name = SaidSerializer()
    unit = SaidSerializer()
    best = RecordSerializer(many=True)


# -- what may be asked for -------------------------------------------------------------------------


class WantedGamesSerializer(RequestSerializer):
    """Which games of a player."""

    rules = StrictChoiceField(choices=RULES, required=False)
    opponent = StrictUUIDField(required=False, help_text="Only games against this player.")
    event = StrictSlugField(required=False, help_text="Only games of this event.")
    won = serializers.BooleanField(required=False)


class WantedRatingsSerializer(RequestSerializer):
    """Whose ratings."""

    search = StrictCharField(required=False, max_length=LONGEST_SEARCH, help_text="Part of the name.")


class WantedRulesSerializer(RequestSerializer):
    """Under which rules."""

    rules = StrictChoiceField(choices=RULES, required=False)


class WantedRecordsSerializer(WantedRulesSerializer):
    """Which records."""

    kind = StrictChoiceField(choices=list(KINDS), required=False)


# -- views -----------------------------------------------------------------------------------------


class Lists(GuardedView, viewsets.ViewSet):
    """Public lists, page by page."""

    pagination_class = Pages


class PlayerFiguresViewSet(Lists):
    """What is counted of a player: there for those who may know of them."""

    def finalize_response(self, *args: Any, **named: Any) -> Response:
        """Mark every answer as depending on the caller."""
        return for_this_viewer(super().finalize_response(*args, **named))

    @extend_schema(responses={200: PlayerRecordSerializer, **NOT_FOUND})
    def record(self, request: Request, pk: UUID) -> Response:
        """Games, wins, captures, sixes, waiting and time, by rules and by colour; streaks."""
        player = player_for(request, pk)
        latest = queries.latest_of(player)
        streaks = {"now": latest.in_a_row if latest else 0, "longest": latest.longest if latest else 0}
        return Response(
            PlayerRecordSerializer.of(
                player=player,
                totals=queries.totals(player),
                streaks=streaks,
                by_rules=queries.by_rules(player),
                by_colour=queries.by_colour(player),
            )
        )

    @extend_schema(
        operation_id="players_games_list",
        parameters=[WantedGamesSerializer],
        responses={200: GamePlayedSerializer(many=True), **PROBLEMS},
    )
    def games(self, request: Request, pk: UUID) -> Response:
        """The games that count, the latest first."""
        rows = queries.games_of(player_for(request, pk))
        columns = {
            "rules": "counted__rules_name",
            "opponent": "opponents__opponent",
            "event": "counted__game__event_game__event__slug",
            "won": "won",
        }
        wanted = read_query(WantedGamesSerializer, request)
        found = rows.filter(**{columns[name]: value for name, value in wanted.items()})
        return Pages.answer(found.values_list("counted", flat=True), request, _games)

    @extend_schema(
        operation_id="players_events_list",
        responses={200: EventPlayedSerializer(many=True), **NOT_FOUND},
    )
    def events(self, request: Request, pk: UUID) -> Response:
        """The events in which the player is entered, the latest first, with their place in the table."""
        player = player_for(request, pk)
        return Pages.answer(
            queries.entries_of(player, viewer_of(request)),
            request,
            lambda page: EventPlayedSerializer.each(queries.events_played(player, page)),
        )

    @extend_schema(
        operation_id="players_against_list",
        responses={200: OpponentSerializer(many=True), **NOT_FOUND},
    )
    def opponents(self, request: Request, pk: UUID) -> Response:
        """With whom the player has played and how that went, the most met first."""
        found = queries.opponents(player_for(request, pk))
        return Pages.answer(found, request, lambda page: [queries.opponent_state(row) for row in page])

    @extend_schema(responses={200: AgainstSerializer, **NOT_FOUND})
    def against(self, request: Request, pk: UUID, other: UUID) -> Response:
        """How their games went; the games themselves are at ``games/?opponent=``."""
        if pk == other:
            raise Http404
        one, two = player_for(request, pk), player_for(request, other)
        rows = queries.meetings(one, two)
        return Response(
            AgainstSerializer.of(player=one, opponent=two, together=queries.together(rows), by_rules=rows)
        )

    @extend_schema(responses={200: RatingSerializer, **NOT_FOUND})
    def rating(self, request: Request, pk: UUID) -> Response:
        """The rating after the last game; 404 also where the player has no rated game."""
        rated = queries.ratings().filter(player=player_for(request, pk))
        return Response(RatingSerializer.of(get_object_or_404(rated)))

    @extend_schema(
        operation_id="players_rating_history_list",
        responses={200: RatedGameSerializer(many=True), **NOT_FOUND},
    )
    def rating_history(self, request: Request, pk: UUID) -> Response:
        """The rating after each game, the latest first."""
        rows = queries.history(player_for(request, pk))
        return Pages.answer(
            rows.values("ended_at", "mu", "sigma", game=F("counted"), games=F("rated")), request, list
        )


class CountedViewSet(Lists):
    """What is counted of all players."""

    @extend_schema(
        operation_id="ratings_list",
        parameters=[WantedRatingsSerializer],
        responses={200: RatingSerializer(many=True), **PROBLEMS},
    )
    def ratings(self, request: Request) -> Response:
        """All players with a rating, sorted by the value that they exceed almost certainly."""
        search = read_query(WantedRatingsSerializer, request).get("search", "")
        found = queries.ratings().filter(player__in=find_players(request, search))
        return for_this_viewer(Pages.answer(found, request, RatingSerializer.each))

    @extend_schema(
        operation_id="records_list",
        parameters=[WantedRecordsSerializer],
        responses={200: RecordKindSerializer(many=True), **PROBLEMS},
    )
    def records(self, request: Request) -> Response:
        """The best of every kind."""
        wanted = read_query(WantedRecordsSerializer, request)
        kinds = [KINDS[wanted["kind"]]] if "kind" in wanted else list(KINDS.values())
        rules = wanted.get("rules", "")
        return Pages.answer(kinds, request, lambda page: _best(page, rules))


def read_query(serializer: Any, request: Request) -> dict[str, Any]:
    """Return the validated parameters; an error names what is wrong with each of them."""
    query = request.query_params
    return serializer.read({name: query[name] for name in serializer().get_fields() if name in query})


def _games(ids: list[UUID]) -> list[dict[str, Any]]:
    return GamePlayedSerializer.each(queries.games_played(ids))


def _best(kinds: list[RecordKind], rules: str) -> list[dict[str, Any]]:
    found = best(kinds, rules)
    return [RecordKindSerializer.of(kind, best=records) for kind, records in found]
