"""Which requests of pages of other sites are answered to them (CORS): those that read the REST interface."""

from typing import Any

from corsheaders.signals import check_request_enabled
from django.dispatch import receiver
from django.http import HttpRequest

READING = frozenset({"GET", "HEAD", "OPTIONS"})


@receiver(check_request_enabled)
def reads_the_interface(sender: Any, request: HttpRequest, **_: Any) -> bool:
    """Whether a page of any other site may read what is answered: reading ``/api/v1/`` and its streams."""
    return request.method in READING and request.path_info.startswith("/api/v1/")
