"""The addresses of a hall's desk, below that of the event's."""

from django.urls import URLPattern, path

from tournaments.organiser.hall import check_in, mending, registration, rehearsal, seating


def addresses() -> list[URLPattern]:
    """List them."""
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
    ]
