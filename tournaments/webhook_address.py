"""Where messages may be sent: by http or https to the public internet, unless the settings allow more.

An organiser names the address, the server calls it: without a bound they could have it call what only the
server can reach. A name is therefore judged by the address that is connected to, at that moment.
"""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

#: IPv4 addresses as seen through a translating gateway (RFC 6052).
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
#: All IPv6 addresses that are given out for the internet (RFC 4291, IANA).
_GIVEN_OUT = ipaddress.IPv6Network("2000::/3")
#: What has a special purpose (IANA's registries) and Python nevertheless takes for public, some versions of it.
_SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # protocol assignments (RFC 6890)
        "192.31.196.0/24",  # AS112 (RFC 7535)
        "192.52.193.0/24",  # AMT (RFC 7450)
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "192.175.48.0/24",  # AS112 (RFC 7534)
        "2001::/23",  # protocol assignments, Teredo (RFC 2928)
        "2620:4f:8000::/48",  # AS112 (RFC 7534)
        "3fff::/20",  # documentation (RFC 9637)
    )
)


def sendable(url: str) -> None:
    """Refuse what is no complete http or https address, and one that names a private address outright."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
        valid = parts.scheme in ("http", "https") and bool(host) and parts.port != 0
    except ValueError:
        valid, host = False, None
    if not valid or host is None or not url.isascii() or not url.isprintable() or " " in url:
        raise ValidationError(
            _("A complete address is needed, such as https://league.example/rauswurf."), code="address"
        )
    if "@" in parts.netloc or "#" in url:
        raise ValidationError(
            _("An address without user name, password and # is needed: the signature shows who sends."),
            code="credentials",
        )
    if is_literal(host) and not may_be_called(host):
        raise ValidationError(
            _(
                "Messages go to public addresses only; to allow this one, start the site with %(setting)s=true."
            ),
            code="private",
            params={"setting": setting_for(host)},
        )


def is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def may_be_called(address: str) -> bool:
    found = ipaddress.ip_address(address)
    if found.is_loopback and settings.WEBHOOKS_TO_THIS_MACHINE:
        return True
    return settings.WEBHOOKS_TO_PRIVATE_ADDRESSES or _is_public(found)


def setting_for(address: str) -> str:
    is_here = ipaddress.ip_address(address).is_loopback
    return "WEBHOOKS_TO_THIS_MACHINE" if is_here else "WEBHOOKS_TO_PRIVATE_ADDRESSES"


def _is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return _is_public(inner)
        if address not in _GIVEN_OUT:
            return False
    return address.is_global and not address.is_multicast and not any(address in each for each in _SPECIAL)
