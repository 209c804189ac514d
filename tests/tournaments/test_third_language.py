"""A third language is a file: no code names it, and what it has no words for is said in English."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from django.test import Client

from rules import RULE_SETS, OptionError, i18n
from rules.seating import seating
from tests import catalogue
from tests.servers import ROOT
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tournaments.models import Event, EventGame

FRENCH = {
    "Sign in": "Se connecter",
    "two or more players are needed": "il faut deux joueurs ou plus",
    "{colour} clinched {game}": "{game} : décidé par {colour}",
}


@pytest.fixture
def french(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put three messages of French beside the German."""
    planted = Catalog(locale="fr")
    for message, words in FRENCH.items():
        planted.add(message, words)
    for language, content in (("de", catalogue.MO.read_bytes()), ("fr", catalogue.compiled(planted))):
        file = tmp_path / language / "LC_MESSAGES" / "django.mo"
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    i18n.forget_catalogues()
    settings.LANGUAGES = runpy.run_path(str(ROOT / "config" / "settings.py"))["LANGUAGES"]
    settings.LOCALE_PATHS = [tmp_path]
    yield tmp_path
    monkeypatch.undo()
    i18n.forget_catalogues()


@pytest.mark.django_db
def test_a_planted_language_shows_on_a_page_in_a_refusal_and_in_a_stored_reason(
    french: Path, settings: Any, cup: Event
) -> None:
    assert settings.LANGUAGES == [("de", "Deutsch"), ("en", "English"), ("fr", "Français")]

    page = Client(headers={"accept-language": "fr"}).get("/admin/login/", follow=True).content.decode()
    assert "Se connecter" in page
    assert (
        '<button name="language" value="fr" lang="fr" title="Français" aria-current="true">FR</button>'
        in page
    )

    with pytest.raises(OptionError) as refused:
        seating(RULE_SETS["xmadn-2t"], {})
    told = refused.value.message.as_json()
    assert told["fr"] == "seats: il faut deux joueurs ou plus"
    assert told["de"].startswith("seats (Plätze): ")

    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    second = start(cup)
    reason = EventGame.objects.get(pk=second.pk).starter_reason
    assert reason.as_json() == {
        "en": "Red clinched Game 1",
        "de": "Rot hat Spiel 1 entschieden",
        "fr": "Game 1 : décidé par Red",
    }
    shown = Client().get("/api/v1/events/cup/standings/").json()["games"][1]["starter_reason"]
    assert shown == reason.as_json()
