"""What must happen in the next game of a series for points, so that somebody is certain to win (§5).

A player wins whatever follows if after the game they lead each of the others by more than can be made up in
the games left then, and not otherwise. So how the game must end is said by how many points more than each of
them they must get – or by their own points alone, where that comes to the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.i18n import Text
from tournaments.formats import phrases
from tournaments.formats.clinching.points_race import PointsRace
from tournaments.formats.grand_prix.points import Gains

#: Opponent → the least difference to their points in the game.
Needs = Mapping[int, int]


def describe_scenarios(race: PointsRace, names: Mapping[str, str]) -> tuple[Text, ...]:
    """Describe, for each player who can make sure of 1st place in the next game, how."""
    game = phrases.games([race.next_number])
    sayings = []
    for i, player in enumerate(race.players):
        needs = needed(race, i)
        enough = fulfilling(race.gains, i, needs)
        if not enough or enough == race.gains:
            continue
        how = _own_points(race, i, enough) or _differences(race, i, needs, names)
        name = names[player]
        sayings.append(Text("{name} clinches 1st place with {how} in {game}", name=name, how=how, game=game))
    return tuple(sayings)


def needed(race: PointsRace, i: int) -> Needs:
    """Return how many points more than each of the others make the win of player ``i`` certain."""
    can_be_made_up = (race.games_ahead - 1) * race.swing
    return {
        other: can_be_made_up + 1 - (race.now[i] - total)
        for other, total in enumerate(race.now)
        if other != i
    }


def fulfilling(gains: Gains, i: int, needs: Needs) -> Gains:
    """Return the gains of ``gains`` that meet the needs of player ``i``."""
    return frozenset(
        gain for gain in gains if all(gain[i] - gain[other] >= need for other, need in needs.items())
    )


def _own_points(race: PointsRace, i: int, enough: Gains) -> Text | None:
    """Describe the least own points, if with them they are certain whatever the others get, and never with fewer."""
    least = min(gain[i] for gain in enough)
    if any(gain[i] >= least and gain not in enough for gain in race.gains):
        return None
    count = race.column.count(least)
    return Text("at least {count}", count=count)


def _differences(race: PointsRace, i: int, needs: Needs, names: Mapping[str, str]) -> Text:
    """Describe the needs, without those that follow from the others."""
    needed = dict(needs)
    for other in needs:
        rest = {each: need for each, need in needed.items() if each != other}
        if fulfilling(race.gains, i, rest) == fulfilling(race.gains, i, needed):
            needed = rest
    return phrases.join_names(
        [_difference(race, need, names[race.players[other]]) for other, need in needed.items()]
    )


def _difference(race: PointsRace, need: int, name: str) -> Text:
    if need == 0:
        unit = race.column.many
        return Text("at least as many {unit} as {name}", unit=unit, name=name)
    count = race.column.count(abs(need))
    if need > 0:
        return Text("at least {count} more than {name}", count=count, name=name)
    return Text("at most {count} fewer than {name}", count=count, name=name)
