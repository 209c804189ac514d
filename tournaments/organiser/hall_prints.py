"""The prints of a hall for its organisers: a slip opens the entry of its table, so that none of them is public."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import Scope, link_for_phones, require_permission
from games.api import query_params
from games.enums import Action
from rules import Text
from tournaments.db import refused
from tournaments.exports.pdf.document import EventPrintContext
from tournaments.exports.pdf.hall.context import PAPERS, HallPrintContext
from tournaments.exports.pdf.hall.prints import PRINTS, print_hall
from tournaments.models import Event
from tournaments.scopes import around_event
from tournaments.services.hall import slip_token
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.seat_plan import RoundView, SeatPlan


def _where(slug: str, name: str) -> Scope:
    return around_event(slug)


@never_cache
@require_safe
@require_permission(Action.RULE, _where)
@query_params.handle_bad_query
def hall_print(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Print something of a hall; ``?round=``: of that round, ``?paper=a3``: a poster, ``?from=``: passes from there."""
    event = get_object_or_404(Event.objects.select_related("season"), slug=slug)
    if not event.format.seats_a_hall or name not in PRINTS:
        raise Http404
    language = query_params.language(request.GET)
    paper = query_params.read_choice(request.GET, "paper", tuple(PAPERS), default="a4")
    presenter = EventPresenter(event)
    plan = SeatPlan(presenter)
    round_ = _round(plan, request.GET.get("round", ""))
    printed = EventPrintContext(presenter, timezone.now(), lambda path: link_for_phones(request, path).link)
    hall = HallPrintContext(
        printed, plan, round_, slip_paths(event, round_), PAPERS[paper], _first(request.GET.get("from", ""))
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


def _first(asked: str) -> int:
    if not asked:
        return 1
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 7):
        raise refused("from", Text("a start number is needed"))
    return int(asked)
