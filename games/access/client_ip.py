"""The client's IP address, and how much of it is stored."""

import ipaddress
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

#: The bits that tell one sender from another: of an IPv6 address what one subscriber has to themselves.
_ONE_SENDER = {4: 32, 6: 64}
#: The bits that are stored: enough to tell near from far, not one household from the next.
_NETWORK_BITS = {4: 24, 6: 48}
#: What proxies add.
_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


def address_of(request: HttpRequest) -> str:
    """Return the client's address: that of the connection, or what the ``PROXIES`` in front say.

    An IPv6 address is cut to its /64, whatever device of the subscriber it is. Empty where there is none,
    as over a Unix socket.
    """
    return _part(_sender(request), _ONE_SENDER).partition("/")[0]


def origin_of(request: HttpRequest) -> dict[str, Any]:
    """When and from which address something is done, as what is noted for security is called with it."""
    return {"now": timezone.now(), "address": address_of(request)}


def came_through_proxy(request: HttpRequest) -> bool:
    """Check whether a proxy has added its headers, whether ``PROXIES`` counts it or not."""
    return any(request.META.get(header) for header in _FORWARDED)


def is_this_machine(request: HttpRequest) -> bool:
    """Check whether that address is this machine's own."""
    try:
        return ipaddress.ip_address(_sender(request)).is_loopback
    except ValueError:
        return False


def _sender(request: HttpRequest) -> str:
    sender = str(request.META.get("REMOTE_ADDR", ""))
    if settings.PROXIES:
        # Each proxy appends its client; anything before that may be forged by the sender.
        forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
        sender = forwarded[-min(settings.PROXIES, len(forwarded))].strip() or sender
    return sender


def network_of(address: str) -> str:
    """Return the network of an address, a /24 or /48: all that is stored of where something came from."""
    return _part(address, _NETWORK_BITS)


def _part(address: str, bits: dict[int, int]) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return str(ipaddress.ip_network(f"{found}/{bits[found.version]}", strict=False))
