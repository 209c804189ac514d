"""Where messages may be sent: to the public internet, by http or https."""

from __future__ import annotations

import ipaddress
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tournaments.webhooks.address import may_be_called, sendable

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


@given(st.ip_addresses(v=4))
def test_the_same_address_in_other_clothes_is_judged_the_same(address: ipaddress.IPv4Address) -> None:
    number = int(address)
    clothes = [
        ipaddress.IPv6Address((0xFFFF << 32) | number),
        ipaddress.IPv6Address((0x0064FF9B << 96) | number),
        ipaddress.IPv6Address((0x2002 << 112) | (number << 80) | 1),
    ]
    assert {may_be_called(str(each)) for each in clothes} == {may_be_called(str(address))}


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
