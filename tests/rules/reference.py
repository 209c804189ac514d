"""The rules of the game a second time: slowly, naively, and straight from the rulebook.

Nothing here is shared with the package `rules`. Every function is one sentence or one paragraph of the
rulebook, pawns are plain lists of progress numbers, and every question is answered by looking at all pawns
again. Where the package and this page disagree, the rulebook decides who is wrong.

    state = start(options("schmidt", barriers=True), {"P1": ["yellow"], "P2": ["red"]}, "yellow")
    legal(state, 6)      # {token: the state after it}
    forfeit(state, 6)    # the state after a throw that moves nothing, None where a pawn must move
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.rules.reference_positions import (
    LETTERS,
    YARD,
    Ends,
    Options,
    Seats,
    State,
    absolute,
    at_home,
    board_colours,
    copy_of,
    field_name,
    is_home,
    led,
    length,
    on_track,
    progress_at,
    standing_on,
    starting_fields,
)

# Rulebook §7: the table of rule sets.

_PLAIN: Options = {
    "board": "4x10",
    "pawns_on_start": 0,
    "three_throws": True,
    "home_leap": False,
    "forced_capture": "no",
    "backward_capture": False,
    "barriers": False,
    "trapdoors": 0,
    "wormholes": 0,
    "neutral": None,
    "ends": "first colour",
    "die_faces": (1, 2, 3, 4, 5, 6),
}
_SCHMIDT: Options = {"pawns_on_start": 1, "three_throws": False, "home_leap": True}
RULE_SETS: dict[str, Options] = {
    "schmidt": _SCHMIDT,
    "schmidt-classic": {**_SCHMIDT, "ends": "all colours"},  # [D28]
    "xmadn-2t": {},
    "xmadn-2t+": {"ends": "first player"},
    "xmadn-3t": {"board": "6x8"},
    "xmadn-3t+": {"board": "6x8", "ends": "first player"},
    "xmadn-gp": {"board": "6x8", "ends": "all colours"},
    "xmadn-gp+": {"board": "6x8", "ends": "all players"},
    "mhd": {},
    "mhd-6": {"board": "6x8"},
    "mhd-trapdoors": {"trapdoors": 4},
    "mhd-wormholes": {"board": "6x8", "wormholes": 3},  # [D22]
}


def options(name: str, **changes: Any) -> Options:
    """A named rule set of rulebook §7 with options changed on top of it."""
    return {**_PLAIN, **RULE_SETS[name], **changes}


def start(
    rules: Options,
    seats: Seats,
    starter: str,
    trapdoors: Iterable[int] = (),
    wormholes: Iterable[Ends] = (),
) -> State:
    state = State(rules, seats, {}, starter, 0, list(trapdoors), list(wormholes))
    playing = {colour for colours in seats.values() for colour in colours} | {rules["neutral"]}
    standing = rules["pawns_on_start"]
    state.pawns = {
        colour: [YARD] * (4 - standing) + [0] * standing
        for colour in board_colours(state)
        if colour in playing
    }
    return state


# Rulebook §6: legal moves for a die.


@dataclass
class Move:
    """What one pawn may do: it ends on its target unless furniture interferes; `board` is what it leaves."""

    colour: str
    start: int
    target: int
    ends: int
    captured: list[str]
    board: State
    sent_back: int | None = None  # the pawn that missed a capture, by the field where it stood before (§8.3)

    def token(self) -> str:
        text = f"{field_name(self.board, self.start)}-{field_name(self.board, self.target)}"
        if self.colour == self.board.options["neutral"]:
            text = LETTERS[self.colour] + text
        if self.ends != self.target:
            text += "!" + field_name(self.board, self.ends)
        if self.captured:
            text += "x" + "".join(LETTERS[colour] for colour in self.captured)
        if self.sent_back is not None:
            text += "~" + field_name(self.board, self.sent_back)
        return text


def barrier(state: State, field_number: int) -> bool:
    """§8.2: two pawns of one colour on one track field."""
    standing = standing_on(state, field_number)
    return bool(state.options["barriers"]) and any(standing.count(colour) == 2 for colour in standing)


def foreign_barrier(state: State, colour: str, field_number: int) -> bool:
    return barrier(state, field_number) and colour not in standing_on(state, field_number)


def room_for_own(state: State, colour: str, progress: int) -> bool:
    """§6: the target holds no own pawn; with `barriers`, on the track: fewer than two own pawns."""
    allowed = 1 if state.options["barriers"] and on_track(state, progress) else 0
    return state.pawns[colour].count(progress) <= allowed


def may_activate(state: State, colour: str, die: int) -> bool:
    return (
        die == 6
        and YARD in state.pawns[colour]
        and room_for_own(state, colour, 0)
        and not foreign_barrier(state, colour, absolute(state, colour, 0))
    )


def may_go_forward(state: State, colour: str, progress: int, die: int) -> bool:
    target = progress + die
    if die == 0 or progress == YARD or target > length(state) + 3:
        return False
    if not room_for_own(state, colour, target):
        return False
    over_and_onto = range(progress + 1, target + 1)
    if any(
        on_track(state, passed) and barrier(state, absolute(state, colour, passed))
        for passed in over_and_onto
    ):
        return False
    own_at_home_between = [p for p in state.pawns[colour] if at_home(state, p) and progress < p < target]
    return bool(state.options["home_leap"]) or not own_at_home_between


def may_go_backward(state: State, colour: str, progress: int, die: int) -> bool:
    target = progress - die
    if not state.options["backward_capture"] or die == 0 or not on_track(state, progress) or target < 1:
        return False
    over_and_onto = [absolute(state, colour, passed) for passed in range(target, progress)]
    if any(barrier(state, field_number) for field_number in over_and_onto):
        return False
    return any(other != colour for other in standing_on(state, absolute(state, colour, target)))


def other_end(state: State, field_number: int) -> int | None:
    for one, other in state.wormholes:
        if field_number == one:
            return other
        if field_number == other:
            return one
    return None


def capture_on(state: State, colour: str, field_number: int) -> list[str]:
    """Send the pawns of other colours on a field to their yards; the colours sent."""
    captured = [other for other in standing_on(state, field_number) if other != colour]
    for other in captured:
        pawns = state.pawns[other]
        pawns[pawns.index(progress_at(state, other, field_number))] = YARD
    return captured


def moved(state: State, colour: str, progress: int, target: int) -> Move:
    """The pawn leaves `progress` for `target`: captures there, trapdoors (§8.4) and wormholes (§8.5)."""
    board = copy_of(state)
    board.pawns[colour].remove(progress)
    ends, captured = target, []
    if on_track(board, target):
        field_number = absolute(board, colour, target)
        captured = capture_on(board, colour, field_number)
        if field_number in board.trapdoors:
            ends = YARD
        exit_field = other_end(board, field_number)
        if exit_field is not None:
            own_on_exit = colour in standing_on(board, exit_field)
            if not own_on_exit and not barrier(board, exit_field):
                captured += capture_on(board, colour, exit_field)
                ends = progress_at(board, colour, exit_field)
    board.pawns[colour].append(ends)
    return Move(colour, progress, target, ends, captured, board)


def moves_of(state: State, colour: str, die: int) -> list[Move]:
    """§6: the candidates of one colour, and what the obligations [D5] and the penalty (§8.3) make of them."""
    if may_activate(state, colour, die):
        return [moved(state, colour, YARD, 0)]  # obligation 1

    pawns = sorted(set(state.pawns[colour]))
    if YARD in pawns and 0 in pawns and may_go_forward(state, colour, 0, die):
        return [moved(state, colour, 0, die)]  # obligation 2

    moves = [moved(state, colour, p, p + die) for p in pawns if may_go_forward(state, colour, p, die)]
    moves += [moved(state, colour, p, p - die) for p in pawns if may_go_backward(state, colour, p, die)]
    capturing = [move for move in moves if move.captured]
    if capturing and state.options["forced_capture"] == "strict":
        return capturing  # obligation 3
    if capturing and state.options["forced_capture"] == "penalty":
        for move in moves:
            if not move.captured:
                send_back(move, max(could_have.start for could_have in capturing))
    return moves


def send_back(move: Move, progress: int) -> None:
    """§8.3: the pawn that stood on `progress` goes to its yard after the move, also if it moved [D19]."""
    stands_on = move.ends if move.start == progress else progress
    pawns = move.board.pawns[move.colour]
    pawns[pawns.index(stands_on)] = YARD
    move.sent_back = progress


# Rulebook §5: a throw, step by step; §8.4 to §8.6 where they add to it.


def thrower_colours(state: State) -> list[str]:
    """The colours the thrower may move: the own one, and the neutral one (§8.6)."""
    assert state.colour is not None
    return [state.colour] + ([state.options["neutral"]] if state.options["neutral"] else [])


def colour_stuck(state: State, colour: str) -> bool:
    """§5: no pawn on the track, and none at home with the home field directly in front of it free [D3]."""
    innermost = length(state) + 3
    pawns = state.pawns[colour]
    on_the_track = any(on_track(state, p) for p in pawns)
    can_move_up = any(at_home(state, p) and p < innermost and p + 1 not in pawns for p in pawns)
    return not on_the_track and not can_move_up


def stuck(state: State) -> bool:
    return all(colour_stuck(state, colour) for colour in thrower_colours(state))


def pawn_moves(state: State, die: int) -> list[Move]:
    return [move for colour in thrower_colours(state) for move in moves_of(state, colour, die)]


def furniture_moved(state: State, die: int) -> Iterator[tuple[str, State]]:
    """§8.4, §8.5: with a 1 a trapdoor or an end of a wormhole may be moved first: `@…` and the board then."""
    if die != 1:
        return
    ends = [end for pair in state.wormholes for end in pair]
    free = [
        number
        for number in range(length(state))
        if not standing_on(state, number)
        and number not in state.trapdoors
        and number not in ends
        and number not in starting_fields(state)
    ]
    for new in free:
        for old in state.trapdoors:
            board = copy_of(state)
            board.trapdoors = [new if trapdoor == old else trapdoor for trapdoor in state.trapdoors]
            yield f"@T{old}>{new}", board
        for old in ends:
            board = copy_of(state)
            board.wormholes = [
                (new if one == old else one, new if other == old else other) for one, other in state.wormholes
            ]
            yield f"@W{old}>{new}", board


def legal(state: State, die: int) -> dict[str, State]:
    """Every legal move for a die: its token (rulebook §4) and the state after the throw; none = forfeited."""
    if die not in state.options["die_faces"]:
        raise ValueError(f"no die shows {die}")
    if state.colour is None:
        return {}
    after = {f"{die}:{move.token()}": thrown(state, move.board, die) for move in pawn_moves(state, die)}
    for furniture, board in furniture_moved(state, die):
        moves = pawn_moves(board, die)
        for move in moves:
            after[f"{die}{furniture}:{move.token()}"] = thrown(state, move.board, die)
        if not moves:
            after[f"{die}{furniture}"] = thrown(state, board, die)  # [D14]
    return after


def forfeit(state: State, die: int) -> State | None:
    """The state after a throw that moves nothing; None where a pawn must be moved."""
    if state.colour is None or pawn_moves(state, die):
        return None
    return thrown(state, state, die)


def thrown(before: State, board: State, die: int) -> State:
    """§5.3 and §5.4: who throws next, once the throw of `before.colour` has led to this board."""
    state = copy_of(board)
    colour, neutral = before.colour, before.options["neutral"]
    assert colour is not None
    just_finished = is_home(state, colour) and not is_home(before, colour)
    if just_finished:
        state.finished.append(colour)
    if neutral and is_home(state, neutral) and not is_home(before, neutral):
        state.last_neutral_by = colour

    if over(state):
        state.colour, state.missed = None, 0
    elif just_finished:
        state.colour, state.missed = next_colour(state), 0
    elif die == 6:
        state.missed = 0  # [D4]
    elif state.options["three_throws"] and stuck(before) and before.missed < 2:
        state.missed = before.missed + 1
    else:
        state.colour, state.missed = next_colour(state), 0
    return state


def next_colour(state: State) -> str:
    """§5.4: the next colour clockwise that plays and is not finished; beside a neutral one also finished."""
    assert state.colour is not None
    order = board_colours(state)
    here = order.index(state.colour)
    for colour in order[here + 1 :] + order[: here + 1]:
        if colour in led(state) and (state.options["neutral"] or not is_home(state, colour)):
            return colour
    raise AssertionError("a game in which nobody can throw is over")


# Rulebook §9: the end, and finishing places.


def players_home(state: State) -> list[str]:
    """The players whose colours are all home, in the order in which the last of them came home."""
    home = [player for player, colours in state.seats.items() if all(is_home(state, c) for c in colours)]
    return sorted(home, key=lambda player: max(state.finished.index(c) for c in state.seats[player]))


def player_of(state: State, colour: str) -> str:
    return next(player for player, colours in state.seats.items() if colour in colours)


def over(state: State) -> bool:
    colours_home = [colour for colour in led(state) if is_home(state, colour)]
    if state.options["neutral"]:
        return bool(colours_home) and is_home(state, state.options["neutral"])
    match state.options["ends"]:
        case "first colour":
            return len(colours_home) >= 1
        case "first player":
            return len(players_home(state)) >= 1
        case "all players":
            return len(players_home(state)) >= len(state.seats) - 1
        case "all colours":
            return len(colours_home) >= len(led(state)) - 1
    raise ValueError(state.options["ends"])


def places(state: State) -> list[str]:
    if over(state) and state.options["ends"] == "all colours":
        return state.finished + [colour for colour in led(state) if colour not in state.finished]
    return list(state.finished)


def winner(state: State) -> str | None:
    if not over(state):
        return None
    if state.options["neutral"] and len(players_home(state)) > 1 and state.last_neutral_by in state.finished:
        assert state.last_neutral_by is not None
        return player_of(state, state.last_neutral_by)  # [D12]
    if state.options["ends"] == "first colour":
        return player_of(state, state.finished[0])  # [D7]
    return players_home(state)[0]  # [D23]


def ranking(state: State) -> list[str]:
    """The players in finishing order, as far as it is decided; of a game to the first colour only the winner."""
    if state.options["ends"] == "first colour":
        won = winner(state)
        return [won] if won else []
    home = players_home(state)
    to_the_last = state.options["ends"] in ("all players", "all colours")
    last = [player for player in state.seats if player not in home]
    return home + last if over(state) and to_the_last else home
