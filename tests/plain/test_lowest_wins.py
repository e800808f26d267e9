"""Where the lowest score wins, winners, standings, margins and all that is told of the course follow."""

import os
import pathlib
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import balancer
import balancer.cli
from balancer.core import result_row
from balancer.core.record import empty
from balancer.core.result_row import RESULT
from balancer.core.table import UNFINISHED
from balancer.plain import Game, Persona, Player, ending, knob
from balancer.plain.files import load_class
from balancer.players.position_worth import PositionNotes
from balancer.questions.logged_plays import of_games, of_play
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.scenario.logs.play import LoggedPlay, Seated
from balancer.simulation.jobs import CellJob
from tests.core import kernels

JIT = {"NUMBA_DISABLE_JIT": os.environ.get("NUMBA_DISABLE_JIT")}  # `trace` sets it for its process


class Golf(Game):
    """Who has the fewest strokes after round 1 keeps that place to the end."""

    seats, usual = range(2, 5), 4
    max_rounds = 9
    lowest_wins = True
    over = ending("Five holes.", "play five holes")
    par = knob(3, range(1, 9), "Strokes that the best player needs.")

    def setup(self) -> None:
        self.order = list(range(len(self.players)))
        self.shuffle(self.order)
        for player in self.players:
            player.strokes = 0

    def turn(self, player: Player) -> None:
        player.choose("swing", ["a", "b"])
        player.strokes += self.par + self.order[player.seat] ** 2

    def finished(self) -> str | None:
        return "over" if self.rounds == 5 else None

    def score(self, player: Player) -> int:
        return int(player.strokes)

    def quantities(self, player: Player) -> dict[str, int]:
        return {"place": self.order[player.seat]}


class Swinger(Persona):
    """Swings."""

    def swing(self, _game: Game, _me: Player, _option: str) -> int:
        return 0


class Upwards(Golf):
    """The same, where the highest wins."""

    lowest_wins = False


class Last(Golf):
    """One loses: who has most strokes."""

    one_loses = True


def played(definition: type[Game], number: int = 0) -> Any:
    game = load_class(definition)
    table = game.lay_table(game.defaults, 4, game.read_parts(), [game.persona("random")])
    return game.played(table, 1, number)


def test_the_lowest_score_wins_and_stands_highest() -> None:
    course, figures = played(Golf)
    order = vars(course.game)["order"]

    assert figures.score == [5 * (3 + place**2) for place in order]
    assert figures.winners == 1 << order.index(0)
    assert figures.standings[-1] == [-score for score in figures.score]
    assert played(Upwards)[1].winners == 1 << order.index(3)
    assert played(Last)[1].winners == 0b1111 ^ 1 << order.index(3), "who has most strokes loses"


@pytest.mark.parametrize(
    ("definition", "figures"),
    [
        (Golf, {"comeback_rate": 0, "decisiveness": 0.2, "margin": 5, "winner_score": 15}),
        (Upwards, {"comeback_rate": 0, "decisiveness": 0.2, "margin": 25, "winner_score": 60}),
    ],
)
def test_figures_of_the_course_are_about_who_is_ahead(definition: type[Game], figures: dict[str, float]) -> None:
    results = balancer.run({"game": definition, "games": 60, "players": 4})
    means = results.metrics[results.metrics["stat"].isin(["mean", "value"])]
    found = means.set_index("metric")["value"]

    assert {name: found[name] for name in figures} == pytest.approx(figures, abs=1e-5)
    assert results.cells[0].score_meaning == ("points; the lowest wins" if definition is Golf else "points")


def test_a_pair_is_measured_by_the_same_margin() -> None:
    variants = {"slow": {"rules": {"par": 4}}}
    compared = balancer.compare({"game": Golf, "games": 60, "players": 4, "variants": variants})
    changes = compared.differences.set_index("metric")["difference"]

    assert compared.pairs[0].base.tally["histograms"]["margin"]["counts"] == {"5": 60}
    assert (changes["margin"], changes["winner_score"]) == (0, 5)


def test_the_trace_says_by_how_much(here: pathlib.Path) -> None:
    text = pathlib.Path(__file__).read_text(encoding="utf-8")
    rules = text[text.index("class Golf(Game)") : text.index("class Swinger")]
    (here / "golf.py").write_text(
        f"from balancer.plain import Game, Player, ending, knob\n\n\n{rules}", encoding="utf-8"
    )
    told = CliRunner(env=JIT).invoke(balancer.cli.balancer, ["trace", "golf.py", "--game", "0"]).output

    assert " wins by 5, 15 to 20, after 5 rounds. " in told.splitlines()[0]


def test_plays_of_people_are_ranked_the_same_way() -> None:
    seated = tuple(Seated(seat, float(score), won=score == 15) for seat, score in enumerate((20, 15, 60, 35), 1))
    play = LoggedPlay(0, seated, {})
    job = CellJob.of(plan.base_cell(load({"game": Golf, "players": 4, "games": 5})))
    found = of_play(play, 4, job.game)
    games = of_games(job, job.play(0, 5))

    assert [found[f"rank.{k}"] for k in range(1, 5)] == [15, 20, 35, 60]
    assert (found["margin"], found["winner_score"]) == (5, 15)
    for name in ("rank.1", "rank.2", "rank.3", "rank.4", "margin", "winner_score"):
        assert (games[name] == found[name]).all(), name


def test_a_position_is_worth_what_it_is_good_for() -> None:
    job = CellJob.of(plan.base_cell(load({"game": Golf, "players": 4, "games": 5})))
    noted = job.game.noted(job.new_table(), job.cell.rules, 1, 0, 20)
    notes = PositionNotes.of(noted, job)

    assert len(notes.moments) == 20
    assert (np.asarray(noted.values)[:, :4, :, 0] <= 0).all()


@pytest.mark.parametrize(("scores", "winners"), [([3, 1, 2], 0b010), ([1, 1, 2], 0b011), ([-5, 0, 5], 0b001)])
def test_compiled_rules_have_a_rule_for_it(scores: list[int], winners: int) -> None:
    row = empty(RESULT)
    row.score[: len(scores)] = scores

    table = empty(kernels.TABLE)
    table.seats, table.ending = len(scores), UNFINISHED + 1

    result_row.write_lowest_score_wins(table, row)
    assert int(row.winners) == winners
    table.ending = UNFINISHED
    result_row.write_lowest_score_wins(table, row)
    assert int(row.winners) == 0
