"""Trapdoors and wormholes at the desk: by hand, tapped on the board or typed, or drawn from a published seed."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.domain.events.special_fields import LONGEST_SEED, has_furniture
from games.drawing import BoardState
from games.presenters.game import drawn_board
from rules import RuleSet
from rules.errors import PositionError
from rules.move import IN_YARD
from rules.special_fields import furniture
from tournaments.formats import EntrantSeating
from tournaments.organiser.i18n import translate_text
from tournaments.services import FurnitureInput


def kind_of(rules: RuleSet) -> str:
    """What is laid by these rules: ``trapdoors`` or ``wormholes``; empty for neither."""
    if not has_furniture(rules):
        return ""
    return "trapdoors" if rules.trapdoors else "wormholes"


def furniture_fields(rules: RuleSet) -> dict[str, forms.Field]:
    """The fields with which a game by these rules is laid out; none where there is nothing to lay."""
    kind = kind_of(rules)
    if not kind:
        return {}
    most = rules.trapdoors + 2 * rules.wormholes
    marks = {"data-lay": kind, "data-most": most, "autocomplete": "off"}
    by_hand = forms.CharField(
        label=_("trapdoors") if kind == "trapdoors" else _("wormholes"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs=marks),
        help_text=_(
            "To lay them by hand, tap the fields on the board above, or write them, counted from Yellow's A as 0: four "
            "trapdoors as 5, 13, 21, 29, wormholes as 3-27, 9-41. Left empty they are drawn."
        ),
    )
    seed = forms.CharField(
        label=_("published seed"),
        required=False,
        max_length=LONGEST_SEED,
        widget=forms.TextInput(attrs={"data-seed": ""}),
        help_text=_(
            "To draw them: a text that was fixed beforehand, such as lottery numbers; left empty, one is made now. "
            "Anybody can draw again from it, with nothing but SHA-256."
        ),
    )
    return {kind: by_hand, "published_seed": seed}


def entered_furniture(form: forms.Form, rules: RuleSet) -> FurnitureInput:
    """What is entered in these fields; what cannot lie so becomes an error of its field."""
    kind = kind_of(rules)
    text: str = form.cleaned_data.get(kind, "") if kind else ""
    seed: str = form.cleaned_data.get("published_seed", "")
    if not text.strip():
        return FurnitureInput(published_seed=seed)
    if seed.strip():
        form.add_error("published_seed", _("Either the fields or a seed, not both."))
    fields = [int(number) for number in re.findall(r"[0-9]{1,4}", text)]
    pairs = [fields[at : at + 2] for at in range(0, len(fields), 2)]
    wanted = FurnitureInput(trapdoors=fields) if kind == "trapdoors" else FurnitureInput(wormholes=pairs)
    try:
        furniture(rules, wanted.trapdoors, wanted.wormholes)
    except PositionError as error:
        form.add_error(kind, translate_text(error.message))
    return wanted


def board_to_lay(rules: RuleSet, seating: EntrantSeating) -> SafeString | None:
    """The board before the game begins, to tap on; None where nothing is to be laid."""
    if not has_furniture(rules):
        return None
    layout = rules.layout()
    here = {*seating.colours, rules.neutral}
    yards: list[Any] = [[IN_YARD] * 4 if colour in here else None for colour in layout.colours]
    return drawn_board(BoardState(layout, yards), prefix="laying")
