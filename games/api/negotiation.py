"""In which form is answered: by default as the client accepts, here as the address says."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request


class IgnoreClientContentNegotiation(DefaultContentNegotiation):
    """The address says what kind of file it is, whatever else somebody would accept (RFC 9110 §12.4.1)."""

    def select_renderer(
        self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None
    ) -> tuple[JSONRenderer, str]:
        """What refusals are written with."""
        return JSONRenderer(), JSONRenderer.media_type
