"""Which rule sets there are and what can be changed of them, for programs: from the registries of ``rules``."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.answers import Answer, SaidSerializer
from games.api.pagination import Pages
from games.api.permissions import ReadByEverybody
from rules import LARGEST_FACE, OPTIONS, RULE_SETS, OptionKind, Text, rule_set_name, rule_set_summary
from rules.option_labels import CALLED, MEANING, in_words
from rules.rule_sets import MOST_FACES, Option


class ChoiceSerializer(Answer):
    """A value that can be chosen."""

    value = serializers.JSONField()
    name = SaidSerializer()


class SettingSerializer(Answer):
    """A setting or an option: what it means, its default and its limits."""

    key = serializers.CharField(help_text="The name under which it is sent.")
    name = SaidSerializer()
    meaning = SaidSerializer()
    kind = serializers.ChoiceField(choices=[kind.value for kind in OptionKind])
    default = serializers.JSONField()
    choices = ChoiceSerializer(
        many=True, help_text="All values; empty where the limits say what is possible."
    )
    least = serializers.IntegerField(allow_null=True, help_text="The smallest number.")
    most = serializers.IntegerField(allow_null=True, help_text="The largest number.")
    shortest = serializers.IntegerField(allow_null=True, help_text="How many numbers at least.")
    longest = serializers.IntegerField(allow_null=True, help_text="How many numbers at most.")

    @classmethod
    def described(cls, key: str, name: Text, meaning: Text, kind: OptionKind, **more: Any) -> dict[str, Any]:
        """A setting; limits that are left out do not exist."""
        limits: dict[str, Any] = dict.fromkeys(("least", "most", "shortest", "longest"))
        given = {"choices": [], **limits, **more}
        return cls.of(key=key, name=name, meaning=meaning, kind=kind.value, **given)


class RuleSetSerializer(Answer):
    """A rule set, with what can be changed of it."""

    key = serializers.CharField(help_text="The name under which it is sent, as `rules`.")
    name = SaidSerializer()
    meaning = SaidSerializer()
    board = serializers.CharField()
    colours = serializers.ListField(child=serializers.CharField(), help_text="In playing direction.")
    options = SettingSerializer(many=True)


class RuleSetsView(ReadByEverybody):
    """The rule sets."""

    pagination_class = Pages

    @extend_schema(operation_id="rule_sets_list", responses={200: RuleSetSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """The rule sets with their options: meaning, default and limits of each."""
        answers = [
            RuleSetSerializer.of(
                key=rules.name,
                name=rule_set_name(rules.name),
                meaning=rule_set_summary(rules),
                board=rules.board,
                colours=list(rules.layout().colours),
                options=[_option(option, getattr(rules, name)) for name, option in OPTIONS.items()],
            )
            for rules in RULE_SETS.values()
        ]
        return page_of(request, answers)


def page_of(request: Request, answers: Iterable[dict[str, Any]]) -> Response:
    """A page of a list that is the same for all until the program changes."""
    answer = Pages.answer(list(answers), request)
    answer["Cache-Control"] = "public, max-age=300"
    return answer


def _option(option: Option, value: Any) -> dict[str, Any]:
    limits: dict[str, Any] = {}
    if option.kind is OptionKind.INTEGERS:
        limits = {"least": 0, "most": LARGEST_FACE, "shortest": 1, "longest": MOST_FACES}
    elif option.kind is OptionKind.INTEGER:
        limits = {"least": min(option.choices), "most": max(option.choices)}
    return SettingSerializer.described(
        option.name,
        CALLED[option.name],
        MEANING[option.name],
        option.kind,
        default=option.plain(value),
        choices=[{"value": each, "name": in_words(option.name, each).as_json()} for each in option.choices],
        **limits,
    )
