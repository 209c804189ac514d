"""Django's own pages of the admin, without what a screen reader cannot tell and without what breaks."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.views import shortcut
from django.core.exceptions import ValidationError
from django.db import DataError, transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import ngettext

from games.access import ForSuperusers, giver_of, services
from games.admin import ListedWithCare

admin.site.unregister([User, Group])


@admin.register(User)
class AccountAdmin(ForSuperusers, ListedWithCare, UserAdmin):
    """Accounts, for superusers; plain lists to choose from, and moments that are not set by hand are read-only."""

    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Keep what was entered; what an account has given that may give nothing any more ends."""
        super().save_model(request, obj, form, change)
        if change:
            self._end_what_it_gave(request, obj)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete the account, and end what it has given."""
        obj.is_active = False
        self._end_what_it_gave(request, obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete each of them, and end what they have given."""
        for account in queryset:
            self.delete_model(request, account)

    def _end_what_it_gave(self, request: HttpRequest, account: User) -> None:
        ended = services.revoke_what_lost_its_giver(account=account, **giver_of(request))
        if ended:
            text = ngettext(
                "%(number)d role that the account has given ends.",
                "%(number)d roles that the account has given end.",
                ended,
            )
            messages.warning(request, text % {"number": ended})


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
