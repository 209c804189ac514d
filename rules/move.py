"""Moves and their tokens (rulebook §4, [D13])."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from rules.board import LETTERS, YARD, Board, field_name
from rules.kernel.captures import IN_YARD as IN_YARD
from rules.kernel.ply import NOWHERE as NOWHERE
from rules.position import read_field


@dataclass(frozen=True, slots=True)
class Move:
    """What is played with a throw; ``str(move)`` is its token, and moves are equal if their tokens are.

    Fields are progress numbers of the colour moved, -1 the yard. ``source`` is ``NOWHERE`` when only
    furniture is moved. ``target`` is where the pawn arrives, ``carried`` where a wormhole takes it
    from there (-1: it fell through a trapdoor), ``captured`` the colours captured (numbers) in
    order, ``missed`` the field of the pawn sent back for a missed capture, ``shifted`` the absolute
    fields from and to which furniture was moved before, ``neutral`` whether a neutral pawn moves.
    """

    token: str
    die: int = field(compare=False)
    source: int = field(compare=False)
    target: int = field(compare=False)
    carried: int | None = field(compare=False, default=None)
    captured: tuple[int, ...] = field(compare=False, default=())
    missed: int | None = field(compare=False, default=None)
    shifted: tuple[int, int] | None = field(compare=False, default=None)
    neutral: bool = field(compare=False, default=False)
    #: Nothing but one pawn goes from its field to a free one.
    plain: bool = field(init=False, compare=False)
    #: The fields that then change in the mask of the pawns of the colour.
    change: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        special = self.carried is not None or self.missed is not None or self.shifted is not None
        object.__setattr__(self, "plain", not special and not self.captured)
        fields = (self.source, self.target)
        object.__setattr__(self, "change", sum(1 << at for at in fields if at >= 0))

    def __str__(self) -> str:
        return self.token

    @property
    def end(self) -> int:
        """The pawn's progress afterwards (before a penalty): carried there, or the target."""
        return self.target if self.carried is None else self.carried


def token(
    track: int,
    die: int,
    kind: str,
    origin: int,
    to: int,
    neutral: str,
    source: int,
    target: int,
    carried: int,
    captured: str,
    missed: int,
) -> str:
    """The token of a move (rulebook §4); what it does not have is an empty text, or ``NOWHERE``."""
    text = str(die)
    if kind:
        text += f"@{kind}{origin}>{to}"
    if source == NOWHERE:
        return text
    text += f":{neutral}{field_name(source, track)}-{field_name(target, track)}"
    if carried != NOWHERE:
        text += f"!{field_name(carried, track)}"
    if captured:
        text += f"x{captured}"
    if missed != NOWHERE:
        text += f"~{field_name(missed, track)}"
    return text


@lru_cache(maxsize=1 << 16)
def move(
    layout: Board,
    die: int,
    source: int = NOWHERE,
    target: int = NOWHERE,
    carried: int | None = None,
    captured: tuple[int, ...] = (),
    missed: int | None = None,
    furniture: tuple[str, int, int] | None = None,
    neutral_letter: str = "",
) -> Move:
    """The move with these parts; ``furniture`` is its letter and the absolute fields from and to."""
    kind, origin, to = furniture or ("", NOWHERE, NOWHERE)
    text = token(
        layout.track,
        die,
        kind,
        origin,
        to,
        neutral_letter,
        source,
        target,
        NOWHERE if carried is None else carried,
        "".join(layout.letters[colour] for colour in captured),
        NOWHERE if missed is None else missed,
    )
    return Move(
        text,
        die,
        source,
        target,
        carried,
        captured,
        missed,
        None if furniture is None else furniture[1:],
        bool(neutral_letter),
    )


@lru_cache(maxsize=1 << 15)
def steps(layout: Board, die: int, ahead: int, behind: int) -> tuple[tuple[Move, ...], int]:
    """The moves of the pawns on these fields (masks), the most advanced first, as if they met no pawn.

    With them the track fields where they arrive, as a mask. Remembered, because few sets of fields
    come up again and again.
    """
    moves = []
    for at in range((ahead | behind).bit_length() - 1, -1, -1):
        if ahead >> at & 1:
            moves.append(move(layout, die, at, at + die))
        if behind >> at & 1:
            moves.append(move(layout, die, at, at - die))
    return tuple(moves), (ahead << die | behind >> die) & ((1 << layout.track) - 1)


# -- reading -------------------------------------------------------------------------------------

_COLOUR_LETTERS = "".join(LETTERS.values())
_FIELD = rf"(?:{YARD}|A|[1-9][0-9]{{0,3}}|[abcd])"
TOKEN = re.compile(
    rf"(?P<die>[0-9]{{1,4}})"
    rf"(?:@(?P<kind>[TW])(?P<origin>[0-9]{{1,4}})>(?P<to>[0-9]{{1,4}}))?"
    rf"(?::(?P<neutral>[{_COLOUR_LETTERS}])?(?P<source>{_FIELD})-(?P<target>{_FIELD})"
    rf"(?:!(?P<carried>{_FIELD}))?(?:x(?P<captured>[{_COLOUR_LETTERS}]+))?(?:~(?P<missed>{_FIELD}))?)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class ParsedToken:
    """What a token says, before anybody asked whether it is legal; fields as progress, -1 the yard."""

    die: int
    source: int
    target: int
    neutral: bool
    shifts_furniture: bool


def read_token(layout: Board, token: str) -> ParsedToken | None:
    """What the token says; ``None`` if it is none of rulebook §4."""
    found = TOKEN.fullmatch(token)
    if found is None:
        return None
    source: int | None = NOWHERE
    target: int | None = NOWHERE
    if found["source"]:
        source, target = read_field(layout, found["source"]), read_field(layout, found["target"])
    if source is None or target is None:
        return None
    return ParsedToken(int(found["die"]), source, target, bool(found["neutral"]), bool(found["kind"]))
