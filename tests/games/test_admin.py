"""The administration of players: found by parts of their names, their history to read, erased one at a time."""

import pytest
from django.test import Client
from django.urls import reverse

from games.enums import Role
from games.models import Game, Player
from tests.games.conftest import with_permit

PLAYERS = "/admin/games/player/"


@pytest.fixture
def owner(game: Game) -> Client:
    return with_permit("owner", Role.OWNER)


@pytest.mark.parametrize(
    ("text", "found"), [("OEHLER", {"Änne Öhler"}), ("ubel bert", {"Bert Übel"}), ("bert weiß", set())]
)
def test_players_are_found_by_all_words_in_any_spelling(owner: Client, text: str, found: set[str]) -> None:
    assert {player.name for player in owner.get(PLAYERS, {"q": text}).context["cl"].result_list} == found


@pytest.mark.parametrize(
    ("model", "field", "text"), [("gameevent", "game", "Game"), ("seat", "player", "Bert")]
)
def test_what_no_text_contains_is_proposed_nowhere(owner: Client, model: str, field: str, text: str) -> None:
    asked = {"app_label": "games", "model_name": model, "field_name": field}
    for term, found in ((text, 1), (f"{text}\x00", 0)):
        answer = owner.get("/admin/autocomplete/", {**asked, "term": term})
        assert len(answer.json()["results"]) == found


def test_an_earlier_version_of_a_player_is_there_to_be_read(owner: Client) -> None:
    first = Player.history.earliest()
    page = owner.get(reverse("admin:games_player_simple_history", args=[first.id, first.pk]))
    assert (page.status_code, first.name in page.content.decode()) == (200, True)


def test_names_are_erased_one_at_a_time_after_a_question(owner: Client) -> None:
    ids = [str(player.pk) for player in Player.objects.all()]
    asks, refuses = [
        owner.post(PLAYERS, {"action": "erase_name", "_selected_action": chosen}, follow=True)
        for chosen in (ids[:1], ids)
    ]
    assert asks.redirect_chain[0][0] == reverse("admin:games_player_erase", args=ids[:1])
    assert [*map(str, refuses.context["messages"])] == ["One player at a time: it cannot be undone."]
    assert not any(player.is_erased for player in Player.objects.all())
