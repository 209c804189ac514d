"""The table of all kinds of events in docs/use/referee.md is the one that the code follows."""

from games.domain.events import EVENT_TYPES, kinds_that
from tests.servers import ROOT
from tests.tables import in_docs, kinds


def test_the_table_is_the_one_in_the_documentation() -> None:
    assert in_docs("docs/use/referee.md") == kinds(), "run `python -m tests.tables`"


def test_every_kind_that_is_sent_is_named_in_the_description_of_the_interface() -> None:
    text = (ROOT / "docs/reference/api.md").read_text(encoding="utf-8")
    for kind in kinds_that(lambda each: each.by_client):
        assert f"{EVENT_TYPES[kind].slug}/`" in text, kind
