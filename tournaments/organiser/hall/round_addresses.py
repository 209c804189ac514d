"""The addresses of what a hall does while a round is played, and at the end, below that of the event's desk."""

from django.urls import URLPattern, path

from tournaments.organiser.hall import prizes, round, slips


def addresses() -> list[URLPattern]:
    """List them."""
    return [
        path("round/", round.round_page, name="desk-round"),
        path("round/now/", round.round_now, name="desk-round-now"),
        path("round/<slug:subject>/left/", round.adjudicate_page, name="desk-round-left"),
        path("round/<slug:subject>/<slug:way>/", round.do_with_round, name="desk-round-way"),
        path("slips/", slips.slips_page, name="desk-slips"),
        path("slips/<int:number>/", slips.slip_page, name="desk-slip"),
        path("slips/<int:number>/undo/", slips.undo_slip, name="desk-slip-undo"),
        path("slips/claims/<int:claim>/", slips.count_claim, name="desk-claim"),
        path("prizes/", prizes.prizes_page, name="desk-prizes"),
        path("prizes/youngest/", prizes.say_youngest, name="desk-youngest"),
    ]
