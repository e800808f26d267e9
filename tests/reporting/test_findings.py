"""The generated sentences, on hand-made figures: right in direction and number, never beyond the uncertainty."""

import itertools
import math

import pytest

from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.reporting.findings.axis_line import Headline
from balancer.reporting.findings.headline_findings import find
from balancer.reporting.numbers import DIFFERENCE, SHARE
from balancer.scenario.question import KnobCard
from tests.analysis.sample import blank_cell
from tests.reporting.swept import sweep_of

CONFIDENCE = 0.95
OFF = {"x": KnobCard(specials={"0": "off"})}
"""A rule that 0 switches off."""


def figure(value, half=0.01):
    """Return a figure with a symmetric interval."""
    return Figure.around(value, half, 1000)


def found(values, axes, *, half=0.01, unit=SHARE, base=None, mode="grid", knobs=None, **more):
    """Return what is said of one metric with these values in cells at these axes."""
    sweep = sweep_of([blank_cell(axes=one) for one in axes], mode=mode, base=base or axes[0], knobs=knobs)
    figures = [figure(value, half) for value in values]
    headline = Headline(FigureRef("m"), "the share", unit, lambda _: {"": figures}, **more)
    return find(headline, sweep, CONFIDENCE)


def over(name, *values):
    """Cells along one axis."""
    return [{name: value} for value in values]


def test_a_rise_is_told_with_its_ends_and_its_size():
    """From the first to the last value of the axis, with the interval of the difference."""
    finding = found([0.1, 0.2, 0.4], over("rules.x", 1, 2, 3))
    assert finding.lead == "The share rises from 10.0% ± 1.0 pp at x 1 to 40.0% ± 1.0 pp at 3 (+30.0 ± 1.4 pp)."


def test_a_fall_is_a_fall_whatever_the_order_of_the_values():
    """Numbers are put in order first."""
    finding = found([0.1, 0.4], over("rules.x", 9, 1))
    assert finding.lead.startswith("The share falls from 40.0% ± 1.0 pp at x 1 to 10.0% ± 1.0 pp at 9 (−30.0")


def test_a_number_that_means_off_is_no_step_along_the_axis():
    """0 switches the rule off: nothing rises from there; it is finding apart."""
    finding = found([0.0, 0.4, 0.2], over("rules.x", 0, 18, 22), knobs=OFF)
    assert finding.lead == (
        "The share falls from 40.0% ± 1.0 pp at x 18 to 20.0% ± 1.0 pp at 22 (−20.0 ± 1.4 pp). "
        "With x 0 (off) it is 0.0% ± 1.0 pp, less than at any other value."
    )
    unclear = found([0.2, 0.4, 0.2], over("rules.x", 0, 18, 22), knobs=OFF)
    assert unclear.lead.endswith("With x 0 (off) it is 20.0% ± 1.0 pp.")
    two = found([0.0, 0.4], over("rules.x", 0, 18), knobs=OFF)
    assert "x 0 (off)" in two.lead


def test_no_difference_is_claimed_inside_the_uncertainty():
    """Nor a direction, nor a best cell."""
    finding = found([0.20, 0.21, 0.205], over("rules.x", 1, 2, 3), better="lower")
    text = " ".join(finding.sentences)
    assert (
        "no clear change with x (1 to 3); too few games to tell: without pairs of games the change could still be as "
        "large as 2.5 pp" in text
    )
    assert "Too few games to call a setting best" in text
    assert not any(word in text for word in ("rises", "falls", "highest", "certainly"))


def test_the_same_within_the_margin_is_a_finding():
    """Only when the whole interval of every difference lies within it."""
    same = found([0.20, 0.201], over("rules.x", 1, 2), half=0.001, margin=0.01)
    assert same.lead == "The share does not depend on x (1 or 2): any change is within the margin of ±1 pp."
    unsure = found([0.20, 0.201], over("rules.x", 1, 2), half=0.01, margin=0.01)
    assert "too few games to tell" in unsure.lead


