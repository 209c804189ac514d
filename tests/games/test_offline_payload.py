"""What a referee's phone takes along, and the worker that lets it open without a connection."""

import json
import re
from collections.abc import Callable, Mapping
from urllib.parse import urljoin

import pytest
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.domain.events import EVENT_TYPES
from games.enums import EventKind
from games.models import Game
from games.offline.payload import serialize_play
from games.presenters.offline_payload import build_offline_payload, kinds, phone_messages
from games.presenters.referee import RefereePresenter
from games.views.game import SHELL
from rules import COLOUR_NAMES
from tests.games.happening import happen
from tests.servers import ROOT


def test_the_phone_takes_along_the_game_as_it_stands(recorded: Callable[[int], Game]) -> None:
    game = recorded(40)
    told = build_offline_payload(RefereePresenter(game))
    assert (told["number"], told["state"]) == (game.number, "running")
    assert told["play"] == serialize_play(game.play())


def test_taking_back_the_last_throw_leads_to_the_game_that_was_carried(
    recorded: Callable[[int], Game],
) -> None:
    game = recorded(40)
    step = build_offline_payload(RefereePresenter(game))["steps"][0]
    assert step["isStep"]
    earlier = happen(game, EventKind.TAKE_BACK)
    assert {**step["before"], "rules": serialize_play(game.play())["rules"]} == serialize_play(earlier.play())
    assert build_offline_payload(RefereePresenter(earlier))["waiting"] == 1


def test_of_a_ruling_no_board_is_carried(recorded: Callable[[int], Game]) -> None:
    game = recorded(200)
    colour, field = RefereePresenter(game).can_be_penalised[0]
    step = build_offline_payload(
        RefereePresenter(happen(game, EventKind.PENALTY, colour=colour, field=field, reason="test"))
    )["steps"][0]
    assert (step["isStep"], step["before"]) == (True, None)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_phone_tells_rulings_in_the_words_of_the_site(language: str) -> None:
    void = {"die": None, "reason": "it fell"}
    penalty = {"colour": "red", "field": "12", "reason": "twice"}
    called = COLOUR_NAMES["red"].of(language)

    def said(kind: EventKind, payload: Mapping[str, object]) -> str:
        display = EVENT_TYPES[kind].display
        assert display is not None
        return display({**payload}, {}).of(language)

    def phone(name: str, **told: object) -> str:
        with override(language):
            return phone_messages()[name].format(**told)

    assert phone("void die", **{**void, "die": ""}) == said(EventKind.VOID_DIE, void)
    assert phone("void die", **{**void, "die": " 4"}) == said(EventKind.VOID_DIE, {**void, "die": 4})
    assert phone("penalty", **{**penalty, "colour": called}) == said(EventKind.PENALTY, penalty)


def test_the_phone_keeps_what_needs_nothing_of_the_site_and_knows_what_cannot_collide() -> None:
    told = kinds()
    assert {kind for kind, each in told.items() if each["isKept"]} == {
        *(EventKind.THROW, EventKind.TAKE_BACK, EventKind.BRING_BACK, EventKind.PENALTY, EventKind.VOID_DIE),
        *(EventKind.NOTE, EventKind.CALL, EventKind.CLOCK),
    }
    assert {kind for kind, each in told.items() if not each["collides"]} == {
        *(
            EventKind.NOTE,
            EventKind.CALL,
            EventKind.ANSWER,
            EventKind.CLOCK,
            EventKind.END,
            EventKind.REDACTION,
        ),
    }


def test_the_phone_can_make_of_every_kind_what_it_keeps_of_it() -> None:
    scripts = (ROOT / "games/static/games/referee").glob("*.js")
    text = "".join(script.read_text(encoding="utf-8") for script in scripts)
    for each in EVENT_TYPES.values():
        # What has a sentence of its own name is remarked; of the rest a script says what becomes of it.
        is_remarked = each.slug in (each.offline or ())
        assert each.offline is None or is_remarked or f'path === "{each.slug}/"' in text, each.kind


def test_the_worker_knows_everything_that_the_page_is_made_of(
    client: Client, referee: Client, game: Game
) -> None:
    answer = client.get(reverse("games:worker"))
    assert answer["Content-Type"].startswith("text/javascript")
    shell = json.loads(re.findall(r"self\.SHELL = (.*?);\n", answer.content.decode())[0])
    assert len(shell) == len(SHELL)
    page = referee.get(reverse("games:referee", args=[game.pk])).content.decode()
    assert set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)) == set(shell)
    for address in shell:
        body = client.get(address).content.decode()
        for name in re.findall(r'from "(.+?)"', body):
            assert urljoin(address, name) in shell


def test_the_page_with_all_it_is_made_of_is_below_100_kb_as_it_travels(
    client: Client, referee: Client, recorded: Callable[[int], Game]
) -> None:
    address = reverse("games:referee", args=[recorded(300).pk])
    answers = [referee.get(address, headers={"accept-encoding": "gzip"})]
    answers += [client.get(static(name), headers={"accept-encoding": "gzip"}) for name in SHELL]
    assert all(answer["Content-Encoding"] == "gzip" for answer in answers)
    assert sum(len(answer.content) for answer in answers) < 100_000
