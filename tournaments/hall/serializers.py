"""The shapes of the REST interface of halls, for reading requests and for its description."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.answers import Answer, SaidSerializer
from games.api.fields import (
    NO_VALUE,
    PlayerReferenceField,
    RequestSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictDictField,
    StrictIntegerField,
    StrictListField,
)
from games.api.serializers import IS_NEW, ClockStateSerializer
from games.models.player import printable
from tournaments.hall.services.clocks import ACTIONS, MOST_MINUTES
from tournaments.hall.services.results import MOST_SLIPS, SlipOutcome
from tournaments.models import LONGEST_LABEL, MOST_GROUPS, MOST_TABLES, ResultClaim
from tournaments.services.slip import MOST_CAPTURES, PawnLine
from tournaments.shapes import EntrySerializer
from tournaments.standings.rounds import TableState

#: People in one request.
MOST_PEOPLE = 2000
_LONGEST_KEY = 120


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]})
class WhoField(serializers.Field[Any, Any, Any, Any]):
    """The key of an entry, or its start number."""

    default_error_messages = NO_VALUE

    def to_internal_value(self, data: Any) -> str | int:
        """The key or number; refused is everything else."""
        is_key = isinstance(data, str) and 0 < len(data) <= _LONGEST_KEY
        is_number = type(data) is int and 0 < data < 2**31
        if not (is_key or is_number):
            raise serializers.ValidationError(gettext("The key of an entry or a start number is needed."))
        return data

    def to_representation(self, value: Any) -> Any:
        """As it is."""
        return value


#: Named in the description (``ENUM_NAME_OVERRIDES``).
TABLE_STATES = [each.value for each in TableState]


class WhoSerializer(RequestSerializer):
    """Several people, by the keys of their entries or their start numbers."""

    example = {"entries": [17, "entry-4"]}

    entries = StrictListField(child=WhoField(), min_length=1, max_length=MOST_PEOPLE, source="who")


class LabelsSerializer(RequestSerializer):
    """Team, groups and payment of somebody."""

    team = StrictCharField(required=False, allow_blank=True, max_length=LONGEST_LABEL)
    groups = StrictListField(
        child=StrictCharField(max_length=LONGEST_LABEL), required=False, max_length=MOST_GROUPS
    )
    paid = StrictBooleanField(required=False)


class DescriptionSerializer(LabelsSerializer):
    """What is entered about a person beside their name."""

    example = {"team": "Rote Teufel", "groups": ["juniors"], "paid": True}

    table = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_TABLES,
        help_text="The table at which they sit all day; null takes the wish away.",
    )
    never_with = StrictListField(
        child=WhoField(), required=False, max_length=MOST_PEOPLE, help_text="With whom they never sit."
    )


class WalkInSerializer(LabelsSerializer):
    """Somebody who has just come in: a name, of whom a player is made, or a player."""

    example = {"name": "Emma Eck", "team": "Rote Teufel", "groups": ["juniors"]}

    name = StrictCharField(required=False, max_length=100, validators=[printable])
    new = StrictBooleanField(default=False, help_text=IS_NEW)
    player = PlayerReferenceField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("name" in attrs) == ("player" in attrs):
            raise serializers.ValidationError({"name": [gettext("Either a name or a player is needed.")]})
        return attrs


class AnnouncedSerializer(RequestSerializer):
    """People who will come, in the order in which they were announced: all are entered, or none."""

    example = {"people": [{"name": "Emma Eck", "team": "Rote Teufel"}, {"name": "Finn Fuchs"}]}

    people = StrictListField(child=WalkInSerializer(), min_length=1, max_length=MOST_PEOPLE)


class HallEntrySerializer(EntrySerializer):
    """A player in a hall, as the desk sees them."""

    paid = serializers.BooleanField()
    wishes = serializers.DictField(help_text='`{"table": 3}`, `{"never_with": ["entry-4"]}`.')


# -- rounds ----------------------------------------------------------------------------------------


class RoundSubjectSerializer(RequestSerializer):
    """Which round or final; the one that is due if left out."""

    example = {"round": "round-1"}

    round = StrictCharField(required=False, max_length=60, source="subject")


class CostSerializer(Answer):
    """What the seats of a round cost beside the rounds before it; the worst first, each as little as can be."""

    lonely = serializers.IntegerField(help_text="People missing at tables that are too small to play.")
    broken = serializers.IntegerField(help_text="Pairs that were never to meet.")
    small_tables = serializers.IntegerField()
    again = serializers.IntegerField(help_text="People at a small table who had one before.")
    repeats = serializers.IntegerField(help_text="Pairs who have met before, each as often.")
    team_meetings = serializers.IntegerField()
    colours = serializers.IntegerField(help_text="Seats that somebody has more often than need be.")


class SeatedTablesField(serializers.ListField):
    """Tables, each with as many keys as there are seats; an empty text is an empty seat."""

    child = serializers.ListField(child=serializers.CharField(allow_blank=True))

    @staticmethod
    def written(tables: Any) -> list[list[str]]:
        """Write tables as JSON has them."""
        return [list(table) for table in tables]


class PlanSerializer(Answer):
    """The plan of a round, which only the desk sees."""

    round = serializers.CharField(source="plan.subject")
    tables = SeatedTablesField()
    cost = CostSerializer()
    proof = SaidSerializer(allow_null=True, help_text="What is proved of it; null once it was changed.")
    seed_hash = serializers.CharField(source="plan.seed_hash")
    changes = serializers.ListField(child=serializers.DictField(), source="plan.changes")
    created_by = serializers.CharField(source="plan.made_by")
    created_at = serializers.DateTimeField(source="plan.made_at")


class ClockRequestSerializer(RequestSerializer):
    """What is done to the clock of a round: one of the three."""

    example = {"action": "start"}

    action = StrictChoiceField(choices=[each.value for each in ACTIONS], required=False)
    minutes = StrictIntegerField(required=False, min_value=1, max_value=MOST_MINUTES, help_text="In all.")
    extend = StrictIntegerField(
        required=False, min_value=-MOST_MINUTES, max_value=MOST_MINUTES, help_text="How many minutes more."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(
                {"action": [gettext("One of action, minutes and extend is needed.")]}
            )
        return attrs


class RoundClockSerializer(Answer):
    """The clock of a round."""

    round = serializers.CharField(source="subject")
    planned_minutes = serializers.IntegerField(allow_null=True)
    clock = ClockStateSerializer(source="round_clock")


# -- results ---------------------------------------------------------------------------------------


class _ReadLine(RequestSerializer):
    home = StrictIntegerField(required=False, default=0, min_value=0, max_value=4)
    yard = StrictIntegerField(required=False, default=0, min_value=0, max_value=4)
    on = StrictListField(child=StrictCharField(max_length=4), required=False, max_length=4)
    captures = StrictIntegerField(required=False, default=0, min_value=0, max_value=MOST_CAPTURES)


_LINES_SCHEMA = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "properties": {
            "home": {"type": "integer", "minimum": 0, "maximum": 4, "default": 0},
            "yard": {"type": "integer", "minimum": 0, "maximum": 4, "default": 0},
            "on": {"type": "array", "items": {"type": "string", "maxLength": 4}, "maxItems": 4},
            "captures": {"type": "integer", "minimum": 0, "maximum": MOST_CAPTURES, "default": 0},
        },
        "additionalProperties": False,
    },
    "description": (
        "Colour → its pawns: at home, in the yard, and on which fields the others stand, counted from the colour's "
        "own start (A, 1, 2 …; a to d where it matters which home field); and the captures that it has made, where "
        "these count."
    ),
}


@extend_schema_field(_LINES_SCHEMA)
class LinesField(StrictDictField):
    """Colour → its line."""

    def to_internal_value(self, data: Any) -> dict[str, PawnLine]:
        """Return the lines; an error names the colour and what is wrong with its line."""
        entered: dict[str, Any] = super().to_internal_value(data)
        found = {}
        for colour, line in entered.items():
            try:
                read = _ReadLine().run_validation(line)
            except serializers.ValidationError as error:
                raise serializers.ValidationError({colour: error.detail}) from error
            found[str(colour)] = PawnLine(
                read["home"], read["yard"], tuple(read.get("on", ())), read["captures"]
            )
        return found


class SheetSerializer(RequestSerializer):
    """The content of a slip: the order of finish, or the position of the pawns of every colour."""

    order = StrictListField(
        child=WhoField(), required=False, max_length=6, help_text="Keys or start numbers, from first to last."
    )
    lines = LinesField(required=False)
    finished = StrictListField(
        child=StrictCharField(max_length=10),
        required=False,
        max_length=6,
        help_text="The colours at home in the order they came in, where there are several.",
    )


class TableSheetSerializer(SheetSerializer):
    """The slip of a table."""

    number = StrictIntegerField(min_value=1, max_value=2**31 - 1, help_text="The number of its game.")
    over_throws = StrictBooleanField(
        required=False, help_text="That it is meant although throws of the game are recorded."
    )


class SheetsSerializer(RequestSerializer):
    """Slips of tables: all are entered, or none."""

    example = {
        "sheets": [
            {"number": 7, "order": [17, 4, 33, 20]},
            {"number": 8, "lines": {"yellow": {"home": 2, "yard": 1, "on": ["17"]}}},
        ]
    }

    sheets = StrictListField(child=TableSheetSerializer(), min_length=1, max_length=MOST_SLIPS)


class ClaimSerializer(Answer):
    """What somebody says of the result of a table."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    claimant = serializers.CharField(help_text="Key of a player of the table, or who entered it at the desk.")
    slip = serializers.DictField(source="sheet", help_text="As entered: `order` (keys), `lines`, `finished`.")
    state = serializers.ChoiceField(choices=ResultClaim.State.values)
    created_at = serializers.DateTimeField(source="made_at")


