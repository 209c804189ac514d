"""The addresses of the pages of the organisation."""

from django.urls import include, path

from tournaments.audit import views as audit_views
from tournaments.demo import rehearsal_page as rehearsal
from tournaments.files import calendar as ical_views, csv as sheets, desk as files
from tournaments.files.pdf import exporters as prints
from tournaments.hall.desk import (
    check_in,
    mending,
    prizes,
    registration_setup as hall_registration,
    round,
    seating,
    slips,
)
from tournaments.hall.pages import (
    door,
    register as registration,
    slip_entry as phone_slips,
    start_numbers,
)
from tournaments.hall.prints import views as hall_prints
from tournaments.kit.desk import OWN_PARTS
from tournaments.kit.exporter import EventFileView
from tournaments.organiser import (
    desk,
    draft_report,
    front_door,
    games,
    new_event,
    players,
    site,
)
from tournaments.organiser.actions import addresses as step_addresses
from tournaments.players import views as statistics_views
from tournaments.rankings import csv as csv_ranking_views, views as ranking_views
from tournaments.screens import desk as hall_screens, views as screen_views
from tournaments.screens.streams import hall_changes
from tournaments.web import entry, event_pages, views as web_views
from tournaments.webhooks import desk as webhooks

app_name = "tournaments"
#: The pages of a hall's desk, below the address of the event's.
_HALL = [
    path("check-in/", check_in.check_in_page, name="desk-check-in"),
    path("check-in/tap/", check_in.tap_person, name="desk-check-in-tap"),
    path("check-in/walk-in/", check_in.walk_in, name="desk-walk-in"),
    path("check-in/all/", check_in.check_in_all, name="desk-check-in-all"),
    path("check-in/namesake/", check_in.decide_namesake, name="desk-namesake"),
    path("check-in/add/", check_in.announce_page, name="desk-announce"),
    path("check-in/registration/", hall_registration.registration_page, name="desk-registration"),
    path("check-in/registration/door/", hall_registration.set_door, name="desk-door"),
    path("check-in/people/<slug:key>/", check_in.person_page, name="desk-person"),
    path("rehearse/", rehearsal.rehearse_page, name="desk-rehearse"),
    path("rehearsal/<slug:way>/", rehearsal.do_with_rehearsal, name="desk-rehearsal"),
    path("seating/", seating.seating_page, name="desk-seating"),
    path("seating/<slug:subject>/mend/", mending.mend_page, name="desk-mend"),
    path("seating/<slug:subject>/<slug:way>/", seating.change_round, name="desk-change-round"),
    path("round/", round.round_page, name="desk-round"),
    path("round/now/", round.round_now, name="desk-round-now"),
    path("round/<slug:subject>/left/", round.adjudicate_page, name="desk-round-left"),
    path("round/<slug:subject>/<slug:way>/", round.do_with_round, name="desk-round-way"),
    path("slips/", slips.slips_page, name="desk-slips"),
    path("slips/<int:number>/", slips.slip_page, name="desk-slip"),
    path("slips/<int:number>/undo/", slips.undo_slip, name="desk-slip-undo"),
    path("slips/claims/<int:claim>/", slips.count_claim, name="desk-claim"),
    path("prizes/", prizes.prizes_page, name="desk-prizes"),
    path("prizes/youngest/", prizes.say_youngest, name="desk-youngest"),
]
urlpatterns = [
    path("", web_views.home, name="home"),
    path("live/", web_views.boards_page, name="boards"),
    path("events/", web_views.events_page, name="events"),
    path("organise/", desk.home_page, name="organise"),
    path("organise/import/", files.import_page, name="import"),
    path("organise/import/results/", files.results_page, name="import-results"),
    path("organise/site/", site.site_page, name="site"),
    path("organise/rankings/", site.rankings_page, name="shown-rankings"),
    path("organise/halls/", hall_screens.halls_page, name="halls"),
    path("organise/halls/<slug:slug>/", hall_screens.slides_page, name="hall-slides"),
    path("organise/halls/<slug:slug>/slides/new/", hall_screens.slide_page, name="new-slide"),
    path("organise/halls/<slug:slug>/slides/<int:pk>/", hall_screens.slide_page, name="slide"),
    path("organise/players/<uuid:pk>/edit/", players.edit_player_page, name="edit-player"),
    path("organise/players/<uuid:pk>/data/", players.data_link, name="data-link"),
    path("organise/players/<uuid:pk>/decline/", players.decline, name="decline-erasure"),
    path("organise/site/people/<int:pk>/password/", site.password_link, name="password-link"),
    path(
        "organise/site/people/<int:pk>/second-factor/",
        site.remove_second_factor,
        name="remove-second-factor",
    ),
    path("organise/new/", new_event.choose_format, name="new-event"),
    path("organise/new/<slug:format_key>/", new_event.new_event, name="new-event-of"),
    path("organise/new/<slug:format_key>/presets/<slug:preset>/", new_event.make_preset, name="make-preset"),
    path("organise/new/<slug:format_key>/outlook/", new_event.outlook, name="outlook"),
    path("organise/events/<slug:slug>/copy/", new_event.copy_event, name="copy-event"),
    path("organise/seasons/new/", new_event.new_season, name="new-season"),
    *(
        each
        for kind, at, name in (
            ("event", "events/<slug:slug>/", ""),
            ("season", "seasons/<slug:slug>/", "season-"),
            ("site", "", "site-"),
        )
        for each in (
            path(f"organise/{at}webhooks/", webhooks.webhooks_page, {"kind": kind}, name=f"{name}webhooks"),
            path(
                f"organise/{at}webhooks/<int:pk>/",
                webhooks.webhook_page,
                {"kind": kind},
                name=f"{name}webhook",
            ),
        )
    ),
    *(
        path(
            "organise/events/<slug:slug>/" if part.is_first else f"organise/events/<slug:slug>/{part.key}/",
            desk.desk_page,
            {"part": part},
            name=part.address_name,
        )
        for part in OWN_PARTS
    ),
    path("organise/events/<slug:slug>/access/", desk.access_page_of_event, name="event-access"),
    path("organise/events/<slug:slug>/archive/", files.put_away_page, name="put-away"),
    path("organise/events/<slug:slug>/archive/put/", files.archive, name="archive-event"),
    path("organise/events/<slug:slug>/archive/restore/", files.restore, name="restore-event"),
    path("organise/events/<slug:slug>/delete/", files.delete, name="delete-event"),
    path("organise/events/<slug:slug>/event.json", files.event_file, name="event-file"),
    path("organise/seasons/<slug:slug>/season.json", files.season_file, name="season-file"),
    path("organise/events/<slug:slug>/", include(step_addresses())),
    path("organise/events/<slug:slug>/", include(_HALL)),
    path("organise/events/<slug:slug>/first-game/", games.first_game, name="first-game"),
    path("organise/events/<slug:slug>/board/", games.board_page, name="board"),
    path("organise/events/<slug:slug>/board/link/", games.new_link, name="new-link"),
    path("organise/events/<slug:slug>/draft-report/", draft_report.draft_report, name="draft-report"),
    path(
        "organise/events/<slug:slug>/games/<int:number>/draft-report/",
        draft_report.draft_report,
        name="draft-game-report",
    ),
    path("organise/events/<slug:slug>/times/", games.game_times, name="game-times"),
    path("organise/events/<slug:slug>/screens/new/", hall_screens.new_hall_page, name="new-hall"),
    path("organise/events/<slug:slug>/prints/<slug:name>.pdf", hall_prints.hall_print, name="hall-print"),
    path("organise/demo/load/", front_door.load_demo, name="load-demo"),
    path("organise/demo/remove/", front_door.remove_demo, name="remove-demo"),
    path("seasons/<slug:slug>/", web_views.season_page, name="season"),
    *(
        path(
            "events/<slug:slug>/" if part.is_first else f"events/<slug:slug>/{part.key}/",
            event_pages.event_page,
            {"part": part},
            name="event" if part.is_first else f"event-{part.key}",
        )
        for part in event_pages.PARTS
    ),
    path("events/<slug:slug>/w/", start_numbers.number_page, name="start-numbers"),
    path("events/<slug:slug>/w/<int:number>/", start_numbers.person_page, name="start-number"),
    path("events/<slug:slug>/w/<int:number>/live/", start_numbers.person_live, name="live-start-number"),
    path("w/", start_numbers.number_anywhere, name="numbers-anywhere"),
    path("w/<int:number>/", start_numbers.number_anywhere, name="number-anywhere"),
    path("your-data/<str:token>/", statistics_views.own_data_page, name="own-data"),
    path("your-data/<str:token>/export/", statistics_views.own_data_export, name="own-data-export"),
    path("events/<slug:slug>/register/", registration.register_page, name="register"),
    path(
        "events/<slug:slug>/register/<int:number>/<slug:token>/",
        registration.own_page,
        name="own-registration",
    ),
    path("events/<slug:slug>/here/", door.door_without_code, name="door-code"),
    path("events/<slug:slug>/here/<slug:code>/", door.door_page, name="door"),
    path("events/<slug:slug>/slips/<int:number>/<slug:token>/", phone_slips.slip_page, name="slip"),
    path("events/<slug:slug>/slips/<int:number>/<slug:token>/now/", phone_slips.slip_now, name="slip-now"),
    path("events/<slug:slug>/results/", entry.results_page, name="results"),
    path("events/<slug:slug>/start/<int:number>/", entry.start_due, name="start-due"),
    path("events/<slug:slug>/audit/", audit_views.audit_page, name="audit"),
    path("halls/worker.js", screen_views.hall_worker, name="hall-worker"),
    path(
        "halls/<slug:slug>/",
        screen_views.hall_screen,
        {"template": "tournaments/screens/screen.html"},
        name="hall",
    ),
    path(
        "halls/<slug:slug>/now/",
        screen_views.hall_screen,
        {"template": "tournaments/screens/picture.html"},
        name="hall-now",
    ),
    path("halls/<slug:slug>/changes/", hall_changes, name="hall-changes"),
    path(
        "embed/events/<slug:slug>/table/",
        screen_views.embedded_table,
        {"template": "tournaments/embeds/table.html"},
        name="embedded-table",
    ),
    path(
        "embed/events/<slug:slug>/table/live/",
        screen_views.embedded_table,
        {"template": "tournaments/embeds/table_live.html"},
        name="embedded-table-live",
    ),
    path("events/<slug:slug>/forecast/", event_pages.event_forecast, name="forecast"),
    path("rankings/", ranking_views.rankings_page, name="rankings"),
    path("rankings/<slug:slug>/", ranking_views.ranking_page, name="ranking"),
    path("titles/", ranking_views.titles_page, name="titles"),
    *(
        path(
            "events/<slug:slug>/live/" if part.is_first else f"events/<slug:slug>/{part.key}/live/",
            event_pages.event_live,
            {"part": part},
            name="live" if part.is_first else f"live-{part.key}",
        )
        for part in event_pages.PARTS
    ),
    *(
        path(
            f"events/<slug:slug>/{each.file_name}",
            EventFileView.as_view(exporter=each),
            name=f"{each.name}-{kind}",
        )
        for kind, exporters in (("sheet", sheets.EXPORTERS), ("print", prints.EXPORTERS))
        for each in exporters
    ),
    path("events/<slug:slug>/points.csv", csv_ranking_views.PointsSheetView.as_view(), name="points-sheet"),
    path("rankings/<slug:slug>/table.csv", csv_ranking_views.ListSheetView.as_view(), name="ranking-sheet"),
    path(
        "rankings/<slug:slug>/counted.csv", csv_ranking_views.CountedSheetView.as_view(), name="counted-sheet"
    ),
    path("titles.csv", csv_ranking_views.TitlesSheetView.as_view(), name="titles-sheet"),
    path("events/<slug:slug>/calendar.ics", ical_views.EventCalendarView.as_view(), name="event-calendar"),
    path("seasons/<slug:slug>/calendar.ics", ical_views.SeasonCalendarView.as_view(), name="season-calendar"),
    path("players/<uuid:pk>/calendar.ics", ical_views.PlayerCalendarView.as_view(), name="player-calendar"),
    path("players/", statistics_views.players_page, name="players"),
    path("players/<uuid:pk>/", statistics_views.player_page, name="player"),
    path("players/<uuid:pk>/against/<uuid:other>/", statistics_views.against_page, name="against"),
    path("ratings/", statistics_views.ratings_page, name="ratings"),
    path("records/", statistics_views.records_page, name="records"),
]
