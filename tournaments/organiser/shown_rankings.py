"""What the rankings of the site are called, and which of them are shown: for its owner."""

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import EVERYWHERE, caller_of, require_permission, translate_text
from games.enums import Action
from games.models.player import printable
from tournaments.rankings.registry import RankingList, all_lists
from tournaments.rankings.services import present_ranking


class RankingForm(forms.Form):
    """A list: what it is called, and whether it is shown."""

    name = forms.CharField(label=_("Name"), max_length=100, required=False, validators=[printable])
    shown = forms.BooleanField(label=_("Show"), required=False)

    def __init__(self, which: RankingList, data: QueryDict | None) -> None:
        initial = {"name": which.own_name, "shown": not which.is_hidden}
        super().__init__(data, initial=initial, prefix=which.key, label_suffix="")
        self.which = which
        self.usual_name = translate_text(which.usual_name)
        self.fields["name"].widget.attrs["placeholder"] = self.usual_name

    def clean_name(self) -> str:
        """Empty for the usual name, in either language."""
        name = " ".join(self.cleaned_data["name"].split())
        usual = self.which.usual_name
        return "" if name in (usual.en, usual.de) else name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.OWN, lambda: EVERYWHERE)
def rankings_page(request: HttpRequest) -> HttpResponse:
    entered = request.POST if request.method == "POST" else None
    rows = [RankingForm(which, entered) for which in all_lists()]
    if entered is not None and not [form for form in rows if not form.is_valid()]:
        _keep(request, rows)
        messages.success(request, gettext("Saved."))
        return redirect("tournaments:shown-rankings")
    return render(request, "organise/rankings.html", {"rows": rows})


@transaction.atomic
def _keep(request: HttpRequest, rows: list[RankingForm]) -> None:
    actor, now = caller_of(request).actor, timezone.now()
    # Lists are locked in the order of their keys, here as elsewhere.
    for form in sorted(rows, key=lambda form: form.which.key):
        wanted = {"name": form.cleaned_data["name"], "hidden": not form.cleaned_data["shown"]}
        present_ranking(key=form.which.key, **wanted, actor=actor, now=now)
