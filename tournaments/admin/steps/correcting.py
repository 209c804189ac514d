"""After a game: its result is confirmed, corrected by two people, or taken back. Nothing is deleted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.access.roles import Action
from games.asked import Recorded
from games.chronicle import retold
from games.happening import Kind
from games.models import Game
from tournaments.admin.steps.results import OfRunning
from tournaments.admin.steps.slip import SeatOnSlip, SlipForm, as_slip
from tournaments.admin.steps.wording import LineField, expected_field, reason_field


class OfEnded(OfRunning):
    """A step for a game that has a result."""

    def blocked(self) -> str:
        """The game must have ended."""
        return "" if self.state == Game.State.ENDED else gettext("This game has no result.")

    @property
    def players(self) -> dict[str, str]:
        """Id of a player of the game → name."""
        names = {str(entry.player_id): self.course.name(entry) for entry in self.course.entries}
        return {player: names[player] for player in self.game.seating}

    def get_initial(self) -> dict[str, Any]:
        """The log that is looked at."""
        return {"expected": self.game.number}


class CorrectionForm(SlipForm):
    """What the result should have been, and why."""

    reason = reason_field()
    expected = expected_field()


class Correct(OfEnded):
    """Another result is proposed."""

    needs = Action.CORRECT
    form_class = CorrectionForm
    template_name = "admin/tournaments/event/slip.html"
    is_tried = False
    title = _("correct the result")
    button = _("Propose the correction")
    about = _(
        "The correction counts once a second person has approved it. Games that were played since stay; what no longer "
        "fits is shown beside them."
    )

    def get_initial(self) -> dict[str, Any]:
        """The result as it stands."""
        return {**super().get_initial(), **as_slip(self.game)}

    def get_form_kwargs(self) -> dict[str, Any]:
        """With the seats."""
        seats = [
            SeatOnSlip(player, self.players[player], colours) for player, colours in self.game.seating.items()
        ]
        return super().get_form_kwargs() | {"seats": seats}

    def do(self, form: CorrectionForm) -> Recorded:
        """Propose it."""
        told = {**form.told, "winner": form.told["winner"] or None, "reason": form.cleaned_data["reason"]}
        return self.record(Kind.CORRECTION, told, form.cleaned_data["expected"])

    def done(self, made: Recorded) -> str:
        """Who is needed now."""
        return gettext("The correction is proposed; a second person has to approve it.")


class ApprovalForm(forms.Form):
    """The correction that was looked at."""

    expected = expected_field()


class Approve(OfEnded):
    """A second person approves a correction."""

    needs = Action.APPROVE
    form_class = ApprovalForm
    template_name = "admin/tournaments/event/approve.html"
    touches_the_past = True
    title = _("approve the correction")
    button = _("Approve")
    about = _("A correction takes two people: whoever proposed it cannot approve it.")

    def blocked(self) -> str:
        """A correction must be waiting."""
        return super().blocked() or ("" if self.game.correction else gettext("No correction is waiting."))

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With the correction in words."""
        assert self.game.correction is not None
        proposal = retold(self.game.events.get(number=self.game.correction), self.players)
        return super().get_context_data(proposal=proposal, **more)

    def do(self, form: Any) -> Recorded:
        """Let it count."""
        told = {"correction": self.game.correction}
        return self.record(Kind.APPROVAL, told, form.cleaned_data["expected"])

    def done(self, made: Recorded) -> str:
        """That it counts."""
        return gettext("%(game)s: the result is corrected.") % {"game": self.name}


class ConfirmationForm(forms.Form):
    """Who confirms: a player of the game, or an official by name."""

    def __init__(self, *args: Any, players: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = forms.ChoiceField(
            label=_("player"), choices=[("", "–"), *players.items()], required=False
        )
        self.fields["official"] = LineField(label=_("or an official"), max_length=100, required=False)
        self.fields["expected"] = expected_field()


class Confirm(OfEnded):
    """Somebody confirms a result."""

    needs = Action.RECORD
    form_class = ConfirmationForm
    is_tried = False
    title = _("confirm the result")
    button = _("Confirm")
    about = _("From then on the result is changed by a correction only.")

    def get_form_kwargs(self) -> dict[str, Any]:
        """With the players who have not confirmed it yet."""
        waiting = {key: name for key, name in self.players.items() if key not in self.game.confirmations}
        return super().get_form_kwargs() | {"players": waiting}

    def do(self, form: Any) -> Recorded:
        """Confirm it."""
        entered = form.cleaned_data
        told = {"player": entered["player"] or None, "official": entered["official"]}
        return self.record(Kind.CONFIRMATION, told, entered["expected"])

    def done(self, made: Recorded) -> str:
        """That it is confirmed."""
        return gettext("%(game)s: the result is confirmed.") % {"game": self.name}


class TakeBackForm(forms.Form):
    """Why, and what was looked at."""

    reason = reason_field()
    expected = expected_field()


class TakeBack(OfEnded):
    """The last entry of a game that is over is taken back: the throw or the ruling that ended it."""

    needs = Action.RECORD
    form_class = TakeBackForm
    touches_the_past = True
    title = _("take back the end")
    button = _("Take back")
    about = _(
        "The throw or the ruling that ended the game is taken back, and its result is withdrawn at once. It stays in "
        "the log, and the referee’s page can bring it back. A result that was typed in or confirmed is corrected "
        "instead."
    )

    def blocked(self) -> str:
        """The game must be over."""
        return "" if self.state in Game.OVER else gettext("This game is not over.")

    def do(self, form: Any) -> Recorded:
        """Take it back."""
        told = {"throws": 1, "reason": form.cleaned_data["reason"]}
        return self.record(Kind.TAKE_BACK, told, form.cleaned_data["expected"])

    def done(self, made: Recorded) -> str:
        """What it is now."""
        state = str(Game.State(made.game.state).label)
        return gettext("%(game)s: taken back, the game is %(state)s.") % {"game": self.name, "state": state}
