"""Open tasks in a hall, beside its next step: tables with two results, boards that decide who is ahead."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext

from games.enums import Decision
from games.templatetags.board import localized
from rules.i18n import Literal
from tournaments.models import Event, ResultClaim
from tournaments.organiser.i18n import translate_text
from tournaments.standings.hall import RoundState


def contested_tables(event: Event, projection: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield the tables with contradicting claims: number of the game, and round and table. One query."""
    claims = ResultClaim.objects.filter(event=event, state=ResultClaim.State.CONTRADICTED)
    settled = event.games.filter(game__decided_by=Decision.CORRECTION).values("number")
    numbers = claims.exclude(number__in=settled).values_list("number", flat=True)
    for number in sorted(set(numbers)):
        for each in projection["rounds"]:
            if (
                each["state"] != RoundState.ANNULLED
                and each["first"]
                and each["first"] <= number <= each["last"]
            ):
                table = gettext("Table %(number)s") % {"number": number - each["first"] + 1}
                yield number, f"{localized(each['name'])}, {table}"


def missing_figures(projection: Mapping[str, Any]) -> Iterator[tuple[bool, int, str]]:
    """Yield missing figures: whether results wait for it, the number of one of these games, what it is in words.

    Boards are needed only of players whom they could separate, and not any more when all is over.
    """
    for each in projection.get("unfinished", ()):
        is_result = each["columns"] == [projection["columns"][0]["key"]]
        if is_result or not projection["finished"]:
            yield is_result, each["games"][0], translate_text(Literal(**each["told"]))
