"""What may still be recorded when a game is over, and its event: each role, in each state, for each kind of event.

The cells stand here by hand. A letter says who is taken at their word: ``R`` whoever records – the recorder too, and
the recorder's link of the board, the round or the game –, ``J`` whoever rules, ``.`` nobody.
"""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from games.access import Principal, is_allowed, scope_of_game
from games.access.principal import Grant
from games.domain.events import EVENT_TYPES
from games.enums import Action, EventKind, Role
from games.errors import RecordingError
from games.models import AccessToken, Game, Permit, Player
from games.services import recorder
from games.services.commands import EventCommand
from tests.games.requests import refused
from tests.tournaments.admin_forms import step, whole_desk
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tests.tournaments.event_state import happen, table, undone
from tests.tournaments.slips import enter
from tests.tournaments.undoing import won_by
from tournaments import services
from tournaments.models import CompensationAward, Draw, Event, EventGame

pytestmark = pytest.mark.django_db
ME, OTHER = "user:4711", "user:4712"
RULING = (Role.OWNER, Role.ORGANISER, Role.REFEREE)
#: Not by the code: who each letter lets, beside the recorder's links.
LETTERS: Mapping[str, tuple[Role, ...]] = {"R": (*RULING, Role.RECORDER), "J": RULING, ".": ()}

#: One letter a state, in the order of ``STATES``: running – ended just now, by somebody else, more than 15 minutes ago;
#: the next game begun, drawn since, points awarded, confirmed; the last game of a finished event, another one of it,
#: the event closed – the first three of a game of no event – the same of a game that was broken off.
CELLS = """
start throws       .  ..........  ...  ...
start              .  ..........  ...  ...
position           J  ..........  ...  ...
dice commitment    .  ..........  ...  ...
dice seed          .  ..........  ...  ...
throw              R  ..........  ...  ...
void die           J  ..........  ...  ...
take back          R  R......R..  R..  J..
take back award    R  J......J..  J..  J..
bring back         R  ..........  ...  ...
irregular throw    J  ..........  ...  ...
penalty            J  ..........  ...  ...
clock              R  ..........  ...  ...
note               R  RRRRRRRRRR  RRR  RRR
call               R  RRRRRRRRRR  RRR  RRR
answer             J  JJJJJJJJJJ  JJJ  JJJ
adjudication       J  ..........  ...  ...
award              J  ..........  ...  ...
abandon            J  ..........  ...  ...
result             J  ..........  ...  ...
confirmation       .  RRRRRRRRRR  RRR  ...
correction         .  JJJJJJJJJJ  JJJ  ...
approval           .  JJJJJJJJJJ  JJJ  ...
withdrawal         .  JJJJJJJJJJ  JJJ  ...
completion         .  JJJJJJJJJJ  JJJ  ...
undo               .  J......J..  J..  ...
"""
STATES = (
    *("running", "same", "else", "late", "next", "draw", "points", "confirmed", "last", "past", "closed"),
    *("alone", "alone else", "alone late", "broken off", "broken off else", "broken off late"),
)
#: By what a game ends for the sake of a row, where it is not played to its end.
ENDS = {"take back award": "award", "undo": "award", "completion": "result"}


def cells(state: str) -> dict[str, str]:
    """Map each row to the letter of this state."""
    rows = [line.split("  ") for line in CELLS.strip().splitlines()]
    at = STATES.index(state)
    return {row[0].strip(): "".join(row[1:]).replace(" ", "")[at] for row in rows}


def kind_of(row: str) -> EventKind:
    return EventKind(row.removesuffix(" award"))


def test_every_kind_that_a_client_records_has_a_row() -> None:
    rows = {kind_of(row) for row in cells("running")}
    assert rows == {kind for kind, each in EVENT_TYPES.items() if each.by_client}


# -- the states ------------------------------------------------------------------------------------------


def begun(game: Game) -> Game:
    """A game with a throw that stands, and one that was taken back."""
    for die, move in ((6, "6:B-A"), (1, "1:A-1")):
        game = happen(game, EventKind.THROW, die=die, move=move)
    return happen(game, EventKind.TAKE_BACK, throws=1)


def end(game: Game, how: str, actor: str) -> Game:
    """The game over: played to its end, awarded, typed in or broken off."""
    bert = next(player for player, led in game.seating.items() if "red" in led)
    if how == "award":
        return happen(game, EventKind.AWARD, actor=actor, winner=bert, reason="the others left")
    if how == "result":
        return happen(game, EventKind.RESULT, actor=actor, places=["red"], over_throws=True)
    if how == "abandon":
        return happen(game, EventKind.ABANDON, actor=actor, reason="the hall closes")
    return won_by(win(game, "red"), actor)


def of_event(cup: Event, how: str, actor: str = ME, starts: Any = YELLOW_STARTS) -> Game:
    game = begun(start(cup, rounds=starts, board="3").game)
    return end(game, how, actor) if how else game


def next_begun(cup: Event) -> None:
    is_thrown_for = not table(cup)["next_games"][0]["starter"]
    start(cup, rounds=YELLOW_STARTS if is_thrown_for else ())


