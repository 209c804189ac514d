"""The names of the teams of a hall: a team is the same in any capitals and spacing."""

from collections.abc import Iterable

from games.models.player import folded


class TeamNames:
    """The teams of an event as they are written there."""

    def __init__(self, known: Iterable[str]) -> None:
        self._first: dict[str, str] = {}
        self._spellings: set[str] = set()
        for name in known:
            self.spelled(name)

    def spelled(self, name: str) -> str:
        """Return a name as the event writes it: “bank” becomes “Bank” where that is known; a new one becomes known.

        Spellings that exist side by side from before both stay, so that one can be corrected to the other.
        """
        if not name:
            return name
        known = name if name in self._spellings else self._first.setdefault(_key(name), name)
        self._spellings.add(known)
        return known

    @property
    def in_order(self) -> list[str]:
        return sorted(self._spellings, key=folded)


def _key(name: str) -> str:
    return "".join(name.casefold().split())
