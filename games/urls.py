"""The addresses of the pages of games."""

from django.urls import path

from games.analysis.views import analysis_page
from games.playback.views import replay_boards, replay_frame, replay_page
from games.views import access, game, images

app_name = "games"
urlpatterns = [
    path("access/", access.access, name="access"),
    path("access/tokens/<int:pk>/revoke/", access.revoke_token, name="revoke-token"),
    path("access/permits/<int:pk>/revoke/", access.revoke_permit, name="revoke-permit"),
    path("access/accounts/<int:pk>/link/", access.renew_link, name="renew-link"),
    path("enter/<str:text>/", access.enter, name="enter"),
    path("practice/", game.practice, name="practice"),
    path("here/", access.my_games, name="here"),
    path("leave/", access.leave, name="leave"),
    path("games/worker.js", game.script, name="worker"),
    path("games/<uuid:pk>/", game.game_page, name="game"),
    path("games/<uuid:pk>/live/", game.live, name="live"),
    path("games/<uuid:pk>/replay/", replay_page, name="replay"),
    path("games/<uuid:pk>/replay/<int:number>/", replay_frame, name="replay-frame"),
    path("games/<uuid:pk>/replay/boards/", replay_boards, name="replay-boards"),
    path("games/<uuid:pk>/board.svg", images.game_svg, name="board"),
    path("games/<uuid:pk>/board.png", images.game_png, name="board-png"),
    path("embed/games/<uuid:pk>/", images.embedded, name="embedded"),
    path("embed/games/<uuid:pk>/live/", images.embedded_live, name="embedded-live"),
    path("positions/board.svg", images.position_svg, name="position"),
    path("positions/board.png", images.position_png, name="position-png"),
    path("games/<uuid:pk>/chances/", game.chances_part, name="chances"),
    path("games/<uuid:pk>/analysis/", analysis_page, name="analysis"),
    path("games/<uuid:pk>/referee/", game.referee, name="referee"),
    path("games/<uuid:pk>/referee/desk/", game.desk, name="desk"),
    path("games/<uuid:pk>/referee/board-after/", game.board_after, name="board-after"),
    path("games/<uuid:pk>/referee/roll-off/", game.roll_off, name="roll-off"),
    path("games/<uuid:pk>/referee/tie-break/", game.tie_break, name="tie-break"),
]
