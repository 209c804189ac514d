"""A call for everything that the site can be asked.

Made by `make client` from the description of the site: not changed by hand.
"""

from __future__ import annotations

from rauswurf_client import models as m
from rauswurf_client.calls import Call, segment


def events_announced_create(slug: str, body: m.AnnouncedRequest) -> Call[list[m.HallEntry]]:
    """Enter people who will come, in the order in which they were announced."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/announced/", body=body, keyed=True)


def events_audit_retrieve(
    slug: str,
    *,
    game: int | None = None,
    kind: str | None = None,
    limit: int | None = None,
    offset: int | None = None,
    since: str | None = None,
    until: str | None = None,
    who: str | None = None,
) -> Call[m.AuditPage]:
    """The lines that are asked for, the latest first."""
    return Call(
        "GET",
        f"/api/v1/events/{segment(slug)}/audit/",
        query={
            "game": game,
            "kind": kind,
            "limit": limit,
            "offset": offset,
            "since": since,
            "until": until,
            "who": who,
        },
    )


def events_away_create(slug: str, body: m.WhoRequest) -> Call[list[m.HallEntry]]:
    """Leave people out of the rounds until they check in again."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/away/", body=body, keyed=True)


def events_calendar_ics_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """The days of an event and its games, with players, colours and results."""
    return Call("GET", f"/events/{segment(slug)}/calendar.ics", answer="bytes", query={"language": language})


def events_check_in_all_create(slug: str) -> Call[list[m.HallEntry]]:
    """Make everybody present who is announced and has a place."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/check-in/all/", keyed=True)


def events_check_in_create(slug: str, body: m.WhoRequest) -> Call[list[m.HallEntry]]:
    """Make people present."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/check-in/", body=body, keyed=True)


def events_check_in_undo_create(slug: str, body: m.WhoRequest) -> Call[list[m.HallEntry]]:
    """Make people announced again."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/check-in/undo/", body=body, keyed=True)


def events_claims_confirm_create(slug: str, claim: int) -> Call[m.EnteredSheet]:
    """Say as an official that a claim is right."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/claims/{segment(claim)}/confirm/", keyed=True)


def events_claims_retrieve(slug: str) -> Call[list[m.Claim]]:
    """What is said of tables and waits for somebody."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/claims/")


def events_clocks_pause_create(slug: str) -> Call[list[m.RoundClock]]:
    """Pause every clock that runs."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/clocks/pause/", keyed=True)


def events_compensation_create(slug: str, body: m.NewCompensationRequest) -> Call[m.Compensation]:
    """Award CP to the winner of a finished event."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/compensation/", body=body, keyed=True)


def events_compensation_destroy(slug: str, player: str, body: m.RankingReasonRequest) -> Call[None]:
    """Take an award back, with a reason."""
    return Call(
        "DELETE",
        f"/api/v1/events/{segment(slug)}/compensation/{segment(player)}/",
        answer="nothing",
        body=body,
        keyed=True,
    )


def events_consequences_create(
    slug: str, body: m.ChangedEventRequest | None = None
) -> Call[list[m.Consequence]]:
    """What a change of the event would do to what has been played and planned."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/consequences/", body=body, keyed=True)


def events_create(body: m.NewEventRequest) -> Call[m.TournamentEvent]:
    """A new event, open for entries."""
    return Call("POST", "/api/v1/events/", body=body, keyed=True)


def events_dice_retrieve(slug: str) -> Call[m.EventDice]:
    """What was thrown beside what even dice give, and what that means."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/dice/")


def events_draws_create(slug: str, body: m.NewDrawRequest | None = None) -> Call[m.Draw]:
    """Hold the draw that is due."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/draws/", body=body, keyed=True)


def events_draws_csv_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """What was drawn in an event."""
    return Call("GET", f"/events/{segment(slug)}/draws.csv", answer="bytes", query={"language": language})


def events_draws_retrieve(
    slug: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.Page[m.Draw]]:
    """What has been drawn."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/draws/", query={"limit": limit, "offset": offset})


def events_draws_void_create(slug: str, subject: str, body: m.ReasonRequest) -> Call[None]:
    """Make a draw void, so that it is held anew."""
    return Call(
        "POST",
        f"/api/v1/events/{segment(slug)}/draws/{segment(subject)}/void/",
        answer="nothing",
        body=body,
        keyed=True,
    )


def events_entries_create(slug: str, body: m.NewEntryRequest) -> Call[m.Entry]:
    """Enter a player."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/entries/", body=body, keyed=True)


def events_entries_csv_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """Who is entered in an event."""
    return Call("GET", f"/events/{segment(slug)}/entries.csv", answer="bytes", query={"language": language})


def events_entries_destroy(slug: str, key: str) -> Call[None]:
    """Take an entry back, before the draw."""
    return Call(
        "DELETE", f"/api/v1/events/{segment(slug)}/entries/{segment(key)}/", answer="nothing", keyed=True
    )


def events_entries_leave_create(slug: str, key: str, body: m.ReasonRequest) -> Call[m.Entry]:
    """A player leaves a League for good."""
    return Call(
        "POST", f"/api/v1/events/{segment(slug)}/entries/{segment(key)}/leave/", body=body, keyed=True
    )


def events_entries_retrieve(
    slug: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.Page[m.Entry]]:
    """Who is entered, in seed order."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/entries/", query={"limit": limit, "offset": offset})


def events_events_retrieve(
    slug: str, *, last_event_id: int | None = None, screen: str | None = None
) -> Call[m.EventNews]:
    """The table and the games that are being played."""
    return Call(
        "GET",
        f"/api/v1/events/{segment(slug)}/events/",
        query={"last_event_id": last_event_id, "screen": screen},
    )


def events_forecast(slug: str) -> Call[m.Forecasts]:
    """Chances as far as they are worked out, as the event stands and if …."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/forecast/")


