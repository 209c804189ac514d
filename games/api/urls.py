"""The addresses of games and players under /api/v1/."""

from rest_framework.routers import SimpleRouter

from games.api.views import GameViewSet, PlayerViewSet

router = SimpleRouter(use_regex_path=False)
router.register("players", PlayerViewSet, basename="player")
router.register("games", GameViewSet, basename="game")

app_name = "api"
urlpatterns = router.urls
