"""The page of a game shows the faces thrown beside what was to be expected."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Game
from games.presenters.game import GamePresenter, ThrownFace
from tests.games.conftest import random_throws, take_back
from tests.games.pages import assert_is_sound

pytestmark = pytest.mark.django_db


def test_the_throws_that_stand_are_counted_beside_what_was_to_be_expected(
    game: Game, recorded: Callable[[int], Game]
) -> None:
    dice = Counter(throw.payload["die"] for throw in random_throws(game, 100)[:40])
    rows = GamePresenter(take_back(recorded(100), 60)).thrown
    assert rows[-1] == (None, [ThrownFace(dice[face], 40 / 6) for face in range(1, 7)])
    for name, faces in rows[:-1]:
        assert name in game.rules.layout().colours
        assert {face.expected for face in faces} == {sum(face.thrown for face in faces) / 6}
    for face, (*colours, together) in enumerate(zip(*(faces for _, faces in rows), strict=True)):
        assert sum(colour.thrown for colour in colours) == together.thrown, face


def test_a_face_that_the_die_has_twice_is_expected_twice_as_often(
    game: Game, recorded: Callable[[int], Game]
) -> None:
    played = recorded(40)
    played.options = {**played.options, "die_faces": [1, 2, 3, 4, 6, 6]}
    shown = GamePresenter(played)
    assert shown.die_faces == [1, 2, 3, 4, 6]
    (_, together) = shown.thrown[-1]
    assert [face.expected for face in together] == pytest.approx([*[40 / 6] * 4, 80 / 6])


def test_the_page_has_them(recorded: Callable[[int], Game], client: Client) -> None:
    text = assert_is_sound(client.get(f"/games/{recorded(300).pk}/"), "en")
    assert "Faces thrown" in text
    assert text.count("<small>50.0</small>") == 6
