"""A game as the phone takes it along: the rules as numbers, and the state of everything (docs/use/referee.md)."""

from typing import Any

import rules


def serialize_play(play: rules.Game) -> dict[str, Any]:
    """What ``Game`` of ``game.js`` is made from, and what it becomes again, as JSON.

    ``rules`` does not change in a game; the rest is the position: the progress of the pawns of each colour (-1 in
    the yard; ``null`` for a colour that does not play), furniture in absolute fields (ends of a wormhole side by
    side), the colour to throw (``null`` when the game is over), its missed throws, the colours at home in order,
    and of a game that is over the colour that ended it, if a throw did.
    """
    made, position = play.setup, play.position
    ended_by = play.ended_by if play.over else None
    ground = made.ground._asdict()
    del ground["home"]  # has more bits than a number of JavaScript; it follows from the track
    return {
        "rules": {
            "board": str(made.board),
            "colours": list(made.board.colours),
            "letters": made.board.letters,
            "faces": sorted(made.faces),
            "furniture": play.furniture.letter,
            "players": list(made.seating.players),
            "leader": list(made.leader),
            "following": [following[0] for following in made.following],
            "ground": {**ground, "laws": list(made.laws)},
        },
        "pawns": [None if pawns is None else list(pawns) for pawns in position.pawns],
        "furniture": list(play.furniture.fields),
        "colour": play.colour,
        "missed": play.missed,
        "finished": list(play.finished),
        "ended_by": None if ended_by is None else made.board.colours[ended_by],
    }
