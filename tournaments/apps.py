"""The Django app of the room tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The organisation of events."""

    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the room above games, and the places around them."""
        from games import above
        from tournaments import name_columns  # noqa: F401
        from tournaments.receivers import Events
        from tournaments.scopes import EventScopes

        above.scopes = EventScopes()
        above.room = Events()
