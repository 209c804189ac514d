"""Django's own pages of the admin, without what a screen reader cannot tell and without what breaks."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.views import shortcut
from django.core.exceptions import ValidationError
from django.db import DataError, transaction
from django.http import Http404, HttpRequest, HttpResponse

from games.access.admin import ForSuperusers
from games.admin import ListedWithCare

admin.site.unregister([User, Group])


@admin.register(User)
class AccountAdmin(ForSuperusers, ListedWithCare, UserAdmin):
    """Accounts, for superusers; plain lists to choose from, and moments that nobody sets are only told."""

    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")


@admin.register(Group)
class AccountGroupAdmin(ForSuperusers, ListedWithCare, GroupAdmin):
    """Groups of accounts, for superusers."""

    filter_horizontal = ()


def page_of_row(request: HttpRequest, content_type_id: str, object_id: str) -> HttpResponse:
    """Lead from a row to its public page, as Django does; what is no id of such a row is not found, and no error."""
    try:
        with transaction.atomic():
            return shortcut(request, content_type_id, object_id)
    except (ValidationError, DataError) as no_id:
        raise Http404 from no_id
