"""Numbers as designers write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.scenario import literals
from balancer.scenario.literals import Amount
from balancer.wording import did_you_mean


@given(st.integers(-(10**18), 10**18))
def test_whole_numbers_are_read_as_written(number: int) -> None:
    assert literals.plain(str(number)) == number
    assert literals.plain(f"{number:_}") == number


@given(st.decimals(-(10**6), 10**6, places=3))
def test_decimals_are_read_as_written(number: object) -> None:
    assert literals.plain(str(number)) == float(str(number))


@given(st.text(max_size=12))
def test_any_text_is_read_as_something(text: str) -> None:
    value = literals.plain(text)

    assert value is None or isinstance(value, bool | int | float | str)
    literals.number_hint(value)
    did_you_mean(value, ["rounds", "turns"])
    literals.shown(value)


@pytest.mark.parametrize(
    "text", ["no", "off", "on", "yes", "010", "0x1F", "1e5", "1_", "_1", "1__0", ".nan", ".inf", "12:30"]
)
def test_what_yaml_versions_disagree_about_stays_text(text: str) -> None:
    assert literals.plain(text) == text


@given(st.integers(1, 999), st.sampled_from(["k", "K", "m", "M"]))
def test_letters_are_refused_with_the_number_meant(number: int, letter: str) -> None:
    meant = number * (1000 if letter in "kK" else 1_000_000)

    assert literals.number_hint(f"{number}{letter}") == f"write {meant:_}"


@given(st.floats(-1, 1).map(lambda x: round(x, 5)), st.sampled_from(["", "%", "pp"]))
def test_amounts_come_back_as_they_are_written(value: float, unit: str) -> None:
    value = round(value / 100, 7) if unit else value
    written = Amount(value, unit).written

    again = literals.amount(
        literals.plain(written) if unit == "" and "e" not in written else float(written) if not unit else written
    )

    assert again.unit == unit
    assert again.value == pytest.approx(value, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize(
    "value", ["", "%", "pp", ".pp", "3 points", None, True, [1], float("nan"), float("inf"), "1e-3pp"]
)
def test_what_is_no_amount_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"allowed: 0\.3, 30% \(a share\), 3pp"):
        literals.amount(value)


def test_amounts_take_blanks_and_a_typographic_minus() -> None:
    assert literals.amount("−3 pp") == Amount(-0.03, "pp")
