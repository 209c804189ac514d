"""Permissions of the Django admin by role: the same as everywhere (docs/reference/access.md).

Neither "staff status" nor Django's model permissions count here.
"""

from functools import reduce
from operator import or_

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

from games.access.decorators import caller_of
from games.access.permissions import is_allowed
from games.access.scopes import EVERYWHERE, games_in, scope_of_game
from games.enums import Action
from games.models import Game

#: Any of these permissions, in any place, lets somebody into the admin.
ENTERING = Action.RECORD


def may_enter(request: HttpRequest) -> bool:
    """Check whether the logged-in user has anything to do in the admin; a magic link never opens it."""
    return bool(request.user.is_authenticated) and may_somewhere(request, ENTERING)


def may_everywhere(request: HttpRequest, action: Action) -> bool:
    """Check whether the user may do it in the whole site."""
    return is_allowed(caller_of(request), action, EVERYWHERE)


def may_somewhere(request: HttpRequest, action: Action) -> bool:
    """Check whether there is a place in which the user may do it."""
    caller = caller_of(request)
    return caller.may_everything or bool(caller.places_to(action))


def games_within(request: HttpRequest, action: Action) -> QuerySet[Game]:
    """Return the games in which the user may do it, be it by a role at their board alone."""
    if may_everywhere(request, action):
        return Game.objects.all()
    places = caller_of(request).places_to(action)
    return Game.objects.filter(
        reduce(or_, (Q(pk__in=games_in(place).values("pk")) for place in places), Q(pk__in=[]))
    )


class ByRole:
    """Admin mixin for models of the whole site: roles for the site grant viewing and changing."""

    read_permission: Action = Action.ORGANISE
    write_permission: Action = Action.ORGANISE

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Allow those who may see some of them."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow by a role for the site."""
        return may_everywhere(request, self.read_permission)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow by a role for the site."""
        return may_everywhere(request, self.write_permission)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow by a role for the site."""
        return may_everywhere(request, self.write_permission)

    has_delete_permission = has_change_permission


class ByRoleInGame(ByRole):
    """Admin mixin for models of a game: roles around the game grant viewing."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow by a role anywhere; for one object, by a role around its game."""
        if obj is None:
            return may_somewhere(request, self.read_permission)
        game_id = obj.pk if isinstance(obj, Game) else obj.game_id  # type: ignore[attr-defined]
        return is_allowed(caller_of(request), self.read_permission, scope_of_game(game_id))


class ForSuperusers(ByRole):
    """Admin mixin for Django's own accounts: superusers alone."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Allow superusers."""
        return caller_of(request).may_everything

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission
