"""The admin as the organiser's desk: open to all who have something to do there."""

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    """Django's admin, on a site of our own."""

    default_site = "config.admin_site.DeskSite"
