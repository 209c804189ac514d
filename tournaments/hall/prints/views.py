"""Sheets of a hall as PDF, from the desk: those of a round, posters, passes and diplomas."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import link_for_phones, require_permission
from games.api import query_params
from games.enums import Action
from rules import Text
from tournaments.db import refused
from tournaments.hall.prints.context import PAPERS, HallPrintContext
from tournaments.hall.prints.prints import PRINTS, print_hall
from tournaments.hall.seat_plan import RoundView, SeatPlan
from tournaments.hall.services import slip_token
from tournaments.kit.paper import EventPrintContext
from tournaments.models import Event, whole_number
from tournaments.scopes import around_event
from tournaments.standings.presenters import EventPresenter
from tournaments.visibility import event_of


@never_cache
@require_safe
@require_permission(Action.RULE, lambda slug, name: around_event(slug))
@query_params.handle_bad_query
def hall_print(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Print something of a hall; ``?round=``: of that round, ``?paper=a3``: a poster, ``?from=``: passes from there."""
    event = event_of(slug)
    if not event.format.seats_a_hall or name not in PRINTS:
        raise Http404
    language = query_params.language(request.GET)
    paper = query_params.read_choice(request.GET, "paper", tuple(PAPERS), default="a4")
    presenter = EventPresenter(event)
    plan = SeatPlan(presenter)
    round_ = _round(plan, request.GET.get("round", ""))
    printed = EventPrintContext(presenter, timezone.now(), lambda path: link_for_phones(request, path).link)
    hall = HallPrintContext(
        printed,
        round_,
        slip_paths(event, round_),
        PAPERS[paper],
        _first_number(request.GET.get("from", "")),
    )
    with override(language):
        answer = HttpResponse(print_hall(hall, name), content_type="application/pdf")
    about = f"-{round_.subject}" if round_ else ""
    answer["Content-Disposition"] = f'inline; filename="{slug}{about}-{name}.pdf"'
    return answer


def _round(plan: SeatPlan, asked: str) -> RoundView | None:
    """Return the requested round, else the one that was published last."""
    if not asked:
        return plan.current
    by_subject = {each.subject: each for each in plan.rounds}
    if asked not in by_subject:
        raise refused("round", Text("published are {rounds}", rounds=", ".join(by_subject) or "–"))
    return by_subject[asked]


def slip_paths(event: Event, round_: RoundView | None) -> Mapping[int, str]:
    """Map the number of a game → where the slip of its table leads. One query."""
    if round_ is None:
        return {}
    draw, page = event.draws.get(subject=round_.subject), event.get_absolute_url()
    return {
        table.number: f"{page}slips/{table.number}/{slip_token(draw, table.number)}/"
        for table in round_.tables
    }


def _first_number(asked: str) -> int:
    number = whole_number(asked or "1")
    if number is None:
        raise refused("from", Text("a start number is needed"))
    return number
