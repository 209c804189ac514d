"""Laws that hold at every table, whatever is played there, seen through the public interface.

An example is a named rule set and a number; the number draws options, seats, a position and the throws that
follow (`tables.py`), so a failing example repeats exactly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from rules import RULE_SETS, Game, IllegalMove
from tests.endurance.size import sized
from tests.rules.reference_positions import COLOURS
from tests.rules.rotation import Rotation
from tests.rules.tables import Table, random_start, random_state, random_table

THROWS = 15


@dataclass(frozen=True)
class Evening:
    """A table and what was played there: the games after no, one, two … throws, and the throws."""

    table: Table
    games: list[Game]
    throws: list[tuple[int, str | None]]
    random: Random

    def __repr__(self) -> str:
        return f"{self.table}\n{self.games[0].position} {self.throws}"


def evening(name: str, number: int) -> Evening:
    random = Random(number)
    table = random_table(random, name)
    state = random.choice([random_start, random_state, random_state])(random, table)
    games = [table.game(state)]
    throws: list[tuple[int, str | None]] = []
    while not games[-1].over and len(throws) < THROWS:
        die = random.choice(state.options["die_faces"])
        choices: list[str | None] = [str(move) for move in games[-1].moves(die)]
        choices += [None] if may_forfeit(games[-1], die) else []
        throws.append((die, random.choice(choices)))
        games.append(games[-1].play(*throws[-1]))
    return Evening(table, games, throws, random)


def may_forfeit(game: Game, die: int) -> bool:
    try:
        game.play(die, None)
    except IllegalMove:
        return False
    return True


def law(test: Callable[[Evening], None]) -> Callable[[], None]:
    """Try a test on evenings at all rule sets; the same ones in every run."""
    evenings = st.builds(evening, st.sampled_from(list(RULE_SETS)), st.integers(0, 2**32))
    return settings(
        max_examples=sized(50, 100, thorough=100), deadline=None, derandomize=True, database=None
    )(given(evenings)(test))


def finished(game: Game) -> tuple[str, ...]:
    """The colours at home in finishing order: those with a place, without the last that never came home."""
    return game.places[: len(game.places) - (game.over and game.rules.ends == "all colours")]


def faces(game: Game) -> list[int]:
    return sorted(set(game.rules.die_faces))


@law
def test_no_pawn_is_ever_lost(evening: Evening) -> None:
    led = {colour for colours in evening.table.seats.values() for colour in colours}
    playing = led | {evening.table.options["neutral"]}
    colours = COLOURS[int(evening.table.options["board"][0])]
    for game in evening.games:
        pawns = str(game.position).split(" ")[1].split("/")
        for colour, fields in zip(colours, pawns, strict=True):
            assert (len(fields.split(",")) == 4) if colour in playing else (fields == "-")


@law
def test_a_position_is_read_as_it_is_printed(evening: Evening) -> None:
    for game in evening.games:
        again = Game.at(
            str(game.position), evening.table.rule_set, evening.table.seats, finished=finished(game)
        )
        assert str(again.position) == str(game.position)
        assert (again.places, again.over, again.colour) == (game.places, game.over, game.colour)
        assert [again.moves(die) for die in faces(game)] == [game.moves(die) for die in faces(game)]


@law
def test_a_record_replays_to_the_same_game(evening: Evening) -> None:
    game = evening.games[-1]
    again = Game.replay(game.record())
    assert str(again.position) == str(game.position)
    assert (again.places, again.winner, again.ranking) == (game.places, game.winner, game.ranking)
    assert again.record() == game.record()


@law
def test_taking_throws_back_and_playing_them_again_gives_the_same_text(evening: Evening) -> None:
    back = evening.random.randint(0, len(evening.throws))
    game = Game.replay(evening.games[back].record())
    assert game.record() == evening.games[back].record()
    for throw, live in zip(evening.throws[back:], evening.games[back + 1 :], strict=True):
        game = game.play(*throw)
        assert game.record() == live.record()


@law
def test_turning_the_table_turns_the_moves(evening: Evening) -> None:
    rotation = Rotation(evening.table.options["board"])
    table = rotation.table(evening.table)
    for game in evening.games[:4]:
        turned = Game.at(
            rotation.position(str(game.position)),
            table.rule_set,
            table.seats,
            finished=tuple(rotation.next[colour] for colour in finished(game)),
        )
        for die in faces(game):
            moves = {rotation.token(str(move)): move for move in game.moves(die)}
            assert sorted(map(str, turned.moves(die))) == sorted(moves)
            for token in evening.random.sample(sorted(moves), min(4, len(moves))):
                after = game.play(die, moves[token])
                assert str(turned.play(die, token).position) == rotation.position(str(after.position))


@law
def test_a_throw_is_forfeited_where_no_pawn_can_move_and_only_there(evening: Evening) -> None:
    for game in evening.games:
        for die in [] if game.over else faces(game):
            a_pawn_moves = any(":" in str(move) for move in game.moves(die))
            assert may_forfeit(game, die) == (not a_pawn_moves)


@law
def test_an_illegal_move_says_which_paragraph_it_breaks_and_changes_nothing(evening: Evening) -> None:
    for game in evening.games[-3:]:
        before = game.record()
        for die in faces(game):
            legal = set(map(str, game.moves(die)))
            for token in {random_token(evening.random, die) for _ in range(8)} - legal:
                with pytest.raises(IllegalMove) as refusal:
                    game.play(die, token)
                assert refusal.value.paragraph.strip()
                assert str(refusal.value).strip()
        assert game.record() == before


def random_token(random: Random, die: int) -> str:
    """A move in the notation of rulebook §4 that nobody has asked the rules about."""
    fields = ["B", "A", "a", "b", "c", "d", *map(str, range(1, 30))]
    furniture = random.choice(["", "", "", f"@T{random.randint(0, 39)}>{random.randint(0, 39)}", "@W3>9"])
    start = random.choice(fields)
    end = str(int(start) + die) if start.isdigit() and random.random() < 0.7 else random.choice(fields)
    neutral = random.choice(["", "", "", "K"])
    more = random.choice(["", "", "xR", "xGY", "!B", "!12", f"~{start}", "!7xK"])
    return f"{die}{furniture}:{neutral}{start}-{end}{more}"


@law
def test_colours_that_are_home_stay_there_in_their_order(evening: Evening) -> None:
    for game, after in zip(evening.games, evening.games[1:], strict=False):
        assert after.places[: len(game.places)] == game.places
        assert not game.over


@law
def test_somebody_has_won_exactly_when_the_game_is_over(evening: Evening) -> None:
    for game in evening.games:
        assert (game.winner is not None) == game.over == (game.colour is None)
        assert game.winner in ([*evening.table.seats] if game.over else [None])
        assert list(game.ranking[:1]) == [game.winner] or not game.over
