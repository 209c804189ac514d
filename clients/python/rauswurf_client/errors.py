"""What can go wrong: the site does not answer, or it refuses – with the field, the rule and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rauswurf_client.models import Event, Game

Language = Literal["en", "de"]
PREFIX = "urn:rauswurf:problem:"
#: Refused before anything was done: the same can be asked again, whatever it was.
UNDONE = {408, 429}
#: Nobody knows what was done.
UNKNOWN = {502, 503, 504}


class RauswurfError(Exception):
    """Everything that the client raises by itself."""


class Unreachable(RauswurfError):
    """The site does not answer, after all attempts."""


class WebhookRefused(RauswurfError):
    """A message that claims to be a webhook's and is not proved to be, or is too old."""


class Refusal(RauswurfError):
    """The site's refusal, a problem document (RFC 9457); nothing has changed.

    `problem` has all its members, those that are asked for most are attributes. Each subclass is one `type`,
    so that a program catches what it can put right: `except IllegalThrow as refused: refused.legal`.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.problem = problem
        self.retry_after = retry_after
        super().__init__(self.detail)

    @property
    def kind(self) -> str:
        """The `type` without its prefix, such as `illegal-throw`; empty where somebody else answered."""
        return str(self.problem.get("type", "")).removeprefix(PREFIX)

    @property
    def is_passing(self) -> bool:
        """Whether the site is only too busy for now."""
        return self.status in UNDONE | UNKNOWN

    @property
    def detail(self) -> str:
        """What is wrong, in the language of the client."""
        return str(self.problem.get("detail") or self.problem.get("title") or f"HTTP {self.status}")

    def told(self, language: Language) -> str:
        """What is wrong, in that language."""
        return str(self.problem.get("messages", {}).get(language) or self.detail)

    @property
    def field(self) -> str | None:
        """The member or parameter that is wrong."""
        return self.problem.get("field")

    @property
    def errors(self) -> Any:
        """What is wrong with each field of a form."""
        return self.problem.get("errors")

    @property
    def index(self) -> int:
        """Of the throw in the batch, from 0."""
        return int(self.problem.get("index", 0))

    @property
    def rule(self) -> str | None:
        """The paragraph of the rule book."""
        return self.problem.get("paragraph")

    @property
    def fix(self) -> tuple[str, ...]:
        """What would be right instead, as far as the site says so: moves, a colour, roles, a number."""
        for member in ("legal", "to_throw", "roles", "faces"):
            if found := self.problem.get(member):
                return tuple(str(each) for each in found)
        for member in ("due", "die", "most"):
            if self.problem.get(member) is not None:
                return (str(self.problem[member]),)
        return (str(self.current["number"]),) if self.current else ()

    @property
    def current(self) -> Game | None:
        """The game as it is now, where it is another than was thought."""
        found: Game | None = self.problem.get("current")
        return found


class IllegalThrow(Refusal):
    """The rules forbid the throw; `rule` says which one, `legal` what would be legal."""

    @property
    def legal(self) -> list[str]:
        """The legal moves; none: nothing can be moved."""
        return list(self.problem.get("legal", ()))

    @property
    def position(self) -> str:
        """The board on which it is illegal."""
        return str(self.problem.get("position", ""))


class NotRolled(Refusal):
    """The online dice of the game have rolled something else."""


class NotDue(Refusal):
    """Another colour is due to start."""


class Stale(Refusal):
    """Somebody else has recorded meanwhile: `missed` says what, `current` is the game now."""

    @property
    def missed(self) -> list[Event]:
        """What is not known yet."""
        return list(self.problem.get("missed", ()))


class BeingRecorded(Refusal):
    """A result was typed in for a game that somebody records throw by throw."""


class WrongState(Refusal):
    """The game has not begun, has begun, or has ended."""


class IdReused(Refusal):
    """The id or key stands for something else already."""


class BadValue(Refusal):
    """A value that is not possible; `field` names it."""


class RecordDiffers(Refusal):
    """A pushed record says something else than the log, at `line` and `column`."""

    @property
    def line(self) -> int:
        """The line of the first difference."""
        return int(self.problem.get("line", 0))

    @property
    def column(self) -> int:
        """The column of the first difference."""
        return int(self.problem.get("column", 0))


class RulesRefused(Refusal):
    """Rules, a seating, a position or a record that cannot be played or read."""


class FormatRefused(Refusal):
    """The format of an event has no such setting, draw or throw; `field` names it."""


class EventState(Refusal):
    """Not now, and what would have to be first."""


class NotAuthenticated(Refusal):
    """No token, or one that is not valid any more."""


class PermissionDenied(Refusal):
    """The token's role does not reach so far; `fix` has the roles that would."""


class NotFound(Refusal):
    """There is no such thing, or not for you yet."""


class TooManyRequests(Refusal):
    """More than one may ask for in a minute; `retry_after` says in how many seconds the next one begins."""


class TooManyStreams(Refusal):
    """There is no room for another stream."""


KINDS: dict[str, type[Refusal]] = {
    "illegal-throw": IllegalThrow,
    "not-rolled": NotRolled,
    "not-due": NotDue,
    "stale": Stale,
    "being-recorded": BeingRecorded,
    "wrong-state": WrongState,
    "id-reused": IdReused,
    "bad-value": BadValue,
    "unreadable": BadValue,
    "record-differs": RecordDiffers,
    "rules": RulesRefused,
    "format": FormatRefused,
    "event-state": EventState,
    "not-authenticated": NotAuthenticated,
    "permission-denied": PermissionDenied,
    "not-found": NotFound,
    "too-many-requests": TooManyRequests,
    "too-many-streams": TooManyStreams,
}


def refusal(status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> Refusal:
    """The error for a problem document; one of a `type` that is not known is a plain `Refusal`."""
    kind = KINDS.get(str(problem.get("type", "")).removeprefix(PREFIX), Refusal)
    return kind(status, problem, retry_after)
