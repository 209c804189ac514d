"""The REST interface of what is counted of players: read only, of what is stored (docs/reference/players.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db.models import F
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.pagination import Pages
from games.api.permissions import GuardedView
from games.api.problem_serializers import NOT_FOUND, PROBLEMS
from games.queries.player_search import find_players
from games.visibility.viewers import for_this_viewer, player_for, viewer_of
from tournaments.api import player_serializers as schemas
from tournaments.statistics import queries
from tournaments.statistics.records import KINDS, RecordKind, best, build_records

#: Of each kind of record where all are told.
BEST = 5


class Lists(GuardedView, APIView):
    """Read by everybody; lists come page by page."""

    pagination_class = Pages

    def paged(self, rows: Any, told: Callable[[list[Any]], list[Any]]) -> Response:
        """A page of the rows, as ``told`` tells them."""
        pages = self.pagination_class()
        page: list[Any] = pages.paginate_queryset(rows, self.request, self) or []
        return pages.get_paginated_response(told(page))


class OfPlayer(Lists):
    """Of a player: there for those who may know of them."""

    def finalize_response(self, *args: Any, **named: Any) -> Response:
        """Mark every answer as depending on the caller."""
        return for_this_viewer(super().finalize_response(*args, **named))


class PlayerRecordView(OfPlayer):
    """The record of a player."""

    @extend_schema(responses={200: schemas.PlayerRecordSerializer, **NOT_FOUND})
    def get(self, request: Request, pk: UUID) -> Response:
        """Games, wins, captures, sixes, waiting and time, by rules and by colour; streaks."""
        player = player_for(request, pk)
        career = queries.career_of(player)
        streaks = {"now": career.in_a_row if career else 0, "longest": career.longest if career else 0}
        return Response(
            schemas.PlayerRecordSerializer.of(
                player=player,
                totals=queries.totals(player),
                streaks=streaks,
                by_rules=queries.by_rules(player),
                by_colour=queries.by_colour(player),
            )
        )


class PlayerGamesView(OfPlayer):
    """The games of a player."""

    @extend_schema(
        operation_id="players_games_list",
        parameters=[schemas.WantedGamesSerializer],
        responses={200: schemas.GamePlayedSerializer(many=True), **PROBLEMS},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """The games that count, the latest first."""
        rows = queries.games_of(player_for(request, pk))
        columns = {
            "rules": "counted__rules_name",
            "opponent": "opponents__opponent",
            "event": "counted__game__event_game__event__slug",
            "won": "won",
        }
        wanted = read_query(schemas.WantedGamesSerializer, request)
        found = rows.filter(**{columns[name]: value for name, value in wanted.items()})
        return self.paged(found.values_list("counted", flat=True), _games)


class PlayerEventsView(OfPlayer):
    """The events of a player."""

    @extend_schema(
        operation_id="players_events_list",
        responses={200: schemas.EventPlayedSerializer(many=True), **NOT_FOUND},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """The events in which the player is entered, the latest first, with his place in the table."""
        player = player_for(request, pk)
        return self.paged(
            queries.entries_of(player, viewer_of(request)),
            lambda page: schemas.EventPlayedSerializer.each(queries.events_played(player, page)),
        )


class OpponentsView(OfPlayer):
    """The opponents of a player."""

    @extend_schema(
        operation_id="players_against_list",
        responses={200: schemas.OpponentSerializer(many=True), **NOT_FOUND},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """With whom the player has played and how that went, the most met first."""
        found = queries.opponents(player_for(request, pk))
        return self.paged(found, lambda page: [queries.opponent_state(row) for row in page])


class AgainstView(OfPlayer):
    """Two players against each other."""

    @extend_schema(responses={200: schemas.AgainstSerializer, **NOT_FOUND})
    def get(self, request: Request, pk: UUID, other: UUID) -> Response:
        """How their games went; the games themselves are at ``games/?opponent=``."""
        if pk == other:
            raise Http404
        one, two = player_for(request, pk), player_for(request, other)
        rows = queries.meetings(one, two)
        together = queries.together(rows)
        return Response(
            schemas.AgainstSerializer.of(player=one, opponent=two, together=together, by_rules=rows)
        )


class PlayerRatingView(OfPlayer):
    """The rating of a player."""

    @extend_schema(responses={200: schemas.RatingSerializer, **NOT_FOUND})
    def get(self, request: Request, pk: UUID) -> Response:
        """The rating after the last game; 404 also where the player has no rated game."""
        rated = queries.ratings().filter(player=player_for(request, pk))
        return Response(schemas.RatingSerializer.of(get_object_or_404(rated)))


class RatingHistoryView(OfPlayer):
    """How the rating of a player has changed."""

    @extend_schema(
        operation_id="players_rating_history_list",
        responses={200: schemas.RatedGameSerializer(many=True), **NOT_FOUND},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """The rating after each game, the latest first."""
        rows = queries.history(player_for(request, pk))
        return self.paged(rows.values("ended_at", "mu", "sigma", game=F("counted"), games=F("rated")), list)


class RatingsView(Lists):
    """All ratings."""

    @extend_schema(
        operation_id="ratings_list",
        parameters=[schemas.WantedRatingsSerializer],
        responses={200: schemas.RatingSerializer(many=True), **PROBLEMS},
    )
    def get(self, request: Request) -> Response:
        """Everybody with a rating, whoever is worth most all but certainly first."""
        search = read_query(schemas.WantedRatingsSerializer, request).get("search", "")
        found = queries.ratings().filter(player__in=find_players(request, search))
        return for_this_viewer(self.paged(found, schemas.RatingSerializer.each))


class RecordsView(Lists):
    """The records."""

    @extend_schema(
        operation_id="records_list",
        parameters=[schemas.WantedRecordsSerializer],
        responses={200: schemas.RecordKindSerializer(many=True), **PROBLEMS},
    )
    def get(self, request: Request) -> Response:
        """The best of every kind; more of one kind are at ``records/{kind}/``."""
        wanted = read_query(schemas.WantedRecordsSerializer, request)
        kinds = [KINDS[wanted["kind"]]] if "kind" in wanted else list(KINDS.values())
        rules = wanted.get("rules", "")
        return self.paged(kinds, lambda page: _best(page, rules))


class RecordsOfAKindView(Lists):
    """The records of a kind."""

    @extend_schema(
        operation_id="records_of_a_kind_list",
        parameters=[schemas.WantedRulesSerializer],
        responses={200: schemas.RecordSerializer(many=True), **PROBLEMS},
    )
    def get(self, request: Request, kind: str) -> Response:
        """The best first."""
        if kind not in KINDS:
            raise Http404
        rules = read_query(schemas.WantedRulesSerializer, request).get("rules", "")
        return self.paged(
            KINDS[kind].find(rules), lambda page: schemas.RecordSerializer.each(build_records(page))
        )


def read_query(serializer: Any, request: Request) -> dict[str, Any]:
    """What the query asks for; refused with what is wrong with each part of it."""
    told = request.query_params
    sent = serializer(data={name: told[name] for name in serializer().fields if name in told})
    sent.is_valid(raise_exception=True)
    found: dict[str, Any] = sent.validated_data
    return found


def _games(ids: list[UUID]) -> list[dict[str, Any]]:
    return schemas.GamePlayedSerializer.each(queries.games_played(ids))


def _best(kinds: list[RecordKind], rules: str) -> list[dict[str, Any]]:
    found = best(kinds, rules, BEST)
    return [schemas.RecordKindSerializer.of(kind, best=records) for kind, records in found]
