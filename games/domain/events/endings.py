"""How a game ends: at the board, adjudicated, awarded, abandoned – or as a result without known throws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from games.domain.counters import captures, count_throws
from games.domain.event_text import Names, because, counted, placed, ranked
from games.domain.events import fields
from games.domain.events.base import EventContext, EventType, Payload, Precondition, refuse
from games.domain.state import State
from games.enums import Action, Decision, EventKind, GameState
from games.errors import BeingRecorded
from rules import METHODS, PAWNS, Game, RuleSet, Text, outcome as board_outcome, rank_adjudicated
from rules.kernel.tables import Tables, compile_tables
from rules.seating import seating

if TYPE_CHECKING:
    from games.models import GameEvent


def outcome(play: Game) -> Payload:
    return {"winner": play.winner, "places": list(play.places), "ranking": list(play.ranking)}


def _ended(state: State, payload: Payload, context: EventContext) -> State:
    return replace(
        state,
        phase=GameState.ENDED,
        winner=payload["winner"],
        decided_by=Decision.PLAY,
        ended_at=context.now,
    )


def _checked_end(state: State, payload: Payload, context: EventContext) -> Payload:
    if not state.board.over:
        refuse("end", Text("the game is not over (rulebook §9)"))
    return outcome(state.board)


# -- stopped ---------------------------------------------------------------------------------------


def _adjudicated(state: State, payload: Payload, context: EventContext) -> State:
    worth = ", ".join(f"{colour} {value}" for colour, value in payload["values"].items())
    ranked = "; ".join(" = ".join(map(state.player_name, group)) for group in payload["ranking"])
    state = state.with_remark(f"adjudicated by {payload['method']}: {worth}; ranking: {ranked}")
    return replace(
        state,
        phase=GameState.ENDED,
        winner=payload["winner"],
        decided_by=Decision.ADJUDICATION,
        ranking=payload["ranking"],
        ended_at=context.now,
    )


def _weighed(state: State, payload: Payload, context: EventContext) -> Payload:
    """Add the worth of every board, and the players in order."""
    found = rank_adjudicated(state.board, payload["method"], captures(state.tallies), payload["throws"])
    return {
        **payload,
        "values": dict(found.values),
        "ranking": [list(group) for group in found.players],
        "winner": found.winner,
    }


def _adjudication_text(payload: Payload, names: Names) -> Text:
    method, worth = METHODS[payload["method"]].name, counted(payload["values"])
    text = Text("Adjudicated by {method}, {ranked}", method=method, ranked=ranked(payload["ranking"], names))
    return Text("{told} – {worth}", told=because(payload, text), worth=worth)


def _awarded(state: State, payload: Payload, context: EventContext) -> State:
    state = state.with_remark(f"awarded to {state.player_name(payload['winner'])}: {payload['reason']}")
    return replace(
        state,
        phase=GameState.ENDED,
        winner=payload["winner"],
        told={name: payload[name] for name in ("places", "pawns") if payload[name]},
        decided_by=Decision.AWARD,
        ended_at=context.now,
    )


def _award_text(payload: Payload, names: Names) -> Text:
    return because(payload, placed(payload, Text("Awarded to {winner}", winner=names[payload["winner"]])))


def _abandoned(state: State, payload: Payload, context: EventContext) -> State:
    state = state.with_remark(f"abandoned: {payload['reason']}")
    return replace(state, phase=GameState.ABANDONED, ended_at=context.now)


def _own_sentence(event: GameEvent, names: Names, others: Mapping[int, GameEvent]) -> Text | None:
    return event.type.display(event.payload, names) if event.type.display else None


def check_player(state: State, player: str, field: str) -> None:
    """Raise ``BadRequest`` for somebody who does not play."""
    if player not in state.seating:
        refuse(
            field,
            Text("the id of one of the players is needed: {known}", known=", ".join(state.seating)),
        )


# -- entered results -------------------------------------------------------------------------------

RESULT_FIELDS = (
    fields.names_field("places", "The colours in finishing order (rulebook §9).", []),
    fields.player_field("winner", "Who has won, where the places do not tell it.", None),
    fields.numbered_field("pawns", "Colour → pawns at home at the end.", {}),
    fields.integer_field("seconds", "How long it was played.", None),
)


def _apply_result(state: State, payload: Payload, context: EventContext) -> State:
    state = state.with_remark(f"result entered, {state.player_name(payload['winner'])} has won")
    return replace(
        with_result(state, payload),
        phase=GameState.ENDED,
        starter=state.starter or payload["starter"],
        decided_by=Decision.RESULT,
        ended_at=_entered_end(state, payload["played_at"], context),
    )


def _result_text(payload: Payload, names: Names) -> Text:
    return Text("Result entered: {told}", told=result_in_words(payload, names))


def result_in_words(payload: Payload, names: Names) -> Text:
    """Describe an entered result: "Anna has won (places: red, yellow)"."""
    winner = names[payload["winner"]]
    # With a place for each of several colours a player, it is for points to say who has won.
    if len(payload["places"]) == 2 * len(names):
        return placed(payload, Text("{winner} was the first to have all colours home", winner=winner))
    return placed(payload, Text("{winner} has won", winner=winner))


def _entered_end(state: State, played_at: str | None, context: EventContext) -> datetime | None:
    """Return when it ended: as entered; for a game that was begun here, now at the latest."""
    if played_at is not None:
        return datetime.fromisoformat(played_at)
    return None if state.play is None else context.now


def with_result(state: State, payload: Payload) -> State:
    """Return the state with a result that was entered and is not read off the board."""
    entered: dict[str, Any] = {
        name: payload[name] for name in ("places", "pawns", "seconds") if name in payload
    }
    return replace(state, winner=payload["winner"], told=entered, ranking=())


def _checked_result(state: State, payload: Payload, context: EventContext) -> Payload:
    if payload["starter"] and payload["starter"] not in state.colours:
        refuse("starter", Text("a colour at the board is needed: {known}", known=", ".join(state.colours)))
    if payload["starter"] and state.starter not in ("", payload["starter"]):
        refuse(
            "starter",
            Text("this game was begun by {starter}: leave the starter out", starter=state.starter),
        )
    _check_recorded(state, payload, context)
    completed = with_winner(state, payload)
    return {name: value for name, value in completed.items() if name != "over_throws" or value}


def _check_recorded(state: State, payload: Payload, context: EventContext) -> None:
    """Raise ``BeingRecorded`` for a game that has throws, unless the result is meant to override them."""
    throws = count_throws(state.tallies)
    if not throws or payload.get("over_throws"):
        return
    recorder = context.past.recorder
    if not recorder:
        return
    raise BeingRecorded(
        Text(
            "This game is being recorded: {throws}, by {recorder}. A result that is typed in ends it "
            "there. If that is meant, send it again with over_throws.",
            throws=Text("1 throw") if throws == 1 else Text("{number} throws", number=throws),
            recorder=recorder,
        ),
        throws=throws,
        recorded_by=recorder,
    )


def with_winner(state: State, payload: Payload, context: EventContext | None = None) -> Payload:
    """Add the winner that follows from the places to an entered result.

    Raises ``BadRequest`` where places, winner and pawns contradict each other.
    """
    _check_colours(state, payload)
    by_places = winner_by_places(state.rules, state.seating, payload["places"])
    winner = payload["winner"] or by_places
    if winner is None:
        _check_too_many(state, payload["places"])
        refuse(
            "places",
            Text(
                "with {shown} in these places the game would not be over (rulebook §9); the winner can "
                "be entered instead",
                shown=", ".join(payload["places"]) or "–",
            ),
        )
    check_player(state, winner, "winner")
    if by_places not in (None, winner):
        refuse(
            "winner",
            Text(
                "by the places {by_places} has won: leave the winner out, or correct the places",
                by_places=by_places,
            ),
        )
    return {**payload, "winner": winner}


def _check_too_many(state: State, places: Sequence[str]) -> None:
    """Raise ``BadRequest`` where the game was over before all of these places were taken."""
    made = compile_tables(state.rules, seating(state.rules, state.seating))
    for number in range(1, len(places)):
        if _finished(made, tuple(places[:number])) is not None:
            enough, more = ", ".join(places[:number]), ", ".join(places[number:])
            refuse(
                "places",
                Text(
                    "the game was over with {enough} (rulebook §9): leave out {more}",
                    enough=enough,
                    more=more,
                ),
            )


def _check_colours(state: State, payload: Payload) -> None:
    known = ", ".join(state.colours)
    places = payload["places"]
    if not set(places) <= set(state.colours) or len(set(places)) < len(places):
        refuse(
            "places",
            Text("colours that play are needed, each at most once: {known}", known=known),
        )
    check_pawns(state, places, payload["pawns"])


def check_pawns(state: State, places: Sequence[str], pawns: Mapping[str, int]) -> None:
    """Raise ``BadRequest`` where the numbers of pawns at home contradict the finishing order."""
    known = ", ".join(state.colours)
    home = [colour for colour in places[:-1] if pawns.get(colour, PAWNS) != PAWNS]
    if not set(pawns) <= set(state.colours) or any(number > PAWNS for number in pawns.values()) or home:
        refuse(
            "pawns",
            Text(
                "an object colour → 0 to {pawns} is needed ({known}); colours that have finished have {pawns}",
                pawns=PAWNS,
                known=known,
            ),
        )


def winner_by_places(rules: RuleSet, seats: Mapping[str, Sequence[str]], places: Sequence[str]) -> str | None:
    """Return the winner of a game that is over with these places; ``None`` if it is not over."""
    made = _tables(rules, seats)
    finished = _finished(made, tuple(places))
    if finished is None:
        return None
    return list(seats)[int(made.seating.players[board_outcome.winner(made, finished, None)])]


def colours_home(rules: RuleSet, seats: Mapping[str, Sequence[str]], places: Sequence[str]) -> Sequence[str]:
    """Return the colours that are home with these places; the last may be placed without being home.

    Where the places alone do not end the game, all but the last for certain.
    """
    finished = _finished(_tables(rules, seats), tuple(places))
    return places[: -1 if finished is None else len(finished)]


def _tables(rules: RuleSet, seats: Mapping[str, Sequence[str]]) -> Tables:
    """Return the tables of this seating, its players by their numbers: many games are seated alike, by others."""
    return _tables_of(rules, tuple(map(tuple, seats.values())))


@lru_cache(maxsize=256)
def _tables_of(rules: RuleSet, led: tuple[tuple[str, ...], ...]) -> Tables:
    return compile_tables(rules, seating(rules, {str(number): colours for number, colours in enumerate(led)}))


@lru_cache(maxsize=4096)
def _finished(made: Tables, places: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return the colours that have come home when a game has just ended with these places; ``None`` if it has not."""
    placed = tuple(made.board.colours.index(colour) for colour in places)
    for finished in (placed, placed[:-1]):
        just_over = board_outcome.is_over(made, finished, neutral_home=False) and not board_outcome.is_over(
            made, finished[:-1], neutral_home=False
        )
        if just_over and board_outcome.places(made, finished) == placed:
            return finished
    return None


