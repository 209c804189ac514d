"""Leagues in which many games have been played: results written past the recorder."""

import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from games.enums import Decision, GameState
from games.models import Game, Player
from tournaments import services
from tournaments.formats.league import rounds as league_rounds
from tournaments.formats.league.rounds import AtBoard
from tournaments.models import Event, EventGame, Season
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
WHO: dict[str, Any] = {"actor": "test", "now": BEGIN}


def new_league(season: Season, players: Sequence[Player], rounds: int, played: int) -> Event:
    """A League in which so many games have been played."""
    event = services.create_event(
        season=season,
        slug=f"league-{rounds}-{played}",
        name=f"League {rounds} {played}",
        format_key="league",
        rules_name="xmadn-2t",
        settings={"drrs": rounds},
        starts_on=BEGIN.date(),
        **WHO,
    )
    for player in players:
        services.enter(event_id=event.pk, player=player, **WHO)
    services.draw_all(event_id=event.pk, **WHO)
    lots = Random(rounds)
    while left := played - event.games.count():
        _write_results(EventState.load(event), left, lots)
        refresh(event_id=event.pk, now=BEGIN)
        services.draw_all(event_id=event.pk, **WHO)
    return Event.objects.select_related("season").get(pk=event.pk)


def _write_results(state: EventState, most: int, lots: Random) -> None:
    players = {entry.key: entry.player_id for entry in state.entries}
    rows = []
    for due in list(_scheduled(state))[:most]:
        seating = league_rounds.seating_of(state.contest, due)
        winner = lots.choice(seating.seats)
        loser = next(seat for seat in seating.seats if seat is not winner)
        at = BEGIN + timedelta(hours=due.number)
        game = Game(
            id=uuid.uuid4(),
            rules_name="xmadn-2t",
            seated=[[str(players[seat.entrant]), list(seat.colours)] for seat in seating.seats],
            state=GameState.ENDED,
            winner_id=players[winner.entrant],
            places=[winner.colours[0]],
            decided_by=Decision.RESULT,
            told={"pawns": {winner.colours[1]: 2, **dict.fromkeys(loser.colours, 1)}},
            confirmations={"1": "test"},
            starter=winner.colours[0],
            created_at=at,
            started_at=at,
            ended_at=at + timedelta(minutes=30),
            number=2,
        )
        names = (due.first, due.second)
        name = league_rounds.name_of(state.contest, due.number, names)
        rows.append((game, name, due.number))
    Game.objects.bulk_create([game for game, _, _ in rows])
    EventGame.objects.bulk_create(
        EventGame(event=state.event, number=number, name=name, game=game, starter_reason=name)
        for game, name, number in rows
    )


def _scheduled(state: EventState) -> Iterator[AtBoard]:
    for block in league_rounds.rounds(state.contest).open:
        yield from block
