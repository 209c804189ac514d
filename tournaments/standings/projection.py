"""The projection of an event: everything that readers get, a function of the event's rows alone.

Computed once per change and stored (``tournaments.services.standings``); it can be rebuilt at any time.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.access import is_same_person
from games.streams import topics
from rules import Text
from tournaments.formats import FormatError, NextGame, Result, as_json, phrases, roll_offs
from tournaments.formats.verdict import Part, ScoredGame, Standing
from tournaments.models import Entry, Event, EventGame, ReportLine
from tournaments.standings.conclusion import concluded_keys, gives_points
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import statuses_of

# -- remarks on games ------------------------------------------------------------------------------

_BY_HAND = Text("was begun from a board set by hand: who started is not recorded")


def remark(event_state: EventState, played: EventGame) -> Text | None:
    """Describe irregularities, from the start or since a result has changed; nothing played is undone for it."""
    verdict = event_state.verdict
    ignored = next((each.reason for each in verdict.ignored if each.number == played.number), None)
    if ignored:
        return ignored
    if verdict.finished and played.number > verdict.finished.number:
        game = phrases.games([verdict.finished.number])
        return Text("is not needed any more: {game} has decided the event", game=game)
    return _on_the_start(event_state, played)


def _on_the_start(event_state: EventState, played: EventGame) -> Text | None:
    """Describe that another colour started than the rules name, or would name as the results stand now."""
    starter, named = played.game.starter, played.due_starter
    if not starter:
        is_slip = event_state.event.format.seats_a_hall  # a slip never says who started
        return _BY_HAND if played.game.position and not is_slip else None
    if played.override_reason:
        return None if starter == named else _started(starter, played.starter_reason)
    due = event_state.due_before(played.number)
    if due is None or starter == due.starter:
        return None
    thrown = _thrown(event_state, played, due)
    if starter == (named or thrown):
        # It was right when the game began.
        return None if named == (due.starter or "") else _would_have_started(due.starter, due.starter_reason)
    if due.starter is not None:
        name = phrases.colour(due.starter)
        return _started(starter, Text("but {name} was due ({reason})", name=name, reason=due.starter_reason))
    if thrown is not None:
        name = phrases.colour(thrown)
        return _started(starter, Text("but the throw was for {name}", name=name))
    if played.throws or played.game.position:
        return _started(
            starter,
            Text("but it was to be thrown for, and no throws are recorded that decide it"),
        )
    return None


def _thrown(event_state: EventState, played: EventGame, due: NextGame) -> str | None:
    """Return the colour that the stored throws for the start decide; None if they decide none."""
    faces = event_state.event.rules_of(played.game.rules_name).die_faces
    contenders = (
        due.contenders if due.starter is None else {c: phrases.colour(c) for c in due.seating.colours}
    )
    try:
        return roll_offs.highest_throw(contenders, played.throws, faces).starter
    except FormatError:
        return None


def _started(colour: str, why: Text) -> Text:
    return Text("{name} started, {why}", name=phrases.colour(colour), why=why)


def _would_have_started(colour: str | None, reason: Text) -> Text:
    if colour is None:
        return Text(
            "as the results stand now, the start would have been thrown for ({reason})", reason=reason
        )
    name = phrases.colour(colour)
    return Text("as the results stand now, {name} would have started ({reason})", name=name, reason=reason)


# -- the projection --------------------------------------------------------------------------------


def as_text(projection: dict[str, Any]) -> str:
    return topics.as_json(projection).decode()


def build_projection(event_state: EventState) -> dict[str, Any]:
    """Build everything that is to be known of an event (docs/reference/events.md)."""
    event, verdict = event_state.event, event_state.verdict
    entries, names, begun = event_state.by_key, event_state.names, event_state.begun
    return {
        "version": event.version,
        "slug": event.slug,
        "name": event.name,
        "season": event.season.slug,
        "format": event.format_key,
        "rules": event.rules_name,
        "options": event.options,
        "settings": {
            setting.name: as_json(getattr(event_state.contest.settings, setting.name))
            for setting in event.format.settings.described()
        },
        "level": event.level,
        "ranked": gives_points(event),
        "starts_on": event.starts_on,
        "ended_on": event.ended_on,
        "status": str(event.status),
        "hold": str(event.hold),
        "entries": [
            {
                "key": entry.key,
                "name": event_state.name(entry),
                "player": str(entry.player_id),
                "seed": entry.seed,
                "left_after": entry.left_after,
                **(_in_the_hall(entry) if event.format.seats_a_hall else {}),
            }
            for entry in event_state.entries
        ],
        "missing": as_json(verdict.missing),
        "draws": [
            {
                "subject": draw.subject,
                "name": event_state.called(draw.name).as_json(),
                "places": draw.places,
                "order": draw.order,
                "method": draw.method,
                "published_seed": draw.published_seed,
                "throws": [dict(thrown) for thrown in draw.value.throws],
                "reason": draw.value.describe(names).as_json(),
                "created_at": draw.made_at,
            }
            for draw in event_state.draws
        ],
        "draws_needed": as_json(verdict.draws),
        **({"rounds": as_json(statuses_of(event_state))} if event.format.seats_a_hall else {}),
        "columns": as_json(verdict.standings.columns),
        "unfinished": as_json(verdict.standings.unfinished),
        "rows": [_row(row, entries, event_state) for row in verdict.standings.rows],
        "parts": [_part(part, entries, event_state) for part in verdict.parts],
        "cuts": as_json(verdict.cuts),
        "out": as_json(verdict.out),
        "games": _games(event_state),
        "next_games": as_json(event_state.due),
        "schedule": as_json(verdict.schedule()),
        "times": _times(event),
        "to_come": [number for number in verdict.to_come if number not in begun],
        "cancelled": [number for number in verdict.cancelled if number not in begun],
        "finished": as_json(verdict.finished),
        "concluded": concluded_keys(event_state),
        "outlook": verdict.outlook.as_json(),
        "decided": as_json(verdict.decided()),
        "report": [
            {
                "sentence": event_state.called(line.said).as_json(),
                "reason": line.reason,
                "created_at": line.made_at,
                "undone": undo_note(line, event_state.report),
            }
            for line in event_state.report
        ],
    }


def _times(event: Event) -> dict[str, datetime]:
    numbers = sorted(event.game_times, key=int)
    return {number: datetime.fromisoformat(event.game_times[number]) for number in numbers}


def _in_the_hall(entry: Entry) -> dict[str, Any]:
    """Return the public data of a person in a hall, without payment and wishes."""
    return {
        "number": entry.number,
        "team": entry.team,
        "groups": entry.groups,
        "presence": str(entry.presence),
    }


def _row(row: Standing, entries: Mapping[str, Entry], event_state: EventState) -> dict[str, Any]:
    """Serialise a row of a table; one of a team has no player."""
    entry = entries.get(row.entrant)
    return {
        "place": row.place,
        "shared": row.shared,
        "entrant": row.entrant,
        "name": row.entrant if entry is None else event_state.name(entry),
        "player": None if entry is None else str(entry.player_id),
        "figures": as_json(row.figures),
        "reason": row.reason.as_json(),
    }


def _part(part: Part, entries: Mapping[str, Entry], event_state: EventState) -> dict[str, Any]:
    """Serialise a further table; names of teams are no keys of entries, whatever they are."""
    of = {} if part.of_teams else entries
    return {
        "key": part.key,
        "name": part.name.as_json(),
        "of_teams": part.of_teams,
        "columns": as_json(part.standings.columns),
        "unfinished": as_json(part.standings.unfinished),
        "rows": [_row(row, of, event_state) for row in part.standings.rows],
    }


def undo_note(line: ReportLine, report: Sequence[ReportLine]) -> dict[str, Any] | None:
    """Return when and why a line of the report was reversed, and by whom; ``None`` where it is in force.

    By whom says only whether it was the decider: the names of officials are not public.
    """
    undoing = {each.undoes_id: each for each in report if each.undoes_id is not None}
    last, in_force = line, True
    while last.pk in undoing:
        last, in_force = undoing[last.pk], not in_force
    if in_force:
        return None
    by = _THE_SAME if is_same_person(last.made_by, line.made_by) else _SOMEBODY_ELSE
    return {"by": by.as_json(), "reason": last.reason, "created_at": last.made_at}


_THE_SAME = Text("who had decided it")
_SOMEBODY_ELSE = Text("another official")


def status_of(event_state: EventState) -> Event.Status:
    if event_state.verdict.finished:
        return Event.Status.FINISHED
    if event_state.games:
        return Event.Status.RUNNING
    return Event.Status.DRAWN if event_state.draws else Event.Status.OPEN


def _games(event_state: EventState) -> list[dict[str, Any]]:
    counted = {game.number: game for game in event_state.verdict.games}
    results = {result.number: result for result in event_state.contest.results}
    return [
        _game(event_state, played, counted.get(played.number), results.get(played.number))
        for played in event_state.games
    ]


def _game(
    event_state: EventState, played: EventGame, counted: ScoredGame | None, result: Result | None
) -> dict[str, Any]:
    """Serialise a game that has begun: how it began, what it gave, and what there is to remark on it."""
    game = played.game
    remarked = remark(event_state, played)
    pawns = event_state.event.format.counted_pawns(result) if counted and result else None
    return {
        "number": played.number,
        "name": (counted.name if counted else event_state.called(played.name)).as_json(),
        "board": played.board,
        "game": str(game.pk),
        "state": str(game.state),
        "decided_by": game.decided_by,
        "seating": as_json(result.seating if result else event_state.seating(game)),
        "starter": game.starter or None,
        "starter_reason": event_state.called(played.starter_reason).as_json(),
        "throws": played.throws,
        "places": game.places,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "counts": counted is not None,
        "scores": as_json(counted.scores) if counted else [],
        "counted_pawns": None if pawns is None else dict(pawns),
        **({"position": result.board if result else ""} if event_state.event.format.seats_a_hall else {}),
        "winners": list(counted.winners) if counted else [],
        "reason": counted.reason.as_json() if counted else None,
        "remark": event_state.called(remarked).as_json() if remarked else None,
    }
