"""The Django app of the room config: its commands and system checks."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The house around the rooms."""

    name = "config"

    def ready(self) -> None:
        """Register the system checks, which other sites read, what looks after connections, and counts."""
        from config import checks, db_health, gates  # noqa: F401
        from config.watch import findings, tasks  # noqa: F401