def drawn(cup: Event) -> None:
    said = {"de": "Los", "en": "Lot"}
    made = {"method": Draw.Method.BY_HAND, "made_by": OTHER, "made_at": NOW}
    Draw.objects.create(event=cup, subject="prize", name=said, places=["1"], order=["entry-1"], **made)


def points_given(cup: Event) -> None:
    made = {"points": 1, "reason": "defended", "made_by": OTHER, "made_at": NOW}
    CompensationAward.objects.create(event=cup, player=Player.objects.earliest("pk"), **made)


def confirmed(cup: Event) -> None:
    happen(Game.objects.get(), EventKind.CONFIRMATION, actor=OTHER, official="Dora")


def finished(cup: Event) -> None:
    enter(cup, 2)
    assert Event.objects.get(pk=cup.pk).status == Event.Status.FINISHED


def closed(cup: Event) -> None:
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.CLOSED, reason="over", actor=OTHER, now=NOW)


def nothing(cup: Event) -> None:
    """Nobody has built on it."""


BUILT: Mapping[str, Callable[[Event], None]] = {
    "next": next_begun,
    "draw": drawn,
    "points": points_given,
    "confirmed": confirmed,
    "past": finished,
    "closed": closed,
}


def of_none(cup: Event, how: str, actor: str) -> Game:
    """A game like those of the cup, of no event."""
    names = {entry.player.name: entry.player for entry in cup.entries.select_related("player")}
    led = {"Änne Öhler": ["yellow", "black"], "Bert Übel": ["blue", "red"], "Cora Weiß": ["green", "violet"]}
    seats = [(names[name], colours) for name, colours in led.items()]
    game = recorder.create_game(rules=cup.rules_of("xmadn-3t"), seats=seats, actor=ME, now=NOW)
    how_so = {"reason": "thrown", "throws": YELLOW_STARTS}
    return end(begun(happen(game, EventKind.START, starter="yellow", how=how_so)), how, actor)


def made(state: str, cup: Event, how: str) -> Game:
    actor = OTHER if state.endswith("else") else ME
    if state in ("last", "closed"):
        enter(cup, 1)
        game = of_event(cup, how, starts=())
        assert Event.objects.get(pk=cup.pk).status == Event.Status.FINISHED
        BUILT.get(state, nothing)(cup)
        return Game.objects.get(pk=game.pk)
    if state.startswith("alone"):
        return of_none(cup, how, actor)
    if state.startswith("broken off"):
        return of_event(cup, "abandon", actor)
    game = of_event(cup, "" if state == "running" else how, actor)
    if state in BUILT:
        BUILT[state](cup)
    return Game.objects.get(pk=game.pk)


# -- the cells -------------------------------------------------------------------------------------------


def told(kind: EventKind, game: Game) -> dict[str, Any]:
    """What is told of an event of this kind; what it takes has happened before. All of it is right where it may be."""
    bert = next(player for player, led in game.seating.items() if "red" in led)
    correction: dict[str, Any] = {"places": ["green"], "reason": "read wrongly"}
    match kind:
        case EventKind.BRING_BACK:
            return {"throws": 1}
        case EventKind.TAKE_BACK:
            return {"throws": 1, "reason": "the wrong pawn"}
        case EventKind.ANSWER:
            return {"call": happen(game, EventKind.CALL, text="?").number, "text": "red's"}
        case EventKind.APPROVAL:
            return {"correction": happen(game, EventKind.CORRECTION, actor=OTHER, **correction).number}
        case EventKind.WITHDRAWAL:
            return {"correction": happen(game, EventKind.CORRECTION, actor=ME, **correction).number}
        case _:
            others: dict[EventKind, dict[str, Any]] = {
                EventKind.POSITION: {"position": game.position, "reason": "the board fell"},
                EventKind.THROW: {"die": 1, "move": "1:A-1"},
                EventKind.VOID_DIE: {"die": 6, "reason": "askew"},
                EventKind.IRREGULAR: {
                    "die": 6,
                    "happened": "moved twice",
                    "paragraph": "§5.3",
                    "ruling": "stands",
                    "position": game.position,
                },
                EventKind.PENALTY: {"colour": "yellow", "field": "A", "reason": "touched the die"},
                EventKind.CLOCK: {"action": "start"},
                EventKind.NOTE: {"text": "green is late"},
                EventKind.CALL: {"text": "whose throw is it?"},
                EventKind.ADJUDICATION: {"method": "counting-points", "throws": [], "reason": "too late"},
                EventKind.AWARD: {"winner": bert, "reason": "the others left"},
                EventKind.ABANDON: {"reason": "the hall closes"},
                EventKind.RESULT: {"places": ["red"], "over_throws": True},
                EventKind.CONFIRMATION: {"player": bert},
                EventKind.CORRECTION: correction,
                EventKind.COMPLETION: {"pawns": {"green": 2}},
            }
            return others.get(kind, {})


