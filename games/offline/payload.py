"""A game as the phone takes it along: the rules as numbers, and the state of everything (docs/use/referee.md)."""

from collections.abc import Mapping
from typing import Any

import rules
from rules import Text

WORDS: Mapping[str, Text] = {
    # -- the die and the pawns
    "to throw": Text("{colour} to throw, {player}."),
    "attempt": Text("attempt {n} of {most}"),
    "which pawn": Text("Which pawn moves with the {die}?"),
    # T and W as in positions
    "or T": Text("or trapdoor"),
    "or W": Text("or wormhole"),
    "or move T": Text("or move a trapdoor"),
    "or move W": Text("or move a wormhole"),
    "where to T": Text("Where does the trapdoor on {field} go?"),
    "where to W": Text("Where does the end of the wormhole on {field} go?"),
    "no move short": Text("no move"),
    "moves": Text("{n} moves"),
    "one of": Text("1 of {n}"),
    "has won": Text("{player} has won."),
    "clock runs": Text("Clock"),
    "time left": Text("Time left"),
    "time up": Text("Time is up"),
    "adjudicate": Text("Adjudicate"),
    "call the referee": Text("Call the referee"),
    "clock stands": Text("Clock paused"),
    "go on": Text("Go on"),
    "clock at its limit": Text("Time limit reached"),
    "die first": Text("First the die: tap what was thrown."),
    "not theirs": Text("This pawn is another colour's."),
    # -- what was recorded
    "recorded": Text("Recorded: {what}"),
    "undo": Text("Undo"),
    "withdrawn": Text("Withdrawn: {what}"),
    # -- the board, read out
    "yard": Text("{n} in the yard"),
    "track": Text("on {field}"),
    "home": Text("home on {field}"),
    "absent": Text("not in play"),
    # -- what waits on the phone
    "one waits": Text("1 entry waits"),
    "many wait": Text("{n} entries wait"),
    "offline": Text("offline"),
    "no connection": Text("no connection, just go on"),
    "sending": Text("being sent"),
    "log in": Text("The login has ended. Log in to send what waits; until then nothing is lost."),
    "link ended": Text("The link has ended. Scan a new code to send what waits; until then nothing is lost."),
    "needs connection": Text(
        "This needs a connection, and everything that waits must have been sent before."
    ),
    "only with a connection": Text(
        "No connection now, and this needs one: the site judges it, or somebody else has to see "
        "it. A note or a call for the referee can be recorded meanwhile."
    ),
    "call waits": Text(
        "No connection now: the call waits on this phone and is sent as soon as there is one. "
        "Until then nobody hears it."
    ),
    "not kept": Text(
        "This browser keeps nothing: without a connection, entries are lost when the page is closed."
    ),
    "not opened offline": Text(
        "Without a connection this page cannot be opened again in this browser (it needs https). "
        "Leave it open."
    ),
    # -- two referees
    "same": Text("Somebody else has recorded the same in the meantime; it stands once."),
    "conflict": Text("Two have recorded"),
    "refused": Text("The site refuses an entry"),
    "on the site": Text("On the site, after entry {n}"),
    "on this phone": Text("Waiting on this phone"),
    "mine is right": Text("Mine is right"),
    "takes back": Text("Takes back: {what}"),
    "other phone": Text("recorded otherwise on another phone"),
    "theirs is right": Text("Theirs is right"),
    "drops": Text("Drops: {what}"),
    "one by one": Text("One by one"),
    "record after": Text("Record after theirs: {what}"),
    "cannot follow": Text("{what}: cannot be played on the board as it now stands."),
    "drop first": Text("Drop it: {what}"),
    "drop all": Text("Drop everything that waits here ({n})"),
    "call chief": Text("Call the chief referee"),
    "called": Text("The chief referee has been called; what waits stays here."),
    "call text": Text("Two have recorded after entry {n}. On the site: {theirs}. On the phone: {mine}."),
    "dropped": Text("Dropped entries ({n}), to download"),
}


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
            "following": list(made.following),
            "ground": {**ground, "laws": list(made.laws)},
        },
        "pawns": [None if pawns is None else list(pawns) for pawns in position.pawns],
        "furniture": list(play.furniture.fields),
        "colour": play.colour,
        "missed": play.missed,
        "finished": list(play.finished),
        "ended_by": None if ended_by is None else made.board.colours[ended_by],
    }
