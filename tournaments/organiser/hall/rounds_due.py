"""Which draws seat a hall, and are planned; all others are lots among those who are level, held as elsewhere."""

from tournaments.formats.open.rounds import FINALS, is_round


def seats_people(subject: str) -> bool:
    """Whether the draw of that subject seats people at tables, as rounds and finals do."""
    return is_round(subject) or subject in FINALS
