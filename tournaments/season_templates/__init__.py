"""The calendar of a season: templates, and the plan that one gives for a year. Plain values, in and out."""

from tournaments.season_templates.plan import EventPlan, SeasonPlan
from tournaments.season_templates.template import YEARS, PlannedEvent, Play, SeasonTemplate, Stretch
from tournaments.season_templates.xmadn import XMADN

#: Every template by its key.
TEMPLATES = {template.key: template for template in (XMADN,)}

__all__ = [
    "TEMPLATES",
    "XMADN",
    "YEARS",
    "EventPlan",
    "PlannedEvent",
    "Play",
    "SeasonPlan",
    "SeasonTemplate",
    "Stretch",
]
