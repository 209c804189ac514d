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
        from games.access.places import stand_on
        from games.rebuilding import DERIVED
        from games.starting import decide_with
        from tournaments import receivers, worth  # noqa: F401
        from tournaments.conduct.beginning import EventBeginnings
        from tournaments.places import Organisation
        from tournaments.players.rebuilding import Figures
        from tournaments.rebuilding import EventTables, Rankings

        stand_on(Organisation())
        decide_with(EventBeginnings())
        DERIVED.extend((EventTables(), Rankings(), Figures()))
