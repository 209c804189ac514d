"""Rule sets: the named ones and every legal change of their options (rulebook §7)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from rules.board import COLOURS, Board, board
from rules.errors import OptionError
from rules.i18n import Text, quote_value
from rules.kernel.movement import SIX


class Ends(StrEnum):
    """When a game is over (rulebook §9)."""

    FIRST_COLOUR = "first colour"
    FIRST_PLAYER = "first player"
    ALL_PLAYERS = "all players"
    ALL_COLOURS = "all colours"


class Starter(StrEnum):
    """How the colour that starts is found (rulebook §10)."""

    HIGHEST_THROW = "highest throw"
    YOUNGEST = "youngest"


class ForcedCapture(StrEnum):
    """Whether a capture that is possible must be made (rulebook §6, §8.3)."""

    NO = "no"
    STRICT = "strict"
    PENALTY = "penalty"


#: The ordinary die.
FACES = (1, 2, 3, 4, 5, 6)
#: The face with which furniture may be moved.
ONE = 1
LARGEST_FACE = 9999
MOST_FACES = 1000


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All options of a game. Made by ``RULE_SETS[name]`` and ``but``, which refuse what cannot be played."""

    name: str
    board: str = "4x10"
    pawns_on_start: int = 0
    three_throws: bool = False
    home_leap: bool = False
    forced_capture: ForcedCapture = ForcedCapture.NO
    backward_capture: bool = False
    barriers: bool = False
    trapdoors: int = 0
    wormholes: int = 0
    neutral: str | None = None
    ends: Ends = Ends.FIRST_COLOUR
    starter: Starter = Starter.HIGHEST_THROW
    die_faces: tuple[int, ...] = FACES

    def but(self, **options: Any) -> RuleSet:
        """These rules with some options changed; the name stays that of the rule set they stand on.

        Raises ``OptionError`` for an unknown option, a value it does not have, or options that
        exclude each other (both are named).
        """
        if not options:
            return self
        for option, value in options.items():
            if option not in OPTIONS:
                raise OptionError(
                    Text(
                        "{option} is no option; the options are {options} (rulebook §7)",
                        option=quote_value(option),
                        options=", ".join(OPTIONS),
                    ),
                    f"options.{option}",
                )
            options[option] = OPTIONS[option].validate(value)
        changed = dataclasses.replace(self, **options)
        _check_together(changed)
        return changed

    def layout(self) -> Board:
        return board(self.board)

    def changes(self) -> dict[str, Any]:
        """The options that differ from the named rule set, in the order of rulebook §7, as plain values."""
        usual = RULE_SETS[self.name]
        return {
            name: option.plain(getattr(self, name))
            for name, option in OPTIONS.items()
            if getattr(self, name) != getattr(usual, name)
        }

    def changes_text(self) -> str:
        """The same as the ``[Options]`` tag of a record (rulebook §4, [D24]); empty if nothing differs."""
        return "; ".join(f"{name}={OPTIONS[name].format(getattr(self, name))}" for name in self.changes())


def rule_set(name: str) -> RuleSet:
    """The named rule set; raises ``OptionError`` that lists the names if there is none."""
    if not isinstance(name, str) or name not in RULE_SETS:
        raise OptionError(
            Text(
                "rules: {name} is no rule set; choose from {rule_sets} (rulebook §7)",
                name=quote_value(name),
                rule_sets=", ".join(RULE_SETS),
            ),
            "rules",
        )
    return RULE_SETS[name]


def read_changes(rules: RuleSet, text: str) -> RuleSet:
    """``rules`` with the changes of an ``[Options]`` tag: ``three_throws=yes; die_faces=1,2,3`` (rulebook §4)."""
    options: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, written = (piece.strip() for piece in part.partition("="))
        if not equals or name not in OPTIONS or name in options:
            raise OptionError(
                Text(
                    "Options: {part} should be option=value, each option once: {options}",
                    part=quote_value(part),
                    options=", ".join(OPTIONS),
                )
            )
        options[name] = OPTIONS[name].read(written)
    return rules.but(**options)


# -- the options ---------------------------------------------------------------------------------


