"""What can go wrong: the site cannot be reached, or answers with a problem."""

from collections.abc import Mapping
from typing import Any, Literal

Language = Literal["en", "de"]
PREFIX = "urn:rauswurf:problem:"
#: The site is too busy, or not there for now: the same request may succeed later.
BUSY = {408, 429, 502, 503, 504}
#: What others may record without changing the board.
BESIDE_THE_BOARD = {"note", "clock", "call", "answer"}


class RauswurfError(Exception):
    """The base of every error of this package."""


class Unreachable(RauswurfError):
    """The site did not answer, after all attempts."""


class WebhookError(RauswurfError):
    """A message that is not proved to be the site's, or is too old."""


class Problem(RauswurfError):
    """The site's problem document (RFC 9457); nothing has changed.

    `members` has everything in it; the most useful members are attributes.
    """

    def __init__(self, status: int, members: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.members = members
        #: Seconds that the site asks to wait.
        self.retry_after = retry_after
        super().__init__(members.get("detail") or members.get("title") or f"HTTP {status}")

    @property
    def kind(self) -> str:
        """The `type` without its prefix, such as `illegal-throw`; empty if another server answered."""
        return str(self.members.get("type", "")).removeprefix(PREFIX)

    @property
    def is_busy(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status in BUSY

    def message(self, language: Language) -> str:
        """What is wrong, in German or English."""
        return str(self.members.get("messages", {}).get(language) or self)

    @property
    def field(self) -> str | None:
        """The member or parameter that is wrong."""
        return self.members.get("field")

    @property
    def errors(self) -> Any:
        """What is wrong with each field, where several are."""
        return self.members.get("errors")

    @property
    def rule(self) -> str | None:
        """The paragraph of the rule book."""
        return self.members.get("paragraph")

    @property
    def fix(self) -> list[str]:
        """What would be right, if the site says so: moves, colours, roles, faces, players, a number."""
        for member in ("legal", "to_throw", "roles", "faces", "candidates"):
            if found := self.members.get(member):
                return [str(each["id"] if isinstance(each, dict) else each) for each in found]
        for member in ("due", "die", "most"):
            if self.members.get(member) is not None:
                return [str(self.members[member])]
        return []


class IllegalThrow(Problem):
    """The rules forbid the throw: `rule` says which one, `fix` the legal moves; none: nothing can be moved."""

    @property
    def index(self) -> int:
        """Which throw of the request, from 0."""
        return int(self.members.get("index", 0))


class Stale(Problem):
    """Others have recorded in the meantime."""

    @property
    def missed(self) -> list[dict[str, Any]]:
        """The events that are not known yet."""
        return list(self.members.get("missed", ()))

    @property
    def current(self) -> dict[str, Any]:
        """The game as it is now."""
        return dict(self.members["current"])

    @property
    def fix(self) -> list[str]:
        """The number to build on."""
        return [str(self.current["number"])]

    @property
    def is_same_board(self) -> bool:
        """Whether all that is missed happened beside the board, such as a note or a pause."""
        missed = self.missed
        # A long list is cut off.
        is_whole = bool(missed) and missed[-1]["number"] == self.current["number"]
        return is_whole and all(event["kind"] in BESIDE_THE_BOARD for event in missed)


class NotAllowed(Problem):
    """No valid token, or a role that does not suffice; `fix` has the roles that would."""


class NotFound(Problem):
    """There is no such thing, or it is not public."""


KINDS: dict[str, type[Problem]] = {
    "illegal-throw": IllegalThrow,
    "stale": Stale,
    "not-authenticated": NotAllowed,
    "permission-denied": NotAllowed,
    "not-found": NotFound,
}


def problem(status: int, members: Mapping[str, Any], retry_after: float | None = None) -> Problem:
    """The error for a problem document; one of another `type` is a plain `Problem`."""
    kind = KINDS.get(str(members.get("type", "")).removeprefix(PREFIX), Problem)
    return kind(status, members, retry_after)
