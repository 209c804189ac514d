"""The writer of what is counted of games: of each that is public.

A writer who changes a result, or whether a game is public, only marks its row (``Game.awaits_counting``);
everything else is done after the commit, a little at a time, by the background (``count_due``). First the
contribution of each marked game is put in the place of the one before – that it has none any more, after a
take-back, is the same case. Then, from the earliest of these games on, the places of players are computed again
after each game. So the cost of a result does not depend on what was played before; that of a correction
in the past is the games after it, and no one waits for it.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.enums import OVER
from games.models import Game, Player
from games.work.kinds import WHOLE, Due, Lane, Work
from rules import Ends
from tournaments.formats import EntrantSeating, FormatError, Result
from tournaments.models import (
    CountedGame,
    Event,
    EventGame,
    PlayedAgainst,
    PlayedColour,
    PlayedGame,
    Reckoning,
)
from tournaments.models.statistics import Moment
from tournaments.players.game_row import Contribution, contribution
from tournaments.players.ratings import RatedGame, RunningRating, after
from tournaments.ratings import Luck

#: Games in one transaction: on SQLite no one else writes meanwhile.
BATCH = 100


def count_due() -> None:
    """Count all games that await it."""
    while _settle() or _reckon():
        pass


def is_due() -> bool:
    """Whether there is anything to be counted, or to be computed again."""
    awaiting = Game.objects.filter(awaits_counting=True)
    return awaiting.exists() or Reckoning.objects.filter(ended_at__isnull=False).exists()


def _due(now: datetime) -> Iterator[Due]:
    if is_due():
        yield WHOLE, None


def _count_some(key: str, now: datetime) -> None:
    if not _settle():
        _reckon()


WORK = Work("statistics", Lane.AT_ONCE, 1.0, _due, _count_some)


def forget_everything() -> None:
    """Drop all that is counted and mark every game that is over: the next ``count_due`` counts from scratch."""
    with transaction.atomic():
        _reckoning().select_for_update().get()
        CountedGame.objects.all().delete()
        Game.objects.filter(state__in=OVER).update(awaits_counting=True)


# -- each game by itself ---------------------------------------------------------------------------


@transaction.atomic
def _settle() -> bool:
    """Count some of the games that await it; whether there were any.

    Their rows are locked, like by a recorder: none of them gets another result meanwhile. Those that
    somebody holds just now are left for the next time.
    """
    reckoning = _reckoning().select_for_update(skip_locked=True).first()
    if reckoning is None:
        return False
    awaiting = Game.objects.select_for_update(skip_locked=True, of=("self",)).filter(awaits_counting=True)
    games = list(awaiting.order_by("pk")[:BATCH])
    if not games:
        return False
    before = CountedGame.objects.in_bulk([game.pk for game in games])
    found = contributions(games)
    counted = {pk: each.counted for pk, each in found.items() if each is not None}
    changed = [pk for pk in found if _number(before.get(pk)) != _number(counted.get(pk))]
    _replace([before[pk] for pk in changed if pk in before], [each for pk in changed if (each := found[pk])])
    moments = [
        _moment(each) for pk in changed for each in (before.get(pk), counted.get(pk)) if each is not None
    ]
    if moments:  # the places of players follow from the first of them on, or from an earlier one
        known = [] if reckoning.moment is None else [reckoning.moment]
        reckoning.ended_at, reckoning.game = min([*known, *moments])
        reckoning.save()
    Game.objects.filter(pk__in=[game.pk for game in games]).update(awaits_counting=False)
    return True


def contributions(games: Sequence[Game]) -> dict[uuid.UUID, Contribution | None]:
    """What each game contributes; those that are not public nothing."""
    played = EventGame.objects.filter(game__in=games).select_related("event").defer("event__projection")
    events = {each.game_id: each.event for each in played}
    return {
        game.pk: contribution(game, event_winners(events.get(game.pk), game)) if game.is_public else None
        for game in games
    }


def event_winners(event: Event | None, game: Game) -> Sequence[str]:
    """Return who has won a game by the points of its event; no one where these do not decide it."""
    if event is None or game.rules.ends is not Ends.ALL_COLOURS:
        return ()
    result = Result(1, game.rules_name, EntrantSeating.from_leaders(game.seating), tuple(game.places))
    try:
        return event.format.winners(event.format_settings, result)
    except FormatError:  # a result that does not count in its event
        return ()


def _number(counted: CountedGame | None) -> int | None:
    """Up to which event a game is counted: everything follows from that."""
    return None if counted is None else counted.number


def _moment(counted: CountedGame) -> Moment:
    return counted.ended_at, counted.game_id


def _replace(before: Sequence[CountedGame], found: Sequence[Contribution]) -> None:
    """Put new contributions in the place of those before."""
    players = set(PlayedGame.objects.filter(counted__in=before).values_list("player", flat=True))
    CountedGame.objects.filter(pk__in=[each.pk for each in before]).delete()
    rows = rows_of(found)
    for model in (CountedGame, PlayedGame, PlayedColour, PlayedAgainst):
        model._default_manager.bulk_create(rows[model])
    _mark_latest(players)


def rows_of(found: Iterable[Contribution]) -> dict[type[Any], list[Any]]:
    """What is stored of contributions, not yet saved."""
    rows: dict[type[Any], list[Any]] = {
        CountedGame: [],
        PlayedGame: [],
        PlayedColour: [],
        PlayedAgainst: [],
    }
    for each in found:
        counted = each.counted
        rows[CountedGame].append(counted)
        for player, columns in each.players.items():
            played = PlayedGame(counted=counted, player_id=player, ended_at=counted.ended_at, **columns)
            rows[PlayedGame].append(played)
            rows[PlayedColour] += [PlayedColour(played=played, **colour) for colour in each.colours[player]]
            rows[PlayedAgainst] += [PlayedAgainst(played=played, **other) for other in each.opponents[player]]
    return rows


# -- one game after the other ----------------------------------------------------------------------


def _reckoning() -> QuerySet[Reckoning]:
    """The row that the counting process holds. Who finds it held need not wait: what they would do is being done."""
    Reckoning.objects.bulk_create([Reckoning(pk=1)], ignore_conflicts=True)
    return Reckoning.objects.filter(pk=1)


@transaction.atomic
def _reckon() -> bool:
    """Work out where players stood after some of the games; whether there are more."""
    reckoning = _reckoning().select_for_update(skip_locked=True).first()
    begin = reckoning.moment if reckoning else None
    if reckoning is None or begin is None:
        return False
    games = list(_from(begin).prefetch_related("players")[: BATCH + 1])
    rest, games = games[BATCH:], games[:BATCH]
    played = {game.pk: list(game.players.all()) for game in games}
    players = {row.player_id for rows in played.values() for row in rows}
    stood = {player: running for player in players if (running := _stood_before(player, begin)) is not None}
    luck = luck_before(begin)
    for game in games:
        found, luck = rate(game, played[game.pk], stood, luck)
        stood |= found
    CountedGame.objects.bulk_update(games, ["luck"], batch_size=BATCH)
    changed = [row for rows in played.values() for row in rows]
    PlayedGame.objects.bulk_update(changed, COLUMNS, batch_size=BATCH)
    _mark_latest(players)
    reckoning.ended_at, reckoning.game = _moment(rest[0]) if rest else (None, None)
    reckoning.save()
    return bool(rest)


#: The columns of ``PlayedGame`` that keep where a player stood.
COLUMNS = [each.name for each in fields(RunningRating)]


def rate(
    game: CountedGame, rows: Sequence[PlayedGame], stood: Mapping[uuid.UUID, RunningRating], luck: Luck
) -> tuple[dict[uuid.UUID, RunningRating], Luck]:
    """Where the players of a game stood after it, and what was known of luck; noted in their rows too."""
    by_id = {str(row.player_id): row for row in rows}
    placed = RatedGame(
        kind=game.rules_name,
        places={player: row.place for player, row in by_id.items()},
        winner=next((player for player, row in by_id.items() if row.won), None),
        is_rated=game.is_rated,
    )
    found, game.luck = after(placed, {str(player): running for player, running in stood.items()}, luck)
    for player, running in found.items():
        for name in COLUMNS:
            setattr(by_id[player], name, getattr(running, name))
    return {by_id[player].player_id: running for player, running in found.items()}, game.luck


def luck_before(moment: Moment | None) -> Luck:
    """What was known of luck after the last game before that moment; ``None``: after all games."""
    earlier = CountedGame.objects.filter(luck__isnull=False)
    if moment is not None:
        at, game = moment
        earlier = earlier.filter(Q(ended_at__lt=at) | Q(ended_at=at, game__lt=game))
    known: Luck | None = earlier.order_by("-ended_at", "-game_id").values_list("luck", flat=True).first()
    return known or {}


def _stood_before(player: uuid.UUID, moment: Moment) -> RunningRating | None:
    """Where a player stood after their last game before that moment."""
    at, game = moment
    earlier = Q(ended_at__lt=at) | Q(ended_at=at, counted__lt=game)
    row = PlayedGame.objects.filter(earlier, player=player).order_by("-ended_at", "-counted_id").first()
    return None if row is None else RunningRating(**{name: getattr(row, name) for name in COLUMNS})


def _from(moment: Moment) -> QuerySet[CountedGame]:
    """The games from that moment on, in order; ``order_by("game")`` would be by ``Game``'s own ordering."""
    at, game = moment
    later = Q(ended_at__gt=at) | Q(ended_at=at, game__gte=game)
    return CountedGame.objects.filter(later).order_by("ended_at", "game_id")


def _mark_latest(players: Iterable[uuid.UUID]) -> None:
    """Mark the last game of each of these players after which it is known where they stood."""
    PlayedGame.objects.filter(player__in=players, is_latest=True).update(is_latest=False)
    known = PlayedGame.objects.filter(player=OuterRef("pk"), mu__isnull=False)
    last = Subquery(known.order_by("-ended_at", "-counted_id").values("pk")[:1])
    found = Player.objects.filter(pk__in=players).values_list(last)
    PlayedGame.objects.filter(pk__in=found).update(is_latest=True)
