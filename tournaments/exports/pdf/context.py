"""An event on paper: what all its prints have in common."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from reportlab.platypus import Flowable

from games.templatetags.board import localized, rule_set_label
from tournaments.exports.pdf.document import FACTS, NOTE, TITLE, Imprint, text_paragraph
from tournaments.standings.presenters import EventPresenter


@dataclass(frozen=True, slots=True)
class EventPrintContext:
    """An event as it is to be printed in the active language; ``address`` makes a link of a path."""

    presenter: EventPresenter
    made_at: datetime
    address: Callable[[str], str]

    @property
    def name(self) -> str:
        name: str = self.presenter.projection["name"]
        return name

    @property
    def day(self) -> str:
        return date_format(date.fromisoformat(self.presenter.projection["starts_on"]), _("j F Y"))

    @property
    def rules(self) -> str:
        return " ".join((_("Rules"), rule_set_label(self.presenter.projection["rules"])))

    @property
    def link(self) -> str:
        return self.address(self.presenter.event.get_absolute_url())

    def imprint(self, kind: str) -> Imprint:
        moment = date_format(timezone.localtime(self.made_at), _("j F Y, H:i"))
        version = self.presenter.event.version
        as_of = _("As of %(moment)s (version %(version)s)") % {"moment": moment, "version": version}
        return replace(self.footless(kind), as_of=as_of, address=self.link)

    def footless(self, kind: str) -> Imprint:
        """Return the imprint of a print of that kind that is given away or hung up: without a foot."""
        return Imprint(f"{self.name}: {kind}", self.made_at)

    def heading(self, kind: str) -> list[Flowable]:
        """The head of a print of that kind, and the state of the event, in words."""
        projection = self.presenter.projection
        facts = [kind, localized(projection["format"]["name"]), self.rules, projection["season"]["name"]]
        sentences = [
            projection["finished"]["reason"] if projection["finished"] else projection["outlook"],
            *projection["missing"],
        ]
        return [
            text_paragraph(self.name, TITLE),
            text_paragraph(" · ".join([*facts, self.day]), FACTS),
            *(
                [text_paragraph(capfirst(str(self.presenter.hold.label)), NOTE)]
                if self.presenter.hold
                else []
            ),
            *(
                text_paragraph(capfirst(localized(sentence)), NOTE)
                for sentence in sentences
                if localized(sentence)
            ),
        ]
