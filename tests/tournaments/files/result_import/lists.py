"""Lists of results, as long as they are wanted."""

from collections.abc import Callable
from datetime import date, timedelta
from unittest.mock import patch

from games.work import claims
from tournaments.files.result_import import long_lists

HEADINGS = "event;date;format;settings;players;result"


NAMES = ("Anna Amsel", "Bert Bussard", "Cora Kranich", "Dora Zeisig")


def cups(number: int, first: int = 0) -> bytes:
    """So many events of one game, day after day."""
    rows = [HEADINGS]
    for each in range(first, first + number):
        players = [NAMES[(each + seat) % len(NAMES)] for seat in range(3)]
        day = date(2019, 6, 1) + timedelta(days=each)
        rows.append(f"Cup {each};{day};Championship;wins=1;{' / '.join(players)};{players[0]}")
    return "\n".join(rows).encode()


def at_once(seconds: float) -> None:
    """No pause."""


def work_off(rest: Callable[[float], None] = at_once) -> int:
    """Import all that is left, and rest after each step; how many steps it was."""
    with patch.object(long_lists, "rest", rest):
        return claims.work_off(long_lists.WORK)