def test_a_change_is_weighed_against_the_margin():
    """Surely more, surely within, or open."""
    at = over("rules.x", 1, 2)
    assert "more than the margin of ±1 pp" in found([0.2, 0.3], at, half=0.001, margin=0.01).lead
    within = found([0.2, 0.3], at, half=0.001, margin=0.2).lead
    assert within == "The share hardly depends on x: 20.0% to 30.0%, within the margin of ±20 pp."
    assert (
        "too few games to tell whether this exceeds the margin of ±10 pp"
        in found([0.2, 0.3], at, half=0.001, margin=0.1).lead
    )


def test_peaks_and_valleys():
    """What turns is not called a rise."""
    at = over("rules.x", 1, 2, 3)
    assert found([0.1, 0.4, 0.2], at).lead.startswith(
        "The share rises from 10.0% ± 1.0 pp at x 1 to 40.0% ± 1.0 pp at 2, then falls"
    )
    assert found([0.4, 0.1, 0.2], at).lead.startswith(
        "The share falls from 40.0% ± 1.0 pp at x 1 to 10.0% ± 1.0 pp at 2, then rises"
    )
    assert "goes up and down" in found([0.1, 0.4, 0.2, 0.5], over("rules.x", 1, 2, 3, 4)).lead


def test_words_have_no_direction():
    """Line-ups and rules in words are highest and lowest with something."""
    finding = found([0.1, 0.4], over("rules.ties_to", "defender", "challenger"))
    assert finding.lead == (
        "The share is 10.0% ± 1.0 pp with ties_to defender and 40.0% ± 1.0 pp with 'challenger' (+30.0 ± 1.4 pp)."
    )
    three = found([0.1, 0.4, 0.2], over("rules.ties_to", "defender", "challenger", "nobody")).lead
    assert "highest with ties_to challenger, 40.0% ± 1.0 pp, and lowest with 'defender', 10.0% ± 1.0 pp" in three
    assert "(a difference of 30.0 ± 1.4 pp)" in three


def test_true_and_false_are_words():
    """Though Python takes them for numbers."""
    finding = found([0.1, 0.4], over("rules.rescue", True, False))
    assert "with rescue true and 40.0% ± 1.0 pp with false" in finding.lead


def test_the_best_and_those_that_may_be_as_good():
    """By the scenario's `better`."""
    at = over("rules.x", 1, 2, 3)
    text = " ".join(found([0.10, 0.105, 0.4], at, better="lower").sentences)
    assert "Best (lower is better): x 1 with 10.0% ± 1.0 pp; x 2 is not clearly worse." in text
    text = " ".join(found([0.10, 0.105, 0.4], at, better="higher").sentences)
    assert "Best (higher is better): x 3 with 40.0% ± 1.0 pp; every other setting is certainly worse." in text


def test_two_axes_are_told_one_by_one_and_where_it_differs():
    """A direction that holds elsewhere, and one that doesn't."""
    at = [{"rules.x": x, "players": n} for n in (3, 4, 5) for x in (1, 2)]
    finding = found([0.1, 0.4, 0.1, 0.4, 0.4, 0.1], at, base={"rules.x": 1, "players": 3})
    text = " ".join(finding.sentences)
    assert "rises from 10.0% ± 1.0 pp at x 1" in finding.lead
    assert (
        "The effect of x on the share depends on the other settings: from 1 to 2 it is +30.0 ± 1.4 pp with 3 players, "
        "but −30.0 ± 1.4 pp with 5 players."
    ) in text
    assert (
        "Over all 6 settings it ranges from 10.0% ± 1.0 pp (x 1, 3 players; 2 other settings are not clearly higher)"
        in text
    )


def test_what_does_not_hold_elsewhere_is_said_with_where_it_does():
    """A lead is read alone, on the first screen of a page."""
    at = [{"rules.x": x, "players": n} for n in (3, 4) for x in (1, 2)]
    assert found([0.1, 0.4, 0.4, 0.4], at).lead.startswith("With 3 players, the share rises from 10.0%")
    assert found([0.1, 0.4, 0.2, 0.8], at).lead.startswith("With 3 players, the share rises from 10.0%")
    assert found([0.1, 0.4, 0.1, 0.4], at).lead.startswith("The share rises from 10.0%")


def test_the_same_everywhere_is_said_once():
    """All other lines go the same way."""
    at = [{"rules.x": x, "players": n} for n in (3, 4, 5) for x in (1, 2)]
    finding = found([0.1, 0.4] * 3, at)
    assert "In the rest of the sweep it also rises with x." in finding.more


