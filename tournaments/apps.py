"""The Django app of the room tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The organisation of events."""

    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what happens in games; say what places are around them, who begins, and what follows from them."""
        from games.access.scopes import set_scope_provider
        from games.services.projections import DERIVED
        from games.services.starters import decide_with
        from tournaments import name_columns, receivers  # noqa: F401
        from tournaments.integrity import RankingsIntegrity, StandingsIntegrity
        from tournaments.scopes import EventScopes
        from tournaments.services.starters import EventStarterDecider
        from tournaments.statistics.rebuild import StatisticsIntegrity

        set_scope_provider(EventScopes())
        decide_with(EventStarterDecider())
        DERIVED.extend((StandingsIntegrity(), RankingsIntegrity(), StatisticsIntegrity()))
