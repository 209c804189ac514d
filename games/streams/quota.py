"""Who gets one of the streams that a process can serve: no reader all of them, and the evening itself always one.

The public has its part, and of that one address no more than a share. A reserve is left to those who are known –
tokens, links and logins – and to the screens of halls, which need no permission: of these half of it, and few from
one address. Those who may use the reserve do so only where the public's part has no room for them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

#: Streams of screens from one address in the reserve: some screens, with a stream for each board that is shown.
MOST_OF_SCREENS = 20


class Who(Enum):
    """Who watches."""

    PUBLIC = "public"
    #: Says that it is the screen of a hall.
    SCREEN = "screen"
    #: Shows a token, a link or a login.
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Guest:
    """Who asks for a stream, and from where."""

    address: str = ""
    who: Who = Who.PUBLIC


class NoRoom(Exception):
    """This process has as many streams as it may have, or is about to end."""


class TooManyHere(NoRoom):
    """One address has as many as it may have; ``most`` are allowed."""

    def __init__(self, most: int) -> None:
        super().__init__(f"at most {most} streams for one address")
        self.most = most


@dataclass(frozen=True, slots=True)
class Limits:
    """The most streams: altogether, of the public from one address (0: any number), and in the reserve."""

    most: int
    for_an_address: int = 0
    reserved: int = 0

    @property
    def public(self) -> int:
        """Streams of the public's part; the reserve is never more than half of all."""
        return self.most - min(self.reserved, self.most // 2)

    def check_public(self, taken: int, from_there: int) -> None:
        """Refuse where the public's part is full, or the guest's address has its share of it."""
        if self.for_an_address and from_there >= self.for_an_address:
            raise TooManyHere(self.for_an_address)
        if taken >= self.public:
            raise NoRoom

    def in_reserve(self, guest: Guest, reserve: Collection[Guest]) -> bool:
        """Whether there is room for the guest in the reserve."""
        room = self.most - self.public
        if guest.who is Who.PUBLIC or len(reserve) >= room:
            return False
        screens = [each for each in reserve if each.who is Who.SCREEN]
        from_there = [each for each in screens if each.address == guest.address]
        return guest.who is Who.KNOWN or (
            len(screens) < (room + 1) // 2 and len(from_there) < MOST_OF_SCREENS
        )
