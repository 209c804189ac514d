"""Short ways to write Leagues."""

from collections.abc import Iterable, Sequence

from tournaments.formats import (
    FORMATS,
    Contest,
    Departure,
    DrawMethod,
    DrawOutcome,
    Entrant,
    EntrantSeating,
    Result,
    Verdict,
)

ANNA, BERT, CLEO, DORA = (
    Entrant(name.lower(), name, seed) for seed, name in enumerate(("Anna", "Bert", "Cleo", "Dora"), start=1)
)
THREE = (ANNA, BERT, CLEO)
FOUR = (*THREE, DORA)


def drawn(subject: str, order: Sequence[str]) -> DrawOutcome:
    return DrawOutcome(subject, tuple(order), DrawMethod.BY_HAND)


def won(
    number: int,
    winner: str,
    loser: str,
    pawns: int | None = None,
    rules: str = "xmadn-2t",
    seconds: int | None = None,
) -> Result:
    """A game won at the board with black (2T+: black and yellow), the loser having so many pawns home."""
    seating = EntrantSeating.from_leaders({winner: ("black", "yellow"), loser: ("green", "red")})
    both = rules == "xmadn-2t+"
    home = {
        "black": 4,
        "yellow": 4 if both else 0,
        "green": min(4, pawns or 0),
        "red": max(0, (pawns or 0) - 4),
    }
    return Result(
        number,
        rules,
        seating,
        ("yellow", "black") if both else ("black",),
        pawns={} if pawns is None else home,
        seconds=seconds,
    )


def league(
    results: Iterable[Result] = (),
    held: Sequence[DrawOutcome] | None = None,
    entrants: Sequence[Entrant] = THREE,
    rules: str = "xmadn-2t",
    departures: Sequence[Departure] = (),
    running: Sequence[int] = (),
    **settings: object,
) -> Verdict:
    """What a League comes to; without ``held`` the schedule places are drawn in seed order."""
    format = FORMATS["league"]
    chosen = format.settings.read({"drrs": 1, **settings})
    keys = [entrant.key for entrant in entrants]
    if held is None:
        held = [drawn(f"drr-{number}", keys) for number in range(1, chosen.drrs + 1)]
    return format.judge(
        Contest(
            chosen,
            rules,
            tuple(entrants),
            tuple(held),
            tuple(results),
            departures=tuple(departures),
            running=tuple(running),
        )
    )


def drr(*winners: str, first_number: int = 1) -> list[Result]:
    """Six games of Anna, Bert and Cleo in the order of the schedule, by the winners' initials."""
    pairings = ("ab", "ca", "bc", "ba", "ac", "cb")
    keys = {entrant.key[0]: entrant.key for entrant in THREE}
    games = []
    for number, (winner, pairing) in enumerate(zip("".join(winners), pairings, strict=False)):
        assert winner in pairing
        loser = pairing.replace(winner, "")
        games.append(won(first_number + number, keys[winner], keys[loser]))
    return games


def record(verdict: Verdict) -> dict[str, tuple[object, ...]]:
    """Entrant to wins and losses."""
    return {row.entrant: row.figures[:2] for row in verdict.standings.rows}
