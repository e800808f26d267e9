"""How every choice is made: ties, mistakes, forced moves, counters."""

import numpy as np
import pytest

from balancer.core import decision, dice, events
from balancer.core.events import Listener
from balancer.core.jit import PLAIN
from balancer.core.record import empty
from balancer.core.thinking import forcing
from tests.core import kernels
from tests.core.chance import assert_even

statistics = pytest.mark.skipif(PLAIN, reason="too many choices for plain Python")

MANY = 100_000


def table_for(*, mistakes=0, at_random=False):
    table = empty(kernels.TABLE)
    table.decision.force_at = forcing.NEVER
    table.lineup_length = 1
    table.lineup[0].mistakes = mistakes
    table.lineup[0].at_random = at_random
    dice.start(table.dice, 8, 0, 4)
    decision.reset(table.decision, 3)
    return table


def appraisals(*values):
    return np.array(values, np.int64)


def often(table, *values):
    counts = np.zeros(len(values), np.int64)
    kernels.count_picks(table, appraisals(*values), MANY, counts)
    return counts


@pytest.mark.parametrize("place", range(4))
def test_the_best_is_chosen_wherever_it_is_listed(place):
    values = [-7, -7, -9, -8]
    values[place] = -1

    assert kernels.choose_one(table_for(), 1, 2, appraisals(*values)) == place


def test_values_far_below_zero_can_be_chosen():
    assert kernels.choose_one(table_for(), 1, 2, appraisals(-(2**61), -(2**61) - 1)) == 0


@statistics
def test_ties_are_broken_evenly():
    counts = often(table_for(), 3, 5, 5, 1, 5)

    assert counts[0] == counts[3] == 0
    assert_even(counts[[1, 2, 4]])


@statistics
@pytest.mark.parametrize("count", [2, 7, 20])
def test_any_number_of_ties_is_broken_evenly(count):
    assert_even(often(table_for(), *[4] * count))


@statistics
def test_worse_options_before_do_not_disturb_a_tie():
    """The count of ties begins anew at each better value."""
    counts = often(table_for(), 1, 1, 1, 2, 2)

    assert counts[:3].sum() == 0
    assert_even(counts[3:])


@pytest.mark.parametrize("place", range(4))
def test_one_of_the_best_set_is_chosen_wherever_it_is_listed(place):
    values = [-7, -7, -9, -8]
    values[place] = -1

    assert kernels.pick_of_sets(table_for(), 1, 2, appraisals(*values)) in {place, place + 32}


@statistics
def test_ties_of_sets_are_broken_evenly_and_empty_sets_are_nothing():
    counts = np.zeros(64, np.int64)
    kernels.count_picks_of_sets(table_for(), appraisals(3, 5, 5, 1, 5), MANY, counts)
    best = [1, 2, 4, 33, 34, 36]

    assert counts[best].sum() == MANY
    assert_even(counts[best])


@pytest.mark.skipif(not PLAIN, reason="compiled choices tell nothing")
@pytest.mark.parametrize("kernel", [kernels.choose_one, kernels.pick_of_sets])
def test_plain_choices_tell_the_node_and_every_option_weighed(kernel):
    nodes: list[tuple[int, int, int]] = []
    weighed: list[tuple[int, int]] = []

    class Noting(Listener):
        def on_node(self, _table, seat, node, options):
            nodes.append((seat, node, options))

        def on_appraised(self, options, value):
            weighed.extend((option, value) for option in options)

    listener = Noting()
    events.listen(listener)
    kernel(table_for(), 1, 2, appraisals(4, 9))
    events.stop_listening(listener)
    kernel(table_for(), 1, 2, appraisals(5, 5))

    assert nodes == [(1, 2, 2 if kernel is kernels.choose_one else 4)]
    assert sorted(weighed) == ([(0, 4), (1, 9)] if kernel is kernels.choose_one else [(0, 4), (1, 9), (32, 4), (33, 9)])


