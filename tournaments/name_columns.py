"""Where names can stand in what tournaments keep (``games.services.name_columns``)."""

from games.services.name_columns import COPIED, DROPPED, REPLACED
from tournaments.models import (
    CompensationAward,
    Delivery,
    Draw,
    Entry,
    Event,
    EventGame,
    EventPoints,
    EventTable,
    EventUnit,
    ForecastRun,
    Hall,
    HallRehearsal,
    HallSlide,
    HistoryImport,
    MedalGame,
    Ranking,
    Registration,
    ReportLine,
    RoundPlan,
    Season,
    Webhook,
)

REPLACED.update(
    {
        Season: ("name",),
        Event: ("name",),
        Entry: ("team", "groups"),
        Registration: ("conditions",),
        Draw: ("name", "published_seed", "made_by", "annulled_why"),
        RoundPlan: ("people", "changes", "made_by"),
        EventGame: ("name", "board", "starter_reason", "override_reason", "award_reason"),
        ReportLine: ("said", "reason", "made_by"),
        CompensationAward: ("reason", "made_by"),
        MedalGame: ("reason", "made_by"),
        Ranking: ("name",),
        ForecastRun: ("why",),
        Hall: ("name",),
        HallSlide: ("board", "text_de", "text_en"),
        HallRehearsal: ("why",),
        Webhook: ("url", "chat"),
        Delivery: ("body", "last_error", "last_answer"),
    }
)
COPIED.update(
    {
        EventTable: ("projection",),
        EventUnit: ("name",),
        EventPoints: ("tp_reason", "wp_reason", "cp_reason"),
    }
)
DROPPED[HistoryImport] = ("content", "source", "players", "why")
