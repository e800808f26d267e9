"""What searches print."""

from balancer.players.tuning import Share
from balancer.questions.responses import share_words


def test_a_share_does_not_reach_below_none_or_above_all() -> None:
    assert share_words(Share(0.0, 0.001), 0.95) == "0.0% (0 to 0.20%)"
    assert share_words(Share(1.0, 0.001), 0.95) == "100.0% (99.80 to 100%)"
    assert share_words(Share(0.412, 0.0025), 0.95) == "41.2% ± 0.5 pp"
