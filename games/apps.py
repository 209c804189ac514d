"""The Django app of the room games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The record of play."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let streams and the counting of chances hear of what is recorded."""
        from games.api import streams  # noqa: F401
        from games.chances import jobs as chances  # noqa: F401
