"""What writing requests were answered, so that a repeat is answered the same."""

from django.db import models


class RememberedAnswer(models.Model):
    """The answer to a request to which its sender gave a key; written in the transaction of the request's effect.

    Only what had an effect is remembered: refusals change nothing, so there is nothing to repeat. Kept
    for a while by ``games.services.idempotency``, then pruned.
    """

    #: Who asked, as events keep it: ``token:3`` or ``user:7``. A key is theirs alone.
    who = models.CharField(max_length=60)
    key = models.CharField(max_length=200)
    #: Method and address, such as ``POST /api/v1/games/``.
    request = models.TextField()
    #: Hash of what was asked, so that the same key for something else is noticed.
    fingerprint = models.CharField(max_length=64)
    #: ``None`` while the transaction runs; no other transaction ever sees that.
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
