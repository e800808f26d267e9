"""What seats play for, and the first sentences of exploit, tune and tournament in every kind of game."""

import pathlib
import re
from typing import Any

import numpy as np
import pytest

import balancer
from balancer.analysis.figure import Figure
from balancer.core.jit import PLAIN
from balancer.players import among_random
from balancer.players.stakes import Stakes
from balancer.players.tournament import payoff_of
from balancer.reporting.console import Console
from balancer.reporting.document.html import to_html
from balancer.reporting.document.markdown import to_markdown
from balancer.reporting.document.terminal import print_document
from balancer.reporting.findings import who_plays
from balancer.reporting.findings.tournament import change_words
from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Manifest
from balancer.simulation.runner import open_runner
from tests.players.table_games import Bank, Chance, Dice, Golf, Pairs, Points, Table

pytestmark = pytest.mark.skipif(PLAIN, reason="hundreds of games")

KINDS = (Dice, Table, Bank, Pairs, Points)


@pytest.mark.parametrize("game", KINDS)
def test_payoffs_of_rows_are_those_of_the_tally(game: type) -> None:
    """A persona's payoff per seat, by two ways: from rows, and from the sums that results keep."""
    scenario = from_dict({"game": game, "lineup": ["safe", "wild"]})
    job = CellJob.of(plan.base_cell(scenario).with_games(400))
    rows, stakes = job.play(0, 400), Stakes.of(scenario.game, scenario.base)
    with open_runner(jobs=1) as runner:
        (result,) = runner.play([job])

    assert Stakes.of_result(result) == stakes
    payoffs = stakes.seat_payoffs(rows, scenario.game.score_unit)
    names = np.array(scenario.base.lineup)[np.asarray(rows["entry"])[:, : stakes.players] % 2]
    for name in ("safe", "wild"):
        assert payoff_of(result, name).value == pytest.approx(payoffs[names == name].mean())


def test_only_rivals_who_play_for_wins_have_an_equal_share() -> None:
    shares = {
        game: Stakes.of(scenario.game, scenario.base).fair for game in KINDS for scenario in [from_dict({"game": game})]
    }

    assert shares == {Dice: 0.5, Table: None, Bank: None, Pairs: 0.5, Points: None}


def test_a_line_up_of_a_team_game_has_a_persona_for_each_team() -> None:
    tournament = balancer.tournament(Pairs, games=300, jobs=1).report.tournaments[0]

    assert tournament.line_ups == (3, 3)
    assert tournament.payoffs.against_alike(0, 1).value > 0.5 > tournament.payoffs.against_alike(1, 0).value
    for games in tournament.payoffs.measured.values():
        total = sum(payoff.value for payoff in games.values())
        assert total == pytest.approx(1.0 if len(games) > 1 else 0.5), "a team wins as a whole, or shares"


def test_a_table_is_compared_by_what_it_wins() -> None:
    """With p = 1/2 for the safe and 1/6 for the wild: 3/4 if both are safe, 11/36 if both are wild."""
    report = balancer.tournament(Table, games=1500, jobs=1).report
    held, answer = report.tournaments[0], report.answer()

    assert re.fullmatch(
        r"The table wins most often with safe only, 7[\d.]+% ± [\d.]+ pp of the games, and least often with wild only, "
        r"(29|3)[\d.]+% ± [\d.]+ pp\.",
        answer[0],
    )
    assert answer[1].startswith("Skill: where all choose at random the table wins ")
    assert held.payoffs.against_alike(0, 0).value == pytest.approx(3 / 4, abs=0.06)
    assert held.skill_order == {}
    assert held.skill_gain["safe"].low > 0 > held.skill_gain["wild"].high, "random players bet on 2.5 faces"
    assert "equal share" not in " ".join(answer)


