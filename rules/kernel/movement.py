"""Which pawns of a colour may move: the rules of rulebook §5 and §6 on bare integers.

A colour is two masks in its own progress: in ``own`` bit *p* is set when a pawn stands at progress
*p* (track 0 … track-1, home track … track+3), in ``doubles`` when two do, which happens only with
barriers. Pawns that are in neither wait in the yard. Other colours are seen from this colour's
``A`` too: ``foreign`` are the track fields where they stand, ``walls`` those that nothing may move
onto or over (barriers of any colour), ``prey`` those where a pawn that arrives captures.

Nothing here knows players, turns or text, and nothing but small integers goes in or comes out, so
the same functions serve the single throw and, compiled, fast playouts. A mask of 64 bits is enough
for every usual board (6x10 has exactly 64 fields); plain Python takes any length.
"""

#: The face that activates a pawn and gives another throw.
SIX = 6
HOME = 0b1111


#: The rules that decide about movement: track fields, home_leap, barriers, backward_capture, strict capture (0/1).
Laws = tuple[int, int, int, int, int]


def legal(
    own: int, doubles: int, yard: int, foreign: int, walls: int, prey: int, die: int, laws: Laws
) -> tuple[int, int, int]:
    """What one colour may do: activate (0/1), and the fields whose pawns may go forward, and backward.

    Candidates first, then the obligations in their order: activate, clear A, capture (rulebook §6,
    [D5]); a capture backward is one of the captures that must be made ([D32]). ``yard`` is the number of pawns in the
    yard.
    """
    track, home_leap, barriers, backward_capture, strict = laws
    if yard and die == SIX and can_activate(own, doubles, walls, barriers):
        return 1, 0, 0
    ahead = forward(own, doubles, walls, die, track, home_leap, barriers)
    if yard and ahead & 1:
        return 0, 1, 0
    behind = backward(own, foreign, walls, die, track) if backward_capture else 0
    if strict:
        hits = capturing(ahead, prey, die)
        if hits | behind:
            return 0, hits, behind
    return 0, ahead, behind


def can_activate(own: int, doubles: int, walls: int, barriers: int) -> bool:
    """Whether A is free for a pawn from the yard: not held by own pawns, not barred (rulebook §6 *activation*).

    With barriers two own pawns hold it, one does not ([D31]).
    """
    held = doubles if barriers else own
    return (held | walls) & 1 == 0


def forward(own: int, doubles: int, walls: int, die: int, track: int, home_leap: int, barriers: int) -> int:
    """The fields whose pawn can move ``die`` fields forward (rulebook §6 *forward*, §8.2)."""
    if die < 1 or die > track + 3:
        return 0
    home = own >> track << track
    held = home | doubles if barriers else own
    ahead = ((own << die) & (((1 << (track + 4)) - 1) ^ held)) >> die
    if home and not home_leap:
        ahead &= ~smeared_down(home, die - 1)
    if walls:
        ahead &= ~smeared_down(walls, die)
    return ahead


def backward(own: int, foreign: int, walls: int, die: int, track: int) -> int:
    """The fields whose pawn can capture ``die`` fields behind it (rulebook §6 *backward*): not onto or over A."""
    if die < 1 or die > track - 2:
        return 0
    reach = ((1 << track) - 1) & ~((1 << (die + 1)) - 1)
    return own & reach & (foreign << die) & ~smeared_up(walls, die)


def capturing(ahead: int, prey: int, die: int) -> int:
    """Those of the fields ``ahead`` whose pawn captures when it arrives."""
    return ahead & (prey >> die)


def smeared_down(mask: int, fields: int) -> int:
    """Every field from which a set one lies 1 … ``fields`` ahead."""
    seen = 0
    for _ in range(fields):
        mask >>= 1
        seen |= mask
    return seen


def smeared_up(mask: int, fields: int) -> int:
    """Every field from which a set one lies 1 … ``fields`` behind."""
    seen = 0
    for _ in range(fields):
        mask <<= 1
        seen |= mask
    return seen


def all_home(track: int) -> int:
    """The mask of a colour with all four pawns at home."""
    return HOME << track


def stuck(own: int, track: int) -> bool:
    """No pawn on the track, and none at home with the field in front of it free (rulebook §5, [D3])."""
    home = own >> track
    return own == home << track and home & ~(home >> 1) & 0b0111 == 0


def seen_from(start: int, absolute: int, track: int) -> int:
    """A mask of absolute track fields as seen from the A at absolute field ``start``."""
    return (absolute >> start) | (absolute << (track - start)) & ((1 << track) - 1)


def on_absolute(start: int, own: int, track: int) -> int:
    """The track fields of a mask in progress (seen from ``start``) as absolute fields."""
    on_track = own & ((1 << track) - 1)
    return (on_track << start) & ((1 << track) - 1) | (on_track >> (track - start))