def events_forecast_ask(slug: str, body: m.AskRequest | None = None) -> Call[m.ForecastRun]:
    """Ask for a forecast of the present state."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/forecast/", body=body, keyed=True)


def events_forecast_one(slug: str, run: int) -> Call[m.ForecastRun]:
    """A forecast as far as it is worked out."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/forecast/{segment(run)}/")


def events_games_board_create(slug: str, number: int, body: m.BoardRequest) -> Call[m.Played]:
    """A game that is prepared or being played goes on at another table."""
    return Call(
        "POST", f"/api/v1/events/{segment(slug)}/games/{segment(number)}/board/", body=body, keyed=True
    )


def events_games_create(slug: str, body: m.StartGameRequest | None = None) -> Call[m.Played]:
    """Start the next game."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/games/", body=body, keyed=True)


def events_games_csv_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """The games of an event that have begun, a row for each player of each game."""
    return Call("GET", f"/events/{segment(slug)}/games.csv", answer="bytes", query={"language": language})


def events_games_forfeit_create(slug: str, number: int, body: m.ForfeitRequest) -> Call[m.Played]:
    """A game, due or running, is forfeited."""
    return Call(
        "POST", f"/api/v1/events/{segment(slug)}/games/{segment(number)}/forfeit/", body=body, keyed=True
    )


def events_games_prepare_create(slug: str, body: m.PrepareGameRequest | None = None) -> Call[m.Played]:
    """Make the next game without beginning it, its online dice promised."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/games/prepare/", body=body, keyed=True)


def events_games_retrieve(
    slug: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.Page[m.Played]]:
    """The games that have begun, in order."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/games/", query={"limit": limit, "offset": offset})


def events_games_write_up_draft_retrieve(slug: str, number: int) -> Call[m.Draft]:
    """The game in sentences, from facts alone."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/games/{segment(number)}/write-up/draft/")


def events_games_write_up_retrieve(slug: str, number: int) -> Call[m.WriteUp]:
    """The published text about a game."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/games/{segment(number)}/write-up/")


def events_games_write_up_update(
    slug: str, number: int, body: m.NewWriteUpRequest, *, if_match: int | None = None
) -> Call[m.WriteUp]:
    """Keep, publish or withdraw the text about a game that is over."""
    return Call(
        "PUT",
        f"/api/v1/events/{segment(slug)}/games/{segment(number)}/write-up/",
        body=body,
        if_match=if_match,
    )


def events_hold_create(slug: str, body: m.HoldRequest) -> Call[m.TournamentEvent]:
    """Interrupt an event, let it go on, call it off, or close it once it is decided."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/hold/", body=body, keyed=True)


def events_if_ended_now_retrieve(slug: str) -> Call[m.IfEndedNow]:
    """Running games counted as their boards stand (rulebook §11)."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/if-ended-now/")


def events_list(
    *,
    format: str | None = None,
    level: int | None = None,
    limit: int | None = None,
    offset: int | None = None,
    player: str | None = None,
    season: str | None = None,
    status: str | None = None,
) -> Call[m.Page[m.TournamentEvent]]:
    """Events, the latest first."""
    return Call(
        "GET",
        "/api/v1/events/",
        query={
            "format": format,
            "level": level,
            "limit": limit,
            "offset": offset,
            "player": player,
            "season": season,
            "status": status,
        },
    )


def events_partial_update(
    slug: str, body: m.PatchedChangedEventRequest | None = None
) -> Call[m.TournamentEvent]:
    """Change an event."""
    return Call("PATCH", f"/api/v1/events/{segment(slug)}/", body=body, keyed=True)


def events_parts_csv_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """The further tables of an event."""
    return Call("GET", f"/events/{segment(slug)}/parts.csv", answer="bytes", query={"language": language})


def events_people_partial_update(
    slug: str, key: str, body: m.PatchedDescriptionRequest | None = None
) -> Call[m.HallEntry]:
    """Set the team, the groups, the payment and the seating wishes of somebody."""
    return Call("PATCH", f"/api/v1/events/{segment(slug)}/people/{segment(key)}/", body=body, keyed=True)


def events_people_retrieve(slug: str) -> Call[list[m.HallEntry]]:
    """Everybody of the hall as the desk sees them, with wishes and payments."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/people/")


def events_planning(slug: str) -> Call[m.Planning]:
    """How long a game takes and when the event will be over, by its seconds per throw."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/planning/")


def events_points_csv_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """What an event has given in ranking points."""
    return Call("GET", f"/events/{segment(slug)}/points.csv", answer="bytes", query={"language": language})


def events_points_retrieve(slug: str) -> Call[m.EventPoints]:
    """TP, WP and CP, each by itself and with its reason."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/points/")


def events_preflight(slug: str) -> Call[list[m.Finding]]:
    """Whether the event can be played to its end."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/preflight/")


def events_report_csv_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """What the organiser of an event decided, and why."""
    return Call("GET", f"/events/{segment(slug)}/report.csv", answer="bytes", query={"language": language})


def events_results_create(slug: str, body: m.EnterResultRequest) -> Call[m.Played]:
    """Enter the result of a game that nobody recorded to its end."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/results/", body=body, keyed=True)


def events_retrieve(slug: str) -> Call[m.TournamentEvent]:
    """One event."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/")


def events_rounds_adjudicate_create(slug: str, subject: str) -> Call[m.Adjudicated]:
    """Adjudicate all boards of a round that are being recorded, as they stand."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/adjudicate/", keyed=True)


def events_rounds_annul_create(slug: str, subject: str, body: m.ReasonRequest) -> Call[None]:
    """Annul a whole round."""
    return Call(
        "POST",
        f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/annul/",
        answer="nothing",
        body=body,
        keyed=True,
    )


