"""What throws allow, for programs that know no rules: of a game for all dice at once, and on any position."""

from itertools import cycle
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from django.test import Client

from games.api.moves import RulesMovesView
from games.models import Game
from games.streams.topics import as_json
from rules import RULE_SETS, Game as Play
from tests.tournaments.conftest import brought_home
from tests.writes import writes_seen

pytestmark = pytest.mark.django_db
ANY = "/api/v1/rules/moves/"
BOARD = "4x10 B,B,B,7/-/B,B,A,12/- Y0"
ASKED: dict[str, Any] = {"rules": "mhd", "seats": [["yellow"], ["red"]], "position": BOARD}


def asked(**more: Any) -> Any:
    return Client().post(ANY, {**ASKED, **more}, content_type="application/json")


def test_all_dice_of_a_game_are_told_at_once_as_each_is_told_alone(game: Game, client: Client) -> None:
    address = f"/api/v1/games/{game.pk}/moves/"
    found = client.get(address).json()
    assert (found["number"], found["colour"], found["position"]) == (game.number, "yellow", game.position)
    assert found["finished"] == []
    assert [each["die"] for each in found["dice"]] == [1, 2, 3, 4, 5, 6]
    for each in found["dice"]:
        alone = client.get(address, {"die": each["die"]}).json()
        assert {**each, "number": game.number, "colour": "yellow"} == alone
    assert client.get(address, {"die": "7"}).status_code == 422
    assert client.get(address, {"die": ""}).status_code == 422


def test_moves_on_a_position_are_those_of_the_rules_with_the_board_after_each(db: None) -> None:
    play = Play.at(BOARD, RULE_SETS["mhd"], {"1": ["yellow"], "2": ["red"]})
    found = asked().json()
    assert (found["colour"], found["over"], found["finished"]) == ("yellow", False, [])
    for each in found["dice"]:
        legal = play.moves(each["die"])
        assert [move["token"] for move in each["moves"]] == [str(move) for move in legal]
        after = [str(play.play(each["die"], move).position) for move in legal]
        assert [move["after"] for move in each["moves"]] == after
        assert each["without_move"] == (None if legal else str(play.play(each["die"], None).position))
    assert [each["die"] for each in asked(die=6).json()["dice"]] == [6]


#: Rule set → options that make it short, and what lies on the board.
SHORT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    **{key: ({"board": "4x3"}, {}) for key in ("schmidt", "schmidt-classic", "xmadn-2t", "xmadn-2t+", "mhd")},
    **{key: ({"board": "6x2"}, {}) for key in ("xmadn-3t", "xmadn-3t+", "xmadn-gp", "xmadn-gp+", "mhd-6")},
    "mhd-trapdoors": ({"board": "4x3"}, {"trapdoors": (1, 4, 7, 10)}),
    "mhd-wormholes": ({"board": "6x2", "wormholes": 1}, {"wormholes": ((1, 7),)}),
}


@pytest.mark.parametrize(("key", "led"), list(zip(RULE_SETS, cycle((1, 2)), strict=False)))
def test_a_whole_game_is_played_by_these_answers_alone_as_by_the_rules(key: str, led: int) -> None:
    """Position and finishing order of an answer are sent as they are, from the start to the end.

    Colours come home in the order of the board turned round, so that nothing but the answer tells it.
    """
    options, fields = SHORT[key]
    rules = RULE_SETS[key].but(**options)
    colours = [colour for colour in rules.layout().colours if colour != rules.neutral]
    seats = [colours[first : first + led] for first in range(0, len(colours), led)]
    play = Play.start(rules, {"".join(each): each for each in seats}, starter=colours[0], **fields)
    told = {"rules": key, "options": options, "seats": seats}
    here: dict[str, Any] = {"position": str(play.position), "finished": []}
    for throw in brought_home(play, tuple(reversed(colours))):
        die, token = throw.payload["die"], throw.payload["move"]
        found = answered(told | here | {"die": die})
        assert (found["colour"], found["over"]) == (play.colour, False)
        (allowed,) = found["dice"]
        if token is None:
            here["position"] = allowed["without_move"]
        else:
            move = next(each for each in allowed["moves"] if each["token"] == token)
            here = {"position": move["after"], "finished": move["finished"]}
        play = play.play(die, token)
        assert here == {"position": str(play.position), "finished": list(play.finished)}
    last = answered(told | here)
    assert (last["over"], last["finished"]) == (True, list(play.finished))
    assert here["finished"] == list(reversed(colours))[: len(here["finished"])]


def answered(body: dict[str, Any]) -> dict[str, Any]:
    """The answer of the view alone, without what the server does around it: thousands are asked for."""
    request: Any = SimpleNamespace(data=body)
    found: dict[str, Any] = orjson.loads(as_json(RulesMovesView().post(request).data))
    return found


@pytest.mark.parametrize(
    ("more", "status", "kind", "said"),
    [
        ({"position": "4x10 B,B,B,7/-/B,B,A,12/- R7"}, 422, "rules", "position: "),
        ({"position": "6x8"}, 422, "rules", "three or four parts"),
        ({"rules": "chess"}, 422, "rules", "no rule set"),
        ({"seats": [["yellow"], ["yellow"]]}, 422, "rules", "seats: "),
        ({"options": {"trapdoors": 4, "wormholes": 1}}, 422, "rules", "do not go together"),
        ({"die": 9}, 422, "rules", "9"),
        ({"die": "6"}, 400, "bad-value", "die"),
        ({"options": {"die_faces": list(range(50))}}, 400, "bad-value", "name one of them"),
        ({"colour": "red"}, 400, "bad-value", "colour"),
        ({"finished": ["green"]}, 422, "rules", "finished"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason_in_both_languages(
    more: dict[str, Any], status: int, kind: str, said: str
) -> None:
    answer = asked(**more)
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (status, f"urn:rauswurf:problem:{kind}"), problem
    assert said in problem["messages"]["en"]
    assert problem["messages"]["de"] != problem["messages"]["en"]


def test_nothing_is_kept_and_everybody_may_ask(db: None) -> None:
    with writes_seen() as written:
        assert asked().status_code == 200
    assert written == []
