"""A record text pushed again and again as a whole: what is new is taken, what contradicts is refused at its place."""

import re
import uuid
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from games.errors import RecordDiffers
from games.models import AccessToken, Game, GameEvent, Player
from games.queries.record_text import record_of
from games.services import recorder
from games.services.commands import EventCommand
from games.services.record_sync import FROM_A_RECORD, push_record
from rules import RULE_SETS, RecordError, game as rules_game
from rules.history import Remark, Throw as Thrown
from tests.concurrency import at_once
from tests.endurance.size import sized
from tests.games.conftest import NOW, client_of, client_with, random_throws, take_back, token_with
from tests.games.happening import happen
from tests.games.requests import refused, url
from tests.rules.tables import Table, random_start, random_state, random_table

pytestmark = pytest.mark.django_db
STEPS = 14


def push(game: Game, text: str) -> list[GameEvent]:
    """The events that a text has brought."""
    return push_record(game_id=game.pk, text=text, actor="test", now=NOW, check=lambda kind: None).events


def put(client: APIClient, game: Game, text: Any, content_type: str = "text/plain; charset=utf-8") -> Any:
    return client.put(url(game, "record/"), text, content_type=content_type)


def told(game: Game) -> list[tuple[Any, ...]]:
    """What a log tells, without ids, times and hashes."""
    events = game.events.order_by("number")
    return [(e.number, str(e.kind), e.payload, e.position, e.finished) for e in events]


# -- laws --------------------------------------------------------------------------------------------


class Evening:
    """A random table where something is played, with notes and rulings in between: the game after each step."""

    def __init__(self, name: str, number: int) -> None:
        self.lots = Random(number)
        self.table: Table = random_table(self.lots, name)
        self.begins = self.lots.choice([random_start, random_start, random_state])
        self.plays = [self.table.game(self.begins(self.lots, self.table))]
        while len(self.plays) <= STEPS and not self.plays[-1].over:
            self.plays.append(self._after(self.plays[-1]))

    def __repr__(self) -> str:
        return f"{self.table}\n{self.plays[-1].record()}"

    def _after(self, play: rules_game.Game) -> rules_game.Game:
        what = self.lots.random()
        if what < 0.12:
            return play.remarked(self.lots.choice(["the die fell", "interrupted", "note: tea"]))
        if what < 0.2:
            board = self.lots.choice(self.plays)
            return play.ruled(
                self.lots.choice(["upset", "wrong pawn"]), str(board.position), finished=board.finished
            )
        die = self.lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        return play.play(die, self.lots.choice(moves) if moves else None)

    def new_game(self) -> Game:
        """A game at this table that has not begun."""
        seats = [(Player.objects.get_or_create(name=name)[0], led) for name, led in self.table.seats.items()]
        return recorder.create_game(rules=self.table.rule_set, seats=seats, actor="test", now=NOW)

    def recorded(self) -> Game:
        """The game, recorded directly."""
        game = self.new_game()
        for wanted in [self._beginning(), *map(_wanted, self.plays[-1].history)]:
            game = happen(game, EventKind(wanted.kind), **wanted.payload)
        return game

    def _beginning(self) -> EventCommand:
        begun = self.plays[0]
        if self.begins is random_state:
            board = {"position": str(begun.position), "finished": list(begun.finished)}
            return EventCommand(EventKind.POSITION, {**board, "reason": FROM_A_RECORD})
        lying = begun.position.furniture
        pairs = [list(pair) for pair in lying.wormholes]
        furniture = {"trapdoors": list(lying.trapdoors), "wormholes": pairs}
        return EventCommand(EventKind.START, {"starter": begun.colour, "how": {}, **furniture})


def _wanted(each: Thrown | Remark) -> EventCommand:
    if isinstance(each, Thrown):
        return EventCommand(
            EventKind.THROW, {"die": each.die, "move": None if each.move is None else str(each.move)}
        )
    if each.position is None:
        return EventCommand(EventKind.NOTE, {"text": each.text.removeprefix("note: ")})
    board = {"position": str(each.position), "finished": list(each.finished)}
    return EventCommand(EventKind.POSITION, {**board, "reason": each.text})


def untidy(text: str, lots: Random) -> str:
    """The same record with other white space, comments and the tags in another order."""
    tags, _, turns = text.partition("\n\n")
    lines = [*tags.split("\n"), '[Annotator "somebody"]', '[Log "abc"]']
    lots.shuffle(lines)
    words = [
        line
        if line.startswith("%")
        else re.sub(" ", lambda _: lots.choice([" ", "  ", "\n", " {so} "]), line)
        for line in turns.split("\n")
    ]
    return "\r\n".join([*lines, "", "{ live }", *words])


