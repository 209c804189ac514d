"""An analysis as the REST interface and the command tell it."""

from typing import Any

from rest_framework import serializers

from games.analysis.summary import Analysis
from games.answers import Answer, SeenPlayerSerializer
from games.models import Game, GameAnalysis
from games.queries.seats import seated_names

#: Decisive throws that are named.
MOST = 20


_CHANCES = "Player by player in the order of the seats."


class AccountSerializer(Answer):
    """Luck and decisions of a player over the game: `end` − `begin` is the sum of all that changed it."""

    player = SeenPlayerSerializer()
    begin = serializers.FloatField(help_text="Chance to win on the first board, 0 to 1.")
    end = serializers.FloatField(help_text="1: they have won.")
    luck = serializers.FloatField(help_text="What their own dice changed.")
    luck_margin = serializers.FloatField()
    loss = serializers.FloatField(help_text="What their own decisions lost; to be subtracted.")
    loss_margin = serializers.FloatField()
    others_luck = serializers.FloatField(help_text="What the dice of the others changed for them.")
    others_decisions = serializers.FloatField(help_text="What the decisions of the others changed for them.")
    jumps = serializers.FloatField(help_text="What was neither.")
    throws = serializers.IntegerField()
    decisions = serializers.IntegerField(help_text="Throws with more than one legal move.")
    best = serializers.IntegerField(help_text="Those in which no other move is known to be better.")


class StepSerializer(serializers.Serializer[Any]):
    """A throw, or what else changed the board or the result, in order."""

    number = serializers.IntegerField(help_text="Number of its event.")
    kind = serializers.CharField(help_text="`throw`, or the kind of the event: neither luck nor decision.")
    after = serializers.ListField(child=serializers.FloatField(), help_text=f"Chances afterwards. {_CHANCES}")
    player = serializers.IntegerField(
        required=False, help_text="Whose throw: their place in `accounts`, from 0 on."
    )
    colour = serializers.CharField(required=False)
    die = serializers.IntegerField(required=False)
    move = serializers.CharField(required=False, help_text="Left out where nothing was moved.")
    decided = serializers.BooleanField(required=False, help_text="Whether there was a choice.")
    best = serializers.CharField(required=False, help_text="The better move, where one is known.")
    lost = serializers.ListField(
        child=serializers.FloatField(),
        required=False,
        help_text="By how much the chances would be greater after the most promising move.",
    )
    loss_margin = serializers.FloatField(required=False, help_text="99 %.")
    margin = serializers.FloatField(required=False, help_text="How far off the luck may be, 95 %.")


class GameAnalysisSerializer(Answer):
    """The analysis of a game that is over."""

    game = serializers.UUIDField()
    number = serializers.IntegerField(help_text="Number of the last event when it was analysed.")
    engine = serializers.CharField(help_text="By which rules, policies and methods.")
    created_at = serializers.DateTimeField(source="made_at")
    begin = serializers.ListField(child=serializers.FloatField(), help_text=f"Chances before. {_CHANCES}")
    accounts = AccountSerializer(many=True)
    decisive = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the throws that changed most, the first most."
    )
    steps = StepSerializer(many=True)


def serialize_analysis(game: Game, stored: GameAnalysis) -> dict[str, Any]:
    """All figures as plain values, the players by the names that the public sees. One query."""
    found = stored.found or {}
    analysis = Analysis.from_json(found)
    names = seated_names(game)
    accounts = [
        AccountSerializer.of(each, player={"id": each.player, "name": names[each.player]})
        for each in analysis.accounts
    ]
    return GameAnalysisSerializer.of(
        stored,
        game=game.pk,
        begin=found["begin"],
        accounts=accounts,
        decisive=[each.step.number for each in analysis.decisive[:MOST]],
        steps=found["steps"],
    )
