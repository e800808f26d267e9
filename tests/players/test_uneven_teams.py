"""Teams that differ in size: personas are compared with what equals get in the same places, not with 1 / teams.

All play equally well: the thief wins 99 of 100 games, so that a player who takes all five seats wins 21.
"""

import pytest

import balancer
from balancer.analysis.conclusions import ranking
from balancer.analysis.estimates.equal_share import equal_share, equal_share_of_players
from balancer.analysis.estimates.metric_names import names_for
from balancer.core.jit import PLAIN
from balancer.players.stakes import Stakes
from balancer.reporting.document.html import to_html
from balancer.reporting.figure_reader import FigureReader
from balancer.scenario.load import from_dict
from tests.players.table_games import DrawnPairs, Pairs
from tests.players.uneven import DrawnWatch, Watch
from tests.reporting.made import many

pytestmark = pytest.mark.skipif(PLAIN, reason="hundreds of games")


@pytest.mark.parametrize(
    ("game", "entry", "seat"),
    [(Pairs, 0.5, 0.5), (DrawnPairs, 0.5, 0.5), (Watch, 0.5, None), (DrawnWatch, None, None)],
)
def test_players_of_uneven_teams_have_no_equal_share(game: type, entry: float | None, seat: float | None) -> None:
    """An entry that plays as each team equally often has one."""
    scenario = from_dict({"game": game})
    cell = balancer.run({"game": game, "games": 40}, jobs=1).report.cells[0]

    for stakes in (Stakes.of(scenario.game, scenario.base), Stakes.of_result(cell)):
        assert (stakes.fair, stakes.fair_of_seat) == (entry, seat)
    assert equal_share(cell) == 0.5, "a designer's aim for the teams"
    assert equal_share_of_players(cell) == seat


@pytest.mark.parametrize("game", [Watch, DrawnWatch])
def test_a_run_compares_personas_with_equals(game: type) -> None:
    report = balancer.run({"game": game, "games": 600, "players": 5}, jobs=1).report
    page = " ".join(to_html(report.document()).split())

    assert report.ladder is not None
    assert "equal share" not in " ".join(report.ladder.sentences)
    assert [slip.equal for slip in report.ladder.slips] == pytest.approx([0.21] * 3, abs=0.2)
    assert all(slip.cost.low < 0 < slip.cost.high for slip in report.ladder.slips)
    assert page.count("equal share: 50") <= 1, "that of the teams"


def test_a_sweep_does_not_say_that_equals_win_little() -> None:
    """Before, the personas won `less than half an equal share` with five players."""
    cells = [
        many(balancer.run({"game": DrawnWatch, "games": 100, "players": players}, jobs=1).report.cells[0], 50)
        for players in (4, 5)
    ]
    reader = FigureReader()

    assert reader.figure(cells[1], "persona_win_rate", "one").high < 0.25
    assert ranking.far_from_fair(cells, reader.of_persona, reader.confidence) == []
    assert not names_for(cells[0])["persona_win_rate"].reason
    assert "teams differ in size" in names_for(cells[0])["persona_lift"].reason


@pytest.mark.parametrize("game", [Watch, DrawnWatch])
def test_searches_among_equals_find_nothing(game: type) -> None:
    found = balancer.exploit(game, games=400, jobs=1)
    (tournament,) = balancer.tournament(game, games=200, jobs=1).report.tournaments

    assert abs(found.exploitability) < 0.08
    for figure in (*tournament.skill_order.values(), *tournament.skill_gain.values()):
        assert figure.low < 0 < figure.high
    said = " ".join([*found.answer, *balancer.tournament(game, games=200, jobs=1).report.answer()])
    assert ("an equal share" in said) == (game is Watch)
