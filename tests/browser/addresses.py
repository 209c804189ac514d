"""Every page of the site by the name of its address, with the arguments that it takes on the site of the demo."""

from collections.abc import Iterator, Mapping

from django.urls import URLPattern, URLResolver, get_resolver, reverse

Arguments = Mapping[str, str]

#: Pages for everybody: name → the arguments, by the name of the fact (``PRINTED``) that fills each.
PUBLIC: Mapping[str, Arguments] = {
    "tournaments:home": {},
    "tournaments:boards": {},
    "tournaments:events": {},
    "about": {},
    "help": {},
    "help-page": {"slug": "help"},
    "tournaments:season": {"slug": "season"},
    "tournaments:event": {"slug": "event"},
    "tournaments:event-games": {"slug": "event"},
    "tournaments:event-schedule": {"slug": "event"},
    "tournaments:event-chances": {"slug": "event"},
    "tournaments:event-about": {"slug": "event"},
    "tournaments:rankings": {},
    "tournaments:ranking": {"slug": "ranking"},
    "tournaments:titles": {},
    "tournaments:players": {},
    "tournaments:player": {"pk": "player"},
    "tournaments:against": {"pk": "player", "other": "other"},
    "tournaments:ratings": {},
    "tournaments:records": {},
    "games:game": {"pk": "running"},
    "games:practice": {},
    "games:replay": {"pk": "ended"},
    "games:embedded": {"pk": "running"},
    "tournaments:embedded-table": {"slug": "league"},  # the most columns
    "games:analysis": {"pk": "ended"},
    "login": {},
}
#: Pages for those who have a role there.
INSIDE: Mapping[str, Arguments] = {
    "tournaments:audit": {"slug": "event"},
    "tournaments:results": {"slug": "event"},
    "account": {},
    "tournaments:edit-player": {"pk": "player"},
    "games:access": {},
    "tournaments:organise": {},
    "tournaments:site": {},
    "tournaments:import": {},
    "tournaments:import-results": {},
    "tournaments:shown-rankings": {},
    "tournaments:webhooks": {"slug": "event"},
    "tournaments:webhook": {"slug": "event", "pk": "webhook_id"},
    "tournaments:season-webhooks": {"slug": "season"},
    "tournaments:season-webhook": {"slug": "season", "pk": "season_webhook"},
    "tournaments:site-webhooks": {},
    "tournaments:site-webhook": {"pk": "site_webhook"},
    "tournaments:event-access": {"slug": "event"},
    "tournaments:put-away": {"slug": "event"},
    "tournaments:delete-event": {"slug": "event"},
    "games:referee": {"pk": "running"},
    "tournaments:new-event": {},
    "tournaments:new-event-of": {"format_key": "format"},
    "tournaments:new-season": {},
    "tournaments:copy-event": {"slug": "event"},
    "tournaments:board": {"slug": "event"},
    "tournaments:desk": {"slug": "event"},
    "tournaments:desk-players": {"slug": "event"},
    "tournaments:desk-games": {"slug": "event"},
    "tournaments:desk-draws": {"slug": "event"},
    "tournaments:desk-files": {"slug": "event"},
    "tournaments:desk-screens": {"slug": "event"},
    "tournaments:desk-settings": {"slug": "event"},
    "tournaments:desk-changedetails": {"slug": "event"},
    "tournaments:desk-changesettings": {"slug": "event"},
    "tournaments:desk-enterforfeit": {"slug": "event", "number": "number"},
    "tournaments:desk-adjudicate": {"slug": "event", "number": "number"},
    "tournaments:desk-abandon": {"slug": "event", "number": "number"},
    "tournaments:desk-movetoboard": {"slug": "event", "number": "number"},
    "tournaments:desk-correct": {"slug": "event", "number": "ended_number"},
    "tournaments:desk-confirm": {"slug": "event", "number": "ended_number"},
    "tournaments:desk-confirmresults": {"slug": "event"},
    "tournaments:draft-report": {"slug": "event"},
    "tournaments:draft-game-report": {"slug": "event", "number": "ended_number"},
    "tournaments:game-times": {"slug": "event"},
    "tournaments:new-hall": {"slug": "event"},
    "tournaments:halls": {},
    "tournaments:hall-slides": {"slug": "hall"},
    "tournaments:new-slide": {"slug": "hall"},
    "tournaments:slide": {"slug": "hall", "pk": "slide"},
}
#: What is no page: parts of pages, answers to forms, what leads elsewhere.
PARTS = {
    "setup",  # once for a site: tests/browser/test_first_evening.py, as the next
    "tournaments:first-game",
    "second-step",  # tests/browser/test_accounts.py, as the next fourteen
    "forgotten",
    "change-email",
    "confirm-email",
    "add-app",
    "add-passkey",
    "remove-factor",
    "new-codes",
    "end-other-sessions",
    "end-session",
    "revoke-own-token",
    "tournaments:remove-second-factor",
    "change-password",
    "join",  # of whoever was let in: tests/games/access/test_joining.py, as the next two
    "games:renew-link",
    "tournaments:password-link",
    "tournaments:archive-event",
    "tournaments:restore-event",
    "tournaments:event-file",
    "tournaments:season-file",
    # Of a hall of many tables: tests/browser/test_hall_phones.py.
    "tournaments:start-numbers",
    "tournaments:start-number",
    "tournaments:live-start-number",
    "tournaments:numbers-anywhere",
    "tournaments:number-anywhere",
    "tournaments:new-link",
    # Not now in the event of the demo; their templates are those of pages that are looked at.
    "tournaments:desk-startgame",
    "tournaments:desk-startgames",
    "tournaments:desk-approve",
    "tournaments:desk-withdraw",
    "tournaments:desk-undo",
    "tournaments:desk-complete",
    "tournaments:desk-takeback",
    "tournaments:desk-chooseway",
    "tournaments:desk-holddraw",
    "tournaments:desk-voiddraw",
    "tournaments:desk-addplayers",
    # Of halls: tests/browser/test_hall_desk.py.
    "tournaments:desk-check-in",
    "tournaments:desk-check-in-tap",
    "tournaments:desk-check-in-all",
    "tournaments:desk-walk-in",
    "tournaments:desk-namesake",  # tests/tournaments/test_namesakes.py
    "tournaments:register",  # tests/browser/test_registration.py, as the next eleven
    "tournaments:own-registration",
    "tournaments:own-data",  # tests/browser/test_registration.py, as the next three
    "tournaments:own-data-export",
    "tournaments:data-link",
    "tournaments:decline-erasure",
    "tournaments:door-code",
    "tournaments:door",
    "tournaments:desk-registration",
    "tournaments:desk-door",
    "tournaments:desk-rehearse",
    "tournaments:desk-rehearsal",
    "tournaments:desk-announce",
    "tournaments:desk-person",
    "tournaments:desk-seating",
    "tournaments:desk-mend",
    "tournaments:desk-change-round",
    "tournaments:make-preset",
    "tournaments:desk-removeplayer",
    "tournaments:desk-seeding",
    "tournaments:desk-sayyoungest",
    "tournaments:desk-sayhold",
    "tournaments:desk-leave",
    "tournaments:desk-awardcompensation",
    "tournaments:desk-withdrawcompensation",
    "tournaments:desk-round",  # of halls: tests/browser/test_hall_round.py, as the next
    "tournaments:desk-round-now",
    "tournaments:desk-round-left",
    "tournaments:desk-round-way",
    "tournaments:desk-slips",
    "tournaments:desk-slip",
    "tournaments:desk-slip-undo",
    "tournaments:desk-claim",
    "tournaments:desk-prizes",
    "tournaments:desk-youngest",
    "tournaments:slip",
    "tournaments:slip-now",
    "tournaments:outlook",
    "tournaments:load-demo",
    "tournaments:remove-demo",
    "legal",  # of hosts that have something to say
    "site-logo",
    "tournaments:live",
    "tournaments:live-games",
    "tournaments:live-schedule",
    "tournaments:live-chances",
    "tournaments:live-about",
    "tournaments:forecast",
    "games:revoke-token",
    "games:revoke-permit",
    "games:enter",
    "games:here",  # of whoever came by a link: tests/browser/test_links.py
    "tournaments:start-due",  # the same: tests/browser/test_links.py
    "games:leave",
    "games:live",
    "games:chances",
    "games:replay-frame",
    "games:replay-boards",
    "games:embedded-live",
    "tournaments:embedded-table-live",
    "tournaments:hall",  # in the language of the hall: tests/browser/test_screens.py
    "tournaments:hall-now",
    "tournaments:hall-changes",
    "tournaments:hall-worker",
    "games:desk",
    "games:worker",
    "games:board-after",
    "games:roll-off",
    "games:tie-break",
    "logout",
    "set_language",
    "alive",
    "ready",
    "metrics",
    "findings",
    "backups",
    "ask-for-backup",
    "backup-file",
}
FILES = (".csv", ".json", ".pdf", ".ics", ".svg", ".png", ".zip", "SHA256SUMS")
#: The organiser's desk: addresses of the admin and the arguments that they take.
DESK: Mapping[str, Arguments] = {
    "admin:index": {},
    "admin:tournaments_event_changelist": {},
    "admin:tournaments_event_change": {"object_id": "event_id"},
    "admin:tournaments_season_changelist": {},
    "admin:tournaments_webhook_changelist": {},
    "admin:games_game_changelist": {},
    "admin:games_gameevent_changelist": {},
    "admin:games_player_add": {},
    "admin:auth_user_changelist": {},
}
#: Run on the site's database: makes a hall, and prints each fact on a line of its own.
PRINTED = """
from django.utils import timezone
from games.models import Game, Player
from tournaments.screens import services as screens
from rules.i18n import Text
from tournaments.models import Event, HistoryImport, Webhook
players = list(Player.objects.order_by("name"))
event = Event.objects.get(slug="demo-championship")
by = {"actor": "test", "now": timezone.now()}
hall = screens.create_hall(slug="great", name="Great hall", **by)
slide = screens.add_slide(hall_id=hall.pk, kind="table", event=event, **by)
screens.add_slide(hall_id=hall.pk, kind="announcement", text_en="Welcome", **by)
screens.show_now(slide_id=slide.pk, **by)
print("hall", hall.slug)
print("slide", slide.pk)
for name, place in (
    ("webhook_id", {"event": event}), ("season_webhook", {"season": event.season}), ("site_webhook", {})
):
    webhook = Webhook.objects.create(
        **place, url="https://example.org/results", kinds=["game.ended"], active=False, created_by="test",
        created_at=timezone.now(),
    )
    print(name, webhook.pk)
HistoryImport.objects.create(
    source="season-2019.csv", digest="x", events=20, taken=12, why=Text("stopped"), asked_by="test", asked_at=by["now"]
)
print("season", event.season.slug)
print("event", event.slug)
print("league", "demo-league")
print("event_id", event.pk)
print("number", event.games.order_by("number").last().number)
print("ended_number", event.games.filter(game__state="ended").order_by("number")[0].number)
print("ranking", "3t")
print("help", "rules")
print("format", "league")
print("player", players[0].pk)
print("other", players[1].pk)
print("running", event.games.get(game__state="running").game_id)
# The shortest that was thrown: a replay names every move, and axe looks at each.
print("ended", Game.objects.filter(state="ended", number__gt=2).order_by("number")[0].pk)
"""


def path(name: str, arguments: Arguments, facts: Mapping[str, str]) -> str:
    """The address of a page with these facts."""
    return reverse(name, kwargs={argument: facts[fact] for argument, fact in arguments.items()})


def named(resolver: URLResolver | None = None, space: str = "", route: str = "") -> Iterator[tuple[str, str]]:
    """Every address of the site outside the interface for programs, with its name: (name, route)."""
    for pattern in (resolver or get_resolver()).url_patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from named(pattern, inner, here)
        elif isinstance(pattern, URLPattern) and pattern.name and not here.startswith(("api/", "admin/")):
            yield f"{space}{pattern.name}", here