class EnteredSheetSerializer(Answer):
    """A slip and what became of it."""

    number = serializers.IntegerField(source="claim.number")
    outcome = serializers.ChoiceField(
        choices=[each.value for each in SlipOutcome],
        help_text=(
            "`entered`; `repeated`: the same was entered before; `contradicts`: another slip counts until an "
            "official decides."
        ),
    )
    claim = ClaimSerializer()


class ClaimedSerializer(Answer):
    """A claim, and the result that it has led to, if it has."""

    claim = ClaimSerializer()
    entered = EnteredSheetSerializer(allow_null=True)


class SlipCodeSerializer(RequestSerializer):
    """Who reads the slip of a table."""

    example = {"token": "0123456789abcdef0123", "claimant": 17}

    token = StrictCharField(max_length=80, help_text="The code of the slip.")
    claimant = WhoField()


class ClaimRequestSerializer(SheetSerializer):
    """The result of a table, claimed from its slip."""

    example = {"number": 7, "token": "0123456789abcdef0123", "claimant": 17, "order": [17, 4, 33, 20]}

    number = StrictIntegerField(min_value=1, max_value=2**31 - 1)
    token = StrictCharField(max_length=80, help_text="The code of the slip.")
    claimant = WhoField()


class SeatsOfTableSerializer(Answer):
    """A table of a published round, as the public sees it."""

    number = serializers.IntegerField(help_text="The number of its game.")
    table = serializers.IntegerField(help_text="Its number in the round.")
    name = SaidSerializer()
    seats = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Key of an entry → colours."
    )
    state = serializers.ChoiceField(choices=TABLE_STATES)


class TableOfRoundSerializer(SeatsOfTableSerializer):
    """A table of a published round with what is said of it, as the desk sees it."""

    game = serializers.UUIDField(allow_null=True)
    claims = ClaimSerializer(many=True)

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The table; a game has only one that was begun."""
        return super().of(value, game=value.game.game_id if value.game else None, **handed_in)
