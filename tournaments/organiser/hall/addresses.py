"""The addresses of a hall's desk, below that of the event's."""

from django.urls import URLPattern, path

from tournaments.organiser.hall import (
    check_in,
    mending,
    prizes,
    registration,
    rehearsal,
    round,
    seating,
    slips,
)


def addresses() -> list[URLPattern]:
    return [
        path("check-in/", check_in.check_in_page, name="desk-check-in"),
        path("check-in/tap/", check_in.tap_person, name="desk-check-in-tap"),
        path("check-in/walk-in/", check_in.walk_in, name="desk-walk-in"),
        path("check-in/all/", check_in.check_in_all, name="desk-check-in-all"),
        path("check-in/namesake/", check_in.decide_namesake, name="desk-namesake"),
        path("check-in/add/", check_in.announce_page, name="desk-announce"),
        path("check-in/registration/", registration.registration_page, name="desk-registration"),
        path("check-in/registration/door/", registration.set_door, name="desk-door"),
        path("check-in/people/<slug:key>/", check_in.person_page, name="desk-person"),
        path("rehearse/", rehearsal.rehearse_page, name="desk-rehearse"),
        path("rehearsal/<slug:way>/", rehearsal.do_with_rehearsal, name="desk-rehearsal"),
        path("seating/", seating.seating_page, name="desk-seating"),
        path("seating/<slug:subject>/mend/", mending.mend_page, name="desk-mend"),
        path("seating/<slug:subject>/<slug:way>/", seating.change_round, name="desk-change-round"),
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