class OptionKind(StrEnum):
    """What kind of values an option has."""

    BOOLEAN = "boolean"
    INTEGER = "integer"
    INTEGERS = "integers"
    CHOICE = "choice"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the table of options: what values it has and how they are written."""

    name: str
    kind: OptionKind
    values: Text
    is_value: Callable[[Any], bool]
    read_plain: Callable[[str], Any]
    format: Callable[[Any], str] = str
    build: Callable[[Any], Any] = lambda value: value
    plain: Callable[[Any], Any] = lambda value: value
    #: All values, as plain ones; none where they cannot be listed.
    choices: tuple[Any, ...] = ()

    def validate(self, value: Any) -> Any:
        """The value as the rule set keeps it, or ``OptionError``."""
        if not self.is_value(value):
            raise self._refusal(value)
        return self.build(value)

    def read(self, text: str) -> Any:
        """The plain value in ``text``, or ``OptionError``."""
        try:
            return self.read_plain(text)
        except (ValueError, KeyError):
            raise self._refusal(text) from None

    def _refusal(self, value: Any) -> OptionError:
        return OptionError(
            Text(
                "{name}: {value} is not possible; {values} (rulebook §7)",
                name=self.name,
                value=quote_value(value),
                values=self.values,
            ),
            f"options.{self.name}",
        )


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        raise ValueError(text)
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(_number(part.strip()) for part in text.split(","))


def _whole(value: Any) -> bool:
    return type(value) is int


def _is_faces(value: Any) -> bool:
    return (
        isinstance(value, tuple | list)
        and 0 < len(value) <= MOST_FACES
        and all(_whole(face) and 0 <= face <= LARGEST_FACE for face in value)
    )


def _yes_no(name: str) -> Option:
    return Option(
        name,
        OptionKind.BOOLEAN,
        Text("it is yes (True) or no (False)"),
        lambda value: isinstance(value, bool),
        {"yes": True, "no": False}.__getitem__,
        lambda value: "yes" if value else "no",
        choices=(True, False),
    )


def _one_of(name: str, kind: type[StrEnum]) -> Option:
    listed = ", ".join(kind)
    values = frozenset(map(str, kind))
    return Option(
        name,
        OptionKind.CHOICE,
        Text("it is one of {listed}", listed=listed),
        lambda value: isinstance(value, str) and value in values,
        str,
        build=kind,
        plain=str,
        choices=tuple(map(str, kind)),
    )


def _count(name: str, *values: int) -> Option:
    return Option(
        name,
        OptionKind.INTEGER,
        Text("it is one of {listed}", listed=", ".join(map(str, values))),
        lambda value: _whole(value) and value in values,
        _number,
        choices=values,
    )


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        option.name: option
        for option in (
            Option(
                "board",
                OptionKind.TEXT,
                Text("it is a board such as 4x10 or 6x8"),
                lambda value: board(value) is not None,
                str,
            ),
            _count("pawns_on_start", 0, 1),
            _yes_no("three_throws"),
            _yes_no("home_leap"),
            _one_of("forced_capture", ForcedCapture),
            _yes_no("backward_capture"),
            _yes_no("barriers"),
            _count("trapdoors", 0, 4),
            _count("wormholes", 0, 1, 2, 3),
            Option(
                "neutral",
                OptionKind.CHOICE,
                Text("it is none or a colour of the board"),
                lambda value: value is None or isinstance(value, str),
                lambda text: None if text == "none" else text,
                lambda value: value or "none",
                choices=(None, *COLOURS[4]),
            ),
            _one_of("ends", Ends),
            _one_of("starter", Starter),
            Option(
                "die_faces",
                OptionKind.INTEGERS,
                Text(
                    "it is a list of 1 to {most_faces} whole numbers from 0 to {largest_face}",
                    most_faces=MOST_FACES,
                    largest_face=LARGEST_FACE,
                ),
                _is_faces,
                _numbers,
                lambda faces: ",".join(map(str, faces)),
                build=tuple,
                plain=list,
            ),
        )
    }
)


# -- what does not go together -------------------------------------------------------------------


def _refuse(one: str, other: str, message: Text) -> None:
    raise OptionError(
        Text("{one} and {other} do not go together: {message}", one=one, other=other, message=message),
        f"options.{one}",
    )


def _check_together(rules: RuleSet) -> None:
    """Refuse combinations that cannot be played (rulebook §7, [D15] [D17] [D21])."""
    layout = rules.layout()
    if rules.trapdoors and rules.wormholes:
        _refuse(
            "trapdoors",
            "wormholes",
            Text("a position has one kind of furniture (rulebook D15)"),
        )
    room = layout.track - layout.arms
    for kind, needed in (("trapdoors", rules.trapdoors), ("wormholes", 2 * rules.wormholes)):
        if needed > room:
            _refuse(
                kind,
                "board",
                Text(
                    "{needed} fields are needed that are no starting field, {board} has {room} (rulebook §7)",
                    needed=needed,
                    board=rules.board,
                    room=room,
                ),
            )
    if rules.neutral is not None:
        if rules.neutral not in layout.colours or layout.arms != 4:
            _refuse(
                "neutral",
                "board",
                Text(
                    "the neutral colour is one of {colours}, on a board of four colours (rulebook D17)",
                    colours=", ".join(COLOURS[4]),
                ),
            )
        if rules.ends is not Ends.FIRST_COLOUR:
            _refuse(
                "neutral",
                "ends",
                Text("with a neutral colour the game ends with the first colour (rulebook D17)"),
            )
    if SIX not in rules.die_faces and rules.pawns_on_start == 0:
        _refuse(
            "die_faces",
            "pawns_on_start",
            Text("without a 6 no pawn leaves its yard, so pawns_on_start must be 1 (rulebook D21)"),
        )


# -- the named rule sets -------------------------------------------------------------------------


def _xmadn(name: str, layout: str, ends: Ends) -> RuleSet:
    """XMädn: yards full, three throws, no leaping at home."""
    return RuleSet(name, layout, three_throws=True, ends=ends)


def _mhd(name: str, layout: str, **options: int) -> RuleSet:
    return RuleSet(name, layout, three_throws=True, **options)  # type: ignore[arg-type]


RULE_SETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            RuleSet("schmidt", pawns_on_start=1, home_leap=True, starter=Starter.YOUNGEST),
            # The others go on for the next places (the older booklet, rulebook D28).
            RuleSet("schmidt-classic", pawns_on_start=1, home_leap=True, ends=Ends.ALL_COLOURS),
            _xmadn("xmadn-2t", "4x10", Ends.FIRST_COLOUR),
            _xmadn("xmadn-2t+", "4x10", Ends.FIRST_PLAYER),
            _xmadn("xmadn-3t", "6x8", Ends.FIRST_COLOUR),
            _xmadn("xmadn-3t+", "6x8", Ends.FIRST_PLAYER),
            _xmadn("xmadn-gp", "6x8", Ends.ALL_COLOURS),
            _xmadn("xmadn-gp+", "6x8", Ends.ALL_PLAYERS),
            _mhd("mhd", "4x10"),
            _mhd("mhd-6", "6x8"),
            _mhd("mhd-trapdoors", "4x10", trapdoors=4),
            _mhd("mhd-wormholes", "6x8", wormholes=3),
        )
    }
)
