"""What a role opens in the admin: the same as everywhere (docs/reference/access.md).

Neither "staff status" nor Django's permissions of models say anything here.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest

from games.access.decorators import caller_of
from games.access.permissions import is_allowed
from games.access.scopes import EVERYWHERE, games_in, scope_of_game
from games.enums import Action
from games.models import Game

#: What somebody must be allowed to do somewhere, to be let in at all.
ENTERING = Action.RECORD


def may_enter(request: HttpRequest) -> bool:
    """Whether whoever is logged in has something to do in the admin; the link of a board opens no admin."""
    return bool(request.user.is_authenticated) and may_somewhere(request, ENTERING)


def may_everywhere(request: HttpRequest, action: Action) -> bool:
    """Whether somebody may do it in the whole site."""
    return is_allowed(caller_of(request), action, EVERYWHERE)


def may_somewhere(request: HttpRequest, action: Action) -> bool:
    """Whether there is a place in which somebody may do it."""
    caller = caller_of(request)
    return caller.may_everything or bool(caller.places_to(action))


def games_within(request: HttpRequest, action: Action) -> QuerySet[Game]:
    """The games in which somebody may do it, be it by a role at their board alone."""
    if may_everywhere(request, action):
        return Game.objects.all()
    places = caller_of(request).places_to(action)
    return Game.objects.filter(
        reduce(or_, (Q(pk__in=games_in(place).values("pk")) for place in places), Q(pk__in=[]))
    )


class ByRole:
    """For an admin of what belongs to the whole site: looked at, and written, by whoever may do so there."""

    read_permission: Action = Action.ORGANISE
    write_permission: Action = Action.ORGANISE

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whoever sees some of them."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may by a role for the site."""
        return may_everywhere(request, self.read_permission)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whoever may by a role for the site."""
        return may_everywhere(request, self.write_permission)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may by a role for the site."""
        return may_everywhere(request, self.write_permission)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may by a role for the site."""
        return may_everywhere(request, self.write_permission)

    def has_choose_permission(self, request: HttpRequest) -> bool:
        """Whoever may look for one in a form."""
        return self.has_view_permission(request)


class ByRoleInGame(ByRole):
    """For an admin of what belongs to a game: looked at by whoever may, around the game."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may somewhere; of one, whoever may around its game."""
        if obj is None:
            return may_somewhere(request, self.read_permission)
        game_id = obj.pk if isinstance(obj, Game) else obj.game_id  # type: ignore[attr-defined]
        return is_allowed(caller_of(request), self.read_permission, scope_of_game(game_id))


class ForSuperusers(ByRole):
    """For an admin of Django's own accounts: superusers alone."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Superusers."""
        return caller_of(request).may_everything

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Superusers."""
        return caller_of(request).may_everything