def test_what_skill_gains_is_said_to_be_a_difference() -> None:
    """Three faces are worth 5 points, one is worth 10/6, and a coin tossed between them 10/3."""
    skill = balancer.tournament(Points, games=1500, jobs=1).report.answer()[-1]

    gain = r"[\d.]+ ± [\d.]+ points"
    assert re.fullmatch(
        rf"Skill: where all choose at random a player scores {gain}; for one player of a persona among them it is at "
        rf"best {gain} more with safe, at worst {gain} less with wild\.",
        skill,
    )


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ((48.5, 48.0, 49.0), "48.5 ± 0.5 points more"),
        ((-3.0, -4.0, -2.0), "3.0 ± 1.0 points less"),
        ((1.0, -1.0, 3.0), "a difference of +1 ± 2 points"),
    ],
)
def test_a_difference_that_may_be_none_has_a_sign(ends: tuple[float, float, float], words: str) -> None:
    assert change_words(Figure(*ends), "points") == words


def test_players_against_a_bank_win_by_themselves() -> None:
    lead, *more = balancer.tournament(Bank, games=1500, jobs=1).report.answer()

    share = r"[\d.]+% ± [\d.]+ pp"
    assert re.fullmatch(
        rf"Against the bank safe wins most often, {share} of its games, and wild least often, {share}\.", lead
    )
    assert "equal share" not in " ".join(more)


def test_points_are_compared_in_points() -> None:
    """Three faces are worth 5 points, one is worth 10/6: the gain is 10/3."""
    report = balancer.tournament(Points, games=1500, jobs=1)
    held = report.report.tournaments[0]

    assert held.payoffs.against_alike(0, 1).value == pytest.approx(5, abs=0.7)
    assert held.stabilities[1].gain.value == pytest.approx(10 / 3, abs=1)
    assert re.search(r"a single safe gains \d\.\d\d points", " ".join(report.report.answer()))
    assert report.to_json()["tournaments"][0]["unit"] == "points"


def test_an_exploit_counts_from_what_the_line_up_itself_gets() -> None:
    """From one wild bet to three or four faces: at a table from 11/36 to 7/12 at least; in points from 5/3 to 5."""
    for game, least, most, words in (
        (Table, 0.2, 0.5, r"With a player of these habits the table wins [\d.]+% ± [\d.]+ pp of the games: number 4"),
        (
            Bank,
            0.4,
            0.6,
            r"A player with these habits wins [\d.]+% ± [\d.]+ pp of the games against the bank: number 4",
        ),
        (
            Points,
            4.0,
            6.0,
            r"A player with these habits scores \d\.\d+ ± \d\.\d+ points a game against this line-up: number 4",
        ),
    ):
        found = balancer.exploit(game, lineup="wild", games=1000, jobs=1)
        assert least < found.exploitability < most
        assert re.search(words, " ".join(repr(found).split()))
        assert "above what the line-up itself gets" in " ".join(repr(found).split())


def test_tuning_for_points_says_points() -> None:
    found = balancer.tune(Points, games=300, persona="safe", jobs=1)

    assert "pp" not in " ".join(repr(found).split("points"))
    assert found.to_json()["rounds"][0]["unit"] == "points"


@pytest.mark.parametrize("game", [Table, Bank, Points])
def test_a_run_compares_with_what_equals_get(game: type, tmp_path: pathlib.Path) -> None:
    """Competence, the ladder and mistakes, requested: no equal share where there is none, and no error."""
    scenario = {"game": game, "games": 300, "report": {"robustness": "personas"}}
    record = balancer.run(scenario, jobs=1, output=tmp_path).report

    others, ladder = record.manifest.part("tables"), record.manifest.part("ladder")
    assert others["fair"] is None
    assert others["mixture"]["safe"] == max(others["mixture"].values())
    assert others["competence"]["safe"]["competent"]
    assert ladder["best"] == "safe"
    assert record.ladder is not None
    assert "equal share" not in " ".join(record.ladder.sentences)


