"""Trapdoors and wormholes: where they lie and where they may be moved (rulebook §8.4, §8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.errors import PositionError
from rules.i18n import Text, quote_value
from rules.lots import shuffle_by
from rules.rule_sets import RuleSet


@dataclass(frozen=True, slots=True)
class Furniture:
    """What lies on the board, in absolute fields; made by ``furniture`` and ``Furniture.moved``, always sorted."""

    trapdoors: tuple[int, ...] = ()
    wormholes: tuple[tuple[int, int], ...] = ()
    #: Every field with a trapdoor or an end of a wormhole, the two ends of one side by side.
    fields: tuple[int, ...] = field(init=False, compare=False)
    #: All its fields as a mask, for a quick look.
    mask: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        ends = tuple(end for pair in self.wormholes for end in pair)
        object.__setattr__(self, "fields", self.trapdoors + ends)
        object.__setattr__(self, "mask", sum(1 << at for at in self.fields))

    @property
    def letter(self) -> str:
        """``T`` or ``W``, as in positions and moves; empty without furniture."""
        if self.trapdoors:
            return "T"
        return "W" if self.wormholes else ""

    def moved(self, origin: int, target: int) -> Furniture:
        """With the trapdoor or the end on ``origin`` put on ``target``."""
        return Furniture(
            tuple(sorted(target if at == origin else at for at in self.trapdoors)),
            _pairs((target if end == origin else end for end in pair) for pair in self.wormholes),
        )

    def __str__(self) -> str:
        if self.trapdoors:
            return "T" + ",".join(map(str, self.trapdoors))
        return "W" + ",".join(f"{one}-{other}" for one, other in self.wormholes) if self.wormholes else ""


NO_FURNITURE = Furniture()


def _pairs(wormholes: Iterable[Iterable[int]]) -> tuple[tuple[int, int], ...]:
    ordered = (sorted(pair) for pair in wormholes)
    return tuple(sorted((one, other) for one, other in ordered))


def furniture(rules: RuleSet, trapdoors: Sequence[Any] = (), wormholes: Sequence[Any] = ()) -> Furniture:
    """The furniture of a game, checked against its rules ([D20]); raises ``PositionError``.

    ``trapdoors`` are absolute fields, ``wormholes`` pairs of them, in any order.
    """
    layout = rules.layout()
    _check_number("trapdoors", rules.trapdoors, trapdoors)
    _check_number("wormholes", rules.wormholes, wormholes)
    if not all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in wormholes):
        raise _refused("wormholes", Text("pairs of fields are needed, such as (3, 27)"))
    ends = [end for pair in wormholes for end in pair]
    for kind, fields in (("trapdoors", list(trapdoors)), ("wormholes", ends)):
        for at in fields:
            if type(at) is not int or not 0 <= at < layout.track:
                raise _refused(
                    kind,
                    Text(
                        "{at} is no track field; they are 0 to {track}",
                        at=quote_value(at),
                        track=layout.track - 1,
                    ),
                )
            if at % layout.fields == 0:
                raise _refused(
                    kind,
                    Text("field {at} is a starting field and stays free (rulebook §8.4, §8.5)", at=at),
                )
        if len(set(fields)) < len(fields):
            raise _refused(kind, Text("a field is used twice"))
    return Furniture(tuple(sorted(trapdoors)), _pairs(wormholes))


def drawn_from_seed(rules: RuleSet, seed: str) -> Furniture:
    """The furniture of a game that follows from a text published beforehand (rulebook §8.4).

    The free fields are put in an order by the text (``rules.lots``, subject ``trapdoors`` or ``wormholes``); the
    first of them are the trapdoors, or two by two the ends of the wormholes.
    """
    layout = rules.layout()
    free = [str(field) for field in range(layout.track) if field % layout.fields]
    fields = [int(field) for field in shuffle_by(seed, "trapdoors" if rules.trapdoors else "wormholes", free)]
    ends = fields[: 2 * rules.wormholes]
    return furniture(rules, fields[: rules.trapdoors], list(zip(ends[::2], ends[1::2], strict=True)))


def _check_number(kind: str, needed: int, given: Any) -> None:
    if not isinstance(given, list | tuple):
        raise _refused(kind, Text("a list of fields is needed"))
    if len(given) != needed:
        raise _refused(
            kind,
            Text(
                "these rules have {needed}, {given} are given (rulebook D20)", needed=needed, given=len(given)
            ),
        )


def _refused(kind: str, message: Text) -> PositionError:
    return PositionError(Text("{kind}: {message}", kind=kind, message=message), kind)
