"""What is not understood is refused, never guessed; that the rest does what it does in Python: test_play.py."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from games.offline.py2js import (
    FOLDER,
    MODULES,
    NotTranslated,
    build_bundle,
    script_type,
    translate_functions,
)
from tests.games.offline import samples

REFUSED = [
    (samples.keyword, "only plain arguments"),
    (samples.by_default, "only plain parameters"),
    (samples.between, "Compare is not translated: 0 < one < other"),
    (samples.divided, "BinOp is not translated: one / other"),
    (samples.comprehended, "ListComp is not translated"),
    (samples.elsewhere, "max is not known"),
]


@pytest.mark.parametrize(("function", "reason"), REFUSED, ids=[each.__name__ for each, _ in REFUSED])
def test_what_is_not_understood_is_refused(function: Any, reason: str) -> None:
    with pytest.raises(NotTranslated) as refusal:
        translate_functions((function,), package="tests.")
    assert reason in str(refusal.value)
    assert str(refusal.value).startswith(function.__name__)


def test_loops_and_branches_that_the_rules_do_not_have_are_translated_too(phone: Page) -> None:
    script = translate_functions((samples.looped,), package="tests.")
    pairs = [(one, other) for one in (-3, 1 << 70) for other in range(-1, 12)]
    found = phone.evaluate(
        """async ([script, pairs]) => {
            const from = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
            const { looped } = await import(from);
            return pairs.map(([one, other]) => String(looped(BigInt(one), BigInt(other))));
        }""",
        [script, [[str(one), str(other)] for one, other in pairs]],
    )
    assert found == [str(samples.looped(one, other)) for one, other in pairs]


def test_what_a_function_calls_comes_with_it_and_nothing_else() -> None:
    script = translate_functions((samples.chained,), package="tests.")
    assert script.count("export function") == 2
    assert "export const LIMIT = 5n;" in script
    assert "WORDS" not in script


def test_types_come_with_the_functions_and_unknown_ones_are_refused() -> None:
    script = translate_functions((samples.chained,), package="tests.")
    assert script.count("/** @type {(") == script.count("export function")
    assert script_type(tuple[int, bool]) == "[bigint, boolean]"
    assert script_type(tuple[int, ...]) == script_type(Sequence[int]) == "bigint[]"
    with pytest.raises(NotTranslated, match="float"):
        script_type(float)


def test_the_rules_on_the_phone_are_those_of_today() -> None:
    for name in MODULES:
        text = f"{name} is not what the rules say now; write it anew: make offline-rules"
        assert (FOLDER / name).read_text(encoding="utf-8") == build_bundle(name), text
    assert {path.name for path in FOLDER.iterdir()} == set(MODULES)
