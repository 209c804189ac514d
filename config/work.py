"""All kinds of work, in the order in which ``run_periodic`` does them: what others follow from is first.

The embedded server has a loop for each (``games.work.loops``), and a process beside it for those that are long
(``config.work_process``). In production beat and bells have workers look for work (``config.tasks``).
"""

from collections.abc import Mapping

from config import retention
from config.backup import jobs as backups
from config.backup import second_copy
from config.watch import chain_check
from games.analysis import jobs as analyses
from games.chances import jobs as chances
from games.work.kinds import Lane, Work
from tournaments import rehearsals
from tournaments.forecasts import queue as forecasts
from tournaments.forecasts import requests
from tournaments.rankings import store as rankings
from tournaments.statistics import update as statistics
from tournaments.transfer.result_import import long_lists
from tournaments.webhooks import dispatch

KINDS: Mapping[str, Work] = {
    module.WORK.kind: module.WORK
    for module in (
        rankings,
        dispatch,
        statistics,
        retention,
        second_copy,
        backups,
        chain_check,
        requests,
        forecasts,
        long_lists,
        rehearsals,
        chances,
        analyses,
    )
}
LONG = [work for work in KINDS.values() if work.lane is Lane.LONG]
SHORT = [work for work in KINDS.values() if work.lane is not Lane.LONG]
