"""What every page is held to, whatever it shows."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any


class Inspector(HTMLParser):
    """Notes what a strict content security policy forbids, and what a page cannot be read without."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: list[str] = []
        self.headings: list[str] = []
        self.language: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += self._forbidden(tag, given)
        if given.get("id"):
            self.ids.append(given["id"] or "")
        if tag in ("h1", "main"):
            self.headings.append(tag)
        if tag == "html":
            self.language = given.get("lang")

    def _forbidden(self, tag: str, given: dict[str, str | None]) -> Iterator[str]:
        if tag == "style":
            yield tag
        # What is said to be data is never run.
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            yield tag
        for name, value in given.items():
            if name == "style" or name.startswith("on") or (value or "").startswith("javascript:"):
                yield f"{tag} {name}"
            if name in ("src", "href", "action") and (value or "").startswith(("http:", "https:", "//")):
                yield f"{tag} {name}={value}"


def assert_is_sound(response: Any, language: str) -> str:
    """A whole page: its language, one heading, no id twice, nothing inline, nothing from elsewhere."""
    text: str = response.content.decode()
    inspector = Inspector()
    inspector.feed(text)
    assert inspector.language == language
    assert sorted(inspector.headings) == ["h1", "main"]
    assert len(set(inspector.ids)) == len(inspector.ids)
    assert inspector.found == []
    assert "unsafe" not in response["Content-Security-Policy"]
    return text
