"""What waits for somebody in a hall, beside its next step: tables with two results, boards that decide who is ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext

from games.enums import Decision
from games.templatetags.board import localized
from rules.i18n import Literal, Plural
from tournaments.models import Event, ResultClaim
from tournaments.organiser.i18n import translate_text
from tournaments.standings.hall import RoundState


def contested_tables(event: Event, told: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield the tables of which two say different things: number of the game, and round and table. One query."""
    claims = ResultClaim.objects.filter(event=event, state=ResultClaim.State.CONTRADICTED)
    settled = event.games.filter(game__decided_by=Decision.CORRECTION).values("number")
    numbers = claims.exclude(number__in=settled).values_list("number", flat=True)
    for number in sorted(set(numbers)):
        for each in told["rounds"]:
            if (
                each["state"] != RoundState.ANNULLED
                and each["first"]
                and each["first"] <= number <= each["last"]
            ):
                table = gettext("Table %(number)s") % {"number": number - each["first"] + 1}
                yield number, f"{localized(each['name'])}, {table}"


def missing_figures(told: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield what the table counts and nobody has entered: the number of a game of these, and what it is in words.

    Boards beside the results are asked for only of those who are level, and not any more when all is over.
    """
    for each in told.get("unfinished", ()):
        if each["columns"] == [told["columns"][0]["key"]]:
            yield each["games"][0], translate_text(Literal(**each["told"]))
        elif games := _of_those_level(told, each["games"]):
            is_all = len(games) == len(each["games"])
            some = Plural("{n} table has no board yet", "{n} tables have no board yet", len(games))
            yield games[0], translate_text(Literal(**each["told"]) if is_all else some)


def _of_those_level(told: Mapping[str, Any], numbers: list[int]) -> list[int]:
    """List those of the games in which somebody played who is level with somebody; none when all is over."""
    if told["finished"]:
        return []
    level = {row["entrant"] for row in told["rows"] if row["shared"]}
    seated = {game["number"]: level.intersection(game["seating"]) for game in told["games"]}
    return [number for number in numbers if seated.get(number)]