def events_rounds_clock_create(
    slug: str, subject: str, body: m.ClockRequestRequest | None = None
) -> Call[m.RoundClock]:
    """Start, pause or resume the clock of a round, set its minutes or extend them."""
    return Call(
        "POST", f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/clock/", body=body, keyed=True
    )


def events_rounds_close_create(slug: str, subject: str, body: m.ReasonRequest) -> Call[None]:
    """Stop waiting for tables of a round that have no result."""
    return Call(
        "POST",
        f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/close/",
        answer="nothing",
        body=body,
        keyed=True,
    )


def events_rounds_consider_create(slug: str, subject: str, body: m.MishapRequest) -> Call[m.Repair]:
    """How a round would be mended, planned or published, and what that costs."""
    return Call(
        "POST", f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/consider/", body=body, keyed=True
    )


def events_rounds_draft_retrieve(slug: str) -> Call[m.Plan]:
    """The plan of the round that is due, as it stands."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/rounds/draft/")


def events_rounds_plan_create(slug: str, body: m.RoundSubjectRequest | None = None) -> Call[m.Plan]:
    """Plan the round that is due from who is present and what was played."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/rounds/plan/", body=body, keyed=True)


def events_rounds_plan_destroy(slug: str, subject: str) -> Call[None]:
    """Throw the plan of a round away."""
    return Call(
        "DELETE",
        f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/plan/",
        answer="nothing",
        keyed=True,
    )


def events_rounds_publish_create(slug: str, subject: str) -> Call[list[m.SeatsOfTable]]:
    """Publish the plan of a round."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/publish/", keyed=True)


def events_rounds_reopen_create(slug: str, subject: str) -> Call[None]:
    """Wait for the tables of a closed round again."""
    return Call(
        "POST",
        f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/reopen/",
        answer="nothing",
        keyed=True,
    )


def events_rounds_repair_create(slug: str, subject: str, body: m.RepairRequestRequest) -> Call[m.Repair]:
    """Mend a round."""
    return Call(
        "POST", f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/repair/", body=body, keyed=True
    )


def events_rounds_retrieve(slug: str) -> Call[list[m.RoundStatus]]:
    """The rounds and finals that are published, with their clocks, and the hash of the next seed."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/rounds/")


def events_rounds_seats_retrieve(slug: str, subject: str) -> Call[list[m.SeatsOfTable]]:
    """Who sits where in a published round, and which tables have a result."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/seats/")


def events_rounds_tables_retrieve(slug: str, subject: str) -> Call[list[m.TableOfRound]]:
    """The tables of a round with what is said of each."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/tables/")


def events_rounds_withdraw_create(slug: str, subject: str, body: m.ReasonRequest) -> Call[None]:
    """Take a published round back before its first game has begun."""
    return Call(
        "POST",
        f"/api/v1/events/{segment(slug)}/rounds/{segment(subject)}/withdraw/",
        answer="nothing",
        body=body,
        keyed=True,
    )


def events_schedule_csv_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """All games of an event by number, played or not."""
    return Call("GET", f"/events/{segment(slug)}/schedule.csv", answer="bytes", query={"language": language})


def events_schedule_pdf_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """All games of an event on A4."""
    return Call("GET", f"/events/{segment(slug)}/schedule.pdf", answer="bytes", query={"language": language})


def events_seeds_update(slug: str, body: m.SeedsRequest) -> Call[list[m.Entry]]:
    """Seed all entries anew, in the order that is sent."""
    return Call("PUT", f"/api/v1/events/{segment(slug)}/seeds/", body=body)


def events_sheets_create(slug: str, body: m.SheetsRequest) -> Call[list[m.EnteredSheet]]:
    """Enter the slips of tables, all or none."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/sheets/", body=body, keyed=True)


def events_sheets_pdf_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """Score sheets for the next games."""
    return Call("GET", f"/events/{segment(slug)}/sheets.pdf", answer="bytes", query={"language": language})


def events_slips_claim_create(slug: str, body: m.ClaimRequestRequest) -> Call[m.Claimed]:
    """Tell the result of a table from its slip."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/slips/claim/", body=body, keyed=True)


def events_slips_pdf_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """Result slips for the next games."""
    return Call("GET", f"/events/{segment(slug)}/slips.pdf", answer="bytes", query={"language": language})


def events_slips_withdraw_create(slug: str, claim: int, body: m.SlipCodeRequest) -> Call[m.Claim]:
    """Take a claim back that has not been confirmed, by whoever told it."""
    return Call(
        "POST", f"/api/v1/events/{segment(slug)}/slips/{segment(claim)}/withdraw/", body=body, keyed=True
    )


def events_standings_retrieve(slug: str, *, at: str | None = None) -> Call[m.Standings]:
    """The table with its reasons, what is played next and why."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/standings/", query={"at": at})


def events_table_csv_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """The table of an event."""
    return Call("GET", f"/events/{segment(slug)}/table.csv", answer="bytes", query={"language": language})


def events_table_pdf_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """The table of an event on A4, with what decided each place."""
    return Call("GET", f"/events/{segment(slug)}/table.pdf", answer="bytes", query={"language": language})


def events_times_partial_update(
    slug: str, body: m.PatchedPlanTimesRequest | None = None
) -> Call[m.GameTimes]:
    """Set when games are to begin."""
    return Call("PATCH", f"/api/v1/events/{segment(slug)}/times/", body=body, keyed=True)


def events_walk_ins_create(slug: str, body: m.WalkInRequest | None = None) -> Call[m.HallEntry]:
    """Enter somebody who has just come in, and make them present."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/walk-ins/", body=body, keyed=True)