def tried(kind: EventKind, game: Game, now: Any) -> tuple[Action | None, bool]:
    """What recording it asks for, and whether it was recorded; nothing of it is left."""
    asked: list[Action] = []
    with undone():
        try:
            payload = told(kind, game)
        except RecordingError:
            payload = {"correction": 0, "call": 0, "text": "?"}
        usual = {field.name: field.usual for field in EVENT_TYPES[kind].fields if field.name not in payload}
        number = Game.objects.get(pk=game.pk).number
        wanted = EventCommand(kind, {**usual, **payload})
        try:
            recorder.record(
                game_id=game.pk, wanted=wanted, expected=number, actor=ME, now=now, check=asked.append
            )
            is_recorded = True
        except RecordingError:
            is_recorded = False
    return asked[-1] if asked else None, is_recorded


def callers(game: Game, is_of_event: bool) -> list[tuple[Role, str]]:
    """Each role for the event, or the site, and the recorder's links."""
    links = ["board:cup:3", f"round:cup:{EventGame.objects.get(game=game).number}"] if is_of_event else []
    around = "event:cup" if is_of_event else "site"
    return [
        *((role, around) for role in Role),
        *((Role.RECORDER, place) for place in (*links, f"game:{game.pk}")),
    ]


@pytest.mark.parametrize("state", STATES)
def test_what_may_be_recorded(cup: Event, state: str) -> None:
    """Who is let and whose event is recorded, for each kind: 17 states, 25 kinds, 8 callers."""
    now = NOW + timedelta(minutes=15, microseconds=1) if state.endswith("late") else NOW
    expected = cells(state)
    wrong = []
    for how in ("play", "award", "result"):
        with undone():
            game = made(state, cup, how)
            where, known = scope_of_game(game.pk), callers(game, is_of_event=not state.startswith("alone"))
            for row in (row for row in expected if ENDS.get(row, "play") == how):
                asked, is_recorded = tried(kind_of(row), game, now)
                for role, place in known:
                    caller = Principal(ME, (Grant(role, place),))
                    may = is_recorded and asked is not None and is_allowed(caller, asked, where)
                    if may != (role in LETTERS[expected[row]]):
                        wrong.append((row, role.value, place, "recorded" if may else "refused"))
    assert wrong == []


# -- what is offered -------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
def test_taking_back_and_undoing_are_offered_where_they_would_be_accepted(cup: Event, state: str) -> None:
    """On the referee's page and at the desk, to somebody who may rule; to a recorder on the referee's page."""
    client = Client()
    client.force_login(User.objects.create_user("me", pk=int(ME.partition(":")[2])))
    permit = Permit.objects.create(person_id=client.session["_auth_user_id"], place="site", granted_at=NOW)
    expected, wrong = cells(state), []
    at = NOW + timedelta(minutes=15, microseconds=1) if state.endswith("late") else NOW
    for how, rows in (("play", ("take back", "bring back")), ("award", ("take back award", "undo"))):
        with undone(), time_machine.travel(at, tick=False):
            game = made(state, cup, how)
            for role in (Role.RECORDER, Role.ORGANISER):
                permit.role = role
                permit.save()
                page = client.get(f"/games/{game.pk}/referee/").content.decode()
                for row in rows:
                    slug = kind_of(row).replace(" ", "-")
                    is_offered = bool(re.search(f'<form data-send="{slug}/"(?![^>]* hidden)', page))
                    if is_offered != (role in LETTERS[expected[row]]):
                        wrong.append((row, role.value, "the referee's page"))
            if state == "running" or state.startswith("alone"):
                continue
            number, desk = EventGame.objects.get(game=game).number, whole_desk(client, cup)
            for row in (row for row in rows if row != "bring back"):
                is_offered = step(kind_of(row).replace(" ", ""), cup, number) in desk
                # Of a result that somebody has typed in the desk offers *Undo*, and nothing beside it.
                instead = row == "take back award" and Role.ORGANISER in LETTERS[expected["undo"]]
                may = Role.ORGANISER in LETTERS[expected[row]] and not instead
                if is_offered != may:
                    wrong.append((row, "organiser", "the desk"))
    assert wrong == []


# -- at the door ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["board:cup:3", "round:cup:1", "game"])
def test_a_recorders_link_takes_the_winning_throw_back_at_once_or_never(cup: Event, place: str) -> None:
    """As by a program with the token: the throw that wins is its own, and what is refused says the rule."""
    game = of_event(cup, "")
    around = f"game:{game.pk}" if place == "game" else place
    token, text = AccessToken.issue(
        name="board", role=Role.RECORDER, place=around, created_by="user:9", expires_at=None
    )
    link = APIClient()
    link.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    with time_machine.travel(NOW, tick=False) as clock:
        number = end(game, "play", f"token:{token.pk}").number
        address = f"/api/v1/games/{game.pk}/take-back/"
        body = {"expected": number, "throws": 1, "reason": "the wrong pawn"}
        with undone():
            assert link.post(address, body).json()["game"]["state"] == "running"
        clock.shift(timedelta(minutes=15, microseconds=1))
        problem = refused(link.post(address, body), 409, "wrong-state")
    assert "correction" in problem["messages"]["en"]
    assert "Korrektur" in problem["messages"]["de"]