def law(test: Callable[[Evening], None]) -> Callable[[], None]:
    """Try a test on evenings; the same ones in every run."""
    evenings = st.builds(Evening, st.sampled_from(list(RULE_SETS)), st.integers(0, 2**32))
    return settings(max_examples=sized(10, 25, thorough=25), database=None)(given(evenings)(test))


@law
def test_growing_prefixes_lead_to_the_log_of_recording_directly(evening: Evening) -> None:
    game, lots = evening.new_game(), evening.lots
    cuts = sorted(lots.sample(range(len(evening.plays)), min(4, len(evening.plays))))
    for play in [*(evening.plays[cut] for cut in cuts), evening.plays[-1]]:
        push(game, untidy(play.record(), lots))
    direct = evening.recorded()
    assert told(game)[1:] == told(direct)[1:]
    before = told(game)
    for play in lots.sample(evening.plays, min(4, len(evening.plays))):
        assert push(game, untidy(play.record(), lots)) == []
    assert push(game, record_of(Game.objects.get(pk=game.pk))) == []
    assert told(game) == before


def tokens(text: str) -> list[tuple[int, int, str]]:
    """Line, column and text of every word of the turns, and of every referee's line."""
    lines = text.split("\n")
    first = lines.index("") + 1
    found = []
    for number, line in enumerate(lines[first:], start=first + 1):
        if line.startswith("%"):
            found.append((number, 1, line))
        else:
            found += [(number, word.start() + 1, word[0]) for word in re.finditer(r"\S+", line)]
    return found


def changed(play: rules_game.Game, before: rules_game.Game, token: str, lots: Random) -> str:
    """Another word in the place of a throw (``before`` → ``play``), of a letter or of a line that sets the board."""
    if token.startswith("%"):
        return token.replace("=> ", "=> 4x3 nonsense ")
    legal = {str(move) for die in set(before.rules.die_faces) for move in before.moves(die)}
    legal |= {str(die) for die in set(before.rules.die_faces) if not before.moves(die)}
    return lots.choice([*sorted(legal - {token}), token + "x", "7:B-A", token[:-1] + "?", "Q"])


@law
def test_any_single_changed_token_is_refused_with_its_own_place(evening: Evening) -> None:
    play, lots = evening.plays[-1], evening.lots
    game = evening.new_game()
    text = play.record()
    push(game, text)
    before = told(game)
    words = [place for place in tokens(text) if not place[2].isalpha()]
    steps = [place for place in words if not place[2].startswith("%") or " => " in place[2]]
    games = [
        after
        for after in evening.plays[1:]
        if not (isinstance(after.latest, Remark) and after.latest.position is None)
    ]
    pairs = list(zip(steps, games, strict=True))
    for (line, column, token), after in lots.sample(pairs, min(6, len(pairs))):
        wrong = changed(after, after.past[0], token, lots)  # type: ignore[index]
        with pytest.raises((RecordDiffers, RecordError)) as caught:
            push(game, replaced(text, line, column, token, wrong))
        assert place_of(caught.value) == (line, column), (token, wrong)
    for line, column, letter in [place for place in tokens(text) if place[2].isalpha()][-2:]:
        with pytest.raises(RecordError) as unread:
            push(game, replaced(text, line, column, letter, "Q"))
        assert place_of(unread.value) == (line, column)
    assert told(game) == before


def replaced(text: str, line: int, column: int, old: str, new: str) -> str:
    lines = text.split("\n")
    there = lines[line - 1]
    assert there[column - 1 :].startswith(old)
    lines[line - 1] = there[: column - 1] + new + there[column - 1 + len(old) :]
    return "\n".join(lines)


def place_of(error: Exception) -> tuple[int, int]:
    if isinstance(error, RecordDiffers):
        return error.details["line"], error.details["column"]
    assert isinstance(error, RecordError)
    return error.line, error.column


@law
def test_a_tag_that_does_not_fit_the_game_is_refused_with_its_own_place(evening: Evening) -> None:
    game, text = evening.new_game(), evening.plays[-1].record()
    push(game, text)
    before = told(game)
    colours = [colour.capitalize() for led in evening.table.seats.values() for colour in led]
    for number, line in enumerate(text.split("\n\n")[0].split("\n"), start=1):
        tag, value = re.fullmatch(r'\[(\w+) "(.*)"\]', line).groups()  # type: ignore[union-attr]
        wrong = {"Rules": "mhd" if value != "mhd" else "schmidt", "Position": value.replace("/", "/B", 1)}
        wrong |= dict.fromkeys(colours, "Somebody") | {"Starter": "pink", "Finished": "pink"}
        wrong |= {"Options": "pawns_on_start=2", "Result": "Nobody"}
        with pytest.raises((RecordDiffers, RecordError)) as caught:
            push(game, text.replace(line, f'[{tag} "{wrong[tag]}"]'))
        assert place_of(caught.value) == (number, 1)
    assert told(game) == before


