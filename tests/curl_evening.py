"""The evening by curl of the README."""

#: Two referees, a board that has begun, and the final of a cup that Bert has won; prints what the examples need.
EVENING = """
from datetime import date
from django.utils import timezone
from games.enums import EventKind
from games.models import AccessToken, Player
from games.services import recorder
from games.services.commands import EventCommand, throw_command
from rules import RULE_SETS
from tournaments import services
by = {"actor": "command", "now": timezone.now()}
anna, bert, cora = (Player.objects.create(name=name) for name in ("Anna", "Bert", "Cora"))
board = recorder.create_game(
    rules=RULE_SETS["schmidt"], seats=[(anna, ["yellow"]), (bert, ["red"])], title="Board 3", **by
)
recorder.start_game(game_id=board.pk, starter="yellow", **by)
season = services.create_season(
    slug="2026", name="2026", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **by
)
event = services.create_event(
    season=season, slug="cup", name="Cup", format_key="championship", rules_name="xmadn-3t",
    starts_on=date(2026, 11, 21), settings={"wins": 1}, **by
)
for player in (anna, bert, cora):
    services.enter(event_id=event.pk, player=player, **by)
services.draw_in_seed_order(event_id=event.pk, **by)
dice = {"yellow": 6, "green": 1, "red": 2, "black": 3, "violet": 4, "blue": 5}
final = services.start_next_game(event_id=event.pk, rounds=[dice], **by).played.game
told = {
    "position": "6x8 B,B,B,6/45,b,c,d/B,B,3,a/47,b,c,d/B,B,B,B/B,B,A,12 R0",
    "finished": None,
    "reason": "the rest of the game",
}
final = recorder.record(
    game_id=final.pk, wanted=EventCommand(EventKind.POSITION, told), expected=final.number, **by
).game
recorder.record_throws(game_id=final.pk, throws=[throw_command(1, "1:47-a")], expected=final.number, **by)
referees = [AccessToken.issue(name=name, role="referee", place="site")[1] for name in ("first", "second")]
print(board.pk, final.pk, *referees)
"""
