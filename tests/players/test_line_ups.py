"""Line-ups of a tournament."""

from balancer.players.payoffs import chosen_line_ups, number_of_line_ups


def test_all_line_ups_or_a_choice_with_all_that_are_needed():
    assert len(chosen_line_ups(6, 4, 500)) == number_of_line_ups(6, 4) == 126
    some = chosen_line_ups(6, 4, 50)
    assert len(some) == len(set(some)) == 50
    assert {tuple(sorted((a, b, b, b))) for a in range(6) for b in range(6)} <= set(some)
    assert some == chosen_line_ups(6, 4, 50)
    assert len(chosen_line_ups(6, 4, 1)) == 6 + 6 * 5
