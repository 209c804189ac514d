"""What is written about an event or a game: drafted from facts, edited in both languages, published, withdrawn."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.enums import GameState
from rules.i18n import Literal, Text
from tournaments import services
from tournaments.models import WriteUp
from tournaments.models.recap import LONGEST_WRITE_UP
from tournaments.organiser.actions.base import GameAction, OrganiserAction
from tournaments.recaps.drafts import draft_of_event, draft_of_game
from tournaments.recaps.queries import StoredRecap, stored_about_event, stored_about_game
from tournaments.services.recaps import mark_of


def _text_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=LONGEST_WRITE_UP,
        widget=forms.Textarea(attrs={"rows": 18, "cols": 80}),
        help_text=_("An empty line begins a paragraph."),
    )


class WriteUpForm(forms.Form):
    """The text in both languages, and who may read it."""

    de = _text_field(_("German"))
    en = _text_field(_("English"))
    state = forms.ChoiceField(label=_("state"), choices=WriteUp.State.choices, widget=forms.RadioSelect)
    expected = forms.CharField(widget=forms.HiddenInput)

    @property
    def text(self) -> Text:
        """The text."""
        return Literal(en=self.cleaned_data["en"], de=self.cleaned_data["de"])


class _Writing(OrganiserAction):
    """A page on which a text is edited: it begins with what the facts say, and shows that beside later on."""

    form_class = WriteUpForm
    template_name = "organise/steps/recap.html"
    part = "settings"
    is_tried = False
    title = _("write-up")
    button = _("Keep")
    about = _(
        "The draft says what the record and the table tell, and nothing else. Change it as you like; whatever is "
        "published is shown on the page of the event or the game, in the reader’s language, under an embargo not "
        "before what it tells. Should the facts change afterwards, it is shown with a remark until it is kept again."
    )

    @property
    def stored(self) -> StoredRecap | None:
        """The text as it is kept."""
        raise NotImplementedError

    @cached_property
    def draft(self) -> Text:
        """What the facts say now."""
        raise NotImplementedError

    @property
    def written_for(self) -> int:
        """The version of the table, or the last event of the game, as it stands now."""
        raise NotImplementedError

    @property
    def mark(self) -> str:
        """What is looked at."""
        stored = self.stored
        return stored.mark if stored else mark_of(None, self.written_for)

    def get_initial(self) -> dict[str, Any]:
        """The text that is kept, or the draft."""
        stored = self.stored
        text = stored.text if stored else self.draft
        state = stored.state if stored else WriteUp.State.DRAFT
        return {"en": text.en, "de": text.de, "state": state, "expected": self.mark}

    def form_invalid(self, form: Any) -> HttpResponse:
        """The same page again, with what has changed meanwhile: who sends it once more has seen that."""
        form.data = form.data.copy()
        form.data["expected"] = self.mark
        return super().form_invalid(form)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With the draft, and the text as it is kept."""
        return super().get_context_data(draft=self.draft, stored=self.stored, **more)

    def done(self, made: WriteUp) -> str:
        """Who may read it."""
        if made.state == WriteUp.State.PUBLISHED:
            return gettext("%(what)s: the write-up is published.") % {"what": self.about_what}
        return gettext("%(what)s: the write-up is kept as a draft.") % {"what": self.about_what}

    @property
    def about_what(self) -> str:
        """What the text is about."""
        return self.event.name


class WriteUpEvent(_Writing):
    """The text about the event."""

    @property
    def stored(self) -> StoredRecap | None:
        """The text as it is kept."""
        return stored_about_event(self.event)

    @cached_property
    def draft(self) -> Text:
        """What the table says now."""
        return draft_of_event(self.course, timezone.now())

    @property
    def written_for(self) -> int:
        """The version of the table."""
        return self.event.version

    def do(self, form: WriteUpForm) -> WriteUp:
        """Keep it."""
        return services.write_about_event(
            text=form.text,
            state=WriteUp.State(form.cleaned_data["state"]),
            expected=form.cleaned_data["expected"],
            **self.who,
        )


class WriteUpGame(_Writing, GameAction):
    """The text about a game."""

    part = "games"

    def blocked(self) -> str:
        """The game must have a result."""
        return "" if self.state == GameState.ENDED else gettext("This game has no result.")

    @property
    def about_what(self) -> str:
        """The game."""
        return self.name

    @property
    def stored(self) -> StoredRecap | None:
        """The text as it is kept."""
        return stored_about_game(self.game)

    @property
    def written_for(self) -> int:
        """The last event of the game."""
        return self.game.number

    @cached_property
    def draft(self) -> Text:
        """What the log says now."""
        assert self.played is not None
        return draft_of_game(self.course, self.played)

    def do(self, form: WriteUpForm) -> WriteUp:
        """Keep it."""
        return services.write_about_game(
            number=self.number,
            text=form.text,
            state=WriteUp.State(form.cleaned_data["state"]),
            expected=form.cleaned_data["expected"],
            **self.who,
        )