def test_a_line_that_comes_back_does_not_rise():
    """10, 14, 12 ± 2 %: the second is certainly above the first, the last is neither above nor below."""
    at = [{"rules.x": x, "players": n} for n in (3, 4) for x in (1, 2, 3)]
    back = found([0.1, 0.12, 0.14, 0.1, 0.14, 0.12], at, base={"rules.x": 1, "players": 3}, half=0.02)
    assert "With 4 players, it changes with x, but not steadily." in back.sentences


def test_a_single_cell_has_a_figure_and_no_comparison():
    """And tells if it is less certain than the margin asks for."""
    finding = found([0.2], [{}], margin=0.005)
    assert finding.lead == "The share is 20.0% ± 1.0 pp."
    assert "interval is wider than the margin of ±0.5 pp" in finding.more[0]


def test_undefined_is_said():
    """With the reason, where there is one; in parts of a line, where."""
    none = Figure(math.nan, math.nan, math.nan)
    sweep = sweep_of([blank_cell(axes={})])
    assert (
        find(
            Headline(FigureRef("m"), "the share", SHARE, lambda _: {"": [none]}, why_undefined=lambda _: "nobody won"),
            sweep,
            CONFIDENCE,
        ).lead
        == "The share is not defined: nobody won."
    )
    sweep = sweep_of([blank_cell(axes={"rules.x": x}) for x in (1, 2, 3)])
    finding = find(
        Headline(FigureRef("m"), "the share", SHARE, lambda _: {"": [figure(0.1), none, figure(0.3)]}),
        sweep,
        CONFIDENCE,
    )
    assert "rises" in finding.lead
    assert "It is not defined at x 2." in finding.lead


def test_of_several_items_the_one_that_moves_most_is_told():
    """And which others move."""
    items = {"seat 1 (starts)": [0.2, 0.5], "seat 2": [0.4, 0.3], "seat 3": [0.3, 0.3]}
    figures = {item: [figure(value) for value in values] for item, values in items.items()}
    sweep = sweep_of([blank_cell(axes={"rules.x": x}) for x in (1, 2)])
    finding = find(Headline(FigureRef("m"), "the win rate", SHARE, lambda _: figures), sweep, CONFIDENCE)
    assert finding.lead.startswith("The win rate of seat 1 (starts) rises from 20.0%")
    assert finding.more == ["The win rate of seat 2 changes with x, too, but by less."]
    figures["seat 2"] = [figure(0.49), figure(0.2)]
    finding = find(Headline(FigureRef("m"), "the win rate", SHARE, lambda _: figures), sweep, CONFIDENCE)
    assert finding.more == ["The win rate of seat 2 changes with x, too."], "30 and 29 points may be the same"


def test_zip_tells_one_line():
    """Axes that move together are finding together."""
    axes = [{"rules.x": 1, "players": 3}, {"rules.x": 2, "players": 4}]
    finding = found([0.1, 0.4], axes, mode="zip")
    assert "with x and players 1 and 3 and 40.0% ± 1.0 pp with 2 and 4" in finding.lead


def test_without_intervals_nothing_is_claimed():
    """A difference of two figures without interval is never a finding."""
    bare = [Figure(value, math.nan, math.nan) for value in (1.0, 9.0)]
    sweep = sweep_of([blank_cell(axes={"rules.x": x}) for x in (1, 2)])
    finding = find(
        Headline(FigureRef("m"), "the length", "rounds", lambda _: {"": bare}, better="lower"), sweep, CONFIDENCE
    )
    assert "too few games" in finding.lead
    assert not any(word in " ".join(finding.sentences) for word in ("rises", "Best"))


@pytest.mark.parametrize("values", list(itertools.permutations((0.10, 0.11, 0.12, 0.13))))
def test_any_order_of_near_values_claims_nothing(values):
    """Whatever order they come in."""
    finding = found(list(values), over("rules.x", 1, 2, 3, 4), half=0.03, unit=DIFFERENCE, better="higher")
    assert "no clear change" in finding.lead
    assert "Too few games to call a setting best" in finding.more[0]


