"""The organiser's desk: seasons, and events with everything that an evening needs."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.admin.event import EventAdmin
from tournaments.admin.season import SeasonAdmin

__all__ = ["EventAdmin", "SeasonAdmin"]

admin.site.site_header = admin.site.site_title = "Rauswurf"
admin.site.index_title = _("Organisation")