# -- by HTTP -----------------------------------------------------------------------------------------


@pytest.fixture
def created(players: list[Player]) -> Game:
    """A game of two that has not begun."""
    seats = list(zip(players, (["yellow"], ["red"]), strict=False))
    return recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, actor="test", now=NOW)


HEAD = """[Event "Cup"]
[Rules "mhd"]
[Yellow "Änne Öhler"]
[Red "Bert Übel"]
[Starter "yellow"]
[Result "*"]

"""


def test_a_text_claims_nobody_what_it_brings_is_by_whoever_pushes_it(
    writer: APIClient, created: Game
) -> None:
    tags = HEAD.replace('[Result "*"]', '[Referee "user:1"]\n[Recorder "root"]\n[Result "*"]')
    answer = put(writer, created, tags + "{ note: by user:1 }\nY 6:B-A 2:A-2")
    assert answer.status_code == 200
    brought = answer.json()["events"]
    assert len(brought) > 2
    assert {event["actor"] for event in brought} == {f"token:{AccessToken.objects.get().pk}"}


def test_a_game_is_begun_and_followed_by_pushing_alone(writer: APIClient, created: Game) -> None:
    first = put(writer, created, HEAD + "Y 6:B-A 2:A-2")
    assert (first.status_code, first.json()["game"]["state"]) == (200, "running")
    assert [event["kind"] for event in first.json()["events"]] == ["start", "throw", "throw"]
    assert first["ETag"] == f'"{first.json()["game"]["number"]}"'
    again = put(writer, created, HEAD + "Y 6:B-A")
    assert (again.json()["events"], again.json()["game"]) == ([], first.json()["game"])


def test_a_difference_is_told_with_its_place_and_what_the_log_has(writer: APIClient, created: Game) -> None:
    put(writer, created, HEAD + "Y 6:B-A 2:A-2\nR 6:B-A 1:A-1")
    answer = put(writer, created, HEAD + "Y 6:B-A 2:A-2\nR 6:B-A 2:A-2 Y 5:2-7")
    found = refused(answer, 409, "record-differs")
    assert (found["line"], found["column"]) == (9, 9)
    assert (found["written"], found["recorded"]) == ("2:A-2", "1:A-1")
    assert found["current"]["number"] == Game.objects.get(pk=created.pk).number
    assert "Zeile 9, Spalte 9" in found["messages"]["de"]
    other = put(writer, created, HEAD.replace("Bert Übel", "Cora Weiß") + "Y 6:B-A")
    found = refused(other, 409, "record-differs")
    assert (found["line"], found["column"], found["recorded"]) == (4, 1, '[Red "Bert Übel"]')


def test_what_is_no_text_is_refused(writer: APIClient, created: Game) -> None:
    refused(put(writer, created, b"\xff\xfe"), 400, "unreadable")
    refused(put(writer, created, "{}", "application/json"), 415, "unreadable")
    refused(put(writer, created, ""), 400, "bad-value")
    refused(put(APIClient(), created, HEAD), 401, "not-authenticated")
    refused(put(writer, Game(pk=uuid.uuid4()), HEAD), 404, "not-found")


def test_a_whole_game_is_ended_by_a_push_and_nothing_can_follow(writer: APIClient, game: Game) -> None:
    play, throws = rules_game.Game.replay(record_of(game)), random_throws(game, 5000)
    for throw in throws:
        play = play.play(throw.payload["die"], throw.payload["move"])
    answer = put(writer, game, play.record())
    assert answer.json()["game"]["state"] == "ended"
    assert answer.json()["events"][-1]["kind"] == "end"
    assert put(writer, game, play.record()).json()["events"] == []
    refused(put(writer, game, play.record() + "Y 6:B-A"), 422, "rules")


# -- what stands beside the throws -------------------------------------------------------------------


def test_what_happened_at_the_desk_is_no_contradiction(created: Game) -> None:
    push(created, HEAD + "Y 6:B-A 2:A-2")
    happen(created, EventKind.NOTE, text="photographed")
    (throw,) = push(created, HEAD + "Y 6:B-A 2:A-2\n% an early remark\nR 5")[1:]
    assert throw.payload == {"die": 5, "move": None}
    assert push(created, HEAD + "% late told\nY 6:B-A 2:A-2 R 5") == []


def test_whoever_only_records_pushes_throws_and_notes_but_no_board_set_by_hand(created: Game) -> None:
    recorder_alone = client_with(Role.RECORDER, f"game:{created.pk}")
    assert put(recorder_alone, created, HEAD + "Y 6:B-A 2:A-2\n% tea").status_code == 200
    ruled = HEAD + "Y 6:B-A 2:A-2\n% tea\nR 5\n% upset => 4x10 B,B,B,5/-/B,B,B,B/- R0"
    number = Game.objects.get(pk=created.pk).number
    refused(put(recorder_alone, created, ruled), 403, "permission-denied")
    assert Game.objects.get(pk=created.pk).number == number
    assert put(client_with(Role.REFEREE, f"game:{created.pk}"), created, ruled).status_code == 200
    assert put(recorder_alone, created, ruled + "\nR 5").status_code == 200
    refused(put(client_with(Role.VIEWER), created, HEAD), 403, "permission-denied")