END = EventType(
    EventKind.END,
    Text("end"),
    "The end of a game at the board.",
    (GameState.RUNNING,),
    (),
    _ended,
    _checked_end,
    decides=Decision.PLAY,
    by_client=False,
    has_words=False,
)
ADJUDICATION = EventType(
    EventKind.ADJUDICATION,
    Text("adjudication"),
    "Decide a game that is stopped by what the boards are worth (rulebook §11).",
    (GameState.RUNNING,),
    (
        fields.choice_field("method", "How the boards are counted.", list(METHODS)),
        fields.rounds_field(
            "throws", "Tie-break throws in rounds: player → die, by those who are level.", []
        ),
        fields.line_field("reason", "Why it is stopped.", ""),
    ),
    _adjudicated,
    _weighed,
    permission=Action.RULE,
    display=_adjudication_text,
    verdict=_own_sentence,
    is_step=True,
    decides=Decision.ADJUDICATION,
    example={"method": "counting-points", "reason": "time limit"},
)
AWARD = EventType(
    EventKind.AWARD,
    Text("award"),
    "Award a game, by its winner or by places: somebody did not come, or gives up.",
    (GameState.CREATED, GameState.RUNNING),
    (*RESULT_FIELDS[:3], fields.line_field("reason", "Why.")),
    _awarded,
    with_winner,
    permission=Action.RULE,
    derived=("winner",),
    display=_award_text,
    verdict=_own_sentence,
    is_step=True,
    decides=Decision.AWARD,
    is_typed_in=True,
    example={"winner": "6f1c0000-0000-4000-8000-000000000001", "reason": "The others left."},
)
ABANDON = EventType(
    EventKind.ABANDON,
    Text("abandoned"),
    "Abandon a game: it has no result.",
    (GameState.CREATED, GameState.RUNNING),
    (fields.line_field("reason", "Why."),),
    _abandoned,
    permission=Action.RULE,
    display=lambda payload, names: because(payload, Text("Abandoned without a result")),
    verdict=_own_sentence,
    is_step=True,
    decides=GameState.ABANDONED,
    example={"reason": "The hall closes."},
)
RESULT = EventType(
    EventKind.RESULT,
    Text("result"),
    "The result of a game that nobody recorded throw by throw to its end.",
    (GameState.CREATED, GameState.RUNNING),
    (
        *RESULT_FIELDS,
        fields.line_field("starter", "The colour that started, if it is known.", "", 10),
        fields.datetime_field("played_at", "When it ended, if it is known.", None),
        fields.flag_field(
            "over_throws", "That the result is meant although throws of the game are recorded.", False
        ),
    ),
    _apply_result,
    _checked_result,
    Precondition.PHASE,
    permission=Action.RULE,
    derived=("winner", "over_throws"),
    display=_result_text,
    is_origin=True,
    decides=Decision.RESULT,
    is_typed_in=True,
    example={"places": ["red"], "pawns": {"red": 4}, "seconds": 3600},
)
