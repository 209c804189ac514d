"""What of a name stands in an address."""

import pytest

from tournaments.services.slugs import slug_of


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Große Halle", "grosse-halle"),
        ("Frühjahr in Öhringen", "fruehjahr-in-oehringen"),
        ("Übungs-Cup 2026", "uebungs-cup-2026"),
        ("Café Olé", "cafe-ole"),
        ("第一", ""),
    ],
)
def test_a_name_is_written_as_german_writes_it_without_its_letters(name: str, slug: str) -> None:
    assert slug_of(name) == slug
