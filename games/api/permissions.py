"""Who may do what by REST: everybody reads, tokens and accounts write what they are for."""

from __future__ import annotations

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games.models import AccessToken


class MayRecord(BasePermission):
    """Games are recorded with any token, or by an account with the permission to."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the request may go on."""
        if request.method in SAFE_METHODS or isinstance(request.auth, AccessToken):
            return True
        return request.user.has_perm("games.record_game")


class MayOrganise(BasePermission):
    """Players and events are kept with an organiser's token, or by an account with the permission to."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the request may go on."""
        if request.method in SAFE_METHODS:
            return True
        if isinstance(request.auth, AccessToken):
            return request.auth.scope == AccessToken.Scope.ORGANISE
        return request.user.has_perm("tournaments.change_event")
