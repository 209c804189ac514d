"""The table of all kinds of events in docs/use/referee.md is the one that the code follows."""

from io import StringIO

from django.core.management import call_command

from games.domain.events import EVENT_TYPES, kinds_that
from tests.servers import ROOT


def test_the_table_is_the_one_in_the_documentation() -> None:
    text = (ROOT / "docs/use/referee.md").read_text(encoding="utf-8")
    told = text.split("<!-- kinds -->\n")[1].split("<!-- /kinds -->")[0]
    out = StringIO()
    call_command("print_event_kinds", stdout=out)
    assert told == out.getvalue(), "put in what `manage.py print_event_kinds` prints"


def test_every_kind_that_is_sent_is_named_in_the_description_of_the_interface() -> None:
    text = (ROOT / "docs/reference/api.md").read_text(encoding="utf-8")
    for kind in kinds_that(lambda each: each.by_client):
        assert f"{EVENT_TYPES[kind].slug}/`" in text, kind
