"""A line of who did what, as the REST interface and the file for programs have it."""

from typing import Any

from rest_framework import serializers

from games.answers import Answer, SaidSerializer
from tournaments.audit.queries import kinds


class AuditLineSerializer(Answer):
    """What somebody did."""

    at = serializers.DateTimeField()
    actor = serializers.CharField(
        help_text="user:7, token:3, command; elsewhere:user:7 where it came from a file; empty: unknown."
    )
    name = serializers.CharField(help_text="What the actor is called now.")
    kind = serializers.ChoiceField(choices=list(kinds()))
    what = SaidSerializer()
    game = serializers.IntegerField(allow_null=True, help_text="Its number in the event.")
    details = serializers.DictField()

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The line; its moment is a text, as files keep it."""
        return super().of(value, at=value.at.isoformat(), details=dict(value.details), **handed_in)
