"""The addresses of games and players under /api/v1/."""

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from games.api.chances import AnalysisView, ChancesView
from games.api.events import CommitmentView, RollView, addresses
from games.api.moves import RulesMovesView
from games.api.rule_sets import RuleSetsView
from games.api.streams import GAMES, stream_or_list
from games.api.tokens import PermitViewSet, TokenViewSet
from games.api.views import GameViewSet, PlayerViewSet

router = SimpleRouter(use_regex_path=False)
router.register("players", PlayerViewSet, basename="player")
router.register("tokens", TokenViewSet, basename="token")
router.register("permits", PermitViewSet, basename="permit")
games = SimpleRouter(use_regex_path=False)
games.register("", GameViewSet, basename="game")

app_name = "api"
log = GameViewSet.as_view({"get": "events"}, basename="game", detail=True)
of_games = [
    path("<uuid:pk>/events/", stream_or_list(GAMES, log)),
    path("<uuid:pk>/analysis/", AnalysisView.as_view(), name="game-analysis"),
    path("<uuid:pk>/chances/", ChancesView.as_view(), name="game-chances"),
    path("<uuid:pk>/dice-commitment/", CommitmentView.as_view(), name="game-dice-commitment"),
    path("<uuid:pk>/roll/", RollView.as_view(), name="game-roll"),
    *addresses(),
    *games.urls,
]
urlpatterns = [
    # By themselves, so that requests about events are not compared with each of them.
    path("games/", include(of_games)),
    path("rule-sets/", RuleSetsView.as_view(), name="rule-sets"),
    path("rules/moves/", RulesMovesView.as_view(), name="rules-moves"),
    *router.urls,
]
