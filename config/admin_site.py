"""Who is let into the admin: roles alone say it (docs/reference/access.md), and those without one are shown
what is missing.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, TypeVar, cast

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games.access import ENTERING, caller_of, may_enter, roles_for

#: A view as Django's admin knows it.
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class DeskSite(AdminSite):
    """The admin: open to those who have something to do there; others who are logged in are shown why it is not."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Those who may record, rule or organise somewhere, and superusers; Django's "staff status" opens nothing."""
        return may_enter(request)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """The view for those who may; only those who are not logged in are sent to the login."""
        guarded = super().admin_view(view, cacheable)

        def page(request: HttpRequest, *args: Any, **address: Any) -> HttpResponse:
            if request.user.is_authenticated and not self.has_permission(request):
                return no_role(request)
            return cast(HttpResponse, guarded(request, *args, **address))

        return cast(View, update_wrapper(page, guarded))


@never_cache
def no_role(request: HttpRequest) -> HttpResponse:
    """Say which role is missing, and which there are: to log in once more would lead here again."""
    context = {"rights": caller_of(request).rights, "needed": [role.text for role in roles_for(ENTERING)]}
    return render(request, "no_role.html", context, status=403)
