"""Links that phones can open: by the machine's address in its network where the page was opened by 127.0.0.1."""

import socket
from dataclasses import dataclass

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.safestring import SafeString, mark_safe


def qr_code(link: str) -> SafeString:
    """Return the link as an SVG that any camera reads, with what is missing when a corner is torn off."""
    drawn = segno.make_qr(link, error="m").svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn)


@dataclass(frozen=True, slots=True)
class PhoneLink:
    """A link with its code; ``is_loopback``: only this machine opens it, and phones need ``here`` instead."""

    link: str
    path: str
    is_loopback: bool = False
    #: The machine's address in its network, and the port of the page; empty where they are not needed.
    here: str = ""
    port: str = ""

    @property
    def qr(self) -> SafeString:
        """Return the link as a code."""
        return qr_code(self.link)


def link_for_phones(request: HttpRequest, path: str) -> PhoneLink:
    """Return the link to a path; where the site answers to its address in the network, by that."""
    host, port = split_domain_port(request.get_host())
    if host not in ("127.0.0.1", "localhost", "[::1]"):
        return PhoneLink(request.build_absolute_uri(path), path)
    here = own_address()
    if here and validate_host(here, settings.ALLOWED_HOSTS):
        return PhoneLink(f"{request.scheme}://{here}{f':{port}' if port else ''}{path}", path)
    return PhoneLink(request.build_absolute_uri(path), path, is_loopback=True, here=here, port=port or "80")


def own_address() -> str:
    """Return the address of this machine in its network; empty where it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # RFC 5737: an address for documentation; the system says by which of its own it would be reached.
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(asking.getsockname()[0])