def test_what_a_referee_ruled_stands_in_the_record_and_is_followed_when_it_is_pushed(created: Game) -> None:
    push(created, HEAD + "Y 6:B-A 2:A-2 R 6:B-A 1:A-1")
    text = record_of(happen(created, EventKind.PENALTY, colour="red", field="1", reason="touched"))
    assert push(created, text) == []
    (throw,) = push(created, text + "Y 5:2-7")
    assert throw.payload["move"] == "5:2-7"
    with pytest.raises(RecordDiffers) as caught:
        push(created, HEAD + "Y 6:B-A 2:A-2 R 6:B-A 1:A-1 Y 5:2-7")
    assert caught.value.details["recorded"].startswith("% penalty")


def test_pushed_throws_are_those_that_were_rolled_where_dice_are_online(
    writer: APIClient, created: Game
) -> None:
    assert writer.post(url(created, "dice-commitment/"), {}).status_code == 201
    put(writer, created, HEAD)
    die = writer.post(url(created, "roll/"), {}).json()["die"]

    def text_with(thrown: int) -> str:
        begun = rules_game.Game.replay(HEAD)
        moves = begun.moves(thrown)
        return begun.play(thrown, moves[0] if moves else None).record()

    for other in set(range(1, 7)) - {die}:
        assert refused(put(writer, created, text_with(other)), 422, "not-rolled")["die"] == die
    (throw,) = put(writer, created, text_with(die)).json()["events"]
    assert (throw["payload"]["die"], throw["payload"]["source"]) == (die, "online")


# -- what was taken back -----------------------------------------------------------------------------


def test_what_was_taken_back_does_not_come_back_with_an_old_text(created: Game) -> None:
    old = HEAD + "Y 6:B-A 2:A-2\nR 6:B-A 1:A-1 Y 5:2-7"
    push(created, old)
    take_back(created, 2)
    for text in (old, old.removesuffix(" Y 5:2-7"), old + " R 2:1-3"):
        with pytest.raises(RecordDiffers) as caught:
            push(created, text)
        assert (caught.value.details["line"], caught.value.details["column"]) == (9, 9)
        assert "taken back" in str(caught.value.message)
    assert push(created, HEAD + "Y 6:B-A 2:A-2\nR 6:B-A") == []
    found = push(created, HEAD + "Y 6:B-A 2:A-2\nR 6:B-A 2:A-2 Y 5:2-7")
    assert [event.payload["move"] for event in found] == ["2:A-2", "5:2-7"]


def test_the_first_of_the_throws_taken_back_may_be_the_same_when_another_follows(created: Game) -> None:
    push(created, HEAD + "Y 6:B-A 2:A-2\nR 6:B-A 1:A-1 Y 5:2-7")
    take_back(created, 2)
    found = push(created, HEAD + "Y 6:B-A 2:A-2\nR 6:B-A 1:A-1 Y 4:2-6")
    assert [event.payload["move"] for event in found] == ["1:A-1", "4:2-6"]


# -- several writers ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_pushers_at_once_each_adds_what_is_new_and_nothing_twice(created: Game) -> None:
    token = token_with(Role.REFEREE)
    play, texts, lots = rules_game.Game.replay(HEAD), [HEAD], Random(1)
    for _ in range(11):
        die = lots.choice(play.rules.die_faces)
        moves = play.moves(die)
        play = play.play(die, lots.choice(moves) if moves else None)
        texts.append(play.record())
    lots.shuffle(texts)
    answers = at_once(len(texts), lambda index: put(client_of(token), created, texts[index]))
    assert Counter(answer.status_code for answer in answers) == {200: len(texts)}
    assert sum(len(answer.json()["events"]) for answer in answers) == 12
    game = Game.objects.get(pk=created.pk)
    assert rules_game.Game.replay(record_of(game)).history == play.history
    assert game.number == 13


@pytest.mark.django_db(transaction=True)
def test_of_pushers_at_once_who_differ_one_is_followed_and_the_others_are_refused(created: Game) -> None:
    token = token_with(Role.REFEREE)
    texts = [HEAD + f"Y 6:B-A {die}:A-{die} R 5" for die in (1, 2, 3, 4, 5)]
    answers = at_once(len(texts), lambda index: put(client_of(token), created, texts[index]))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: len(texts) - 1}
    assert GameEvent.objects.filter(game=created, kind=EventKind.THROW).count() == 3
