"""What each address of the site shows to each viewer of what is not public: written by hand from
docs/reference/access.md, not from the code.

A new address is written down here before it passes the tests. The viewers, in the order of the words of a cell:

* a stranger, whom nobody knows;
* somebody who is entered in the hall and has opened their own link;
* a recorder's link, whose place is the event;
* a link whose place is one game, or one round of the hall;
* an organiser of another season, by account;
* an organiser of this season, by account.
"""

from collections.abc import Iterator, Mapping

from tests.tournaments.operations import routes, takes

VIEWERS = ("stranger", "player", "recorder", "of a game", "elsewhere", "organiser")
#: What a cell says:
#: ``seen``: it is there, and named;
#: ``404``: there is nothing, as at the address of something that does not exist;
#: ``login``: the viewer is asked who they are, whatever is there;
#: ``none``: the viewer is known and has no role for it, as at the address of something that does not exist – or, who
#: sees it, for this;
#: ``without``: an answer in which nothing of it is named;
#: ``405``: nothing is read here.
WORDS = ("seen", "404", "login", "none", "without", "405")

#: Cell → addresses.
_CELLS = [
    # The hall: its table, schedule, prints, files.
    (
        "404 seen seen 404 404 seen",
        """
        api/v1/events/<slug:slug>/
        api/v1/events/<slug:slug>/standings/
        api/v1/events/<slug:slug>/forecast/
        api/v1/events/<slug:slug>/events/
        api/v1/events/<slug:slug>/points/
        api/v1/events/<slug:slug>/draws/
        api/v1/events/<slug:slug>/entries/
        api/v1/events/<slug:slug>/games/
        api/v1/events/<slug:slug>/rounds/
        api/v1/events/<slug:slug>/rounds/<slug:subject>/seats/
        events/<slug:slug>/
        events/<slug:slug>/games/
        events/<slug:slug>/schedule/
        events/<slug:slug>/chances/
        events/<slug:slug>/about/
        events/<slug:slug>/live/
        events/<slug:slug>/games/live/
        events/<slug:slug>/schedule/live/
        events/<slug:slug>/chances/live/
        events/<slug:slug>/about/live/
        events/<slug:slug>/forecast/
        events/<slug:slug>/w/
        events/<slug:slug>/w/<int:number>/
        events/<slug:slug>/w/<int:number>/live/
        events/<slug:slug>/register/
        events/<slug:slug>/here/
        events/<slug:slug>/table.csv
        events/<slug:slug>/parts.csv
        events/<slug:slug>/games.csv
        events/<slug:slug>/schedule.csv
        events/<slug:slug>/draws.csv
        events/<slug:slug>/entries.csv
        events/<slug:slug>/report.csv
        events/<slug:slug>/points.csv
        events/<slug:slug>/table.pdf
        events/<slug:slug>/schedule.pdf
        events/<slug:slug>/slips.pdf
        events/<slug:slug>/calendar.ics
        w/<int:number>/
        w/
    """
        # People of the hall, who are entered nowhere else.
        """
        api/v1/players/<uuid:pk>/
        api/v1/players/<uuid:pk>/record/
        api/v1/players/<uuid:pk>/games/
        api/v1/players/<uuid:pk>/events/
        api/v1/players/<uuid:pk>/against/
        api/v1/players/<uuid:pk>/against/<uuid:other>/
        api/v1/players/<uuid:pk>/rating/history/
        players/<uuid:pk>/
        players/<uuid:pk>/against/<uuid:other>/
        players/<uuid:pk>/calendar.ics
    """,
    ),
    # What the cup alone has; the player is one of the hall.
    (
        "404 404 seen 404 404 seen",
        """
    """,
    ),
    # The running game of the cup.
    (
        "404 404 seen seen 404 seen",
        """
        api/v1/games/<uuid:pk>/
        api/v1/games/<uuid:pk>/events/
        api/v1/games/<uuid:pk>/moves/
        api/v1/games/<uuid:pk>/record/
        api/v1/games/<uuid:pk>/chances/
        games/<uuid:pk>/
        games/<uuid:pk>/live/
        games/<uuid:pk>/board.svg
        games/<uuid:pk>/board.png
        games/<uuid:pk>/chances/
        games/<uuid:pk>/analysis/
        games/<uuid:pk>/replay/
        games/<uuid:pk>/replay/<int:number>/
        games/<uuid:pk>/replay/boards/
    """,
    ),
    (
        "login login seen seen 404 seen",
        """
        games/<uuid:pk>/referee/
        games/<uuid:pk>/referee/desk/
    """,
    ),
    # Of a referee; a roll-off and a tie-break take other games than the one there is.
    (
        "login login none none 404 seen",
        """
        games/<uuid:pk>/referee/board-after/
    """,
    ),
    (
        "login login none none 404 404",
        """
        api/v1/games/<uuid:pk>/correction/
        games/<uuid:pk>/referee/tie-break/
    """,
    ),
    (
        "login login 404 404 404 404",
        """
        games/<uuid:pk>/referee/roll-off/
    """,
    ),
    # Frames are for everybody; what nobody has of it: an analysis, a rating, a dump.
    (
        "404 404 404 404 404 404",
        """
        embed/games/<uuid:pk>/
        embed/games/<uuid:pk>/live/
        embed/events/<slug:slug>/table/
        embed/events/<slug:slug>/table/live/
        api/v1/games/<uuid:pk>/analysis/
        api/v1/players/<uuid:pk>/rating/
    """,
    ),
    # By a link that nobody guesses: the registration of one person, the door, the slip of one table.
    (
        "seen seen seen seen seen seen",
        """
        events/<slug:slug>/register/<int:number>/<slug:token>/
        events/<slug:slug>/here/<slug:code>/
        events/<slug:slug>/slips/<int:number>/<slug:token>/
        events/<slug:slug>/slips/<int:number>/<slug:token>/now/
        your-data/<str:token>/
        your-data/<str:token>/export/
    """,
    ),
    # Whoever organises.
    (
        "login login none 404 404 seen",
        """
        api/v1/tokens/<int:pk>/
        api/v1/permits/<int:pk>/
        api/v1/events/<slug:slug>/audit/
        api/v1/events/<slug:slug>/people/
        api/v1/events/<slug:slug>/rounds/<slug:subject>/tables/
        api/v1/webhooks/<int:pk>/
        api/v1/webhooks/<int:pk>/deliveries/
        api/v1/webhooks/<int:pk>/deliveries/<uuid:uuid>/
        organise/events/<slug:slug>/webhooks/
        organise/events/<slug:slug>/webhooks/<int:pk>/
        organise/events/<slug:slug>/access/
        organise/events/<slug:slug>/archive/
        organise/events/<slug:slug>/delete/
        organise/events/<slug:slug>/event.json
        organise/events/<slug:slug>/prints/<slug:name>.pdf
        events/<slug:slug>/results/
        events/<slug:slug>/audit/
        organise/players/<uuid:pk>/edit/
    """,
    ),
    (
        "login login seen seen 404 seen",
        """
        events/<slug:slug>/start/<int:number>/
    """,
    ),
    # The desk.
    (
        "login login none 404 404 seen",
        """
        organise/events/<slug:slug>/
        organise/events/<slug:slug>/players/
        organise/events/<slug:slug>/games/
        organise/events/<slug:slug>/draws/
        organise/events/<slug:slug>/files/
        organise/events/<slug:slug>/screens/
        organise/events/<slug:slug>/settings/
        organise/events/<slug:slug>/copy/
        organise/events/<slug:slug>/games/<int:number>/start/
        organise/events/<slug:slug>/games/<int:number>/forfeit/
        organise/events/<slug:slug>/games/<int:number>/adjudicate/
        organise/events/<slug:slug>/games/<int:number>/abandon/
        organise/events/<slug:slug>/games/<int:number>/board/
        organise/events/<slug:slug>/games/<int:number>/confirm/
        organise/events/<slug:slug>/games/<int:number>/correct/
        organise/events/<slug:slug>/games/<int:number>/approve/
        organise/events/<slug:slug>/games/<int:number>/withdraw/
        organise/events/<slug:slug>/games/<int:number>/undo/
        organise/events/<slug:slug>/games/<int:number>/complete/
        organise/events/<slug:slug>/games/<int:number>/take-back/
        organise/events/<slug:slug>/draw/
        organise/events/<slug:slug>/draw/<slug:way>/
        organise/events/<slug:slug>/void/<str:subject>/
        organise/events/<slug:slug>/players/add/
        organise/events/<slug:slug>/entries/<int:entry>/remove/
        organise/events/<slug:slug>/entries/<int:entry>/leave/
        organise/events/<slug:slug>/seeds/
        organise/events/<slug:slug>/start/
        organise/events/<slug:slug>/youngest/
        organise/events/<slug:slug>/confirm/
        organise/events/<slug:slug>/settings/details/
        organise/events/<slug:slug>/settings/format/
        organise/events/<slug:slug>/draft-report/
        organise/events/<slug:slug>/games/<int:number>/draft-report/
        organise/events/<slug:slug>/hold/<slug:holding>/
        organise/events/<slug:slug>/compensation/
        organise/events/<slug:slug>/round/
        organise/events/<slug:slug>/round/now/
        organise/events/<slug:slug>/round/<slug:subject>/left/
        organise/events/<slug:slug>/slips/
        organise/events/<slug:slug>/slips/<int:number>/
        organise/events/<slug:slug>/prizes/
        organise/events/<slug:slug>/check-in/
        organise/events/<slug:slug>/check-in/add/
        organise/events/<slug:slug>/check-in/registration/
        organise/events/<slug:slug>/check-in/people/<slug:key>/
        organise/events/<slug:slug>/rehearse/
        organise/events/<slug:slug>/seating/
        organise/events/<slug:slug>/seating/<slug:subject>/mend/
        organise/events/<slug:slug>/first-game/
        organise/events/<slug:slug>/board/
        organise/events/<slug:slug>/times/
    """,
    ),
    (
        "login login none 404 404 404",
        """
        organise/events/<slug:slug>/compensation/<int:award>/withdraw/
    """,
    ),
    # The organiser's own: events, season, people, tokens.
    (
        "login login none none without seen",
        """
        organise/
        access/
    """,
    ),
    (
        "login login none none none seen",
        """
        organise/seasons/<slug:slug>/season.json
    """,
    ),
    (
        "login login none none none without",
        """
        organise/seasons/<slug:slug>/webhooks/
        organise/seasons/<slug:slug>/webhooks/<int:pk>/
    """,
    ),
    # Lists: each has what its viewer sees.
    (
        "without seen seen without without seen",
        """
        api/v1/events/
        api/v1/players/
        events/
        players/
        seasons/<slug:slug>/
        seasons/<slug:slug>/calendar.ics
        halls/<slug:slug>/
        halls/<slug:slug>/now/
    """,
    ),
    (
        "without without seen seen without seen",
        """
        live/
    """,
    ),
    (
        "without seen seen seen without seen",
        """
        /
        api/v1/games/
    """,
    ),
    # What a link opens: its own.
    (
        "login login seen seen without without",
        """
        here/
    """,
    ),
    # What counts, and what is of everybody.
    (
        "without without without without without without",
        """
        api/v1/
        api/v1/schema/
        api/v1/docs/
        api/v1/docs/<slug:name>.md
        api/v1/rule-sets/
        api/v1/formats/
        api/v1/seasons/
        api/v1/seasons/<slug:slug>/
        api/v1/rankings/
        api/v1/rankings/<slug:slug>/
        api/v1/titles/
        api/v1/ratings/
        api/v1/records/
        rankings/
        rankings/<slug:slug>/
        rankings/<slug:slug>/table.csv
        rankings/<slug:slug>/counted.csv
        titles/
        titles.csv
        ratings/
        records/
        halls/<slug:slug>/changes/
        halls/worker.js
        games/worker.js
        positions/board.svg
        positions/board.png
        practice/
        about/
        about/logo
        about/<slug:name>/
        help/
        help/pictures/<slug:name>.png
        help/<slug:slug>/
        i18n/setlang/
        favicon.ico
        healthz
        readyz
        metrics
    """
        # Accounts, and links that let somebody in.
        """
        accounts/login/
        accounts/forgotten/
    """,
    ),
    (
        "login login login login login login",
        """
        accounts/security/app/
        accounts/security/passkey/
        accounts/second-step/
    """,
    ),
    (
        "login login login login without without",
        """
        accounts/security/
        accounts/security/password/
    """,
    ),
    (
        "none none none none none none",
        """
        accounts/email/<str:text>/
        accounts/join/<str:number>/<str:token>/
        setup/<str:text>/
        enter/<str:text>/
    """,
    ),
    # What needs a role in a season, and what one in the whole site.
    (
        "login login none none without without",
        """
        organise/new/
        organise/new/<slug:format_key>/
    """,
    ),
    (
        "login login none none none none",
        """
        api/v1/tokens/
        api/v1/permits/
        api/v1/history/imports/<int:pk>/
        api/v1/webhooks/
        organise/events/<slug:slug>/screens/new/
        organise/players/<uuid:pk>/data/
        organise/import/
        organise/import/results/
        organise/site/
        organise/rankings/
        organise/halls/
        organise/halls/<slug:slug>/
        organise/halls/<slug:slug>/slides/new/
        organise/halls/<slug:slug>/slides/<int:pk>/
        organise/seasons/new/
        organise/webhooks/
        organise/webhooks/<int:pk>/
        organise/site/backups/
        organise/site/backups/<str:name>
        organise/site/check/
    """,
    ),
    (
        "405 405 405 405 405 405",
        """
        organise/players/<uuid:pk>/decline/
        organise/site/people/<int:pk>/password/
        organise/site/people/<int:pk>/second-factor/
        organise/new/<slug:format_key>/presets/<slug:preset>/
        organise/new/<slug:format_key>/outlook/
        organise/events/<slug:slug>/archive/put/
        organise/events/<slug:slug>/archive/restore/
        organise/events/<slug:slug>/round/<slug:subject>/<slug:way>/
        organise/events/<slug:slug>/slips/<int:number>/undo/
        organise/events/<slug:slug>/slips/claims/<int:claim>/
        organise/events/<slug:slug>/prizes/youngest/
        organise/events/<slug:slug>/check-in/tap/
        organise/events/<slug:slug>/check-in/walk-in/
        organise/events/<slug:slug>/check-in/all/
        organise/events/<slug:slug>/check-in/namesake/
        organise/events/<slug:slug>/check-in/registration/door/
        organise/events/<slug:slug>/rehearsal/<slug:way>/
        organise/events/<slug:slug>/seating/<slug:subject>/<slug:way>/
        organise/events/<slug:slug>/board/link/
        organise/demo/load/
        organise/demo/remove/
        organise/site/backups/now/
        access/tokens/<int:pk>/revoke/
        access/permits/<int:pk>/revoke/
        access/accounts/<int:pk>/link/
        accounts/security/email/
        accounts/security/factors/<int:pk>/remove/
        accounts/security/codes/
        accounts/security/devices/end/
        accounts/security/devices/<slug:handle>/end/
        accounts/security/tokens/<int:pk>/revoke/
        accounts/logout/
        leave/
    """,
    ),
]
#: Address → what each viewer gets.
CELLS: Mapping[str, tuple[str, ...]] = {
    address.lstrip("/"): tuple(cell.split()) for cell, addresses in _CELLS for address in addresses.split()
}
#: Of what another than the hall is shown: the cup, at which there is what the hall has not.
OF_THE_CUP = {
    "",
    "live/",
    "organise/events/<slug:slug>/players/",
    "organise/events/<slug:slug>/draws/",
    "api/v1/webhooks/<int:pk>/",
    "api/v1/webhooks/<int:pk>/deliveries/",
    "api/v1/webhooks/<int:pk>/deliveries/<uuid:uuid>/",
    "organise/events/<slug:slug>/webhooks/<int:pk>/",
    "organise/events/<slug:slug>/compensation/<int:award>/withdraw/",
}


def addresses() -> Iterator[str]:
    """Every address of the site that can be read, but for the admin's, which is closed to those who are no staff."""
    for route, view in routes():
        is_read = not hasattr(view, "cls") or takes(view, "get")
        # Patterns that are expressions stand for addresses that do not exist.
        if is_read and not route.startswith(("admin/", "^")):
            yield route
