"""A score sheet is typed in: the throws of a running game, checked line by line, looked at, then recorded."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.access import caller_of, check_allowed
from games.domain.events import EVENT_TYPES
from games.drawing import BoardState
from games.enums import Action, EventKind, GameState
from games.models.game import GAME_STATE_LABELS
from games.presenters.game import drawn_board
from games.services.commands import RecordResult
from games.services.scoresheet import type_in
from rules.record.reader import LONGEST_TEXT
from tournaments.organiser.actions.results import OfRunning
from tournaments.organiser.permissions import may_do
from tournaments.scopes import around_event
from tournaments.standings.impact import Consequence


class SheetForm(forms.Form):
    """The content of the sheet."""

    turns = forms.CharField(
        label=_("throws"),
        max_length=LONGEST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 20, "cols": 60, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_(
            "A turn a line: the letter of the colour, then its throws. 5 is a throw without a move, 6:B-A brings a "
            "pawn out, 3:5-8 moves the one on field 5, 3:5-8xR captures red. Begin with the first throw of the game."
        ),
    )


class TypeIn(OfRunning):
    """The throws of a running game, from its sheet."""

    permission = Action.RECORD
    form_class = SheetForm
    template_name = "organise/steps/type_in.html"
    title = _("type in the score sheet")
    button = _("Record the throws")
    about = _(
        "All throws of the game in the notation of the record (rulebook §4), from the first one on; those that are "
        "recorded already are skipped. Everything is checked by the rules before anything is recorded: the first "
        "mistake is named with its line."
    )
    #: What would be recorded, or has been.
    recorded: RecordResult | None = None

    def do(self, form: SheetForm) -> RecordResult:
        """Record what the log has not got yet."""
        caller, where = caller_of(self.request), around_event(self.event.slug)

        def may_record(kind: str) -> None:
            if not may_do(self.request, EVENT_TYPES[kind].permission, self.event):
                check_allowed(caller, EVENT_TYPES[kind].permission, where)

        self.recorded = type_in(
            game_id=self.game.pk,
            turns=form.cleaned_data["turns"],
            actor=self.actor,
            now=timezone.now(),
            check=may_record,
        )
        return self.recorded

    def is_itself(self, each: Consequence) -> bool:
        """Never: after typing a whole sheet the board is always checked first."""
        return False

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        game = self.recorded.game if self.recorded else None
        board = drawn_board(BoardState.from_position(game.play().position), prefix="typed") if game else None
        return super().get_context_data(board=board, counted=self._counted, **more)

    @property
    def _counted(self) -> str:
        """The number of new throws, and the state of the game after them."""
        if self.recorded is None:
            return ""
        throws = sum(event.kind == EventKind.THROW for event in self.recorded.events)
        count = ngettext("%(count)s throw is recorded", "%(count)s throws are recorded", throws) % {
            "count": throws
        }
        state = GAME_STATE_LABELS[GameState(self.recorded.game.state)]
        return gettext("%(throws)s; the game is then %(state)s.") % {"throws": count, "state": state}

    def done(self, made: RecordResult) -> str:
        return f"{self.name}: {self._counted}"
