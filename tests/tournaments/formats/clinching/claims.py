"""What is claimed of one player, and who is out of a place."""

from tournaments.formats.clinching.place_bounds import Decided, Prospect


def prospect_of(decided: Decided, entrant: str) -> Prospect:
    return next(each for each in decided.prospects if each.entrant == entrant)


def eliminated(decided: Decided, place: int) -> tuple[str, ...]:
    return tuple(each.entrant for each in decided.prospects if each.best > place)
