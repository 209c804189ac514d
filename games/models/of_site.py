"""What the site keeps for itself: answers to repeat, and who is at which slow work."""

from django.db import models


class RememberedAnswer(models.Model):
    """The answer to a request to which its sender gave a key; written in the transaction of the request's effect.

    Only what had an effect is remembered: refusals change nothing, so there is nothing to repeat. Stored
    for a while by ``games.services.idempotency``, then pruned.
    """

    #: Who asked, as events keep it: ``token:3`` or ``user:7``. A key is theirs alone.
    who = models.CharField(max_length=60)
    key = models.CharField(max_length=200)
    #: Method and address, such as ``POST /api/v1/games/``.
    request = models.TextField()
    #: Hash of what was asked, so that the same key for something else is noticed.
    fingerprint = models.CharField(max_length=64)
    #: ``None`` while the transaction runs; no other one ever sees that.
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        # Not edited by hand: no permissions.
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["who", "key"], name="one_answer_per_key")]

    def __str__(self) -> str:
        return f"{self.who} {self.key}: {self.request}"


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