def test_words_turned_round_elsewhere_are_told():
    """Where the base has the challenger ahead, and another table the defender, and a third neither."""
    at = [{"rules.ties_to": ties, "players": n} for n in (3, 4, 5) for ties in ("defender", "challenger")]
    finding = found([0.1, 0.4, 0.4, 0.1, 0.2, 0.2], at)
    assert "40.0% ± 1.0 pp with 'challenger'" in finding.lead
    assert (
        "The effect of ties_to on the share depends on the other settings: from defender to challenger it is "
        "+30.0 ± 1.4 pp with 3 players, but −30.0 ± 1.4 pp with 4 players."
    ) in finding.more
    finding = found([0.1, 0.4] * 3, at)
    assert (
        "In the rest of the sweep it also is higher with ties_to challenger than with ties_to defender." in finding.more
    )


def test_an_extreme_that_others_may_share_is_not_told_as_the_only_one():
    """Along a line, and over all cells."""
    finding = found([0.4, 0.1, 0.105, 0.5, 0.1], over("rules.x", 1, 2, 3, 4, 5))
    assert "from 10.0% ± 1.0 pp at 2 (3 and 5 are not clearly higher) to 50.0% ± 1.0 pp at 4" in finding.lead
    at = [{"rules.x": x, "players": n} for n in (3, 4) for x in (1, 2)]
    text = " ".join(found([0.1, 0.4, 0.105, 0.2], at).sentences)
    assert "ranges from 10.0% ± 1.0 pp (x 1, 3 players; 1 other setting is not clearly higher)" in text
    assert " to 40.0% ± 1.0 pp (x 2, 3 players)" in text


def test_the_largest_effect_comes_first_and_what_does_nothing_gets_one_line():
    """Whatever the order of the axes; the extremes over all cells follow."""
    at = [{"rules.a": a, "rules.b": b, "rules.c": c} for a in (1, 2) for b in (1, 2) for c in (1, 2)]
    values = [0.2 + 0.3 * (one["rules.b"] == 2) + 0.06 * (one["rules.c"] == 2) for one in at]
    finding = found(values, at)
    assert finding.lead.startswith("At c 1, the share rises from 20.0% ± 1.0 pp at b 1 to 50.0% ± 1.0 pp at 2")
    assert finding.more[0].startswith("Over all 8 settings it ranges from 20.0% ± 1.0 pp (a 1, b 1, c 1")
    text = " ".join(finding.more)
    assert text.index("at c 1 to 26.0%") < text.index("No clear effect of a.")


def test_an_effect_off_the_base_line_is_not_hidden():
    """The base line is flat; elsewhere the same change is 30 points: that axis comes first, and says where."""
    at = [{"rules.x": x, "rules.late": late} for late in (2, 4, 6) for x in (16, 22)]
    values = [0.04, 0.045, 0.04, 0.042, 0.35, 0.05]
    finding = found(values, at, base=at[1])
    text = " ".join(finding.sentences)
    assert finding.lead == "From late 2 to 6 the share clearly changes only at x 16: by +31.0 ± 1.4 pp."
    assert "At late 6, it falls as x grows." in text
    assert " to 35.0% ± 1.0 pp (x 16, late 6)" in text


def test_no_interplay_is_claimed_within_the_uncertainty():
    """Effects of 20 and 21 points with intervals of 3 are the same."""
    at = [{"rules.x": x, "players": n} for n in (3, 4) for x in (1, 2)]
    finding = found([0.1, 0.30, 0.1, 0.31], at)
    assert not any("matters" in sentence for sentence in finding.sentences)
    assert "With 4 players it also rises with x." in finding.sentences


def test_two_items_that_add_up_are_one_fact():
    """What one ending gains the other loses: it is said once."""
    items = {"instant": [0.2, 0.5], "exhausted": [0.8, 0.5]}
    figures = {item: [figure(value) for value in values] for item, values in items.items()}
    sweep = sweep_of([blank_cell(axes={"rules.x": x}) for x in (1, 2)])
    headline = Headline(
        FigureRef("m"), "the share of games", SHARE, lambda _: figures, of_item="the share that ends by '{}'".format
    )
    finding = find(headline, sweep, CONFIDENCE)
    assert finding.lead.startswith("The share that ends by 'exhausted' falls from 80.0%")
    assert finding.more == []


