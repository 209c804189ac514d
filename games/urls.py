"""The addresses of the pages of games."""

from django.urls import path

from games import pages

app_name = "games"
urlpatterns = [
    path("games/<uuid:pk>/", pages.game_page, name="game"),
    path("games/<uuid:pk>/live/", pages.live, name="live"),
    path("games/<uuid:pk>/board.svg", pages.board_svg, name="board"),
    path("games/<uuid:pk>/referee/", pages.referee, name="referee"),
    path("games/<uuid:pk>/referee/desk/", pages.desk, name="desk"),
    path(
        "games/<uuid:pk>/referee/moves-after/<int:origin>/<int:target>/",
        pages.moves_after,
        name="moves-after",
    ),
]
