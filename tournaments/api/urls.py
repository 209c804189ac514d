"""The addresses of seasons and events under /api/v1/."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from games.api.streams import stream_or_list
from tournaments.api.decisions import AuditView, DecisionViewSet
from tournaments.api.standings import EventNewsView, StandingsView
from tournaments.api.views import EventViewSet, FormatsView, SeasonViewSet
from tournaments.files.api import HistoryView, ImportView
from tournaments.forecasts.api import ForecastsView
from tournaments.hall.api import (
    HallPeopleViewSet,
    HallResultsViewSet,
    HallRoundsViewSet,
    SlipViewSet,
)
from tournaments.players.api import CountedViewSet, PlayerFiguresViewSet
from tournaments.rankings.api import (
    EventPointsView,
    MedalGameView,
    RankingListView,
    RankingSettingsView,
    RankingView,
    TitlesView,
)
from tournaments.streams import EVENTS
from tournaments.webhooks.api import WebhookViewSet

router = SimpleRouter(use_regex_path=False)
router.register("seasons", SeasonViewSet, basename="season")
router.register("events", EventViewSet, basename="event")
router.register("events", DecisionViewSet, basename="decision")
router.register("events", HallPeopleViewSet, basename="hall-people")
router.register("events", HallRoundsViewSet, basename="hall-rounds")
router.register("events", HallResultsViewSet, basename="hall-results")
router.register("events", SlipViewSet, basename="hall-slips")
router.register("webhooks", WebhookViewSet, basename="webhook")

app_name = "organisation"
urlpatterns = [
    path("formats/", FormatsView.as_view(), name="formats"),
    path("history/", HistoryView.as_view(), name="history"),
    path("history/imports/<int:pk>/", ImportView.as_view(), name="history-import"),
    path("events/<slug:slug>/standings/", StandingsView.as_view(), name="standings"),
    path("events/<slug:slug>/forecast/", ForecastsView.as_view(), name="forecasts"),
    path("events/<slug:slug>/audit/", AuditView.as_view(), name="audit"),
    path("events/<slug:slug>/events/", stream_or_list(EVENTS, EventNewsView.as_view()), name="event-news"),
    path("events/<slug:slug>/points/", EventPointsView.as_view(), name="points"),
    path("seasons/<slug:slug>/medal-game/", MedalGameView.as_view(), name="medal-game"),
    path("rankings/", RankingListView.as_view(), name="rankings"),
    path("rankings/<slug:slug>/", RankingView.as_view(), name="ranking"),
    path("rankings/<slug:slug>/settings/", RankingSettingsView.as_view(), name="ranking-settings"),
    path("titles/", TitlesView.as_view(), name="titles"),
    path("players/<uuid:pk>/record/", PlayerFiguresViewSet.as_view({"get": "record"}), name="player-record"),
    path("players/<uuid:pk>/games/", PlayerFiguresViewSet.as_view({"get": "games"}), name="player-games"),
    path("players/<uuid:pk>/events/", PlayerFiguresViewSet.as_view({"get": "events"}), name="player-events"),
    path("players/<uuid:pk>/against/", PlayerFiguresViewSet.as_view({"get": "opponents"}), name="opponents"),
    path(
        "players/<uuid:pk>/against/<uuid:other>/",
        PlayerFiguresViewSet.as_view({"get": "against"}),
        name="against",
    ),
    path("players/<uuid:pk>/rating/", PlayerFiguresViewSet.as_view({"get": "rating"}), name="player-rating"),
    path(
        "players/<uuid:pk>/rating/history/",
        PlayerFiguresViewSet.as_view({"get": "rating_history"}),
        name="rating-history",
    ),
    path("ratings/", CountedViewSet.as_view({"get": "ratings"}), name="ratings"),
    path("records/", CountedViewSet.as_view({"get": "records"}), name="records"),
    *router.urls,
]
