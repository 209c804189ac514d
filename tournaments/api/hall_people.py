"""The REST interface of the people of a hall: announced, checked in, away, gone, described."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from games.access.authentication import caller_of
from games.enums import Action
from games.models import Player
from games.models.player import folded
from games.queries.name_matching import check_namesakes
from tournaments.api import hall_serializers as shapes
from tournaments.api.operations import EventOperations, operation
from tournaments.models import Entry
from tournaments.services.entries import names_entered
from tournaments.services.hall import people as services
from tournaments.services.hall.people import Description, Wishes


class HallPeopleViewSet(EventOperations):
    """Where people are. Helpers at the desks do it, with the role of a referee."""

    write_permission = Action.RULE
    read_permission = Action.RULE

    def check_namesakes(self, people: Mapping[str, Mapping[str, Any]]) -> None:
        """Raise ``DoubtfulName`` where somebody is named who could be known; who is entered is refused as such."""
        named = {field: each["name"] for field, each in people.items() if "name" in each and not each["new"]}
        entered = names_entered(self.get_object())
        names = {field: name for field, name in named.items() if folded(name) not in entered}
        check_namesakes(names, caller_of(self.request))

    @operation("get", "people", shapes.HallEntrySerializer, many=True)
    def people(self) -> QuerySet[Entry]:
        """All people of the hall as the desk sees them, with wishes and payments."""
        found: QuerySet[Entry] = self.get_object().entries.select_related("player")
        return found

    @operation("post", "check-in", shapes.HallEntrySerializer, shapes.WhoSerializer, many=True)
    def check_in(self, **asked: Any) -> Sequence[Entry]:
        """Make people present; who is so already stays so, whichever desk said it first."""
        return services.check_in(**asked, **self.who)

    @operation("post", "check-in/all", shapes.HallEntrySerializer, many=True)
    def check_in_all(self) -> Sequence[Entry]:
        """Make all people present who are announced and have a place."""
        return services.check_in_all(**self.who)

    @operation("post", "check-in/undo", shapes.HallEntrySerializer, shapes.WhoSerializer, many=True)
    def undo_check_in(self, **asked: Any) -> Sequence[Entry]:
        """Make people announced again: a slip of the finger."""
        return services.undo_check_in(**asked, **self.who)

    @operation("post", "away", shapes.HallEntrySerializer, shapes.WhoSerializer, many=True)
    def away(self, **asked: Any) -> Sequence[Entry]:
        """Leave people out of the rounds until they check in again."""
        return services.set_away(**asked, **self.who)

    @operation("post", "walk-ins", shapes.HallEntrySerializer, shapes.WalkInSerializer, code=201)
    def walk_in(self, **asked: Any) -> Entry:
        """Enter somebody who has just come in, and make them present."""
        self.check_namesakes({"name": asked})
        return services.walk_in(player=_player(asked), description=_description(asked), **self.who)

    @operation(
        "post",
        "announced",
        shapes.HallEntrySerializer,
        shapes.AnnouncedSerializer,
        code=201,
        many=True,
        write_permission=Action.ORGANISE,
    )
    def announce(self, people: Sequence[Mapping[str, Any]]) -> Sequence[Entry]:
        """Enter people who will come, in the order in which they were announced."""
        self.check_namesakes({f"people[{index}].name": each for index, each in enumerate(people)})
        return services.announce(players=[(_player(each), _description(each)) for each in people], **self.who)

    @operation("patch", "people/<slug:key>", shapes.HallEntrySerializer, shapes.DescriptionSerializer)
    def describe(self, key: str, **asked: Any) -> Entry:
        """Set the team, the groups, the payment and the seating wishes of somebody."""
        return services.describe(
            who=key,
            description=_description(asked),
            wishes=lambda before: _wishes(asked, before),
            **self.who,
        )


def _player(asked: Mapping[str, Any]) -> Player | str:
    player: Player | str = asked.get("player") or asked["name"]
    return player


def _description(asked: Mapping[str, Any]) -> Description:
    return Description(asked.get("team"), asked.get("groups"), asked.get("paid"))


def _wishes(asked: Mapping[str, Any], before: Mapping[str, Any]) -> Wishes | None:
    """The wishes, those that are not sent as they were; ``None`` where none is sent."""
    if "table" not in asked and "never_with" not in asked:
        return None
    return Wishes(
        asked.get("table", before.get("table")), asked.get("never_with", before.get("never_with", ()))
    )
