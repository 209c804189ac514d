"""The addresses of the pages of the organisation."""

from django.urls import path

from tournaments import pages

app_name = "tournaments"
urlpatterns = [
    path("", pages.home, name="home"),
    path("seasons/<slug:slug>/", pages.season_page, name="season"),
    path("events/<slug:slug>/", pages.event_page, name="event"),
    path("events/<slug:slug>/live/", pages.event_live, name="live"),
]
