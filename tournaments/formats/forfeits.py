"""Forfeits: who is awarded a game that somebody does not start or gives up (tournament-rules §3, [T12])."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules import Ends, Game, Text, Verbatim, adjudicate
from tournaments.formats import phrases, roll_offs
from tournaments.formats.contest import EntrantSeating
from tournaments.formats.errors import FormatError


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Who is awarded the game, or all places of a game for places; and why.

    Counted pawns are not given: a League counts a forfeited game 4–0, 2T+ 8–0 (``league.table.counted_pawns``).
    """

    winner: str | None
    places: tuple[str, ...]
    reason: Text


def forfeit_result(
    seating: EntrantSeating,
    absent: str,
    *,
    names: Mapping[str, str],
    ends: Ends,
    board: Game | None = None,
    rounds: Sequence[Mapping[str, int]] = (),
    places: Sequence[str] = (),
) -> Forfeit:
    """Award a game that is over as ``ends`` says, which ``absent`` has not started or gives up.

    2T: the opponent wins. 3T: the opponent with more saved pawns, then further ahead by counting points, then
    by throw: ``board`` is the game now (None: not begun, all are level), ``rounds`` the throws of
    those who are level, entrant → die. Games for places: the others' colours play on, ``places`` says how
    they came in, and the absent player's colours take the last places. ``FormatError`` for what is missing or
    not due.
    """
    if absent not in seating.entrants:
        raise FormatError(
            "absent",
            Text(
                "at the board are {known}, not {absent}",
                known=", ".join(seating.entrants),
                absent=f"{absent:.40}",
            ),
        )
    if ends in (Ends.FIRST_COLOUR, Ends.FIRST_PLAYER):
        _refuse("places", places, Text("this game has one winner"))
        return _to_an_opponent(seating, absent, names, board, rounds)
    _refuse("throws", rounds, Text("the others play for the places"))
    return _last_places(seating, absent, names[absent], places, ends)


def _to_an_opponent(
    seating: EntrantSeating,
    absent: str,
    names: Mapping[str, str],
    board: Game | None,
    rounds: Sequence[Mapping[str, int]],
) -> Forfeit:
    opponents = [entrant for entrant in seating.entrants if entrant != absent]
    gave_up = Text("{absent} forfeits", absent=names[absent])
    saved = _boards(seating, opponents, board, "saved-pawns")
    worth = _boards(seating, opponents, board, "counting-points")
    ahead = _best(_best(opponents, saved), worth)
    if len(ahead) == 1:
        _refuse("throws", rounds, Text("nobody is level"))
        winner, how = ahead[0], _how(opponents, saved, worth, names[ahead[0]])
    else:
        thrown = roll_offs.highest_throw({key: Verbatim(names[key]) for key in ahead}, rounds)
        if thrown.starter is None:
            who = phrases.names(names[key] for key in thrown.to_throw)
            raise FormatError(
                "throws",
                Text("level: {who} throw, the highest wins", who=who),
            )
        winner, how = thrown.starter, thrown.reason
    return Forfeit(winner, (), Text("{gave_up}; {how} [T12]", gave_up=gave_up, how=how))


def _how(opponents: Sequence[str], saved: Mapping[str, int], worth: Mapping[str, int], name: str) -> Text:
    if len(opponents) == 1:
        return Text("the game goes to {name}", name=name)
    if len(_best(opponents, saved)) == 1:
        figures = " : ".join(str(each) for each in sorted(saved.values(), reverse=True))
        return Text("{name} has saved more pawns, {figures}", name=name, figures=figures)
    figures = " : ".join(str(each) for each in sorted(worth.values(), reverse=True))
    return Text("{name} is further ahead by counting points, {figures}", name=name, figures=figures)


def _best(entrants: Sequence[str], figures: Mapping[str, int]) -> list[str]:
    most = max(figures[entrant] for entrant in entrants)
    return [entrant for entrant in entrants if figures[entrant] == most]


def _boards(
    seating: EntrantSeating, entrants: Sequence[str], board: Game | None, method: str
) -> dict[str, int]:
    """Sum up what the boards of all colours of each are worth (rulebook §11); all equal before the game has begun."""
    if board is None:
        return dict.fromkeys(entrants, 0)
    values = {each.colour: each.value for group in adjudicate(board.position, method) for each in group}
    return {
        entrant: sum(values[colour] for colour in colours)
        for entrant, colours in seating.leaders.items()
        if entrant in entrants
    }


def _last_places(
    seating: EntrantSeating, absent: str, name: str, places: Sequence[str], ends: Ends
) -> Forfeit:
    lost = seating.leaders[absent]
    playing = [colour for colour in seating.colours if colour not in lost]
    if sorted(places) != sorted(playing):
        known = phrases.join_names([phrases.colour(colour) for colour in playing])
        raise FormatError(
            "places",
            Text("the places of the colours that go on are needed, each once: {known}", known=known),
        )
    # Played for the places of the players it is over once the others are home: no colour is placed after them.
    unplaced = ends is Ends.ALL_PLAYERS
    return Forfeit(
        None,
        tuple(places) if unplaced else (*places, *lost),
        Text("{name} forfeits and takes the last places [T12]", name=name),
    )


def _refuse(field: str, entered: Sequence[object], message: Text) -> None:
    if entered:
        raise FormatError(field, Text("not needed: {message}", message=message))
