"""The writer of games that were played elsewhere: with their log, or as a result of which no throws are known.

A log is taken over as it is, ids and hashes included, once its chain holds and the rules lead from every
event to the next. A result without throws becomes a log too, of one event that says just that.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games import chain
from games.errors import BadRequest
from games.line import return_point
from games.models import Game, GameEvent, Player
from games.parts import Part
from games.recorder import create_game
from games.state import State, after, outcome
from rules import RulesError, RuleSet, ending
from rules.options import rule_set
from rules.seating import seating
from rules.setup import setup
from rules.text import Text

KIND = GameEvent.Kind


@transaction.atomic
def import_result(
    *,
    rules: RuleSet,
    seats: Sequence[tuple[Player, Sequence[str]]],
    places: Sequence[str],
    actor: str,
    now: datetime,
    played_at: datetime | None = None,
    awarded_to: Player | None = None,
    starter: str = "",
    title: str = "",
) -> Game:
    """A game of which only the result is known: the places of the colours, or (``awarded_to``) who won it.

    Raises ``BadRequest`` (places) when the game would not be over with these places.
    """
    game = create_game(rules=rules, seats=seats, title=title, now=now)
    winner = str(awarded_to.pk) if awarded_to else _winner(game, places)
    event = GameEvent(
        game=game,
        number=1,
        kind=KIND.RESULT,
        payload={
            "rules": game.rules_name,
            "options": game.options,
            "seats": [{"player": player, "colours": colours} for player, colours in game.seating.items()],
            "starter": starter,
            "places": list(places),
            "winner": winner,
            "played_at": None if played_at is None else played_at.isoformat(),
        },
        position="",
        actor=actor,
        recorded_at=now,
    )
    state = after(State(game.rules, game.seating), event.kind, event.payload, now, game.events.get)
    _follow(game, [chain.sealed(event, chain.GENESIS)], state)
    return game


@transaction.atomic
def import_game(part: Part) -> Game:
    """The game that a part of a file tells (``games.exporting``); its players must be there.

    Raises ``BadRequest`` that names the place of the first event which does not follow from those before
    it, by its hash or by the rules.
    """
    told = part.members("id", "title", "rules", "options", "seats", "created_at", "events")
    if Game.objects.filter(pk=told["id"].id()).exists():
        raise told["id"].refused("this game is here already", "dieses Spiel ist schon da")
    try:
        rules = rule_set(told["rules"].text()).but(**told["options"].mapping())
        game = create_game(
            rules=rules,
            seats=seats_in(told["seats"]),
            title=told["title"].text(200),
            game_id=told["id"].id(),
            now=told["created_at"].moment(),
        )
    except RulesError as error:
        raise part.refused(error.message.en, error.message.de) from error
    parts = list(told["events"].items())
    events = [_event(game, each) for each in parts]
    _check_chain(events, parts)
    _follow(game, events, _replayed(game, events, parts))
    return game


def seats_in(part: Part) -> list[tuple[Player, list[str]]]:
    """The players, by id, and the colours they lead."""
    seats = []
    for seat in part.items():
        told = seat.members("player", "colours")
        player = Player.objects.filter(pk=told["player"].id()).first()
        if player is None:
            raise told["player"].refused("there is no such player", "diesen Spieler gibt es nicht")
        seats.append((player, told["colours"].texts()))
    return seats


# -- the log ---------------------------------------------------------------------------------------


def _event(game: Game, part: Part) -> GameEvent:
    told = part.members(
        "number",
        "kind",
        "payload",
        "position",
        "finished",
        "actor",
        "client_id",
        "happened_at",
        "recorded_at",
        "hash",
    )
    kind = told["kind"].text(20)
    if kind not in KIND.values:
        known = ", ".join(KIND.values)
        raise told["kind"].refused(f"known are {known}", f"es gibt {known}")
    return GameEvent(
        game=game,
        number=told["number"].whole(),
        kind=kind,
        payload=told["payload"].mapping(),
        position=told["position"].text(2000),
        finished=told["finished"].texts(),
        actor=told["actor"].text(60),
        client_id=None if told["client_id"].is_null else told["client_id"].id(),
        happened_at=None if told["happened_at"].is_null else told["happened_at"].moment(),
        recorded_at=told["recorded_at"].moment(),
        hash=told["hash"].text(64),
    )


def _check_chain(events: Sequence[GameEvent], parts: Sequence[Part]) -> None:
    previous = chain.GENESIS
    for number, (event, part) in enumerate(zip(events, parts, strict=True), start=1):
        event.previous = previous
        if event.number != number or event.hash != chain.seal(event, previous):
            raise part.refused(
                "the hash does not follow from this event and those before it: something has been changed",
                "der Hash folgt nicht aus diesem Ereignis und denen davor: etwas wurde verändert",
            )
        previous = event.hash


def _replayed(game: Game, events: Sequence[GameEvent], parts: Sequence[Part]) -> State:
    """The state that the log leads to; every event must lead to the board it tells."""
    state = State(game.rules, game.seating)
    log = _Log(game, events)
    for event, part in zip(events, parts, strict=True):
        try:
            log.check(event, state)
            state = after(state, event.kind, event.payload, event.recorded_at, log.earlier)
            row = state.row()
            if (event.position, event.finished) != (row["position"], row["finished"]):
                raise ValueError(event.position)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            reason = error.message if isinstance(error, RulesError) else _DOES_NOT_FOLLOW
            raise part.refused(reason.en, reason.de) from error
    if state.phase == Game.State.RUNNING and state.board.over:
        raise parts[-1].refused("the end of the game is missing", "das Ende des Spiels fehlt")
    return state


class _Log:
    """A log that is read: what the recorder would have refused to write is refused here."""

    def __init__(self, game: Game, events: Sequence[GameEvent]) -> None:
        self.game, self.events = game, events
        self.returns: dict[int, int] = {}

    def earlier(self, number: int) -> GameEvent:
        return self.events[number - 1]

    def check(self, event: GameEvent, state: State) -> None:
        """Raises ``ValueError`` where the event cannot stand at this state of the game."""
        match event.kind:
            case KIND.START:
                fits = event.number == 1 and self._tells_the_seats(event)
            case KIND.RESULT:
                fits = event.number == len(self.events) == 1 and self._tells_the_seats(event)
            case KIND.END:
                running = state.phase == Game.State.RUNNING
                fits = running and state.board.over and event.payload == outcome(state.board)
            case KIND.TAKE_BACK:
                ends = event.number - 1 if state.phase == Game.State.ENDED else None
                to = return_point(self.returns, event.number - 1, ends, event.payload["throws"])
                fits = state.play is not None and to is not None and to == event.payload["to"]
                self.returns[event.number] = event.payload["to"]
            case _:
                fits = state.phase == Game.State.RUNNING
        if not fits:
            raise ValueError(event.kind)

    def _tells_the_seats(self, event: GameEvent) -> bool:
        told, game = event.payload, self.game
        seats = [{"player": player, "colours": colours} for player, colours in game.seating.items()]
        return (told["rules"], told["options"], told["seats"]) == (game.rules_name, game.options, seats)


_DOES_NOT_FOLLOW = Text(
    "by the rules this does not follow from what stands before it",
    "nach den Regeln folgt das nicht aus dem, was davor steht",
)


def _follow(game: Game, events: Sequence[GameEvent], state: State) -> None:
    """Save the events and the row that follows from them."""
    GameEvent.objects.bulk_create(events)
    row = state.row() | {"number": len(events), "head": events[-1].hash if events else ""}
    for name, value in row.items():
        setattr(game, name, value)
    game.save(update_fields=list(row))


def _winner(game: Game, places: Sequence[str]) -> str:
    """The winner by the places of a game that is over with them."""
    made = setup(game.rules, seating(game.rules, game.seating))
    colours = made.board.colours
    strangers = [colour for colour in places if colour not in colours]
    if not strangers and len(set(places)) == len(places):
        placed = tuple(colours.index(colour) for colour in places)
        for finished in (placed, placed[:-1]):
            if ending.is_over(made, finished, neutral_home=False) and ending.places(made, finished) == placed:
                return made.seating.players[ending.winner(made, finished, None)]
    told = ", ".join(places) or "–"
    raise BadRequest(
        Text(
            f"places: with {told} in these places the game would not be over (rulebook §9)",
            f"places (Plätze): mit {told} auf den Plätzen wäre das Spiel nicht zu Ende (Regelbuch §9)",
        ),
        field="places",
    )
