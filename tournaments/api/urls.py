"""The addresses of seasons and events under /api/v1/."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from tournaments.api.views import EventViewSet, SeasonViewSet, StandingsView

router = SimpleRouter(use_regex_path=False)
router.register("seasons", SeasonViewSet, basename="season")
router.register("events", EventViewSet, basename="event")

app_name = "organisation"
urlpatterns = [
    path("events/<slug:slug>/standings/", StandingsView.as_view(), name="standings"),
    *router.urls,
]
