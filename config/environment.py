"""Settings from the environment: one that cannot be read is named, with what would be right."""

import warnings
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from rules import Text

ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
KINDS = {int: Text("a whole number"), float: Text("a number")}


class Environment(environ.Env):
    """django-environ's reader, whose errors say which variable it was."""

    def get_value(self, var: str, cast: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Read a variable. Raises ``ImproperlyConfigured`` where it is not of its kind."""
        try:
            return super().get_value(var, cast, *args, **kwargs)
        except ValueError as error:
            needed = KINDS.get(cast, Text("another value"))
            raise _refused(Text("{var}: {needed} is needed.", var=var, needed=needed)) from error

    def database(self, var: str, default: str) -> dict[str, Any]:
        """Read the address of a database; empty is the default. Raises ``ImproperlyConfigured`` where it is none."""
        with warnings.catch_warnings(action="ignore"):
            try:
                chosen: dict[str, Any] = self.db_url_config(self.str(var, default="") or default)
            except ValueError:
                chosen = {}
        if chosen.get("ENGINE") not in ENGINES:
            needed = Text(
                "{var}: an address such as {postgresql} or {sqlite} is needed.",
                var=var,
                postgresql="postgresql://USER:PASSWORD@HOST/NAME",
                sqlite="sqlite:////PATH",
            )
            raise _refused(needed)
        return chosen


def _refused(needed: Text) -> ImproperlyConfigured:
    return ImproperlyConfigured(needed.in_all())
