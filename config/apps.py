"""The Django app of the room config: its commands and system checks."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The house around the rooms."""

    name = "config"

    def ready(self) -> None:
        """Register the system checks, and what looks after connections."""
        from config import checks, db_health  # noqa: F401
