"""Who may do what by REST: every view says what it takes, and where."""

from __future__ import annotations

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games.access.authentication import caller_of
from games.access.permissions import NotAllowed, check
from games.access.principal import NOBODY
from games.access.scopes import EVERYWHERE, Where
from games.api.idempotency import RemembersAnswers
from games.api.problems import Problem
from games.enums import Action


class Allowed(BasePermission):
    """Whether the caller has a role that allows what a ``Guarded`` view does, in its place."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Refused with 401 where nobody is known, with the roles that it takes where somebody is."""
        assert isinstance(view, Guarded), f"{view} does not say what it takes"
        reads = request.method in SAFE_METHODS
        action = view.reading if reads else view.writing
        if action is None:
            return reads
        caller = caller_of(request)
        if caller == NOBODY:
            return False
        try:
            check(caller, action, view.where())
        except NotAllowed as error:
            raise Problem(error.kind, error.status, error.message, **error.details) from error
        return True


class Guarded(RemembersAnswers):
    """A view that says what it takes: an action to read, one to write, and the place in which they are done.

    A single endpoint of a viewset says otherwise by ``@action(…, writing=Action.RULE)``.
    """

    permission_classes = [Allowed]
    #: ``None``: everybody may read.
    reading: Action | None = None
    #: ``None``: nobody may write.
    writing: Action | None = None

    def where(self) -> Where:
        """The place, from the address; the whole site unless a view knows better."""
        return EVERYWHERE
