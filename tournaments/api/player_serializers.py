"""The shapes of the REST interface of players, ratings and records."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.answers import Answer, SaidSerializer, SeenPlayerSerializer
from games.api.fields import (
    RequestSerializer,
    StrictCharField,
    StrictChoiceField,
    StrictSlugField,
    StrictUUIDField,
)
from games.enums import Decision
from games.models.player import LONGEST_SEARCH
from rules import RULE_SETS
from tournaments.models import Event
from tournaments.statistics.records import KINDS

RULES = list(RULE_SETS)


class GameCountsSerializer(Answer):
    """Games won, tied and lost; each is one of the three."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    tied = serializers.IntegerField(help_text="The first place was shared.")
    lost = serializers.IntegerField()


class FiguresSerializer(GameCountsSerializer):
    """The same with what was thrown in the games whose throws are known."""

    throws_known = serializers.IntegerField(
        help_text="Games whose throws are known: the sums are over those."
    )
    throws = serializers.IntegerField()
    sixes = serializers.IntegerField()
    waited = serializers.IntegerField(help_text="Throws without a move.")
    captures = serializers.IntegerField()
    captured = serializers.IntegerField()


class TotalsSerializer(FiguresSerializer):
    """All games together."""

    first_at = serializers.DateTimeField(allow_null=True)
    last_at = serializers.DateTimeField(allow_null=True)
    time_known = serializers.IntegerField(help_text="Games whose time is known: `seconds` is over those.")
    seconds = serializers.IntegerField()


class ByRulesSerializer(GameCountsSerializer):
    """Games under one set of rules."""

    rules = serializers.CharField()


class ByColourSerializer(FiguresSerializer):
    """Games with one colour; captures are those of this colour."""

    colour = serializers.CharField()
    came_home = serializers.IntegerField(help_text="How often it was brought home.")


class StreaksSerializer(Answer):
    """Wins in a row."""

    now = serializers.IntegerField()
    longest = serializers.IntegerField()


class PlayerRecordSerializer(Answer):
    """The record of a player."""

    player = SeenPlayerSerializer()
    totals = TotalsSerializer()
    streaks = StreaksSerializer()
    by_rules = ByRulesSerializer(many=True)
    by_colour = ByColourSerializer(many=True)


class MetSerializer(Answer):
    """How games against somebody went; of a game of more than two somebody else may have won."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField(help_text="Won by the opponent.")
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    throws_known = serializers.IntegerField(help_text="Games whose throws are known: captures are of those.")
    captures = serializers.IntegerField(help_text="Of the opponent's pawns.")
    captured = serializers.IntegerField(help_text="By the opponent.")


class OpponentSerializer(MetSerializer):
    """An opponent."""

    player = SeenPlayerSerializer()


class MetByRulesSerializer(MetSerializer):
    """How games against somebody went under one set of rules."""

    rules = serializers.CharField()


class AgainstSerializer(Answer):
    """Two players against each other, as the first of them sees it."""

    player = SeenPlayerSerializer()
    opponent = SeenPlayerSerializer()
    together = MetSerializer()
    by_rules = MetByRulesSerializer(many=True)


class PlacedSerializer(Answer):
    """A player of a game with his place; equal places are shared."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    place = serializers.IntegerField()
    won = serializers.BooleanField()


class NamedEventSerializer(Answer):
    """An event by name."""

    slug = serializers.CharField()
    name = serializers.CharField()


class GamePlayedSerializer(Answer):
    """A game that counts."""

    game = serializers.UUIDField(source="id")
    title = serializers.CharField()
    name = SaidSerializer(allow_null=True, help_text="What it is called in its event.")
    event = NamedEventSerializer(allow_null=True)
    rules = serializers.CharField()
    decided_by = serializers.ChoiceField(choices=[each.value for each in Decision])
    ended_at = serializers.DateTimeField()
    players = PlacedSerializer(many=True)


class EventPlayedSerializer(Answer):
    """An event with the place of a player."""

    slug = serializers.CharField()
    name = serializers.CharField()
    format = SaidSerializer()
    season = serializers.CharField()
    starts_on = serializers.DateField(source="day")
    status = serializers.ChoiceField(choices=Event.Status.values)
    place = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()


class RatingSerializer(Answer):
    """A rating with its uncertainty."""

    player = SeenPlayerSerializer()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    at_least = serializers.FloatField(help_text="mu − 3 sigma: worth all but certainly; the list follows it.")
    games = serializers.IntegerField(source="rated", help_text="Rated games.")
    last_played_at = serializers.DateTimeField()


class RatedGameSerializer(Answer):
    """The rating after a game."""

    game = serializers.UUIDField()
    ended_at = serializers.DateTimeField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    games = serializers.IntegerField(help_text="Rated games until then.")


class RecordSerializer(Answer):
    """A record, of a player or of a game as a whole."""

    value = serializers.IntegerField()
    player = SeenPlayerSerializer(allow_null=True)
    game = GamePlayedSerializer()

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The record; of a game as a whole nobody is told to hold it."""
        holder = None if value.holder is None else {"id": str(value.holder), "name": value.holder_name}
        return super().of(value, player=holder, **handed_in)


class RecordKindSerializer(Answer):
    """A kind of record with the best of it."""

    kind = serializers.CharField(source="key")
    name = SaidSerializer()
    unit = SaidSerializer()
    best = RecordSerializer(many=True)


# -- what may be asked for -------------------------------------------------------------------------


class WantedGamesSerializer(RequestSerializer):
    """Which games of a player."""

    rules = StrictChoiceField(choices=RULES, required=False)
    opponent = StrictUUIDField(required=False, help_text="Only games against this player.")
    event = StrictSlugField(required=False, help_text="Only games of this event.")
    won = serializers.BooleanField(required=False)


class WantedRatingsSerializer(RequestSerializer):
    """Whose ratings."""

    search = StrictCharField(required=False, max_length=LONGEST_SEARCH, help_text="Part of the name.")


class WantedRulesSerializer(RequestSerializer):
    """Under which rules."""

    rules = StrictChoiceField(choices=RULES, required=False)


class WantedRecordsSerializer(WantedRulesSerializer):
    """Which records."""

    kind = StrictChoiceField(choices=list(KINDS), required=False)
