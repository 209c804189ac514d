"""Which formats of events there are and what can be set of them, for programs: from the registry of formats."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import Answer, SaidSerializer
from games.api.pagination import Pages
from games.api.permissions import ReadByEverybody
from games.api.rule_sets import SettingSerializer, page_of
from rules.rule_sets import OptionKind
from tournaments.formats import FORMATS, Format, IntegerRange, Setting
from tournaments.formats.presets import PRESETS
from tournaments.formats.settings import Choice, IntegerList, SettingType


class PresetSerializer(Answer):
    """Settings of a format that are played under a name of their own."""

    key = serializers.CharField()
    name = SaidSerializer()
    rules = serializers.CharField()
    settings = serializers.DictField()


class FormatSerializer(Answer):
    """A format of events."""

    key = serializers.CharField(help_text="The name under which it is sent, as `format`.")
    name = SaidSerializer()
    rule_sets = serializers.ListField(
        child=serializers.CharField(), help_text="The rule sets that it can have; the first is the usual one."
    )
    least_players = serializers.IntegerField()
    most_players = serializers.IntegerField()
    gives_ranking_points = serializers.BooleanField()
    players_may_leave = serializers.BooleanField(help_text="Whether the others play on.")
    settings = SettingSerializer(many=True)
    presets = PresetSerializer(many=True)


class FormatsView(ReadByEverybody):
    """The formats."""

    pagination_class = Pages

    @extend_schema(operation_id="formats_list", responses={200: FormatSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """The formats of events with their settings: meaning, default and limits of each."""
        return page_of(self, request, map(_format, FORMATS.values()))


def _format(which: Format[Any]) -> dict[str, Any]:
    presets = [preset for preset in PRESETS.values() if preset.format == which.key]
    return FormatSerializer.of(
        which,
        rule_sets=list(which.rule_sets),
        gives_ranking_points=which.honoured is not None,
        settings=[_setting(each) for each in which.settings.described()],
        presets=PresetSerializer.each(presets),
    )


def _setting(setting: Setting) -> dict[str, Any]:
    kind, limits = _limits(setting.kind)
    return SettingSerializer.described(
        setting.name, setting.label, setting.about, kind, default=setting.default, **limits
    )


def _limits(kind: SettingType) -> tuple[OptionKind, dict[str, Any]]:
    match kind:
        case IntegerRange():
            return OptionKind.INTEGER, {"least": kind.least, "most": kind.most}
        case IntegerList():
            limits = {"least": 0, "most": kind.most, "shortest": kind.length, "longest": kind.length}
            return OptionKind.INTEGERS, limits
        case Choice():
            ways = [{"value": key, "name": name.as_json()} for key, name in kind.ways.items()]
            return OptionKind.CHOICE, {"choices": ways}
    raise TypeError(kind)
