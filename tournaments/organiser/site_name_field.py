"""What a site is called, as forms ask for it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.access.site_name import LONGEST, USUAL


class SiteNameField(forms.CharField):
    """The name of the site: printable, blanks put in order."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "organization", "placeholder": USUAL})
        super().__init__(label=_("Name of the site"), max_length=LONGEST, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        name = " ".join(super().clean(value).split())
        if not name.isprintable():
            raise ValidationError(_("Letters, digits and blanks only."), code="invalid")
        return name
