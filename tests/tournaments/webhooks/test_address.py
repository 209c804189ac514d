"""Where messages may be sent: to the public internet, by http or https."""

import ipaddress
import socket
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from hypothesis import given, strategies as st

from tests.servers import ROOT
from tournaments.webhook_address import may_be_called, sendable
from tournaments.webhooks.dispatch import PrivateAddress, _public_socket

PRIVATE = [
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.178.1",
    "100.64.0.1",
    "169.254.169.254",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fec0::1",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:192.168.0.1",
    "64:ff9b::a00:1",
    "2002:7f00:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    # Special ranges that Python takes for public: translated for local use (RFC 8215), IPv4-compatible (RFC 4291),
    # relays of 6to4 (RFC 7526), protocol assignments (RFC 6890), AS112 (RFC 7534, 7535), AMT (RFC 7450),
    # documentation (RFC 9637), segment routing (RFC 9602), what nobody has been given (RFC 4291).
    "64:ff9b:1::1",
    "64:ff9b:1:ffff::808:808",
    "::7f00:1",
    "::8.8.8.8",
    "::ffff:0:8.8.8.8",
    "192.88.99.1",
    "192.88.99.255",
    "192.0.0.9",
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    "2002:c058:6301::1",
    "2001:1::1",
    "2620:4f:8000::1",
    "3fff::1",
    "5f00::1",
    "4000::1",
    "a000::1",
]
PUBLIC = ["8.8.8.8", "193.99.144.80", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_called(address: str) -> None:
    assert not may_be_called(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_called(address: str) -> None:
    assert may_be_called(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_called_where_the_settings_say_so(address: str, settings: Any) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    assert may_be_called(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_where_this_machine_is_allowed_nothing_else_is(address: str, settings: Any) -> None:
    settings.WEBHOOKS_TO_THIS_MACHINE = True
    assert may_be_called(address) == (address in ("127.0.0.1", "127.8.9.10", "::1"))


@pytest.mark.parametrize(
    ("host", "setting"),
    [
        ("127.0.0.1:9000", "WEBHOOKS_TO_THIS_MACHINE"),
        ("[::1]", "WEBHOOKS_TO_THIS_MACHINE"),
        ("192.168.178.1", "WEBHOOKS_TO_PRIVATE_ADDRESSES"),
    ],
)
def test_a_refusal_says_which_setting_allows_the_address(host: str, setting: str) -> None:
    with pytest.raises(ValidationError, match=f"start the site with {setting}=true"):
        sendable(f"http://{host}/hook")


def test_only_make_run_allows_this_machine() -> None:
    assert "WEBHOOKS_TO_THIS_MACHINE:-true" in (ROOT / "Makefile").read_text()
    assert settings.WEBHOOKS_TO_THIS_MACHINE is False


@given(st.ip_addresses(v=4))
def test_the_same_address_in_other_clothes_is_judged_the_same(address: ipaddress.IPv4Address) -> None:
    number = int(address)
    clothes = [
        ipaddress.IPv6Address((0xFFFF << 32) | number),
        ipaddress.IPv6Address((0x0064FF9B << 96) | number),
        ipaddress.IPv6Address((0x2002 << 112) | (number << 80) | 1),
    ]
    assert {may_be_called(str(each)) for each in clothes} == {may_be_called(str(address))}


@given(st.ip_addresses(v=6))
def test_of_ipv6_only_what_is_given_out_and_other_clothes_of_ipv4_are_called(
    address: ipaddress.IPv6Address,
) -> None:
    given_out = address in ipaddress.IPv6Network("2000::/3")
    is_clothed = address.ipv4_mapped or address in ipaddress.IPv6Network("64:ff9b::/96")
    assert not may_be_called(str(address)) or given_out or is_clothed


@pytest.mark.parametrize("address", ["64:ff9b:1::1", "::7f00:1", "192.88.99.1"])
def test_special_addresses_are_refused_in_the_form_and_at_the_connection(address: str) -> None:
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(ValidationError) as refused:
        sendable(f"https://{host}/hook")
    assert refused.value.code == "private"
    ipv6 = ":" in address
    place = (address, 443, 0, 0) if ipv6 else (address, 443)
    family = socket.AF_INET6 if ipv6 else socket.AF_INET
    with pytest.raises(PrivateAddress):
        _public_socket((family, socket.SOCK_STREAM, 0, "", place))


@pytest.mark.parametrize(
    "url",
    [
        "https://league.example/rauswurf",
        "http://league.example:8080/hook?for=us",
        "https://hooks/",
        "https://193.99.144.80/",
        "https://[2a00:1450:4001::1]:8443/hook",
    ],
)
def test_complete_addresses_can_be_sent_to(url: str) -> None:
    sendable(url)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("league.example/hook", "address"),
        ("/hook", "address"),
        ("https://", "address"),
        ("https:///hook", "address"),
        ("ftp://league.example/", "address"),
        ("file:///etc/passwd", "address"),
        ("javascript:alert(1)", "address"),
        ("https://league.example:port/", "address"),
        ("https://league.example:0/", "address"),
        ("https://league.example:99999/", "address"),
        ("https://[::1/", "address"),
        ("https://league.example/a b", "address"),
        ("https://league.example/a\r\nHost: other", "address"),
        ("https://müller.example/", "address"),
        ("https://me:word@league.example/", "credentials"),
        ("https://league.example/#here", "credentials"),
        ("http://127.0.0.1/", "private"),
        ("http://[::1]:8000/", "private"),
        ("http://169.254.169.254/latest/meta-data/", "private"),
    ],
)
def test_what_cannot_or_must_not_be_sent_to_is_refused_at_once(url: str, why: str) -> None:
    with pytest.raises(ValidationError) as refused:
        sendable(url)
    assert refused.value.code == why
