"""Who may do what by REST: every view says what it takes, and where."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games.access import ANONYMOUS, EVERYWHERE, Scope, check_allowed
from games.access.authentication import caller_of
from games.api.idempotency import RemembersAnswers
from games.enums import Action


class ActionPermission(BasePermission):
    """Whether the caller has a role that allows what a ``GuardedView`` view does, in its place."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Refused with 401 for unknown callers, with the roles that it takes for known ones."""
        assert isinstance(view, GuardedView), f"{view} does not say what it takes"
        reads = request.method in SAFE_METHODS
        action = view.read_permission if reads else view.write_permission
        if action is None:
            return reads
        caller = caller_of(request)
        if caller == ANONYMOUS:
            return False
        check_allowed(caller, action, view.where())
        return True


class GuardedView(RemembersAnswers):
    """A view that says what it takes: an action to read, one to write, and the place in which they are done.

    A single endpoint of a viewset says otherwise by ``@action(…, write_permission=Action.RULE)``.
    """

    permission_classes = [ActionPermission]
    #: ``None``: all may read.
    read_permission: Action | None = None
    #: ``None``: none may write.
    write_permission: Action | None = None

    def where(self) -> Scope:
        """The place, from the address; the whole site unless a view knows better."""
        return EVERYWHERE


class ReadByEverybody(APIView):
    """A public view; the caller matters only where something is not public."""

    permission_classes: list[Any] = []

    def perform_authentication(self, request: Request) -> None:
        """Not before it matters."""
