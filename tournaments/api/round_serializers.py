"""The rounds of a hall as tables tell them, for the description of the REST interface."""

from typing import Any

from rest_framework import serializers

from games.answers import SaidSerializer
from tournaments.standings.hall import RoundState


class ClockStateSerializer(serializers.Serializer[Any]):
    """The clock of a round; what is missing was never set: no start, no limit."""

    played_ms = serializers.IntegerField(required=False, help_text="Played when it stopped last.")
    since = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Running since; null: it stands."
    )
    limit_reached = serializers.BooleanField(required=False)
    limit_ms = serializers.IntegerField(
        required=False, help_text="The time that is allowed, extensions with it."
    )


class RoundStatusSerializer(serializers.Serializer[Any]):
    """A round as the public sees it; of one that is not published only the hash of its seed."""

    subject = serializers.CharField()
    name = SaidSerializer(allow_null=True)
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[each.value for each in RoundState])
    first = serializers.IntegerField(allow_null=True, help_text="Number of its first game.")
    last = serializers.IntegerField(allow_null=True)
    left = serializers.ListField(child=serializers.IntegerField(), help_text="Games without a result.")
    seed_hash = serializers.CharField(help_text="SHA-256 of the seed, public before the round is.")
    published_at = serializers.DateTimeField(allow_null=True)
    planned_minutes = serializers.IntegerField(allow_null=True)
    clock = ClockStateSerializer(allow_null=True)
