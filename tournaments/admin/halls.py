"""The history of halls in the admin, to be read; what is done about halls is done at their desk."""

from django.contrib import admin

from games.admin import ReadOnlyAdmin, WithHistoryAdmin
from tournaments.models import Hall


@admin.register(Hall)
class HallAdmin(ReadOnlyAdmin, WithHistoryAdmin):
    """Halls: nothing but their history is looked at here."""

    fields = readonly_fields = ("name", "slug", "language", "theme")