def test_a_fall_with_its_lowest_value_in_the_middle_says_so():
    """Where the last value may be as low by chance, but reads clearly higher."""
    sweep = sweep_of([blank_cell(axes={"rules.a": a}) for a in (14, 16, 18, 20)], base={"rules.a": 14})

    def lead(*values):
        figures = [Figure.around(value, 0.012, 1000) for value in values]
        return find(Headline(FigureRef("m"), "the gap", DIFFERENCE, lambda _: {"": figures}), sweep, 0.95).lead

    assert lead(0.118, 0.06, 0.030, 0.044).endswith("; lowest at 18, 3.0 ± 1.2 pp, though this may be chance.")
    assert "lowest" not in lead(0.118, 0.06, 0.040, 0.041)


def test_a_length_that_never_varies_has_no_uncertainty():
    said = found([5.0], [{}], half=0.013, unit="rounds", is_constant=lambda _: True).lead
    assert said == "The share is always 5 rounds."


def test_a_figure_that_never_varies_is_one_sentence():
    """Four told of `8 rounds` that the rules fix."""
    at = [{"rules.x": x, "rules.y": y} for x in (1, 2) for y in (1, 2)]
    finding = found([8.0] * 4, at, unit="rounds", half=0.01, is_constant=lambda _: True)

    assert finding.sentences == ["The share is always 8 rounds."]
    assert finding.moves is False
    fixed = found([8.0, 8.0, 9.0, 9.0], at, unit="rounds", half=0.01, is_constant=lambda _: True)
    assert fixed.at_base == "The share is always 8 rounds under the base rules (x 1, y 1)."


def test_words_with_another_order_elsewhere_are_named():
    """`Highest with all, lowest with first` held at one bonus only."""
    at = [{"rules.pays": way, "rules.bonus": bonus} for bonus in (4, 0, 8) for way in ("first", "second", "all")]
    finding = found([0.2, 0.4, 0.6, 0.2, 0.1, 0.5, 0.2, 0.8, 0.7], at)
    text = " ".join(finding.sentences)

    assert "At bonus 4, it is highest with pays all" in text
    assert "At bonus 0, it is lowest with pays second." in text
    assert "At bonus 8, it is highest with pays second." in text


def test_a_gap_that_may_be_none_is_not_called_a_gap():
    """`2 ± 6 pp` left open whether it is 2 or 0."""
    gap = figure(0.02, 0.06)
    headline = Headline(FigureRef("seat_spread"), "the gap between two seats", SHARE, lambda _: {"": [gap]})
    said = find(headline, sweep_of([blank_cell(axes={})]), CONFIDENCE).lead
    assert said == "No gap between two seats is certain: it is 8 pp at most."


def test_seats_that_all_go_the_same_way_are_told_as_one():
    """Against a bank no seat is special; the first sentence spoke of seat 2 alone."""
    items = {f"seat {seat}": [figure(0.7 - 0.01 * seat), figure(0.2)] for seat in (1, 2, 3)}
    sweep = sweep_of([blank_cell(axes={"rules.quota": quota}) for quota in (30, 60)])
    rates = Headline(
        FigureRef("m"),
        "the win rate of each seat",
        SHARE,
        lambda _: items,
        of_item=lambda item: f"the win rate of {item}",
    )
    finding = find(rates, sweep, CONFIDENCE)

    assert finding.lead.startswith("The win rate of each seat falls, that of seat 1 from 69.0% ± 1.0 pp at quota 30")
    assert finding.more == []


def test_a_change_in_pairs_is_not_denied_by_a_comparison_of_all_settings():
    """Blackjack's sweep said that the score rises, and then `No clear difference among all 6 settings`."""
    at = [{"rules.x": x, "players": n} for n in (1, 2) for x in (1, 2)]
    paired = {"": {(0, 1): Figure(0.05, 0.01, 0.09)}}
    finding = found([0.1, 0.15, 0.09, 0.16], at, half=0.1, changes_at=lambda _: paired)

    assert "rises from" in finding.lead
    assert not any("No clear difference" in sentence for sentence in finding.more)
    assert "No clear difference among all 4 settings." in found([0.1, 0.15, 0.09, 0.16], at, half=0.1).more
