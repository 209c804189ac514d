"""The backup that the site's owner has asked for: in the database, which all machines of a site share."""

from django.db import models


class BackupWish(models.Model):
    """That a backup is wanted; gone as soon as somebody begins with it."""

    asked_at = models.DateTimeField()

    class Meta:
        # Not edited by hand: no permissions.
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.asked_at)
