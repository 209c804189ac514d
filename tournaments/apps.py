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
        from games.above import set_room_above
        from games.access.scopes import set_scope_provider
        from games.services.projections import DERIVED
        from tournaments import name_columns  # noqa: F401
        from tournaments.integrity import RankingsIntegrity, StandingsIntegrity
        from tournaments.receivers import Events
        from tournaments.scopes import EventScopes
        from tournaments.statistics.rebuild import StatisticsIntegrity

        set_scope_provider(EventScopes())
        set_room_above(Events())
        DERIVED.extend((StandingsIntegrity(), RankingsIntegrity(), StatisticsIntegrity()))
