"""Names of figures in sentences."""

from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.metric_names import Offer
from balancer.analysis.figure_ref import FigureRef
from balancer.reporting.phrases import phrase
from balancer.sides import TABLE

WIN_RATE = CATALOGUE["win_rate"]


def test_a_game_that_is_played_together_has_no_teams():
    assert phrase(Offer(WIN_RATE, "", (TABLE,)), FigureRef("win_rate")) == "the win rate of the table"
    assert phrase(Offer(WIN_RATE, "", ("0", "1")), FigureRef("win_rate")) == "the win rate of each team"
