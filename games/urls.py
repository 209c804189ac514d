"""The addresses of the pages of games."""

from django.urls import path

from games import elsewhere, pages, pictures, worker
from games.access import pages as access
from games.analysis.pages import analysis_page
from games.chances.pages import chances_part
from games.dice.pages import dice_page
from games.replay import replay_frame, replay_page

app_name = "games"
urlpatterns = [
    path("access/", access.access, name="access"),
    path("access/tokens/<int:pk>/revoke/", access.revoke_token, name="revoke-token"),
    path("access/permits/<int:pk>/revoke/", access.revoke_permit, name="revoke-permit"),
    path("enter/<str:text>/", access.enter, name="enter"),
    path("here/", access.here, name="here"),
    path("leave/", access.leave, name="leave"),
    path("games/worker.js", worker.script, name="worker"),
    path("games/<uuid:pk>/", pages.game_page, name="game"),
    path("games/<uuid:pk>/live/", pages.live, name="live"),
    path("games/<uuid:pk>/replay/", replay_page, name="replay"),
    path("games/<uuid:pk>/replay/<int:number>/", replay_frame, name="replay-frame"),
    path("games/<uuid:pk>/board.svg", pictures.game_svg, name="board"),
    path("games/<uuid:pk>/board.png", pictures.game_png, name="board-png"),
    path("games/<uuid:pk>/overlay/", elsewhere.overlay, name="overlay"),
    path("games/<uuid:pk>/overlay/live/", elsewhere.overlay_live, name="overlay-live"),
    path("embed/games/<uuid:pk>/", elsewhere.embedded, name="embedded"),
    path("embed/games/<uuid:pk>/live/", elsewhere.embedded_live, name="embedded-live"),
    path("embed/games/<uuid:pk>/chances/", elsewhere.chances_elsewhere, name="chances-elsewhere"),
    path("positions/board.svg", pictures.position_svg, name="position"),
    path("positions/board.png", pictures.position_png, name="position-png"),
    path("games/<uuid:pk>/chances/", chances_part, name="chances"),
    path("games/<uuid:pk>/analysis/", analysis_page, name="analysis"),
    path("games/<uuid:pk>/dice/", dice_page, name="dice"),
    path("games/<uuid:pk>/referee/", pages.referee, name="referee"),
    path("games/<uuid:pk>/referee/desk/", pages.desk, name="desk"),
    path("games/<uuid:pk>/referee/board-after/", pages.board_after, name="board-after"),
    path("games/<uuid:pk>/referee/tie-break/", pages.tie_break, name="tie-break"),
]
