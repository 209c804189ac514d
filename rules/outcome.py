"""When a game is over, and who has which place (rulebook §8.6, §9, [D7] [D12] [D23])."""

from collections.abc import Sequence

from rules.kernel import turn
from rules.kernel.tables import Tables
from rules.rule_sets import Ends

#: Colours at home (numbers) in the order in which they finished; the neutral colour is never among them.
Finished = tuple[int, ...]


def is_over(setup: Tables, finished: Finished, neutral_home: bool) -> bool:
    """Whether the game is over with these colours at home (rulebook §9; with a neutral colour §8.6)."""
    if not finished:
        return False
    if setup.neutral >= 0:
        return neutral_home
    players = len(setup.seating.players)
    return turn.over(
        setup.ends, len(finished), len(setup.throwing), len(players_home(setup, finished)), players
    )


def places(setup: Tables, finished: Finished) -> Finished:
    """The colours in finishing order; where all but one are home and all are placed, the last one too (rulebook §9)."""
    if setup.rules.ends is Ends.ALL_COLOURS and len(finished) == len(setup.throwing) - 1:
        return finished + tuple(colour for colour in setup.throwing if colour not in finished)
    return finished


def players_home(setup: Tables, finished: Sequence[int]) -> tuple[int, ...]:
    """The players all of whose colours are in ``finished``, in the order of their last colour ([D23])."""
    return tuple(
        setup.leader[colour]
        for number, colour in enumerate(finished)
        if turn.completes(setup.leader, finished, number)
    )


def winner(setup: Tables, finished: Finished, thrower: int | None) -> int:
    """The player who has won a game that is over; ``thrower`` is the colour that ended it, if known ([D12])."""
    ended_by = -1 if thrower is None else thrower
    return turn.winner(setup.ends, setup.neutral, setup.leader, finished, ended_by)


def ranking(setup: Tables, finished: Finished, won: int | None) -> tuple[int, ...]:
    """The players in finishing order, as far as it is decided; the player who ``won`` comes first.

    With a neutral colour nothing is decided before the end ([D12]). Where the game goes on for the
    places, the one player who is not home at the end is last.
    """
    order = players_home(setup, places(setup, finished))
    if won is None:
        return () if setup.neutral >= 0 else order
    order = (won, *(player for player in order if player != won))
    if setup.rules.ends in (Ends.ALL_PLAYERS, Ends.ALL_COLOURS):
        players = range(len(setup.seating.players))
        order += tuple(player for player in players if player not in order)
    return order
