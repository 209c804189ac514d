"""Accounts in the admin: Django's own pages, without what a screen reader cannot tell."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User

admin.site.unregister([User, Group])


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Accounts; plain lists to choose from, and moments that nobody sets are only told."""

    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")


@admin.register(Group)
class AccountGroupAdmin(GroupAdmin):
    """Groups of accounts."""

    filter_horizontal = ()
