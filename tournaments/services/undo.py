"""Undoing a result in its event: what has been built on it, and the line in the report."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson
from django.utils.text import Truncator

from games.domain import mainline
from games.domain.events import kinds_that
from games.domain.events.undo import TYPING_ERROR, way_after
from games.enums import OVER, EventKind, GameState
from games.errors import WrongState
from games.models import Game, GameEvent
from rules import Text, joined
from tournaments.db import report
from tournaments.formats import phrases
from tournaments.models import (
    LONGEST_REASON,
    CompensationAward,
    Event,
    EventGame,
    EventTable,
    MedalGame,
    ReportLine,
)
from tournaments.player_refs import resolve_current
from tournaments.standings.event_state import EventState

#: This many tables are searched at once for the last one without the result.
_TABLES = 8


def check_nothing_rests_on(played: EventGame) -> None:
    """Raise ``WrongState`` where people have built on the result of a game since it is in the table.

    That is, in its event since the first table with the result: a game that was prepared, begun or entered and
    would not be due with the same players, colours and starter without the result; a draw; a player who left; the
    event closed; CP awarded, the Medal Game of the season decided.
    What the program itself works out from the result – the table, points, rankings, a winner – is recomputed
    and counts for nothing here, nor does a game at another board that was due anyway.
    """
    found = next(_resting(EventState.load(played.event), played, _table_before(played)), None)
    if found is not None:
        raise WrongState(
            joined(". ", (resolve_current(found), way_after(played.game.state))), state=str(played.game.state)
        )


def _table_before(played: EventGame) -> Mapping[str, Any]:
    """Return the last table in which the game was not over; an empty one where there is none."""
    tables = EventTable.objects.filter(event=played.event_id).order_by("-version")
    for text in tables.values_list("projection", flat=True).iterator(chunk_size=_TABLES):
        table: dict[str, Any] = orjson.loads(text)
        states = {game["game"]: game["state"] for game in table["games"]}
        if states.get(str(played.game_id)) not in OVER:
            return table
    return {"games": [], "draws": [], "entries": [], "hold": ""}


def _resting(event_state: EventState, played: EventGame, before: Mapping[str, Any]) -> Iterator[Text]:
    yield from _games(event_state, played, before)
    held = {(draw["subject"], datetime.fromisoformat(draw["created_at"])) for draw in before["draws"]}
    for draw in event_state.draws:
        if (draw.subject, draw.made_at) not in held:
            yield Text("drawn since: {draw}", draw=draw.name)
    gone = {entry["key"]: entry["left_after"] for entry in before["entries"]}
    for entry in event_state.entries:
        if entry.left_after != gone.get(entry.key, entry.left_after):
            yield Text("{name} has left since", name=event_state.name(entry))
    event = event_state.event
    if event.hold == Event.Hold.CLOSED and before["hold"] != Event.Hold.CLOSED:
        yield Text("the event has been closed since")
    yield from _honours(event, played)


def _games(event_state: EventState, played: EventGame, before: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the games that began since and would not have begun so without the result."""
    known = {(game["game"], game["state"] == GameState.CREATED) for game in before["games"]}
    since = [
        each
        for each in event_state.games
        if each.pk != played.pk
        and (str(each.game_id), each.game.state == GameState.CREATED) not in known
        and each.game.state != GameState.ABANDONED
    ]
    if not since:
        return
    new = {each.number for each in since} | {played.number}
    contest = event_state.contest
    without = replace(
        contest,
        results=tuple(result for result in contest.results if result.number not in new),
        running=tuple(number for number in contest.running if number not in new),
    )
    due = {game.number: game for game in event_state.event.format.judge(without).next_games}
    for each in since:
        game = due.get(each.number)
        began_so = game is not None and (game.seating, game.starter or "") == (
            event_state.seating(each.game),
            each.due_starter,
        )
        if not began_so:
            yield Text("{each} rests on it", each=each.name)


def _honours(event: Event, played: EventGame) -> Iterator[Text]:
    kinds = kinds_that(lambda each: each.decides is not None)
    last = GameEvent.objects.filter(game=played.game_id, kind__in=kinds).order_by("number").last()
    if last is None:
        return
    entered = last.recorded_at
    if CompensationAward.objects.filter(event=event, made_at__gte=entered).exists():
        yield Text("CP have been awarded since")
    if MedalGame.objects.filter(season=event.season_id, made_at__gte=entered).exists():
        yield Text("the Medal Game has been decided since")


# -- the report ------------------------------------------------------------------------------------


#: The kinds of events that may undo a forfeit, bring it back or correct it.
REVERSING = (*kinds_that(lambda each: each.returns), EventKind.APPROVAL)


def follow_in_report(played: EventGame, event: GameEvent) -> Iterator[ReportLine]:
    """Add to the report where such an event reverses a forfeit; the row of the game's event is locked."""
    for award, said, reason in _reversals(played.game, event):
        if decided := _line_about(played, award):
            text = Text("{name}: {said}", name=phrases.games([played.number]), said=said)
            short = Truncator(reason).chars(LONGEST_REASON)
            yield report(played.event, text, short, event.actor, event.recorded_at, _last_about(decided))


_UNDONE = Text("the forfeit is undone")
_RESTORED = Text("the forfeit counts again")
_CORRECTED = Text("a corrected result replaces the forfeit")


def _reversals(game: Game, event: GameEvent) -> Iterator[tuple[GameEvent, Text, str]]:
    """Yield the awards that an event of the log takes back, brings back or replaces, a sentence on it, and why."""
    earlier = game.events.filter(number__lt=event.number).exclude(kind=EventKind.THROW)
    others = {each.number: each for each in earlier}
    last = event.number - 1
    if event.kind == EventKind.BRING_BACK:
        steps, said = mainline.undone_steps(others, last)[: event.payload["throws"]], _RESTORED
    elif event.kind == EventKind.APPROVAL:
        steps, said = list(mainline.walk_back(others, last)), _CORRECTED
    else:
        steps, said = mainline.steps_after(others, last, event.payload["to"]), _UNDONE
    why = others[event.payload["correction"]] if event.kind == EventKind.APPROVAL else event
    for step in steps:
        if step in others and others[step].kind == EventKind.AWARD:
            yield others[step], said, why.payload["reason"] or TYPING_ERROR
            return


def _line_about(played: EventGame, award: GameEvent) -> ReportLine | None:
    """Return the line of the report about an award: made at the same moment, about the same game."""
    name = phrases.games([played.number])
    lines = ReportLine.objects.filter(event=played.event_id, made_at=award.recorded_at, undoes=None)
    return next((each for each in lines if each.said.en.startswith(f"{name.en}: ")), None)


def _last_about(line: ReportLine) -> ReportLine:
    while later := ReportLine.objects.filter(undoes=line).first():
        line = later
    return line
