"""What a view is that does not say what it takes: closed."""

from typing import Any

from rest_framework.permissions import BasePermission


class Closed(BasePermission):
    """No caller may, not even superusers, so that it is noticed that the view needs to be ``GuardedView``."""

    def has_permission(self, request: Any, view: Any) -> bool:
        """Never."""
        return False
