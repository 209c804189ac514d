"""The shapes of rankings, points and titles in the REST interface."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.answers import Answer, SaidSerializer
from games.api.fields import (
    NO_VALUE,
    PlayerReferenceField,
    RequestSerializer,
    StrictCharField,
    StrictDateField,
    StrictDictField,
)
from games.api.serializers import EXAMPLE_ID
from games.errors import BadRequest
from rules import Text, quote_value
from tournaments.formats import Points, as_json
from tournaments.models import exact


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}]})
class PointsValue(serializers.Field[Any, Any, Any, Any]):
    """Points: a whole number, or a fraction as a text such as ``"5/2"``."""

    default_error_messages = NO_VALUE
    #: How an answer writes them.
    written = staticmethod(as_json)

    def to_internal_value(self, data: Any) -> Points:
        """The number; ``BadRequest`` says what is needed."""
        try:
            if isinstance(data, bool) or not isinstance(data, int | str) or len(str(data)) > 20:
                raise ValueError
            return exact(data)
        except (ValueError, ZeroDivisionError):
            raise BadRequest(
                Text('points: points such as 2 or "5/2" are needed, not {data}', data=quote_value(data)),
                field="points",
            ) from None


class ListNamedSerializer(Answer):
    """A list: its address, and who leads it."""

    list = serializers.SlugField(source="key")
    name = SaidSerializer()
    season = serializers.SlugField(allow_null=True)
    version = serializers.IntegerField(help_text="0 as long as nothing has counted.")
    last_end = serializers.DateField(allow_null=True)
    leaders = serializers.ListField(
        child=serializers.CharField(), help_text="The names of those in 1st place."
    )


class GainSerializer(serializers.Serializer[Any]):
    """What one event or unit gave."""

    unit = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    tp = PointsValue()
    wp = PointsValue()
    cp = PointsValue()
    points = PointsValue()


class RankingRowSerializer(serializers.Serializer[Any]):
    """A row of a list."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = serializers.UUIDField()
    name = serializers.CharField()
    points = PointsValue()
    tp = PointsValue()
    wp = PointsValue()
    cp = PointsValue()
    reason = SaidSerializer()
    defended = PointsValue(help_text="What falls out with the next event.")
    to_overtake = PointsValue(allow_null=True, help_text="So much more passes the one above for certain.")
    to_overtake_next = PointsValue(
        allow_null=True, help_text="The same in the next event, which pushes one out."
    )
    gains = GainSerializer(many=True)


class WinnerSerializer(serializers.Serializer[Any]):
    """Who was 1st."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class CountedSerializer(serializers.Serializer[Any]):
    """An event, or a part of one, that counts in a list."""

    unit = serializers.CharField()
    event = serializers.SlugField()
    name = SaidSerializer()
    level = serializers.IntegerField()
    ended_on = serializers.DateField()
    winners = WinnerSerializer(many=True)


class RankingSerializer(serializers.Serializer[Any]):
    """A ranking list."""

    version = serializers.IntegerField(
        allow_null=True, help_text="Grows with every change; null for another day."
    )
    on = serializers.DateField(allow_null=True)
    list = serializers.SlugField()
    name = SaidSerializer()
    season = serializers.SlugField(allow_null=True)
    rules_since = serializers.DateField(help_text="Since when the rules in force hold.")
    last_end = serializers.DateField(allow_null=True)
    settings = serializers.DictField()
    rows = RankingRowSerializer(many=True)
    counted = CountedSerializer(many=True)
    leaving = serializers.CharField(allow_null=True, help_text="The unit that the next event pushes out.")
    remark = SaidSerializer(allow_null=True)


class PointsRowSerializer(serializers.Serializer[Any]):
    """What one player got."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = serializers.UUIDField()
    name = serializers.CharField()
    tp = serializers.IntegerField()
    wp = PointsValue()
    cp = PointsValue()
    points = PointsValue()
    gpp = serializers.IntegerField(allow_null=True)
    tp_reason = SaidSerializer()
    wp_reason = SaidSerializer()
    cp_reason = SaidSerializer()


class PointsUnitSerializer(serializers.Serializer[Any]):
    """An event, or a part of it that counts by itself: ``event``, ``drr-1-2`` …, ``playoffs``."""

    unit = serializers.CharField()
    name = SaidSerializer()
    discipline = serializers.CharField()
    level = serializers.IntegerField()
    ended_on = serializers.DateField()
    rows = PointsRowSerializer(many=True)


class EventPointsSerializer(serializers.Serializer[Any]):
    """What an event has given so far."""

    event = serializers.SlugField()
    units = PointsUnitSerializer(many=True)


class TitleSerializer(Answer):
    """An event that somebody has won."""

    event = serializers.SlugField(source="unit.event.slug")
    name = serializers.CharField(source="unit.event.name")
    season = serializers.SlugField(source="unit.season.slug")
    level = serializers.IntegerField(source="unit.level")
    ended_on = serializers.DateField(source="unit.ended_on")
    player = serializers.UUIDField(source="player_id")
    winner = serializers.CharField(source="player.shown_as")
    triple_crown = serializers.BooleanField(help_text="Whether its winner has won all Majors of the season.")


class NewCompensationSerializer(RequestSerializer):
    """CP for the winner who would lose the top of the list only because the event was shortened."""

    example = {"player": EXAMPLE_ID, "points": 1, "reason": "One game was left out."}

    player = PlayerReferenceField()
    points = PointsValue()
    reason = StrictCharField(max_length=200)


class CompensationSerializer(Answer):
    """CP that were awarded."""

    event = serializers.SlugField(source="event.slug")
    player = serializers.UUIDField(source="player_id")
    points = PointsValue()
    reason = serializers.CharField()
    made_by = serializers.CharField()
    made_at = serializers.DateTimeField()


class NewMedalGameSerializer(RequestSerializer):
    """The Medal Game between those equal for 1st at the end of a season."""

    example = {"winner": EXAMPLE_ID, "played_on": "2027-12-30", "reason": "Both were 1st."}

    winner = PlayerReferenceField()
    played_on = StrictDateField()
    reason = StrictCharField(max_length=200)


class MedalGameSerializer(Answer):
    """A Medal Game."""

    season = serializers.SlugField(source="season.slug")
    winner = serializers.UUIDField(source="winner_id")
    played_on = serializers.DateField()
    reason = serializers.CharField()
    made_by = serializers.CharField()
    made_at = serializers.DateTimeField()


class ChangedRankingSerializer(RequestSerializer):
    """Other settings of a list; those that are not given have their defaults."""

    example = {"settings": {"events": 4}, "reason": "decided by the club"}

    settings = StrictDictField()
    reason = StrictCharField(max_length=80)


class RankingReasonSerializer(RequestSerializer):
    """Why."""

    example = {"reason": "awarded twice"}

    reason = StrictCharField(max_length=80)
