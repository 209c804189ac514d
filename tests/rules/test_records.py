"""Records are read whatever white space and comments they have, and refused at the first word that is wrong."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from rules import RULE_SETS, Game, RecordError
from tests.endurance.size import sized
from tests.rules.damage import FOUR
from tests.rules.tables import random_start, random_state, random_table

STEPS = 14


def played(name: str, number: int) -> tuple[Game, Random]:
    """A game at a random table, with notes and boards set by hand in between."""
    lots = Random(number)
    table = random_table(lots, name)
    games = [table.game(lots.choice([random_start, random_start, random_state])(lots, table))]
    while len(games) <= STEPS and not games[-1].over:
        games.append(_after(games, lots))
    return games[-1], lots


def _after(games: list[Game], lots: Random) -> Game:
    game, what = games[-1], lots.random()
    if what < 0.12:
        return game.remarked("the die fell")
    if what < 0.2:
        board = lots.choice(games)
        return game.ruled("upset", str(board.position), finished=board.finished)
    die = lots.choice(game.rules.die_faces)
    moves = game.moves(die)
    return game.play(die, lots.choice(moves) if moves else None)


def law(test: Callable[[tuple[Game, Random]], None]) -> Callable[[], None]:
    """Try a test on games by all rule sets; the same ones in every run."""
    games = st.builds(played, st.sampled_from(list(RULE_SETS)), st.integers(0, 2**32))
    examples = sized(25, 50, thorough=50)
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)(given(games)(test))


def words(text: str) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of every word of the turns, and of every referee's line."""
    lines = text.split("\n")
    first = lines.index("") + 1
    for number, line in enumerate(lines[first:], start=first + 1):
        if line.startswith("%"):
            yield number, 1, line
        else:
            yield from ((number, word.start() + 1, word[0]) for word in re.finditer(r"\S+", line))


def refusal(text: str) -> tuple[int, int]:
    """Line and column of what is refused in a record."""
    with pytest.raises(RecordError) as caught:
        Game.replay(text)
    return caught.value.line, caught.value.column


@law
def test_white_space_comments_and_the_order_of_tags_do_not_matter(drawn: tuple[Game, Random]) -> None:
    game, lots = drawn
    tags, _, turns = game.record().partition("\n\n")
    shuffled = [*tags.split("\n"), '[Annotator "somebody"]']
    lots.shuffle(shuffled)
    lines = [
        line if line.startswith("%") else line.replace(" ", lots.choice(["  ", "\n", " {so} "]))
        for line in turns.split("\n")
    ]
    again = Game.replay("\r\n".join([*shuffled, "", "{ live }", *lines]))
    assert again.record().partition("\n\n")[2] == turns
    assert str(again.position) == str(game.position)


@law
def test_a_word_that_cannot_be_is_refused_at_its_place(drawn: tuple[Game, Random]) -> None:
    game, lots = drawn
    text = game.record()
    found = [each for each in words(text) if " => " in each[2] or not each[2].startswith("%")]
    for line, column, word in lots.sample(found, min(6, len(found))):
        wrong = word.replace("=> ", "=> 4x3 nonsense ") if word.startswith("%") else f"{word}?"
        lines = text.split("\n")
        there = lines[line - 1]
        lines[line - 1] = there[: column - 1] + wrong + there[column - 1 + len(word) :]
        assert refusal("\n".join(lines)) == (line, column), (word, wrong)


@law
def test_a_tag_that_cannot_be_is_refused_at_its_place(drawn: tuple[Game, Random]) -> None:
    game, _ = drawn
    text = game.record()
    wrong = {"Rules": "chess", "Options": "pawns=9", "Starter": "pink", "Result": "Nobody"}
    wrong |= {"Position": "4x3 nonsense", "Finished": "pink"}
    for number, line in enumerate(text.partition("\n\n")[0].split("\n"), start=1):
        tag = line[1:].split(" ", 1)[0]
        if tag in wrong:
            assert refusal(text.replace(line, f'[{tag} "{wrong[tag]}"]')) == (number, 1), line


#: A game that yellow has won with its last throw.
WON = Game.at("4x10 39,b,c,d/B,B,B,B/B,B,B,B/B,B,B,B Y0", RULE_SETS["schmidt"], FOUR).play(1, "1:39-a")


def test_a_game_that_is_over_from_the_beginning_is_read_as_it_was_written() -> None:
    over = Game.at(str(WON.position), RULE_SETS["schmidt"], FOUR, finished=WON.finished)
    assert "[Starter" not in over.record()
    assert Game.replay(over.record()).winner == over.winner == WON.winner


@pytest.mark.parametrize(
    ("tag", "turns", "why"),
    [
        ('[Result "Nobody"]', "", "Result says Nobody, but P1 has won"),
        ('[Violet "P1"]', "", "has no colour violet"),
        ('[Finished "green"]', "", "the colours at home are due, .*: none"),
        ("", "G", "the game is over, no turn follows"),
        ("", "1", "the game is over, no throw follows"),
    ],
)
def test_what_does_not_go_with_the_game_is_refused_with_the_reason(tag: str, turns: str, why: str) -> None:
    lines = WON.record().removesuffix("\n").split("\n")
    told = [
        *([tag] if tag else []),
        *[line for line in lines if not tag or line.split()[:1] != tag.split()[:1]],
        turns,
    ]
    with pytest.raises(RecordError, match=why) as caught:
        Game.replay("\n".join(told))
    assert caught.value.line == (1 if tag else len(told))