@statistics
@pytest.mark.parametrize("mistakes", [1, 50, 300, 999])
def test_mistakes_come_at_their_rate_and_fall_on_any_option(mistakes):
    """The best of 4 options: 1000 - mistakes per mille, and a quarter of the mistakes."""
    counts = often(table_for(mistakes=mistakes), 1, 9, 2, 3)
    wrong = mistakes / 4000
    merged = [counts[1], counts[[0, 2, 3]].sum()]

    assert_even(merged, [1 - 3 * wrong, 3 * wrong])
    if mistakes >= 50:
        assert_even(counts[[0, 2, 3]])


@statistics
def test_mistakes_always_is_at_random():
    assert_even(often(table_for(mistakes=1000), 1, 9, 2, 3))


@statistics
def test_random_appraises_nothing():
    """Values that would decide are ignored; every option is as likely."""
    assert_even(often(table_for(at_random=True), 0, 10**9, 0))


def test_random_takes_one_word_and_who_never_slips_none():
    """So a persona without ties leaves the dice where they stood, and a random choice moves them by one word."""
    for table, words in ((table_for(), 0), (table_for(at_random=True), 1), (table_for(mistakes=1), 1)):
        dice.go_to(table.dice, dice.CHOICES + 1, 2)
        before = int(table.dice.place[dice.CHOICES + 1])
        kernels.choose_one(table, 1, 2, appraisals(1, 2))
        moved = (int(table.dice.place[dice.CHOICES + 1]) - before) % 2**64

        assert moved == words * int(dice.GOLDEN) % 2**64


def test_a_single_option_is_no_decision():
    table = table_for(at_random=True)
    before = table.dice.place.tolist()

    assert kernels.choose_one(table, 1, 2, appraisals(-5)) == 0
    assert table.decision.forced[2] == 1
    assert table.decision.number == table.decision.decisions[2] == table.decision.options[2] == 0
    assert table.dice.place.tolist() == before


def test_decisions_and_options_are_counted_by_node():
    table = table_for()
    for node, count in ((0, 2), (1, 5), (0, 3), (2, 1)):
        kernels.choose_one(table, 1, node, appraisals(*range(count)))

    assert table.decision.decisions[:3].tolist() == [2, 1, 0]
    assert table.decision.options[:3].tolist() == [5, 5, 0]
    assert table.decision.forced[:3].tolist() == [0, 0, 1]
    assert table.decision.number == 3


def test_a_forced_move_is_taken_at_its_decision_alone():
    """Decisions are numbered from 0, single options left out; the forced one takes no thought and is counted."""
    table, plan = table_for(), forcing.plan_of([(1, 2)])
    forcing.follow(table, plan)

    taken = [kernels.choose_one(table, 1, 2, appraisals(*values)) for values in ((9, 1, 1), (9,), (9, 1, 1), (9, 1, 1))]

    assert taken == [0, 0, 2, 0]
    assert table.decision.decisions[2] == 3


def test_forcing_what_would_have_been_chosen_changes_nothing_else():
    """The dice of other decisions do not move with a forced one: addresses keep them apart."""
    free, forced = table_for(at_random=True), table_for(at_random=True)
    taken = []
    for turn in range(1, 20):
        free.turn = turn
        taken.append(kernels.choose_one(free, 1, 2, appraisals(*range(7))))
    plan = forcing.plan_of([(4, taken[4]), (7, taken[7])])
    forcing.follow(forced, plan)
    again = []
    for turn in range(1, 20):
        forced.turn = turn
        again.append(kernels.choose_one(forced, 1, 2, appraisals(*range(7))))

    assert again == taken


def test_each_seat_is_played_by_its_own_persona():
    """Seat 0 slips always, seat 1 never; each throws dice of its own."""
    table = table_for()
    table.lineup_length = 2
    table.lineup[1].at_random = 1
    table.entry[1], table.entry[2] = 0, 1
    before = table.dice.place.tolist()

    assert kernels.choose_one(table, 1, 0, appraisals(1, 2)) == 1
    kernels.choose_one(table, 2, 0, appraisals(1, 2))

    moved = [place for place in range(len(before)) if table.dice.place[place] != before[place]]
    assert moved == [dice.CHOICES + 2]
