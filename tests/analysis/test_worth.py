"""The worth of parts: sums worked out by hand, and charms planted in Windfall (tests/plain/planted.py)."""

import math

import numpy as np
import pytest

import balancer
from balancer.analysis.figure import Figure
from balancer.analysis.play import worth
from balancer.analysis.results import WorthResult
from tests.plain import planted

CHARMS = ("plus", "zero", "minus")


def result(games: int, **sums: list[int]) -> WorthResult:
    """Sums with a victory of credit 12."""
    return WorthResult(games=games, sums=sums, credit_unit=12)


def test_lift_is_what_seats_with_a_part_win_more_than_these_seats_do() -> None:
    # Ten games of two seats; seat 1 wins 6, seat 2 wins 4. The part: in four games at seat 1 (3 won), in one at seat 2.
    found = result(10, seats=[72, 48], **{"dealt.Stein": [36, 5, 3 * 144, 36, 5], "seats_dealt.Stein": [4, 1]})
    lift = worth.lift(found, "dealt.Stein", 0.95, 1)
    assert lift is not None
    assert lift.value == pytest.approx(3 / 5 - (4 * 0.6 + 1 * 0.4) / 5)
    assert lift.low < lift.value < lift.high
    assert lift.games == 5
    assert worth.share(found, "dealt.Stein") == 5 / 20
    assert worth.lift(found, "dealt.Pint", 0.95, 1) is None


@pytest.mark.parametrize("times", [10, 20, 41, 300])
def test_the_lifts_of_hundreds_of_parts_hold_for_all_together(times: int) -> None:
    """Of 392 parts that make no difference at a table of four: none is called better or worse in 95 % of runs.

    The chance is that of the binomial distribution, exactly; each part was had in so many games.
    """
    wrong = 0.0
    for won in range(times + 1):
        sums = [12 * won, times, 144 * won, 12 * won, times]
        seats = {"seats": [3_000] * 4, "seats_dealt.Stein": [times, 0, 0, 0]}
        found = worth.lift(result(1_000, **{"dealt.Stein": sums}, **seats), "dealt.Stein", 0.95, 392)
        assert found is not None
        assert found.low < found.high
        wrong += found.certain * math.comb(times, won) * 0.25**won * 0.75 ** (times - won)
    assert 392 * wrong <= 0.05


def test_gain_is_credit_per_seat_and_known_exactly_of_no_game() -> None:
    found = result(
        10_000, **{"blank_held.Stein": [-600, 2_000, 7_200, -600, 2_000], "blank_held.Bench": [0, 10_000, 0, 0, 10_000]}
    )
    lost = worth.gain(found, "blank_held.Stein", 0.95, 1)
    nothing = worth.gain(found, "blank_held.Bench", 0.95, 1)
    assert lost is not None
    assert nothing is not None
    assert lost.value == pytest.approx(-600 / 12 / 2_000)
    assert lost.high < 0
    assert nothing.value == 0
    assert -0.001 < nothing.low < 0 < nothing.high < 0.001  # the next game may be the first that changes
    assert nothing.within(0.001)
    assert not nothing.certain


def test_points_are_told_only_where_the_worth_of_a_point_is_known() -> None:
    sure, unsure = Figure(0.02, 0.018, 0.022, 9), Figure(0.02, -0.01, 0.05, 9)
    points = worth.in_points(Figure(-0.01, -0.014, -0.006, 9), sure)
    assert points is not None
    assert points[0] == pytest.approx(-0.5)
    assert points[1] == pytest.approx((0.004**2 + (0.5 * 0.002) ** 2) ** 0.5 / 0.02)
    assert worth.in_points(sure, unsure) is None


def played(games: int, seed: int) -> WorthResult:
    result: WorthResult = balancer.cards(planted.Planted, parts=CHARMS, games=games, seed=seed, jobs=1).report.result
    return result


def estimates(result: WorthResult, confidence: float) -> dict[str, tuple[Figure, float]]:
    """Return every figure of the charms, and its truth by construction."""
    found: dict[str, tuple[Figure, float]] = {}
    for charm in CHARMS:
        dealt = worth.lift(result, f"dealt.{charm}", confidence, 1)
        blank = worth.gain(result, f"blank_held.{charm}", confidence, 1)
        point = worth.gain(result, f"point_held.{charm}", confidence, 1)
        assert dealt
        assert blank
        assert point
        found |= {
            f"dealt {charm}": (dealt, planted.DEALT[charm]),
            f"blank {charm}": (blank, planted.BLANK[charm]),
            f"point {charm}": (point, planted.POINT),
        }
    return found


def test_planted_charms_have_the_worth_that_was_planted() -> None:
    result = played(1_500, 3)
    for name, (found, truth) in estimates(result, 1 - 1e-8).items():
        assert found.low <= truth <= found.high, (name, found, truth)
    assert estimates(result, 0.95)["blank plus"][0].half_width < 0.03


@pytest.mark.verify
def test_planted_charms_are_found_in_order_and_intervals_hold() -> None:
    """Figures of docs/cards.md: 100 runs of 4000 games."""
    runs = [estimates(played(4_000, seed), 0.95) for seed in range(100)]
    ordered = sum(one["dealt plus"][0].value > one["dealt zero"][0].value > one["dealt minus"][0].value for one in runs)
    for kind in ("dealt", "blank", "point"):
        held = [one[f"{kind} {charm}"] for one in runs for charm in CHARMS]
        share = sum(found.low <= truth <= found.high for found, truth in held) / len(held)
        print(kind, share)  # noqa: T201  the figure of the documentation
        assert 0.90 <= share <= 0.995
    print("in order", ordered)  # noqa: T201
    assert ordered >= 90


def test_a_part_that_is_never_or_always_taken_has_an_interval() -> None:
    """50 games, offered twice in each; the interval is about what 0 of 100 games leaves open."""
    never = result(50, **{"taken_pick.plum": [0, 100, 0, 0, 200]})
    always = result(50, **{"taken_pick.plum": [100, 100, 200, 200, 200]})
    one, other = (worth.taken(each, "pick", "plum", 0.95, 1) for each in (never, always))
    assert one
    assert other
    assert (one.share.value, one.share.low, one.offered) == (0, 0, 2)
    assert 0.02 < one.share.high < 0.1
    assert other.share.low == pytest.approx(1 - one.share.high)
    assert other.share.high == 1
    assert worth.taken(never, "pick", "pear", 0.95, 1) is None


def test_how_often_a_part_is_taken_is_a_ratio_of_sums_over_games() -> None:
    taken, offered = np.array([0, 1, 2, 1, 0, 3, 1, 2] * 40), np.array([1, 2, 2, 1, 3, 4, 1, 2] * 40)
    sums = [int(one.sum()) for one in (taken, offered, taken**2, taken * offered, offered**2)]
    found = worth.taken(result(320, **{"taken_pick.plum": sums}), "pick", "plum", 0.95, 1)
    assert found
    ratio = taken.sum() / offered.sum()
    error = (taken - ratio * offered).std() / offered.mean() / np.sqrt(320)
    assert found.share.value == pytest.approx(ratio)
    assert found.share.half_width == pytest.approx(1.96 * error, rel=0.15)
