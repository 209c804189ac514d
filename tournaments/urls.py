"""The addresses of the pages of the organisation."""

from django.urls import path

from tournaments.audit import views as audit
from tournaments.exports.base import EventFileView
from tournaments.exports.csv import exporters as sheets
from tournaments.exports.csv import ranking_views as ranking_sheets
from tournaments.exports.ical import views as feeds
from tournaments.exports.pdf import views as prints
from tournaments.rankings import views as rankings
from tournaments.screens import embeds
from tournaments.screens import views as halls
from tournaments.screens.streams import hall_changes
from tournaments.statistics import views as players
from tournaments.web import result_entry
from tournaments.web import views as pages

app_name = "tournaments"
urlpatterns = [
    path("", pages.home, name="home"),
    path("seasons/<slug:slug>/", pages.season_page, name="season"),
    path("events/<slug:slug>/", pages.event_page, name="event"),
    path("events/<slug:slug>/results/", result_entry.results_page, name="results"),
    path("events/<slug:slug>/audit/", audit.audit_page, name="audit"),
    path("events/<slug:slug>/audit.csv", audit.audit_csv, name="audit-csv"),
    path("events/<slug:slug>/audit.json", audit.audit_json, name="audit-json"),
    path("halls/worker.js", halls.hall_worker, name="hall-worker"),
    path("halls/<slug:slug>/", halls.hall_page, name="hall"),
    path("halls/<slug:slug>/now/", halls.hall_now, name="hall-now"),
    path("halls/<slug:slug>/changes/", hall_changes, name="hall-changes"),
    path("embed/events/<slug:slug>/table/", embeds.embedded_table, name="embedded-table"),
    path("embed/events/<slug:slug>/table/live/", embeds.embedded_table_live, name="embedded-table-live"),
    path("events/<slug:slug>/forecast/", pages.event_forecast, name="forecast"),
    path("events/<slug:slug>/dice/", pages.event_dice, name="dice"),
    path("rankings/", rankings.rankings_page, name="rankings"),
    path("rankings/<slug:slug>/", rankings.ranking_page, name="ranking"),
    path("titles/", rankings.titles_page, name="titles"),
    path("events/<slug:slug>/live/", pages.event_live, name="live"),
    *(
        path(
            f"events/<slug:slug>/{each.file_name}",
            EventFileView.as_view(exporter=each),
            name=f"{each.name}-{kind}",
        )
        for kind, exporters in (("sheet", sheets.EXPORTERS), ("print", prints.EXPORTERS))
        for each in exporters
    ),
    path("events/<slug:slug>/points.csv", ranking_sheets.PointsSheetView.as_view(), name="points-sheet"),
    path("rankings/<slug:slug>/table.csv", ranking_sheets.ListSheetView.as_view(), name="ranking-sheet"),
    path("rankings/<slug:slug>/counted.csv", ranking_sheets.CountedSheetView.as_view(), name="counted-sheet"),
    path("rankings/<slug:slug>/table.pdf", prints.RankingPrintView.as_view(), name="ranking-print"),
    path("titles.csv", ranking_sheets.TitlesSheetView.as_view(), name="titles-sheet"),
    path("events/<slug:slug>/calendar.ics", feeds.EventCalendarView.as_view(), name="event-calendar"),
    path("seasons/<slug:slug>/forecast/", pages.season_forecast, name="season-forecast"),
    path("seasons/<slug:slug>/calendar.ics", feeds.SeasonCalendarView.as_view(), name="season-calendar"),
    path("players/<uuid:pk>/calendar.ics", feeds.PlayerCalendarView.as_view(), name="player-calendar"),
    path("players/", players.players_page, name="players"),
    path("players/<uuid:pk>/", players.player_page, name="player"),
    path("players/<uuid:pk>/against/<uuid:other>/", players.against_page, name="against"),
    path("ratings/", players.ratings_page, name="ratings"),
    path("records/", players.records_page, name="records"),
]
