"""Streams of halls: a message when something has been chosen at the desk."""

from collections.abc import Collection, Mapping, Sequence

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404

from games.access import EVERYWHERE
from games.api.streams import stream_or_list
from games.streams.topics import Message, Views, as_json
from tournaments.models import Hall


class HallTopic:
    """Halls by their slug; the number is their version. Only the present one is sent."""

    name = "hall"
    beside = None

    def numbers(self, keys: Collection[str]) -> Mapping[str, int]:
        """The version of each of these halls. One query."""
        return dict(Hall.objects.filter(slug__in=keys).values_list("slug", "version"))

    def state(self, key: str) -> Message | None:
        version = self.numbers([key]).get(key)
        return None if version is None else Message.build("hall", version, {"version": version})

    def since(self, key: str, number: int) -> Sequence[Message]:
        """The message ``hall``, if it has changed since then."""
        state = self.state(key)
        return [state] if state is not None and state.number > number else []


HALLS = HallTopic()
#: A hall is public: what it shows of events goes through theirs.
_VIEWS = Views(open=HALLS, full=HALLS, scope_of=lambda key: EVERYWHERE)


def _version(request: HttpRequest, slug: str) -> HttpResponseBase:
    hall = get_object_or_404(Hall, slug=slug)
    return HttpResponse(as_json({"version": hall.version}), content_type="application/json")


hall_changes = stream_or_list(_VIEWS, _version)
