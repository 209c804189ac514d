"""A correction that waits for a second person, as the REST interface tells it."""

from rest_framework import serializers

from games.answers import Answer, SaidSerializer


class KnownSerializer(Answer):
    """What is known of the end of a game."""

    winner = serializers.UUIDField(allow_null=True)
    places = serializers.ListField(child=serializers.CharField())
    pawns = serializers.DictField(
        child=serializers.IntegerField(), help_text="At home by colour, without those that are not known."
    )
    seconds = serializers.IntegerField(allow_null=True)


class ProposalSerializer(Answer):
    """A correction that waits for a second person."""

    number = serializers.IntegerField(
        help_text="Of the event that proposed it: what is approved or withdrawn."
    )
    reason = serializers.CharField()
    proposed_at = serializers.DateTimeField()
    proposed_by = serializers.CharField(help_text="The name of the account or token.")
    is_yours = serializers.BooleanField(
        source="is_own", help_text="Then somebody else approves it, unless nobody else could."
    )
    is_alone = serializers.BooleanField(
        help_text="It is yours and nobody else could approve it: you do, with `alone`."
    )
    before = KnownSerializer()
    after = KnownSerializer()
    consequences = SaidSerializer(many=True, help_text="What would be otherwise in the event's table.")