def events_webhooks_create(slug: str, body: m.NewWebhookRequest) -> Call[m.WebhookWithSecret]:
    """Tell an address what happens here from now on."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/webhooks/", body=body, keyed=True)


def events_webhooks_deliveries_list(
    slug: str,
    webhook: int,
    *,
    game: str | None = None,
    kind: str | None = None,
    limit: int | None = None,
    offset: int | None = None,
    state: str | None = None,
) -> Call[m.Page[m.Delivery]]:
    """Deliveries, the latest first."""
    return Call(
        "GET",
        f"/api/v1/events/{segment(slug)}/webhooks/{segment(webhook)}/deliveries/",
        query={"game": game, "kind": kind, "limit": limit, "offset": offset, "state": state},
    )


def events_webhooks_deliveries_replay_create(slug: str, webhook: int, uuid: str) -> Call[m.Delivery]:
    """Send the same again, as a delivery of its own."""
    return Call(
        "POST",
        f"/api/v1/events/{segment(slug)}/webhooks/{segment(webhook)}/deliveries/{segment(uuid)}/replay/",
        keyed=True,
    )


def events_webhooks_deliveries_retrieve(slug: str, webhook: int, uuid: str) -> Call[m.WholeDelivery]:
    """One delivery, with what was sent and what was answered."""
    return Call(
        "GET", f"/api/v1/events/{segment(slug)}/webhooks/{segment(webhook)}/deliveries/{segment(uuid)}/"
    )


def events_webhooks_destroy(slug: str, id: int) -> Call[None]:
    """Tell nothing more."""
    return Call(
        "DELETE", f"/api/v1/events/{segment(slug)}/webhooks/{segment(id)}/", answer="nothing", keyed=True
    )


def events_webhooks_list(
    slug: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.Page[m.Webhook]]:
    """The webhooks of this place."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/webhooks/", query={"limit": limit, "offset": offset})


def events_webhooks_partial_update(
    slug: str, id: int, body: m.PatchedChangedWebhookRequest | None = None
) -> Call[m.Webhook]:
    """Another address, other kinds, off or on again."""
    return Call("PATCH", f"/api/v1/events/{segment(slug)}/webhooks/{segment(id)}/", body=body, keyed=True)


def events_webhooks_ping_create(slug: str, id: int) -> Call[m.Delivery]:
    """Send a test message."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/webhooks/{segment(id)}/ping/", keyed=True)


def events_webhooks_retrieve(slug: str, id: int) -> Call[m.Webhook]:
    """One webhook."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/webhooks/{segment(id)}/")


def events_webhooks_rotate_create(slug: str, id: int) -> Call[m.WebhookWithSecret]:
    """A new secret, shown this once."""
    return Call("POST", f"/api/v1/events/{segment(slug)}/webhooks/{segment(id)}/rotate/", keyed=True)


def events_write_up_draft_retrieve(slug: str) -> Call[m.Draft]:
    """The event in sentences, from facts alone."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/write-up/draft/")


def events_write_up_retrieve(slug: str) -> Call[m.WriteUp]:
    """The published text about an event."""
    return Call("GET", f"/api/v1/events/{segment(slug)}/write-up/")


def events_write_up_update(
    slug: str, body: m.NewWriteUpRequest, *, if_match: int | None = None
) -> Call[m.WriteUp]:
    """Keep, publish or withdraw the text about an event."""
    return Call("PUT", f"/api/v1/events/{segment(slug)}/write-up/", body=body, if_match=if_match)


def events_youngest_update(slug: str, body: m.YoungestRequest) -> Call[list[m.Entry]]:
    """Say who is the youngest, where the rules let the youngest start."""
    return Call("PUT", f"/api/v1/events/{segment(slug)}/youngest/", body=body)


def formats_list(*, limit: int | None = None, offset: int | None = None) -> Call[m.Page[m.Format]]:
    """The formats of events with their settings."""
    return Call("GET", "/api/v1/formats/", query={"limit": limit, "offset": offset})


def games_abandon(
    id: str, body: m.GamesAbandonRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Abandon a game."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/abandon/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_adjudication(
    id: str, body: m.GamesAdjudicationRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Decide a game that is stopped by what the boards are worth (rulebook §11)."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/adjudication/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_analysis(id: str) -> Call[m.GameAnalysis]:
    """Luck of the dice and losses by decisions, throw by throw."""
    return Call("GET", f"/api/v1/games/{segment(id)}/analysis/")


def games_answer(
    id: str, body: m.GamesAnswerRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """The referee's answer to a call."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/answer/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_approval(
    id: str, body: m.GamesApprovalRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Approve a correction that somebody else has proposed, or one's own where nobody else could."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/approval/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_award(
    id: str, body: m.GamesAwardRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Award a game, by its winner or by places."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/award/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_bring_back(
    id: str,
    body: m.GamesBringBackRequest | None = None,
    *,
    expected: int | None = None,
    if_match: int | None = None,
) -> Call[m.Recorded]:
    """Bring back what was taken back last, as long as nothing else has been played since."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/bring-back/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_call(
    id: str, body: m.GamesCallRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Call the referee."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/call/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_chances_retrieve(
    id: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.ChancesPage]:
    """The chances after its events, the newest first, as far as they were counted."""
    return Call("GET", f"/api/v1/games/{segment(id)}/chances/", query={"limit": limit, "offset": offset})


def games_clock(
    id: str, body: m.GamesClockRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Start, pause or resume the clock, set a time limit, or stop it there."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/clock/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_completion(
    id: str,
    body: m.GamesCompletionRequest | None = None,
    *,
    expected: int | None = None,
    if_match: int | None = None,
) -> Call[m.Recorded]:
    """Add figures that are missing in a result that was typed in."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/completion/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_confirmation(
    id: str,
    body: m.GamesConfirmationRequest | None = None,
    *,
    expected: int | None = None,
    if_match: int | None = None,
) -> Call[m.Recorded]:
    """A player or an official confirms the result."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/confirmation/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_correction(
    id: str, body: m.GamesCorrectionRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Propose another result for a game that has ended."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/correction/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_correction_waiting(id: str) -> Call[m.Proposal]:
    """The correction that waits."""
    return Call("GET", f"/api/v1/games/{segment(id)}/correction/")


def games_create(body: m.NewGameRequest) -> Call[m.Game]:
    """A new game."""
    return Call("POST", "/api/v1/games/", body=body, keyed=True)


def games_dice_commitment(id: str, body: m.GamesDiceCommitmentRequest | None = None) -> Call[m.Recorded]:
    """Play with online dice."""
    return Call("POST", f"/api/v1/games/{segment(id)}/dice-commitment/", body=body, keyed=True)


def games_dice_retrieve(id: str) -> Call[m.GameDie]:
    """What was thrown beside what an even die gives, and what that means."""
    return Call("GET", f"/api/v1/games/{segment(id)}/dice/")


def games_dice_seed(
    id: str, body: m.GamesDiceSeedRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Add the text of a side to the online dice, before the start."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/dice-seed/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_events_retrieve(
    id: str, *, after: int | None = None, last_event_id: int | None = None, screen: str | None = None
) -> Call[m.Log]:
    """The log, in order."""
    return Call(
        "GET",
        f"/api/v1/games/{segment(id)}/events/",
        query={"after": after, "last_event_id": last_event_id, "screen": screen},
    )


def games_exciting_retrieve(*, limit: int | None = None, offset: int | None = None) -> Call[m.ExcitingPage]:
    """The boards at which chances have moved most during the last 20 events, at most 50 of them."""
    return Call("GET", "/api/v1/games/exciting/", query={"limit": limit, "offset": offset})


def games_irregular_throw(
    id: str, body: m.GamesIrregularThrowRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """What was really played although the rules forbid it."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/irregular-throw/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_list(
    *,
    event: str | None = None,
    limit: int | None = None,
    offset: int | None = None,
    player: str | None = None,
    rules: str | None = None,
    state: str | None = None,
) -> Call[m.Page[m.Game]]:
    """Games, the latest first."""
    return Call(
        "GET",
        "/api/v1/games/",
        query={
            "event": event,
            "limit": limit,
            "offset": offset,
            "player": player,
            "rules": rules,
            "state": state,
        },
    )


