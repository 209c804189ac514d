"""Rules and seating of a game in the form that the single throw needs: small integers, computed once."""

from functools import lru_cache

from rules.board import PAWNS
from rules.kernel.captures import IN_YARD
from rules.kernel.movement import SIX
from rules.kernel.ply import RuleConstants
from rules.move import move
from rules.position import home
from rules.rule_sets import Ends, ForcedCapture, RuleSet
from rules.seating import Seating


class Tables:
    """Everything about a game that does not change while it is played. Got from ``compile_tables``, never changed."""

    def __init__(self, rules: RuleSet, seating: Seating) -> None:
        layout = rules.layout()
        leaders = [seating.player_of(colour) for colour in layout.colours]
        self.rules = rules
        self.seating = seating
        self.board = layout
        self.track = layout.track
        self.home = home(layout)
        self.faces = frozenset(rules.die_faces)
        #: Fields from one starting field to the next.
        self.fields = layout.fields
        self.starts = tuple(layout.start(colour) for colour in range(layout.arms))
        #: When the game ends, as a number of ``rules.kernel.turn``.
        self.ends = list(Ends).index(rules.ends)
        #: Number of the neutral colour, -1 without one.
        self.neutral = -1 if rules.neutral is None else layout.colours.index(rules.neutral)
        #: The colours that have throws, in playing direction.
        self.throwing = tuple(number for number, leader in enumerate(leaders) if leader is not None)
        #: Whether colour number c plays, neutral ones included.
        self.present = tuple(
            number in self.throwing or number == self.neutral for number in range(layout.arms)
        )
        #: Player number of each colour, -1 for absent and neutral ones.
        self.leader = tuple(-1 if leader is None else seating.players.index(leader) for leader in leaders)
        #: following[c]: the next colour after c, in playing direction, that has throws.
        self.following = tuple(
            min(self.throwing, key=lambda colour: (colour - after - 1) % layout.arms)
            for after in range(layout.arms)
        )
        #: absolute[c][p]: the bit of the absolute field at progress p of colour c; 0 at home and (p = -1) in the yard.
        self.absolute = tuple(
            tuple(1 << layout.absolute(colour, at) for at in range(layout.track)) + (0,) * (PAWNS + 1)
            for colour in range(layout.arms)
        )
        strict = rules.forced_capture is ForcedCapture.STRICT
        self.laws = (
            layout.track,
            int(rules.home_leap),
            int(rules.barriers),
            int(rules.backward_capture),
            int(strict),
        )
        looks_around = (
            rules.barriers or rules.backward_capture or rules.forced_capture is not ForcedCapture.NO
        )
        #: The same rules, and what else there is, for ``rules.kernel.ply``.
        self.ground = RuleConstants(
            self.laws,
            self.track,
            self.fields,
            self.home,
            int(looks_around),
            int(rules.forced_capture is ForcedCapture.PENALTY),
            int(rules.three_throws),
            int(rules.trapdoors > 0),
            self.neutral,
            self.ends,
            len(seating.players),
        )
        self.activation = (move(layout, SIX, IN_YARD, 0),)
        #: Whether legal moves depend on where foreign pawns stand.
        self.looks_around = looks_around
        self.barriers = rules.barriers
        self.three_throws = rules.three_throws


@lru_cache(maxsize=256)
def compile_tables(rules: RuleSet, seated: Seating) -> Tables:
    """The setup for these rules and this seating; the same one for the same values."""
    return Tables(rules, seated)
