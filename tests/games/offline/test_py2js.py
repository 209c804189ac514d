"""What is made of a Python function does what the function does; what is not understood is refused, never guessed."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from games.offline.py2js import (
    FOLDER,
    MODULES,
    NotTranslated,
    build_bundle,
    script_name,
    script_type,
    translate_functions,
)
from tests.games.offline import samples

OF_TWO_NUMBERS = (
    samples.bits,
    samples.counted,
    samples.remainder,
    samples.quotient,
    samples.chosen,
    samples.looped,
    samples.exchanged,
    samples.chained,
    samples.written,
)
REFUSED = [
    (samples.keyword, "only plain arguments"),
    (samples.by_default, "only plain parameters"),
    (samples.between, "Compare is not translated: 0 < one < other"),
    (samples.divided, "BinOp is not translated: one / other"),
    (samples.comprehended, "ListComp is not translated"),
    (samples.elsewhere, "max is not known"),
]
#: Calls the functions of a module with numbers as texts; what they return, as texts.
CALL = """async ([script, calls]) => {
    const from = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const functions = await import(from);
    return calls.map(([name, one, other]) => String(functions[name](BigInt(one), BigInt(other))));
}"""


def test_a_translated_function_does_what_the_function_does(phone: Page) -> None:
    lots = Random(5)
    size = 1 << 70  # more than a number of JavaScript holds
    pairs = [(lots.randint(-size, size), lots.randint(-40, 40)) for _ in range(40)]
    pairs += [(one, other) for one in range(-2, 3) for other in range(-2, 3)]
    calls = [(function, one, other) for function in OF_TWO_NUMBERS for one, other in pairs]
    script = translate_functions(OF_TWO_NUMBERS, package="tests.")
    asked = [[script_name(function.__name__), str(one), str(other)] for function, one, other in calls]
    found = phone.evaluate(CALL, [script, asked])
    assert found == [str(function(one, other)) for function, one, other in calls]


def test_sequences_are_changed_in_place(phone: Page) -> None:
    script = translate_functions((samples.changed_in_place,), package="tests.")
    found = phone.evaluate(
        """async (script) => {
            const from = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
            const { changedInPlace } = await import(from);
            const numbers = [1n, 2n, 3n];
            return [changedInPlace(numbers, { row: 2n, size: 9n }), ...numbers].map(Number);
        }""",
        script,
    )
    numbers = [1, 2, 3]
    assert found == [samples.changed_in_place(numbers, samples.Place(2, 9)), *numbers]


@pytest.mark.parametrize(("function", "reason"), REFUSED, ids=[each.__name__ for each, _ in REFUSED])
def test_what_is_not_understood_is_refused(function: Any, reason: str) -> None:
    with pytest.raises(NotTranslated) as refusal:
        translate_functions((function,), package="tests.")
    assert reason in str(refusal.value)
    assert str(refusal.value).startswith(function.__name__)


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


def test_rules_and_play_stay_small() -> None:
    assert (
        sum(len((FOLDER.parent / name).read_bytes()) for name in ("generated/rules.js", "game.js")) < 40_000
    )
