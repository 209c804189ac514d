"""After a game: its result is confirmed, corrected or taken back. Nothing is deleted."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.db import transaction
from django.forms import BoundField
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _

from games.access import has_another_approver, scope_of_game, translate_text
from games.domain.known_result import missing_pawns
from games.enums import OVER, Action, EventKind, GameState
from games.models import Game
from games.models.game import GAME_STATE_LABELS
from games.queries.proposal import Proposal, proposal_of
from games.services.commands import RecordResult
from games.services.undoable import can_undo
from rules import PAWNS
from tournaments.formats import phrases
from tournaments.kit.desk import LineField, reverse_desk
from tournaments.models import LONGEST_REASON
from tournaments.organiser.actions.base import (
    ReasonForm,
    StepForm,
    name_of,
    reason_field,
)
from tournaments.organiser.actions.results import OfSeen
from tournaments.services.slip import LONGEST_SECONDS
from tournaments.standings.presenters import EventPresenter

# -- the slip of a game as a form ------------------------------------------------------------------


class CorrectionForm(StepForm):
    """What the result should have been, only its places or its winner being required, and why."""

    reason = reason_field()

    def ask(self) -> None:
        self.leaders: dict[str, str] = self.step.leaders
        for colour in self.leaders:
            name = translate_text(phrases.colour(colour)).capitalize()
            self.fields[f"place-{colour}"] = _number(
                gettext("Place of %s") % name, range(1, len(self.leaders) + 1)
            )
            self.fields[f"pawns-{colour}"] = _number(gettext("Pawns at home of %s") % name, range(PAWNS + 1))
        self.fields["winner"] = forms.ChoiceField(
            label=_("winner"),
            choices=[("", "–"), *self.step.players.items()],
            required=False,
            help_text=_("Only if the order is unknown."),
        )
        self.fields["minutes"] = forms.IntegerField(
            label=_("minutes played"), min_value=1, max_value=LONGEST_SECONDS // 60, required=False
        )
        self.order_fields(("winner", "minutes"))

    @property
    def rows(self) -> Iterator[tuple[str, str, BoundField, BoundField]]:
        """Of every colour: itself, its player, the fields of its place and its pawns."""
        for colour, name in self.leaders.items():
            yield colour, name, self[f"place-{colour}"], self[f"pawns-{colour}"]

    @property
    def others(self) -> list[BoundField]:
        return [field for field in self.visible_fields() if not field.name.startswith(("place-", "pawns-"))]

    def clean(self) -> dict[str, Any]:
        """Places count from 1, each once; without them a winner is required."""
        cleaned = super().clean() or self.cleaned_data
        taken = sorted(
            cleaned[name] for name in self.fields if name.startswith("place-") and cleaned.get(name)
        )
        if taken != list(range(1, len(taken) + 1)):
            raise forms.ValidationError(
                _("Places count from 1, without a gap, and each is taken once."), code="places"
            )
        if not taken and not cleaned.get("winner"):
            raise forms.ValidationError(_("Either the places or the winner are needed."), code="places")
        return cleaned

    @property
    def entered(self) -> dict[str, Any]:
        """Places, winner, pawns and seconds, as they are entered."""
        entered = self.cleaned_data
        placed = [colour for colour in self.leaders if entered.get(f"place-{colour}")]
        minutes = entered.get("minutes")
        return {
            "places": sorted(placed, key=lambda colour: entered[f"place-{colour}"]),
            "winner": entered.get("winner", ""),
            "pawns": {
                colour: entered[f"pawns-{colour}"]
                for colour in self.leaders
                if entered.get(f"pawns-{colour}") not in (None, "")
            },
            "seconds": minutes * 60 if minutes else None,
        }


def as_slip(game: Game) -> dict[str, Any]:
    data: dict[str, Any] = {f"place-{colour}": place for place, colour in enumerate(game.places, start=1)}
    data |= {f"pawns-{colour}": number for colour, number in game.told.get("pawns", {}).items()}
    seconds = game.told.get("seconds")
    return data | {
        "minutes": round(seconds / 60) or 1 if seconds else None,
        "winner": "" if game.places else str(game.winner_id),
    }


def _number(label: str, numbers: Sequence[int]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[("", "–"), *((number, number) for number in numbers)],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs={"aria-label": label}),
    )


# -- steps -----------------------------------------------------------------------------------------


_TOGETHER = _(
    "The correction counts once a second person has approved it. Games that were played since stay; what no longer "
    "fits is shown beside them."
)
_ALONE = _(
    "There is no second organiser: the correction counts with your word alone, and the log and the game’s page say so. "
    "Games that were played since stay; what no longer fits is shown beside them."
)
_BY_ANOTHER = _("A correction takes two people: whoever proposed it cannot approve it.")


class OfEnded(OfSeen):
    """A step for a game that has a result."""

    part = "games"

    def blocked(self) -> str:
        return "" if self.state == GameState.ENDED else gettext("This game has no result.")

    @property
    def players(self) -> dict[str, str]:
        """Id of a player of the game → name."""
        return {player: self.event_state.players[player] for player in self.game.seating}

    @property
    def leaders(self) -> dict[str, str]:
        """Colour → the name of the player who leads it."""
        return {colour: self.players[player] for player, led in self.game.seating.items() for colour in led}


class Correct(OfEnded):
    """Another result is proposed; where no other person could approve it, it counts at once."""

    kind = EventKind.CORRECTION
    permission = Action.CORRECT
    form_class = CorrectionForm
    template_name = "organise/steps/slip.html"
    title = _("correct result")
    touches_the_past = True

    @cached_property
    def is_alone(self) -> bool:
        return not has_another_approver(self.actor, scope_of_game(self.game.pk))

    @property
    def button(self) -> Any:
        return _("Correct result") if self.is_alone else _("Propose the correction")

    @property
    def about(self) -> Any:
        return _ALONE if self.is_alone else _TOGETHER

    @property
    def _is_to_try(self) -> bool:
        return self.is_alone and not self._is_confirmed

    def get_initial(self) -> dict[str, Any]:
        return as_slip(self.game)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        alone = can_undo(self.game, self.actor, timezone.now())
        undo = reverse_desk(name_of(Undo), self.event, self.number) if alone else ""
        return super().get_context_data(undo=undo, **more)

    def data(self, form: CorrectionForm) -> dict[str, Any]:
        entered = form.entered
        return {**entered, "winner": entered["winner"] or None, **super().data(form)}

    @transaction.atomic
    def do(self, form: CorrectionForm) -> RecordResult:
        """Propose it, and approve it where no other person could."""
        proposed = super().do(form)
        if not self.is_alone:
            return proposed
        number = proposed.game.number
        return self.record(EventKind.APPROVAL, {"correction": number, "alone": True}, number)

    def done(self, made: RecordResult) -> str:
        if self.is_alone:
            return gettext("%(game)s: the result is corrected.") % {"game": self.name}
        return gettext("The correction is proposed; a second person has to approve it.")


class OptionalReasonForm(forms.Form):
    """Why."""

    reason = LineField(label=_("reason"), max_length=LONGEST_REASON, required=False)


class OfProposed(OfEnded):
    """A step for a correction that waits."""

    def blocked(self) -> str:
        return super().blocked() or ("" if self.game.correction else gettext("No correction is waiting."))


class Withdraw(OfProposed):
    """A correction that waits is withdrawn: one's own, or by an organiser anybody's."""

    kind = EventKind.WITHDRAWAL
    permission = Action.CORRECT
    form_class = OptionalReasonForm
    title = _("withdraw correction")
    said = _("%(game)s: the correction is withdrawn.")
    about = _("The result stays as it is. The proposal and its withdrawal stay in the log.")

    def data(self, form: Any) -> dict[str, Any]:
        return {"correction": self.game.correction, **super().data(form)}


class Undo(OfEnded):
    """A result that one has just typed in, or a forfeit, is undone by oneself."""

    kind = EventKind.UNDO
    permission = Action.RULE
    form_class = OptionalReasonForm
    initial = {"reason": _("typing error")}
    title = _("undo")
    said = _("%(game)s: the result is undone.")
    button = _("Undo result")
    about = _("Adds an entry; nothing is erased.")


class CompletionForm(StepForm):
    """The pawns that are missing."""

    def ask(self) -> None:
        for colour in missing_pawns(self.step.game):
            name = translate_text(phrases.colour(colour)).capitalize()
            self.fields[f"pawns-{colour}"] = forms.IntegerField(
                label=gettext("Pawns at home of %s") % name, min_value=0, max_value=PAWNS, required=False
            )

    @property
    def pawns(self) -> dict[str, int]:
        entered = {name.removeprefix("pawns-"): number for name, number in self.cleaned_data.items()}
        return {
            colour: number
            for colour, number in entered.items()
            if colour != "expected" and number is not None
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.pawns:
            raise forms.ValidationError(_("The pawns of one colour at least are needed."), code="pawns")
        return cleaned


class Complete(OfEnded):
    """Pawns that are missing in a typed-in result are added."""

    kind = EventKind.COMPLETION
    is_tried = True
    permission = Action.RULE
    form_class = CompletionForm
    title = _("add missing pawns")
    said = _("%(game)s: the pawns are added.")
    button = _("Add pawns")
    about = _(
        "Nothing that was told is changed, so it takes nobody else. What was told wrongly is corrected instead."
    )

    def blocked(self) -> str:
        return super().blocked() or ("" if missing_pawns(self.game) else gettext("No pawns are missing."))

    def data(self, form: CompletionForm) -> dict[str, Any]:
        return {"pawns": form.pawns, "seconds": None}


class Approve(OfProposed):
    """A second person approves a correction."""

    kind = EventKind.APPROVAL
    permission = Action.APPROVE
    form_class = forms.Form
    template_name = "organise/steps/approve.html"
    title = _("approve correction")
    said = _("%(game)s: the result is corrected.")

    @cached_property
    def proposal(self) -> Proposal | None:
        return proposal_of(self.game, self.players, self.actor)

    @property
    def _is_alone(self) -> bool:
        return self.proposal is not None and self.proposal.is_alone

    @property
    def about(self) -> Any:
        return _ALONE if self._is_alone else _BY_ANOTHER

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        withdrawing = reverse_desk(name_of(Withdraw), self.event, self.number)
        return super().get_context_data(proposal=self.proposal, withdrawing=withdrawing, **more)

    def data(self, form: Any) -> dict[str, Any]:
        return {"correction": self.game.correction, "alone": self._is_alone}


class ConfirmationForm(StepForm):
    """Who confirms: a player of the game, or an official by name."""

    def ask(self) -> None:
        players, confirmed = self.step.players, self.step.game.confirmations
        waiting = [(key, name) for key, name in players.items() if key not in confirmed]
        self.fields["player"] = forms.ChoiceField(
            label=_("player"), choices=[("", "–"), *waiting], required=False
        )
        self.fields["official"] = LineField(label=_("or an official"), max_length=100, required=False)


class Confirm(OfEnded):
    """A person confirms a result."""

    kind = EventKind.CONFIRMATION
    permission = Action.RECORD
    form_class = ConfirmationForm
    template_name = "organise/steps/confirm.html"
    title = _("confirm result")
    said = _("%(game)s: the result is confirmed.")
    about = _("From then on the result is changed by a correction only.")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With the result that is confirmed: who has won, the order, and what it gave."""
        assert self.played is not None
        outcome = self.event_state.outcome(self.played)
        leaders = self.leaders
        return super().get_context_data(
            who_won=outcome and translate_text(outcome),
            order=[(colour, leaders[colour]) for colour in self.game.places],
            game=next(
                (game for game in EventPresenter(self.event).games if game["number"] == self.number), None
            ),
            **more,
        )

    def data(self, form: Any) -> dict[str, Any]:
        entered = form.cleaned_data
        return {"player": entered["player"] or None, "official": entered["official"]}


class TakeBack(OfEnded):
    """The last entry of a game that is over is taken back: the throw or the ruling that ended it."""

    kind = EventKind.TAKE_BACK
    permission = Action.RECORD
    form_class = ReasonForm
    touches_the_past = True
    title = _("undo result")
    about = _(
        "Takes back the last throw or ruling. It stays in the log, and the referee’s page can bring it back."
    )

    def blocked(self) -> str:
        return "" if self.state in OVER else gettext("This game is not over.")

    def data(self, form: Any) -> dict[str, Any]:
        return {"throws": 1, **super().data(form)}

    def done(self, made: RecordResult) -> str:
        state = str(GAME_STATE_LABELS[GameState(made.game.state)])
        return gettext("%(game)s: undone; the game is %(state)s.") % {"game": self.name, "state": state}
