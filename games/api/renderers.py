"""In which form the REST interface answers: JSON, unless the address says what kind of file it is."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from games.streams.topics import as_json


class QuickJsonRenderer(JSONRenderer):
    """``application/json``, written as streams write it, several times as quickly as by Python's own encoder.

    That one writes what is left: numbers of more than 64 bits, texts that are translated when they are written, and
    what somebody wants indented.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The JSON of an answer; nothing for ``None``."""
        if data is not None and ";" not in (accepted_media_type or ""):
            try:
                return as_json(data)
            except TypeError:
                pass
        found: bytes = super().render(data, accepted_media_type, renderer_context)
        return found


class IgnoreClientContentNegotiation(DefaultContentNegotiation):
    """The address says what kind of file it is, whatever else somebody would accept (RFC 9110 §12.4.1)."""

    def select_renderer(
        self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None
    ) -> tuple[JSONRenderer, str]:
        """What refusals are written with."""
        return JSONRenderer(), JSONRenderer.media_type
