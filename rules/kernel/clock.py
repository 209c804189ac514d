"""The clock of a game on whole numbers (rulebook §11): what can be done to it, and what it shows.

Durations and moments may have any unit, one for all; ``since`` is the moment from which it runs, ``STANDS`` where it
does not.
"""

STANDS = -1
#: What can be done to a clock, as bits.
START, PAUSE, RESUME, LIMIT, SET = 1, 2, 4, 8, 16
#: The time limit of a game without one.
NO_LIMIT = 0
MINUTE = 60


def possible_actions(started: bool, running: bool, limit_reached: bool) -> int:
    """Return what can be done now, as bits."""
    if not started:
        return START | SET
    if running:
        return PAUSE | LIMIT | SET
    return RESUME | SET if limit_reached else RESUME | LIMIT | SET


def played_until(played: int, since: int, now: int) -> int:
    """Return the time played by ``now``, if ``played`` had been when the clock last stopped."""
    return played if since == STANDS or now < since else played + now - since


def clock_reading(seconds: int, limit: int) -> str:
    """Return what a clock shows: the time played, or with a limit what is left of it, then by how much it is over."""
    if limit == NO_LIMIT:
        return clock_text(seconds)
    return clock_text(limit - seconds) if seconds < limit else f"+{clock_text(seconds - limit)}"


def clock_text(seconds: int) -> str:
    """Return what a clock shows: ``1:02:03``."""
    minutes = seconds // MINUTE
    return f"{minutes // MINUTE}:{_two_digits(minutes % MINUTE)}:{_two_digits(seconds % MINUTE)}"


def _two_digits(number: int) -> str:
    return f"{number}" if number > 9 else f"0{number}"
