"""Who is at which piece of slow work (``games.work``)."""

from django.db import models


class WorkClaim(models.Model):
    """That somebody works on something, or that it rests: after a failure, or because it is to be left alone.

    Written by ``games.work.claims`` alone. What is to be done is not stored: there is no row for what no worker has
    begun, and none for what is done.
    """

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=100, blank=True)
    #: Who has not come back by then has died.
    claimed_until = models.DateTimeField()
    #: How often it was begun since it was last done.
    attempts = models.PositiveIntegerField(default=0, db_default=0)
    #: It is not begun before.
    next_at = models.DateTimeField()

    class Meta:
        # Not edited by hand: no permissions.
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="one_claim_per_key")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
