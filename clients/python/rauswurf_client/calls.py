"""What is asked of a site, as a value: both clients ask it, the one waiting, the other awaiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

Answer = TypeVar("Answer", covariant=True)


@dataclass(frozen=True)
class Call(Generic[Answer]):
    """A request whose answer has a known type; `rauswurf_client.api` makes one for every operation."""

    method: str
    path: str
    _: KW_ONLY
    body: Any = None
    query: Mapping[str, str | int | bool | None] = field(default_factory=dict)
    #: How the answer is read.
    answer: Literal["json", "text", "bytes", "nothing"] = "json"
    #: The number of the last event or version that is known.
    if_match: int | None = None
    #: Whether the site takes an `Idempotency-Key` for it.
    keyed: bool = False

    @property
    def gets_key(self) -> bool:
        """Whether the client makes up a key: not where the events that are sent bring ids of their own."""
        return self.keyed and not isinstance(self.body, list) and not (self.body and "id" in self.body)

    @property
    def is_repeatable(self) -> bool:
        """Whether asking twice does no more than asking once."""
        if self.method in ("GET", "PUT") or self.gets_key:
            return True
        told = self.body if isinstance(self.body, list) else [self.body]
        return self.keyed and all(isinstance(each, Mapping) and "id" in each for each in told)


def segment(value: str | int) -> str:
    """A value as one part of a path."""
    return quote(str(value), safe="")


def export(path: str, *, language: str | None = None, **query: str) -> Call[bytes]:
    """A file that the site offers, by its address, such as `events/cup/table.csv`."""
    return Call("GET", "/" + path.lstrip("/"), query={"language": language, **query}, answer="bytes")
