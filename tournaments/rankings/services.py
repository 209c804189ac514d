"""What organisers decide about rankings: CP for a defender, the Medal Game, settings and name of a list.

Each function is one transaction, keeps who decided, when and why, and brings the lists up to date. Refused is
with ``BadRequest`` (a value that cannot be meant), ``FormatError`` (a setting) or ``EventStateConflict``;
nothing has then changed.
"""

from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.db import transaction

from games.models import Player
from rules import Text
from tournaments.db import check_row, delete_row, locked, refused, save_row
from tournaments.errors import EventStateConflict
from tournaments.formats import Points
from tournaments.models import CompensationAward, MedalGame, Ranking, Season
from tournaments.player_refs import ref
from tournaments.ranking_rules import in_force_on
from tournaments.ranking_rules.points import WHOLE
from tournaments.rankings.points import keep_points
from tournaments.rankings.registry import find_list, key_of_medal_race
from tournaments.rankings.store import build_list_with, locked_ranking, redraw
from tournaments.standings.conclusion import ranking_rules_of
from tournaments.standings.event_state import EventState

#: More than any distance in a list.
MOST_AWARDED = 100


@transaction.atomic
def award_compensation(
    *, event_id: int, player: Player, points: Points, reason: str, actor: str, now: datetime
) -> CompensationAward:
    """Award CP to an event's winner who would lose the top of the list only because it was shortened (§6).

    Another award to the same player replaces it.
    """
    event = locked(event_id)
    rules = ranking_rules_of(event)
    unit = event.units.filter(key=WHOLE).first()
    if rules is None or not rules.compensated or unit is None or in_force_on(unit.ended_on).margin is None:
        raise EventStateConflict(
            Text("CP are awarded in a finished 3T ranking event that ended in 2025 or later.")
        )
    if not unit.points.filter(player=player, place=1).exists():
        raise refused("player", Text("CP are awarded to the winner"))
    if not is_award(points):
        raise refused(
            "points",
            Text("whole or half points up to {most_awarded} are needed", most_awarded=MOST_AWARDED),
        )
    award = CompensationAward.objects.filter(event=event, player=player).first()
    award = award or CompensationAward(event=event, player=player)
    award.points, award.reason = points, reason
    award.made_by, award.made_at = actor, now
    check_row(award)
    save_row(award, actor, reason)
    redraw(keys=keep_points(EventState.load(event, ref)), now=now)
    return award


@transaction.atomic
def withdraw_compensation(*, event_id: int, player: Player, reason: str, actor: str, now: datetime) -> None:
    """Withdraw an award. Raises ``CompensationAward.DoesNotExist`` if there is none."""
    event = locked(event_id)
    delete_row(CompensationAward.objects.get(event=event, player=player), actor, reason)
    redraw(keys=keep_points(EventState.load(event, ref)), now=now)


def is_award(points: Points) -> bool:
    """Check whether this many CP can be awarded: whole or half points."""
    return 0 < points <= MOST_AWARDED and (2 * Fraction(points)).denominator == 1


@transaction.atomic
def decide_medal_game(
    *, season: Season, winner: Player, played_on: date, reason: str, actor: str, now: datetime
) -> MedalGame:
    """Record the Medal Game of a season, won by one of those who are equal for 1st at its end (§7).

    Recording it again corrects it: the earlier one is in its history.
    """
    key = key_of_medal_race(season)
    ranking = locked_ranking(key)
    if played_on < season.ends_on:
        raise refused(
            "played_on",
            Text(
                "the season ends on {ends_on}, the Medal Game is played then or later", ends_on=season.ends_on
            ),
        )
    race = build_list_with(find_list(key), ranking.settings, day=played_on, medal_game=None)
    level = {row["player"] for row in race["rows"] if row["place"] == 1}
    if str(winner.pk) not in level or len(level) < 2:
        raise refused(
            "winner",
            Text("the Medal Game is between those who are equal for 1st at the end of the season"),
        )
    game = MedalGame.objects.filter(season=season).first() or MedalGame(season=season)
    game.winner, game.played_on, game.reason = winner, played_on, reason
    game.made_by, game.made_at = actor, now
    check_row(game)
    save_row(game, actor, reason)
    redraw(keys=[key], now=now)
    return game


@transaction.atomic
def change_ranking(
    *, key: str, settings: Mapping[str, Any], reason: str, actor: str, now: datetime
) -> Ranking:
    """Change the settings of a list. Raises ``NoSuchList``, and ``FormatError`` that names the setting."""
    find_list(key).settings.read(settings)
    if not reason.strip():
        raise refused("reason", Text("give a reason"))
    ranking = locked_ranking(key)
    ranking.settings = dict(settings)
    check_row(ranking)
    save_row(ranking, actor, reason)
    redraw(keys=[key], now=now)
    return Ranking.objects.get(pk=ranking.pk)


@transaction.atomic
def present_ranking(*, key: str, name: str, hidden: bool, actor: str, now: datetime) -> Ranking:
    """Call a list otherwise, as usual again with an empty name, or hide it. Raises ``NoSuchList``, ``BadRequest``."""
    find_list(key)
    ranking = locked_ranking(key)
    is_renamed = ranking.name != name
    if not is_renamed and ranking.hidden == hidden:
        return ranking
    ranking.name, ranking.hidden = name, hidden
    check_row(ranking)
    save_row(ranking, actor)
    if is_renamed:
        redraw(keys=[key], now=now)
    return ranking
