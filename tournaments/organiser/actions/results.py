"""How games end at the desk beside their results: forfeited, adjudicated, abandoned; and moved."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from games.access import caller_of, check_allowed, translate_text
from games.domain.adjudication_preview import AdjudicationPreview, play_off, preview_adjudications
from games.enums import Action, EventKind, GameState
from games.services import recorder
from games.services.commands import EventCommand, RecordResult
from rules import METHODS, Text, Verbatim
from tournaments import services
from tournaments.formats import FormatError, phrases, roll_offs
from tournaments.kit.desk import may_do, reverse_desk
from tournaments.models import LONGEST_BOARD, EventGame
from tournaments.organiser.actions.base import GameAction, ReasonForm, StepForm, reason_field
from tournaments.organiser.throws import Rounds, ask_for_throws
from tournaments.scopes import scope_of_event
from tournaments.services.forfeits import forfeit_judge
from tournaments.services.games import GameDesk

RUNNING = GameState.RUNNING


# -- not played to the end -------------------------------------------------------------------------


class ForfeitForm(StepForm):
    """Who forfeits and why; throws of those who are level, or the places of the others, where they are needed."""

    def ask(self) -> None:
        with GameDesk.open(self.step.event, timezone.now(), self.step.actor) as desk:
            game, _played = desk.game(self.step.number)
            self._judge = forfeit_judge(desk, self.step.number)
        seating, faces = game.seating, self.step.event.rules_of(game.rules).die_faces
        self.names = {key: self.step.event_state.names[key] for key in seating.entrants}
        self.fields["absent"] = forms.ChoiceField(
            label=_("who forfeits"), choices=list(self.names.items()), widget=forms.RadioSelect
        )
        self.fields["reason"] = reason_field()
        self.rounds: Rounds = []
        absent, first = self.data.get("absent", ""), seating.seats[0]
        if self._missing(first.entrant, []) == "places":
            colours = [(colour, translate_text(phrases.colour(colour))) for colour in seating.colours]
            for number in range(1, len(colours) - len(first.colours) + 1):
                self.fields[f"place-{number}"] = forms.ChoiceField(
                    label=translate_text(phrases.place(number)), choices=[("", "–"), *colours]
                )
        elif absent in self.names:
            others = {key: Verbatim(name) for key, name in self.names.items() if key != absent}
            self.rounds = ask_for_throws(
                self, self.names, faces, lambda rounds: self._level(absent, others, rounds, faces)
            )

    def _level(
        self, absent: str, others: Mapping[str, Text], rounds: Rounds, faces: Sequence[int]
    ) -> Sequence[str]:
        if self._missing(absent, rounds) != "throws":
            return ()
        return roll_offs.highest_throw(others, rounds, faces).to_throw

    def _missing(self, absent: str, rounds: Rounds) -> str:
        """Return what is missing to name the winner: throws, places, or nothing."""
        try:
            self._judge(absent, names=self.names, rounds=rounds)
        except FormatError as error:
            return error.field
        return ""

    @property
    def places(self) -> list[str]:
        return [self.cleaned_data[name] for name in self.fields if name.startswith("place-")]


class EnterForfeit(GameAction):
    """A game that a player does not start, or gives up."""

    is_tried = True
    permission = Action.ORGANISE
    form_class = ForfeitForm
    title = _("Enter forfeit")
    about = _(
        "Somebody does not start, or gives up [T12]. 2T: the opponent wins, 4–0 (2T+: 8–0). 3T: the opponent with more "
        "saved pawns wins, then who is further ahead by counting points, then by throw. GP: the others play on for the "
        "places, the colours of who is absent take the last ones."
    )

    def blocked(self) -> str:
        return "" if self.due or self.state == RUNNING else gettext("This game is neither due nor running.")

    def say(self, made: EventGame) -> None:
        address = reverse_desk("desk-undo", self.event, made.number)
        link = format_html('<a href="{}">{}</a>', address, gettext("Undo"))
        messages.success(self.request, format_html("{} {}", self.done(made), link))

    def do(self, form: ForfeitForm) -> EventGame:
        return services.forfeit(
            number=self.number,
            absent=form.cleaned_data["absent"],
            reason=form.cleaned_data["reason"],
            rounds=form.rounds,
            places=form.places,
            **self.who,
        )

    def done(self, made: EventGame) -> str:
        game, outcome = translate_text(self.public_game(made).name), self.event_state.outcome(made)
        if outcome is None:
            return gettext("%(game)s: forfeited.") % {"game": game}
        return gettext("%(game)s: forfeited, %(outcome)s.") % {
            "game": game,
            "outcome": translate_text(outcome),
        }


class OfRunning(GameAction):
    """A step for a running game; it is done on the board as the page has shown it."""

    permission = Action.RULE

    def blocked(self) -> str:
        return "" if self.state == RUNNING else gettext("This game is not running.")

    def record(self, kind: EventKind, data: dict[str, Any], expected: int) -> RecordResult:
        """Record an event in the log of the game; refused where it takes more, on this board, than the step."""
        return recorder.record(
            game_id=self.game.pk,
            wanted=EventCommand(kind, data, uuid.uuid4()),
            expected=expected,
            actor=self.actor,
            now=timezone.now(),
            check=self._check,
        )

    def _check(self, needs: Action) -> None:
        if not may_do(self.request, needs, self.event):
            check_allowed(caller_of(self.request), needs, scope_of_event(self.event))


class AdjudicationForm(StepForm):
    """By which method, the tie-break throws it takes, and why."""

    method = forms.ChoiceField(
        label=_("method"),
        widget=forms.RadioSelect,
        choices=lambda: [(method.key, translate_text(method.name)) for method in METHODS.values()],
    )
    reason = reason_field()

    def ask(self) -> None:
        """The throws of those who are level by the method."""
        self.rounds: Rounds = []
        method, names = self.data.get("method", ""), self.step.event_state.players
        if method in METHODS:
            faces = self.step.game.rules.die_faces
            self.rounds = ask_for_throws(self, names, faces, lambda rounds: self._level(method, rounds))

    def _level(self, method: str, rounds: Rounds) -> Sequence[str]:
        thrown = {(number, key): die for number, each in enumerate(rounds) for key, die in each.items()}
        found = play_off(self.step.game, method, thrown).rounds
        return list(found[len(rounds)].throws) if len(found) > len(rounds) else ()


class OfSeen(OfRunning):
    """A step on the game as its page has shown it: the form has the number of the last event of its log."""

    #: What is recorded.
    kind: ClassVar[EventKind]

    def get_form(self, form_class: Any = None) -> Any:
        form = super().get_form(form_class)
        form.fields["expected"] = forms.IntegerField(widget=forms.HiddenInput, initial=self.game.number)
        return form

    def data(self, form: Any) -> dict[str, Any]:
        """The content of the event."""
        return {"reason": form.cleaned_data["reason"]}

    def do(self, form: Any) -> RecordResult:
        return self.record(self.kind, self.data(form), form.cleaned_data["expected"])


class Adjudicate(OfSeen):
    """A game that is stopped is decided by what the boards are worth."""

    kind = EventKind.ADJUDICATION
    is_tried = True
    form_class = AdjudicationForm
    template_name = "organise/steps/adjudicate.html"
    title = _("adjudicate")
    said = _("%(game)s is adjudicated.")
    about = _(
        "A game that is stopped, at a time limit say, is decided by what its board is worth (rulebook §11). Only for "
        "games that were recorded throw by throw; those who are level throw for it."
    )

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        found: list[tuple[AdjudicationPreview, list[tuple[Any, str]]]] = [
            (sheet, [(row, self.event_state.players[row.player]) for row in sheet.rows])
            for sheet in preview_adjudications(self.game, self.game.play())
        ]
        return super().get_context_data(sheets=found, **more)

    def data(self, form: AdjudicationForm) -> dict[str, Any]:
        return {"method": form.cleaned_data["method"], "throws": form.rounds, **super().data(form)}


class Abandon(OfRunning):
    """A game is abandoned without a result and can be started again."""

    is_tried = True
    form_class = ReasonForm
    title = _("abandon game")
    said = _("%(game)s is abandoned and can be started again.")
    about = _("The game has no result and is played again. Its log stays.")

    def do(self, form: Any) -> RecordResult:
        return self.record(EventKind.ABANDON, {"reason": form.cleaned_data["reason"]}, self.game.number)


class BoardForm(forms.Form):
    """The table."""

    board = forms.CharField(label=_("board"), max_length=LONGEST_BOARD)


class MoveToBoard(OfRunning):
    """A game goes on at another table."""

    permission = Action.ORGANISE
    form_class = BoardForm
    title = _("change board")
    about = _("Whoever has been admitted for a board records the games that are played there.")

    def get_initial(self) -> dict[str, Any]:
        return {"board": self.played.board if self.played else ""}

    def do(self, form: Any) -> EventGame:
        return services.move_to_board(number=self.number, board=form.cleaned_data["board"], **self.who)

    def done(self, made: EventGame) -> str:
        return gettext("%(game)s is played at board %(board)s.") % {"game": self.name, "board": made.board}