def games_moves_retrieve(id: str, *, die: int | None = None) -> Call[m.Moves]:
    """The legal moves of a throw, or of every throw."""
    return Call("GET", f"/api/v1/games/{segment(id)}/moves/", query={"die": die})


def games_note(
    id: str, body: m.GamesNoteRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """A note."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/note/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_penalty(
    id: str, body: m.GamesPenaltyRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Send a pawn of an unfinished colour to its yard."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/penalty/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_position(
    id: str, body: m.GamesPositionRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Set the board by hand."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/position/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_record_retrieve(id: str) -> Call[str]:
    """The record of the game as text (rulebook §4)."""
    return Call("GET", f"/api/v1/games/{segment(id)}/record/", answer="text")


def games_record_update(id: str, body: str | bytes | None = None) -> Call[m.Recorded]:
    """Push the record as a whole, as often as you like."""
    return Call("PUT", f"/api/v1/games/{segment(id)}/record/", body=body)


def games_result(id: str, body: m.GamesResultRequest | None = None) -> Call[m.Recorded]:
    """The result of a game that nobody recorded throw by throw to its end."""
    return Call("POST", f"/api/v1/games/{segment(id)}/result/", body=body, keyed=True)


def games_retrieve(id: str) -> Call[m.Game]:
    """The present state."""
    return Call("GET", f"/api/v1/games/{segment(id)}/")


def games_roll(id: str) -> Call[m.Roll]:
    """The die of the next throw, of a game with online dice."""
    return Call("POST", f"/api/v1/games/{segment(id)}/roll/", keyed=True)


def games_start(id: str, body: m.GamesStartRequest | None = None) -> Call[m.Recorded]:
    """Begin the game with the colour that starts."""
    return Call("POST", f"/api/v1/games/{segment(id)}/start/", body=body, keyed=True)


def games_start_throws(
    id: str, body: m.GamesStartThrowsRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """A round of throws for the start."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/start-throws/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_take_back(
    id: str,
    body: m.GamesTakeBackRequest | None = None,
    *,
    expected: int | None = None,
    if_match: int | None = None,
) -> Call[m.Recorded]:
    """Take back the last throws, or rulings where one may rule."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/take-back/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_throws_create(
    id: str, body: m.ThrowsRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Record throws."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/throws/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_undo(
    id: str,
    body: m.GamesUndoRequest | None = None,
    *,
    expected: int | None = None,
    if_match: int | None = None,
) -> Call[m.Recorded]:
    """Undo a result or an award that you have just entered yourself."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/undo/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_void_die(
    id: str, body: m.GamesVoidDieRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """A die that does not count."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/void-die/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def games_withdrawal(
    id: str, body: m.GamesWithdrawalRequest, *, expected: int | None = None, if_match: int | None = None
) -> Call[m.Recorded]:
    """Withdraw a correction that waits."""
    return Call(
        "POST",
        f"/api/v1/games/{segment(id)}/withdrawal/",
        body=body,
        query={"expected": expected},
        if_match=if_match,
        keyed=True,
    )


def history_create(body: m.ResultListRequest) -> Call[m.Outcome | m.Import]:
    """Look at a result list, or take it over."""
    return Call("POST", "/api/v1/history/", body=body, keyed=True)


def history_import(id: int) -> Call[m.WholeImport]:
    """How far it is, and what the list says."""
    return Call("GET", f"/api/v1/history/imports/{segment(id)}/")


def history_import_resume(id: int) -> Call[m.Import]:
    """Let it go on where it was."""
    return Call("POST", f"/api/v1/history/imports/{segment(id)}/resume/", keyed=True)


def history_import_stop(id: int) -> Call[m.Import]:
    """Stop it."""
    return Call("POST", f"/api/v1/history/imports/{segment(id)}/stop/", keyed=True)


def history_imports_list(*, limit: int | None = None, offset: int | None = None) -> Call[m.Page[m.Import]]:
    """The imports of long result lists, the latest first."""
    return Call("GET", "/api/v1/history/imports/", query={"limit": limit, "offset": offset})


def index() -> Call[dict[str, str]]:
    """The addresses at which reading begins, by name."""
    return Call("GET", "/api/v1/")


def permits_create(body: m.NewPermitRequest) -> Call[m.Permit]:
    """Give a person with an account a role in a place."""
    return Call("POST", "/api/v1/permits/", body=body, keyed=True)


def permits_destroy(id: int) -> Call[None]:
    """Revoke a permit."""
    return Call("DELETE", f"/api/v1/permits/{segment(id)}/", answer="nothing", keyed=True)


def permits_list(
    *, limit: int | None = None, offset: int | None = None, place: str | None = None
) -> Call[m.Page[m.Permit]]:
    """The permits of a place and within it, the latest first."""
    return Call("GET", "/api/v1/permits/", query={"limit": limit, "offset": offset, "place": place})


def permits_retrieve(id: int) -> Call[m.Permit]:
    """The roles of people."""
    return Call("GET", f"/api/v1/permits/{segment(id)}/")


def players_against_list(
    id: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.Page[m.Opponent]]:
    """With whom the player has played and how that went, the most met first."""
    return Call("GET", f"/api/v1/players/{segment(id)}/against/", query={"limit": limit, "offset": offset})


def players_against_retrieve(id: str, other: str) -> Call[m.Against]:
    """How their games went."""
    return Call("GET", f"/api/v1/players/{segment(id)}/against/{segment(other)}/")


def players_calendar_ics_retrieve(id: str, *, language: str | None = None) -> Call[bytes]:
    """The events that a player is entered in, at most the latest 50 of them, and his games there."""
    return Call("GET", f"/players/{segment(id)}/calendar.ics", answer="bytes", query={"language": language})


def players_create(body: m.PlayerRequest) -> Call[m.Player]:
    """A new player."""
    return Call("POST", "/api/v1/players/", body=body, keyed=True)


def players_events_list(
    id: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.Page[m.EventPlayed]]:
    """The events in which the player is entered, the latest first, with his place in the table."""
    return Call("GET", f"/api/v1/players/{segment(id)}/events/", query={"limit": limit, "offset": offset})


def players_games_list(
    id: str,
    *,
    event: str | None = None,
    limit: int | None = None,
    offset: int | None = None,
    opponent: str | None = None,
    rules: str | None = None,
    won: bool | None = None,
) -> Call[m.Page[m.GamePlayed]]:
    """The games that count, the latest first."""
    return Call(
        "GET",
        f"/api/v1/players/{segment(id)}/games/",
        query={
            "event": event,
            "limit": limit,
            "offset": offset,
            "opponent": opponent,
            "rules": rules,
            "won": won,
        },
    )


def players_list(
    *, limit: int | None = None, offset: int | None = None, search: str | None = None
) -> Call[m.Page[m.Player]]:
    """Players, by what they are shown as."""
    return Call("GET", "/api/v1/players/", query={"limit": limit, "offset": offset, "search": search})


def players_partial_update(id: str, body: m.PatchedPlayerRequest | None = None) -> Call[m.Player]:
    """Change the name, nickname or date of birth of a player."""
    return Call("PATCH", f"/api/v1/players/{segment(id)}/", body=body, keyed=True)


def players_rating_history_list(
    id: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.Page[m.RatedGame]]:
    """The rating after each game, the latest first."""
    return Call(
        "GET", f"/api/v1/players/{segment(id)}/rating/history/", query={"limit": limit, "offset": offset}
    )


def players_rating_retrieve(id: str) -> Call[m.Rating]:
    """The rating after the last game."""
    return Call("GET", f"/api/v1/players/{segment(id)}/rating/")


def players_record_retrieve(id: str) -> Call[m.PlayerRecord]:
    """Games, wins, captures, sixes, waiting and time, by rules and by colour."""
    return Call("GET", f"/api/v1/players/{segment(id)}/record/")


def players_retrieve(id: str) -> Call[m.Player]:
    """One player, by nickname where they have one."""
    return Call("GET", f"/api/v1/players/{segment(id)}/")


def rankings_counted_csv_retrieve(
    slug: str, *, language: str | None = None, on: str | None = None
) -> Call[bytes]:
    """What a list counts."""
    return Call(
        "GET",
        f"/rankings/{segment(slug)}/counted.csv",
        answer="bytes",
        query={"language": language, "on": on},
    )


def rankings_list(
    *, limit: int | None = None, offset: int | None = None, season: str | None = None
) -> Call[m.Page[m.ListNamed]]:
    """The lists."""
    return Call("GET", "/api/v1/rankings/", query={"limit": limit, "offset": offset, "season": season})


def rankings_retrieve(slug: str, *, on: str | None = None) -> Call[m.Ranking]:
    """The list with its reasons, what is defended and what is needed."""
    return Call("GET", f"/api/v1/rankings/{segment(slug)}/", query={"on": on})


def rankings_settings_partial_update(
    slug: str, body: m.PatchedChangedRankingRequest | None = None
) -> Call[m.Ranking]:
    """Other settings, with a reason."""
    return Call("PATCH", f"/api/v1/rankings/{segment(slug)}/settings/", body=body, keyed=True)


def rankings_table_csv_retrieve(
    slug: str, *, language: str | None = None, on: str | None = None
) -> Call[bytes]:
    """The list."""
    return Call(
        "GET", f"/rankings/{segment(slug)}/table.csv", answer="bytes", query={"language": language, "on": on}
    )


def rankings_table_pdf_retrieve(
    slug: str, *, language: str | None = None, on: str | None = None
) -> Call[bytes]:
    """A list on A4."""
    return Call(
        "GET", f"/rankings/{segment(slug)}/table.pdf", answer="bytes", query={"language": language, "on": on}
    )


def ratings_list(
    *, limit: int | None = None, offset: int | None = None, search: str | None = None
) -> Call[m.Page[m.Rating]]:
    """Everybody with a rating, whoever is worth most all but certainly first."""
    return Call("GET", "/api/v1/ratings/", query={"limit": limit, "offset": offset, "search": search})


def records_list(
    *, kind: str | None = None, limit: int | None = None, offset: int | None = None, rules: str | None = None
) -> Call[m.Page[m.RecordKind]]:
    """The best of every kind."""
    return Call(
        "GET", "/api/v1/records/", query={"kind": kind, "limit": limit, "offset": offset, "rules": rules}
    )


def records_of_a_kind_list(
    kind: str, *, limit: int | None = None, offset: int | None = None, rules: str | None = None
) -> Call[m.Page[m.Record]]:
    """The best first."""
    return Call(
        "GET", f"/api/v1/records/{segment(kind)}/", query={"limit": limit, "offset": offset, "rules": rules}
    )


def rule_sets_list(*, limit: int | None = None, offset: int | None = None) -> Call[m.Page[m.RuleSet]]:
    """The rule sets with their options."""
    return Call("GET", "/api/v1/rule-sets/", query={"limit": limit, "offset": offset})


def rules_moves(body: m.PositionRequest) -> Call[m.PositionMoves]:
    """The legal moves on any position."""
    return Call("POST", "/api/v1/rules/moves/", body=body)


def season_templates_create(key: str, body: m.FromTemplateRequest) -> Call[m.CreatedSeason]:
    """A new season with all its events, open for entries."""
    return Call("POST", f"/api/v1/season-templates/{segment(key)}/", body=body, keyed=True)


def season_templates_retrieve(
    key: str, *, first_day: str | None = None, year: int | None = None
) -> Call[m.SeasonPlan]:
    """The season and its events with their dates, as they would be created."""
    return Call(
        "GET", f"/api/v1/season-templates/{segment(key)}/", query={"first_day": first_day, "year": year}
    )


def seasons_calendar_ics_retrieve(slug: str, *, language: str | None = None) -> Call[bytes]:
    """The days of the events of a season, at most the latest 50 of them."""
    return Call("GET", f"/seasons/{segment(slug)}/calendar.ics", answer="bytes", query={"language": language})


def seasons_create(body: m.SeasonRequest) -> Call[m.Season]:
    """A new season."""
    return Call("POST", "/api/v1/seasons/", body=body, keyed=True)


def seasons_forecast(slug: str) -> Call[m.SeasonForecasts]:
    """Chances as far as they are worked out."""
    return Call("GET", f"/api/v1/seasons/{segment(slug)}/forecast/")


def seasons_forecast_ask(slug: str, body: m.AskAsItStandsRequest | None = None) -> Call[m.SeasonForecastRun]:
    """Ask for a forecast of a season as it stands."""
    return Call("POST", f"/api/v1/seasons/{segment(slug)}/forecast/", body=body, keyed=True)


def seasons_list(*, limit: int | None = None, offset: int | None = None) -> Call[m.Page[m.Season]]:
    """Seasons, the latest first."""
    return Call("GET", "/api/v1/seasons/", query={"limit": limit, "offset": offset})


def seasons_medal_game_create(slug: str, body: m.NewMedalGameRequest) -> Call[m.MedalGame]:
    """The Medal Game, won by one of those equal for 1st."""
    return Call("POST", f"/api/v1/seasons/{segment(slug)}/medal-game/", body=body, keyed=True)


def seasons_retrieve(slug: str) -> Call[m.Season]:
    """One season."""
    return Call("GET", f"/api/v1/seasons/{segment(slug)}/")


def seasons_webhooks_create(slug: str, body: m.NewWebhookRequest) -> Call[m.WebhookWithSecret]:
    """Tell an address what happens here from now on (season)."""
    return Call("POST", f"/api/v1/seasons/{segment(slug)}/webhooks/", body=body, keyed=True)


def seasons_webhooks_deliveries_list(
    slug: str,
    webhook: int,
    *,
    game: str | None = None,
    kind: str | None = None,
    limit: int | None = None,
    offset: int | None = None,
    state: str | None = None,
) -> Call[m.Page[m.Delivery]]:
    """Deliveries, the latest first (season)."""
    return Call(
        "GET",
        f"/api/v1/seasons/{segment(slug)}/webhooks/{segment(webhook)}/deliveries/",
        query={"game": game, "kind": kind, "limit": limit, "offset": offset, "state": state},
    )


def seasons_webhooks_deliveries_replay_create(slug: str, webhook: int, uuid: str) -> Call[m.Delivery]:
    """Send the same again, as a delivery of its own (season)."""
    return Call(
        "POST",
        f"/api/v1/seasons/{segment(slug)}/webhooks/{segment(webhook)}/deliveries/{segment(uuid)}/replay/",
        keyed=True,
    )


def seasons_webhooks_deliveries_retrieve(slug: str, webhook: int, uuid: str) -> Call[m.WholeDelivery]:
    """One delivery, with what was sent and what was answered (season)."""
    return Call(
        "GET", f"/api/v1/seasons/{segment(slug)}/webhooks/{segment(webhook)}/deliveries/{segment(uuid)}/"
    )


def seasons_webhooks_destroy(slug: str, id: int) -> Call[None]:
    """Tell nothing more (season)."""
    return Call(
        "DELETE", f"/api/v1/seasons/{segment(slug)}/webhooks/{segment(id)}/", answer="nothing", keyed=True
    )


def seasons_webhooks_list(
    slug: str, *, limit: int | None = None, offset: int | None = None
) -> Call[m.Page[m.Webhook]]:
    """The webhooks of this place (season)."""
    return Call("GET", f"/api/v1/seasons/{segment(slug)}/webhooks/", query={"limit": limit, "offset": offset})


def seasons_webhooks_partial_update(
    slug: str, id: int, body: m.PatchedChangedWebhookRequest | None = None
) -> Call[m.Webhook]:
    """Another address, other kinds, off or on again (season)."""
    return Call("PATCH", f"/api/v1/seasons/{segment(slug)}/webhooks/{segment(id)}/", body=body, keyed=True)


def seasons_webhooks_ping_create(slug: str, id: int) -> Call[m.Delivery]:
    """Send a test message (season)."""
    return Call("POST", f"/api/v1/seasons/{segment(slug)}/webhooks/{segment(id)}/ping/", keyed=True)


def seasons_webhooks_retrieve(slug: str, id: int) -> Call[m.Webhook]:
    """One webhook (season)."""
    return Call("GET", f"/api/v1/seasons/{segment(slug)}/webhooks/{segment(id)}/")


def seasons_webhooks_rotate_create(slug: str, id: int) -> Call[m.WebhookWithSecret]:
    """A new secret, shown this once (season)."""
    return Call("POST", f"/api/v1/seasons/{segment(slug)}/webhooks/{segment(id)}/rotate/", keyed=True)


def titles_csv_retrieve(*, language: str | None = None) -> Call[bytes]:
    """Who has won which event, the latest 2,000."""
    return Call("GET", "/titles.csv", answer="bytes", query={"language": language})


def titles_list(
    *,
    level: int | None = None,
    limit: int | None = None,
    offset: int | None = None,
    player: str | None = None,
    season: str | None = None,
) -> Call[m.Page[m.Title]]:
    """Ranking events that are over with their winners, the latest first."""
    return Call(
        "GET",
        "/api/v1/titles/",
        query={"level": level, "limit": limit, "offset": offset, "player": player, "season": season},
    )


def tokens_create(body: m.NewTokenRequest) -> Call[m.IssuedToken]:
    """Make a token."""
    return Call("POST", "/api/v1/tokens/", body=body)


def tokens_destroy(id: int) -> Call[None]:
    """Revoke a token."""
    return Call("DELETE", f"/api/v1/tokens/{segment(id)}/", answer="nothing")


def tokens_list(
    *, limit: int | None = None, offset: int | None = None, place: str | None = None
) -> Call[m.Page[m.Token]]:
    """The tokens of a place and within it, the latest first."""
    return Call("GET", "/api/v1/tokens/", query={"limit": limit, "offset": offset, "place": place})


def tokens_retrieve(id: int) -> Call[m.Token]:
    """Tokens, and the links with them."""
    return Call("GET", f"/api/v1/tokens/{segment(id)}/")


def webhooks_create(body: m.NewWebhookRequest) -> Call[m.WebhookWithSecret]:
    """Tell an address what happens here from now on (site)."""
    return Call("POST", "/api/v1/webhooks/", body=body, keyed=True)


def webhooks_deliveries_list(
    webhook: int,
    *,
    game: str | None = None,
    kind: str | None = None,
    limit: int | None = None,
    offset: int | None = None,
    state: str | None = None,
) -> Call[m.Page[m.Delivery]]:
    """Deliveries, the latest first (site)."""
    return Call(
        "GET",
        f"/api/v1/webhooks/{segment(webhook)}/deliveries/",
        query={"game": game, "kind": kind, "limit": limit, "offset": offset, "state": state},
    )


def webhooks_deliveries_replay_create(webhook: int, uuid: str) -> Call[m.Delivery]:
    """Send the same again, as a delivery of its own (site)."""
    return Call("POST", f"/api/v1/webhooks/{segment(webhook)}/deliveries/{segment(uuid)}/replay/", keyed=True)


def webhooks_deliveries_retrieve(webhook: int, uuid: str) -> Call[m.WholeDelivery]:
    """One delivery, with what was sent and what was answered (site)."""
    return Call("GET", f"/api/v1/webhooks/{segment(webhook)}/deliveries/{segment(uuid)}/")


def webhooks_destroy(id: int) -> Call[None]:
    """Tell nothing more (site)."""
    return Call("DELETE", f"/api/v1/webhooks/{segment(id)}/", answer="nothing", keyed=True)


def webhooks_list(*, limit: int | None = None, offset: int | None = None) -> Call[m.Page[m.Webhook]]:
    """The webhooks of this place (site)."""
    return Call("GET", "/api/v1/webhooks/", query={"limit": limit, "offset": offset})


def webhooks_partial_update(id: int, body: m.PatchedChangedWebhookRequest | None = None) -> Call[m.Webhook]:
    """Another address, other kinds, off or on again (site)."""
    return Call("PATCH", f"/api/v1/webhooks/{segment(id)}/", body=body, keyed=True)


def webhooks_ping_create(id: int) -> Call[m.Delivery]:
    """Send a test message (site)."""
    return Call("POST", f"/api/v1/webhooks/{segment(id)}/ping/", keyed=True)


def webhooks_retrieve(id: int) -> Call[m.Webhook]:
    """One webhook (site)."""
    return Call("GET", f"/api/v1/webhooks/{segment(id)}/")


def webhooks_rotate_create(id: int) -> Call[m.WebhookWithSecret]:
    """A new secret, shown this once (site)."""
    return Call("POST", f"/api/v1/webhooks/{segment(id)}/rotate/", keyed=True)