def test_a_weak_line_up_for_points_is_said_in_points() -> None:
    record = among_random.record(from_dict({"game": Points, "lineup": "wild"}))
    manifest = Manifest.begun(from_dict({"game": Points})).completed([], 1.0, cells=[], among_random=record)
    text = who_plays.no_better_than_dice(manifest)

    assert re.match(
        r"No persona in this line-up beats random players\. Against one random player the only persona, wild, scores "
        r"1\.[\d]+ ± [\d.]+ points a game in 2\s000 games; a random player there scores 4\.\d\d "
        r"points\.",
        text,
    )


@pytest.mark.parametrize("ask", [balancer.tournament, balancer.exploit, balancer.tune])
def test_a_game_of_chance_has_nothing_to_compare(ask: Any) -> None:
    with pytest.raises(
        ScenarioError, match="nobody decides anything in Chance: there are no ways of playing to compare"
    ):
        ask(Chance, games=100)


@pytest.mark.parametrize("game", [Table, Bank])
def test_without_rivals_there_is_no_equilibrium_and_the_reason_is_given(game: type) -> None:
    tournaments = balancer.tournament(game, games=200, jobs=1)
    report = tournaments.report
    (written,) = report.to_json()["tournaments"]
    document = report.document()

    assert [written[name] for name in ("equilibria", "ruling", "exploitability")] == [None] * 3
    assert written["viable_personas"] == {"value": None, "low": None, "high": None}
    assert {row["equilibrium_share"] for row in written["personas"]} == {None}
    assert [row["persona"] for row in written["personas"]] == ["safe", "wild"], "by what they get if all play them"
    console = Console()
    print_document(document, console)
    for words in (console.text.getvalue(), to_html(document), to_markdown(document)):
        said = " ".join(words.split())
        assert "Nobody plays against anybody in this game, so there is no equilibrium." in said
        assert "The equilibrium" not in said
        assert "adapt" not in said
    assert tournaments.equilibria.empty
    assert "equilibrium" not in repr(tournaments).split("tables:")[0]


def test_without_rivals_scores_are_compared_as_scores() -> None:
    report = balancer.tournament(Table, games=200, aim="score", jobs=1).report

    most = r"The table scores most with safe only, [\d.]+ ± [\d.]+ points a game, and least with wild only, "
    assert re.match(most, report.answer()[0])


def test_where_the_lowest_score_wins_more_points_are_not_better() -> None:
    """Safe has a point in half of the games, wild in a sixth: wild wins more often."""
    found = balancer.tournament(Golf, aim="win", games=300, jobs=1).report.tournaments[0]

    assert found.stakes.is_share
    assert found.payoffs.against_alike(1, 0).value > 0.5 > found.payoffs.against_alike(0, 1).value
    for_score = balancer.tournament(Golf, games=300, jobs=1).report.tournaments[0]
    assert for_score.stakes.low_is_best
    assert for_score.payoffs.against_alike(1, 0).value < for_score.payoffs.against_alike(0, 1).value
    assert for_score.ranking == found.ranking == [1, 0]
    searched = balancer.exploit(Golf, lineup=["safe"], games=300, jobs=1)
    assert "In one player's place wild scores" in " ".join(searched.answer)


@pytest.mark.parametrize("game", [Table, Bank, Points])
def test_a_line_up_of_the_best_habits_leaves_no_room(game: type) -> None:
    """Exactly none, whatever the games of the search say; where others win nothing, nobody is exploited."""
    found = balancer.exploit(
        game, lineup="best", personas={"best": {"base": "safe", "habits": {"number": 4}}}, games=600, jobs=1
    )
    said = " ".join(found.answer)

    assert found.exploitability == 0
    assert "xploitab" not in said or game is Points
    assert "Room for better habits: " not in said or "Room for better habits: none was found above" in said


def test_without_rivals_better_habits_have_room() -> None:
    said = " ".join(balancer.exploit(Bank, lineup="wild", games=600, jobs=1).answer)

    assert re.search(r"Room for better habits: \+[\d.]+ ± [\d.]+ pp above what the line-up itself gets, with", said)
    assert "Exploitability" not in said
