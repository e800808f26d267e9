"""The figures of a comparison, their margins and directions, and tables whose columns are all explained."""

import dataclasses
import json
from typing import Any

import numpy as np
import pytest

from balancer.analysis.comparisons import comparison
from balancer.analysis.estimates.metric_names import names_for
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.results import PairResult
from balancer.analysis.tally import QUARTERS, Group, TallyQuantity, tally_of
from balancer.reporting.axis import seated_words
from tests.analysis import sample
from tests.analysis.test_differences import GAMES


def frames(pair):
    return {sheet.name: sheet.frame(rows) for sheet, rows in comparison.tables([pair], ReportSpec())}


def sample_pair(**variant: Any) -> Any:
    """Return a pair of sample cells whose games share only their numbers; products from single games."""
    base, other = sample.sample_cell(games=GAMES), sample.sample_cell(**{"games": GAMES, "seed": 2, **variant})
    return PairResult(GAMES, base, other, connected(base, other), name="variant", seconds=0.1)


def connected(base: Any, other: Any) -> dict[str, Any]:
    """Return what connects two cells whose games hang together by chance alone: products of means times games."""
    mine, theirs = tally_of(base), tally_of(other)
    known = [TallyQuantity(Group.MOMENT, name) for name in base.tally["moments"] if name in other.tally["moments"]]
    known += [TallyQuantity(Group.RATIO, name) for name in base.tally["ratios"] if name in other.tally["ratios"]]
    known += [TallyQuantity(Group.ENDING, name) for name in base.tally["endings"]]
    known += [TallyQuantity(Group.LOSS, str(seat + 1)) for seat in range(min(base.players, other.players))]
    known += [TallyQuantity(Group.RUNAWAY, quarter) for quarter in QUARTERS]
    products = {}
    for quantity in (*known, TallyQuantity(Group.SHARED), TallyQuantity(Group.COMEBACKS)):
        one, two = mine.sums(quantity), theirs.sums(quantity)
        products[quantity.key] = [a * b // GAMES for a in (one.x, one.m) for b in (two.x, two.m)]
    credit = np.outer(base.tally["credit"], other.tally["credit"]) // GAMES
    return {
        "games": GAMES,
        "alike": 3,
        "winner_changed": 200,
        "first_apart": 0,
        "first_winner_changed": 4,
        "products": products,
        "credit": credit.tolist(),
        "joint": {},
    }


@pytest.fixture(scope="module")
def pair() -> Any:
    return sample_pair()


def test_the_main_table_has_what_the_scenario_names_and_the_seats(pair: Any) -> None:
    report = ReportSpec(
        headline=(FigureRef("ending_share", "instant"), FigureRef("rounds", stat="p90")),
        better={"seat_spread": "lower", "persona_win_rate.bully": "higher"},
        margins={"rounds": 0.25, "ending_share": 0.01, "seat_win_rate": 0.005},
    )
    main = comparison.main_effects(pair, report)

    assert [one.name for one in main] == [
        "ending_share.instant",
        "rounds.p90",
        *(f"seat_win_rate.{seat}" for seat in (1, 2, 3, 4)),
        "seat_spread",
        "persona_win_rate.bully",
        "rounds",
        "ending_share.unfinished",
        "ending_share.exhausted",
    ]
    by_name = {one.name: one for one in main}
    assert by_name["ending_share.instant"].margin == 0.01
    assert by_name["seat_win_rate.3"].margin == 0.005
    assert by_name["rounds"].margin == 0.25
    assert by_name["rounds.p90"].margin == 1.0  # a margin of the mean is none of the quantile: the usual one
    assert not by_name["rounds.p90"].margin_given
    assert by_name["rounds"].margin_given
    assert by_name["seat_spread"].margin == 0.01
    assert (by_name["seat_spread"].better, by_name["rounds"].better) == ("lower", "")
    assert {one.family for one in main} == {len(main)}


def test_the_other_table_has_every_metric_that_is_reported_once(pair: Any) -> None:
    known = comparison.effects(pair, ReportSpec(seconds_per_decision=10))
    names = [one.name for one in known]

    assert len(names) == len(set(names))
    content = {one.ref.metric for one in known}
    assert content == {name for name, offer in names_for(pair.base).items() if not offer.reason}
    assert {"rounds.median", "rounds.p90"} <= set(names)
    others = [one for one in known if not one.main]
    assert {one.family for one in others} == {len(others)}
    assert "minutes" not in {one.ref.metric for one in comparison.effects(pair, ReportSpec())}


def test_more_intervals_in_a_table_are_wider(pair: Any) -> None:
    few: Any = comparison.main_effects(pair, ReportSpec(headline=(FigureRef("rounds"),)))
    many: Any = comparison.main_effects(
        pair, ReportSpec(headline=(FigureRef("rounds"),), margins={"ending_share": 0.1})
    )

    narrow, wide = (next(one for one in known if one.name == "rounds") for known in (few, many))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_what_one_side_alone_has_is_reported() -> None:
    found = sample_pair(players=3, lineup=("rusher", "builder", "thrifty"))

    assert comparison.missing(found) == [
        "seat only in the base: 4",
        "personas only in the base: bully, balanced",
        "persona only in the variant: thrifty",
    ]
    report = ReportSpec(margins={"persona_win_rate.bully": 0.1, "rounds": 1}, better={"seat_win_rate.4": "lower"})
    assert comparison.unused_names(found, report) == [
        "seat_win_rate.4 (better), which one side does not have",
        "persona_win_rate.bully (margins), which one side does not have",
    ]
    names = [one.name for one in comparison.effects(found, report)]
    assert "seat_win_rate.3" in names
    assert "seat_win_rate.4" not in names
    assert "persona_win_rate.bully" not in names


def test_tables_have_the_figures_and_the_pairs(pair: Any) -> None:
    tables = frames(pair)

    differences = tables["differences"]
    assert (differences["difference_low"].dropna() <= differences["difference"].dropna()).all()
    assert tables["pairs"]["winner_changed"].tolist() == [0.5]


def test_json_is_strict_and_says_what_the_tables_say(pair: Any) -> None:
    content = json.loads(
        json.dumps(comparison.all_to_json({"name": "n", "title": "t", "game": "g", "seed": 1}, [pair]), allow_nan=False)
    )
    (variant,) = content["variants"]

    rows = frames(pair)["differences"]
    assert [figure["figure"] for figure in variant["figures"]] == rows["figure"].tolist()
    assert variant["winner_changed"]["low"] < 0.5 < variant["winner_changed"]["high"]
    assert variant["base"]["players"] == 4


@pytest.mark.parametrize(
    ("mine", "other", "expected"),
    [
        ({"deal": "open"}, {"deal": "shut"}, False),
        ({"decks": [3, 1]}, {"decks": [3, 2]}, False),
        ({"decks": [3, 1]}, {"decks": [3, 1]}, True),
        ({"target": "auto"}, {"target": 40}, True),  # auto is 40 here
        ({"target": 41}, {"target": 40}, False),
    ],
)
def test_rules_of_words_and_lists_are_compared_as_numbers_are(
    pair: Any, mine: dict[str, Any], other: dict[str, Any], expected: bool
) -> None:
    """Only whole numbers stand in `resolved`; equal rules alone make a difference equivalent whatever its interval."""
    cells = [
        dataclasses.replace(
            pair.base, rules=rules, resolved={k: 40 if v == "auto" else v for k, v in rules.items() if k == "target"}
        )
        for rules in (mine, other)
    ]
    both = dataclasses.replace(pair, base=cells[0], variant=cells[1])

    assert comparison.same_rules(both) == expected


def test_who_plays_alone_for_points_has_no_win_rate_to_compare() -> None:
    """A table of win rates, 100 % before and after, and a rate of ties stood in the reports of games for one."""
    solo = sample.blank_cell(players=1, aim="score", lineup=["careful"], seating="rotate")
    alone = PairResult(1, solo, solo, {}, name="variant", seconds=0.1)

    assert "seat_win_rate" not in {ref.metric for ref in comparison.main_figures(alone, ReportSpec())}
    played = sample.sample_cell(games=GAMES)
    assert estimate(dataclasses.replace(played, players=1), "tie_rate").value is None
    assert seated_words(solo) == "careful"
