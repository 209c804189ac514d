"""The picture of the board: every pawn once, told without colour, safe to put on any page."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from games.drawing import BoardState, LastMove, draw
from games.drawing.layout import layout
from games.drawing.symbols import GROUND, INK, PAINTS, SHAPES, WAY, YARD_PLATE, faded
from rules import LETTERS, Board, Literal
from rules.board import COLOURS
from tests.games.drawing.scenes import (
    MIDDLE_4x10,
    MIDDLE_6x8,
    START_4x10,
    full,
    moved_states,
    state,
    states,
)

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def with_class(picture: str, name: str) -> list[ElementTree.Element]:
    return [one for one in parsed(picture).iter() if name in one.get("class", "").split()]


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` (WCAG 2.2)."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


# --- what stands on it ----------------------------------------------------------------------------------


@given(states())
def test_every_pawn_of_a_position_is_drawn_once(seen: BoardState) -> None:
    drawn = Counter(
        (one.get("data-colour"), one.get("data-field")) for one in with_class(draw(seen), "board-pawn")
    )
    board = seen.board
    assert drawn == Counter(
        (board.colours[colour], board.field_name(progress))
        for colour, pawns in enumerate(seen.pawns)
        for progress in pawns or ()
    )


def test_a_pawn_stands_on_the_centre_of_its_field() -> None:
    seen = state(START_4x10.replace("B,B,B,B Y", "B,B,12,c Y"))
    pawns = {one.get("data-field"): one.get("transform") for one in with_class(draw(seen), "board-black")}
    for name, progress in (("12", 12), ("c", 42)):
        place = layout(seen.board).place(3, progress)
        assert pawns[name] == f"translate({100 * place.real:.0f} {100 * place.imag:.0f})"


def test_every_field_can_be_found_by_scripts() -> None:
    picture = draw(state(MIDDLE_6x8))
    circles = list(parsed(picture).iter(f"{SVG}circle"))
    assert sorted(int(one.get("data-absolute", "")) for one in circles if one.get("data-absolute")) == [
        *range(48)
    ]
    named = Counter(
        (one.get("data-colour"), one.get("data-field")) for one in circles if one.get("data-field")
    )
    assert named == Counter(
        {(colour, field): 4 if field == "B" else 1 for colour in COLOURS[6] for field in "ABabcd"}
    )


def test_trapdoors_and_numbered_wormholes_lie_on_their_fields() -> None:
    board = Board(4, 10)
    picture = draw(state(START_4x10, trapdoors=(5, 13, 21, 29)))
    doors = [one for one in parsed(picture).iter(f"{SVG}use") if one.get("data-trapdoor")]
    assert [one.get("data-trapdoor") for one in doors] == ["5", "13", "21", "29"]
    for door in doors:
        place = layout(board).track[int(door.get("data-trapdoor", ""))]
        assert (door.get("x"), door.get("y")) == (f"{100 * place.real:.0f}", f"{100 * place.imag:.0f}")
    picture = draw(state(START_4x10, wormholes=((3, 27), (9, 35))))
    ends = [one.get("data-wormhole") for one in parsed(picture).iter(f"{SVG}use") if one.get("data-wormhole")]
    assert ends == ["1", "1", "2", "2"]
    assert picture.count(">W1</text>") == picture.count(">W2</text>") == 2


# --- what is pointed out --------------------------------------------------------------------------------


def test_the_last_move_shows_where_it_began_its_way_and_where_it_ended() -> None:
    picture = draw(state(MIDDLE_4x10), last_move=LastMove(2, 1, 5))
    (trace,) = with_class(picture, "board-last-move")
    assert trace.get("data-colour") == "red"
    assert [one.get("stroke-dasharray") for one in trace.findall(f"{SVG}circle")] == ["13 8"]
    start, end = layout(Board(4, 10)).place(2, 1), layout(Board(4, 10)).place(2, 5)
    ring = trace.findall(f"{SVG}circle")[0]
    assert (ring.get("cx"), ring.get("cy")) == (f"{100 * start.real:.0f}", f"{100 * start.imag:.0f}")
    frame = f"translate({100 * end.real:.0f} {100 * end.imag:.0f})"
    assert frame in [one.get("transform") for one in trace.findall(f"{SVG}path")]


def test_the_colour_to_throw_is_marked_at_its_yard() -> None:
    (mark,) = with_class(draw(state(MIDDLE_4x10)), "board-to-throw")
    assert mark.get("data-colour") == "red"
    assert not with_class(draw(state(START_4x10.replace(" Y", " ."))), "board-to-throw")


# --- told without colour --------------------------------------------------------------------------------


def test_each_colour_has_a_letter_and_a_shape_of_its_own() -> None:
    assert set(SHAPES) == set(PAINTS) == set(LETTERS)
    assert len(set(SHAPES.values())) == len(SHAPES)
    picture = parsed(draw(state(MIDDLE_6x8)))
    for pawn in picture.findall(f"{SVG}defs/{SVG}g"):
        colour = pawn.get("id", "").removeprefix("board-")
        assert [text.text for text in pawn.iter(f"{SVG}text")] == [LETTERS[colour]]
        assert SHAPES[colour] in [path.get("d") for path in pawn.iter(f"{SVG}path")]


@pytest.mark.parametrize("colour", PAINTS)
def test_letters_can_be_read_on_every_colour(colour: str) -> None:
    assert contrast(PAINTS[colour].fill, PAINTS[colour].letter) >= 4.5
    assert contrast(faded(colour).fill, faded(colour).letter) >= 3


def test_outlines_stand_out_from_the_ground() -> None:
    for below in (GROUND, YARD_PLATE, "#ffffff"):
        assert contrast(INK, below) >= 3
    assert contrast(WAY, GROUND) >= 3


# --- a picture for any page -----------------------------------------------------------------------------


@given(moved_states(), st.sampled_from(("en", "de")))
def test_the_picture_of_any_position_is_well_formed_and_refers_only_to_itself(
    moved: tuple[BoardState, LastMove], language: str
) -> None:
    seen, last_move = moved
    picture = draw(seen, last_move=last_move, language=language, prefix="b7")
    elements = list(parsed(picture).iter())
    ids = [one.get("id") for one in elements if one.get("id")]
    assert len(ids) == len(set(ids))
    assert all(one.startswith("b7-") for one in ids if one)
    referred = {one.get("href", "").removeprefix("#") for one in elements if one.get("href")}
    root = elements[0]
    referred |= {root.get("aria-labelledby", ""), root.get("aria-describedby", "")}
    assert referred <= set(ids)
    assert not [one for one in elements if one.get("style") or one.tag.endswith(("style", "script"))]
    assert "nan" not in picture
    assert "inf" not in re.sub(r"<(title|desc).*?</\1>", "", picture)


@pytest.mark.parametrize(
    ("language", "name", "throws"),
    [
        ("en", "Board 3: Ann & <Bob>", "Red is to throw."),
        ("de-at", "Brett 3: Ann & <Bob>", "Rot ist am Wurf."),
    ],
)
def test_title_and_description_are_in_the_language_asked_for(language: str, name: str, throws: str) -> None:
    title = Literal(en="Board 3: Ann & <Bob>\0", de="Brett 3: Ann & <Bob>\0")
    picture = parsed(draw(state(MIDDLE_4x10), title=title, language=language))
    assert picture.get("lang") == language[:2]
    assert picture.findtext(f"{SVG}title") == name
    assert throws in str(picture.findtext(f"{SVG}desc"))


def test_the_largest_usual_picture_stays_under_25_kilobytes() -> None:
    board = Board(6, 8)
    seen = full(board)
    picture = draw(seen, last_move=LastMove(0, 1, 6), language="de")
    assert len(picture.encode()) < 25_000
