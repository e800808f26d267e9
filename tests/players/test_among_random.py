"""Whether anybody in a line-up plays better than dice: measured, and said first where nobody does."""

import json
import pathlib
import re

import pytest
from click.testing import CliRunner, Result

import balancer.cli
from balancer.core.jit import PLAIN
from balancer.players import among_random
from balancer.players.stakes import Stakes
from balancer.reporting.findings import who_plays
from balancer.scenario import plan
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Manifest
from tests.players.bets import Bets, Together
from tests.players.chain import Chain
from tests.players.cut_off import CutOff
from tests.players.table_games import Pairs

pytestmark = pytest.mark.skipif(PLAIN, reason="as plain Python nothing is measured")

SENTENCE = "No persona in this line-up clearly beats random players"


def balance(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


def test_who_beats_dice_is_not_mentioned() -> None:
    assert among_random.record(from_dict({"game": "oktoberfest", "lineup": ["random", "careful"]})) == {}
    assert among_random.record(from_dict({"game": "oktoberfest", "lineup": "random"})) == {}, "on purpose"


def test_who_does_not_is_measured() -> None:
    """Black Death is a game of chance among such players; all mistakes is chance in any game."""
    clumsy = {"clumsy": {"base": "careful", "mistakes": 1000}}
    for scenario in ({"game": "black_death"}, {"game": "oktoberfest", "personas": clumsy, "lineup": "clumsy"}):
        found = among_random.record(from_dict(scenario))

        assert found["games"] == among_random.MAX_GAMES
        for one in found["personas"].values():
            assert one["low"] <= found["fair"] <= one["value"] + 0.1
            assert one["low"] < one["value"] < one["high"]


def test_games_that_nobody_wins_are_not_lost_to_dice() -> None:
    """Of three games two are cut off; the best persona wins nine tenths of the others, 30 % of all."""
    assert among_random.record(from_dict({"game": CutOff, "lineup": "most"})) == {}
    assert among_random.record(from_dict({"game": CutOff, "lineup": "least"}))["personas"]["least"]["value"] < 0.1


def test_where_dice_decide_random_players_get_what_ends_for_them() -> None:
    found = among_random.record(from_dict({"game": CutOff, "rules": {"picks_count": False}}))

    assert found["fair"] == 0.5
    for one in found["personas"].values():
        assert 0.1 < one["fair"] < 0.23, "a third of the games end"
        assert one["low"] < one["fair"] < one["high"]
        assert abs(one["value"] - one["fair"]) < 0.06


def compared(game: type, lineup: str, games: int = 2000) -> among_random.ShareAmongRandom:
    scenario = from_dict({"game": game, "lineup": lineup})
    random, stakes = scenario.game.persona("random"), Stakes.of(scenario.game, scenario.base)
    base, persona = plan.base_cell(scenario), scenario.base.personas[lineup]
    jobs = [CellJob.of(cell) for cell in among_random.cells_of(base, lineup, persona, random, stakes)]
    others = CellJob.of(among_random.cells_of(base, "random", random, random, stakes)[0]).play(0, games)
    played = [among_random.PlayedAmongRandom(job, job.play(0, games), others) for job in jobs]
    return among_random.share_among_random(played, lineup, 0.95, 1)


def test_what_is_hard_to_win_for_anybody_is_not_lost_to_dice() -> None:
    """The safe bet wins 2 of 6 games where the wild one wins 1 of 6: far below 1 / players, and twice as good."""
    safe, wild = compared(Bets, "safe"), compared(Bets, "wild")

    assert safe.better
    assert not safe.worse
    assert wild.worse
    assert not wild.better
    assert safe.share.high < 0.5
    assert safe.random.value == pytest.approx(1 / 4, abs=0.04)
    assert among_random.record(from_dict({"game": Bets, "lineup": "safe"})) == {}


def test_in_a_game_won_together_a_guest_is_compared_with_the_same_table_without_it() -> None:
    """All win if nobody bets wildly and loses: credit is shared, so an equal share says nothing."""
    assert compared(Together, "safe").better
    assert compared(Together, "wild").worse


def test_where_all_win_together_a_whole_table_is_compared_with_random_players() -> None:
    """One careful player between random ones saves no chain: the table of careful ones wins, random players do not."""
    careful = compared(Chain, "careful", 400)

    assert careful.share.value == 1
    assert careful.random.value < 0.1
    assert among_random.record(from_dict({"game": Chain, "lineup": "careful"})) == {}
    record = among_random.record(from_dict({"game": Chain, "lineup": "careless"}))
    manifest = Manifest.begun(from_dict({"game": Chain})).completed([], 1.0, cells=[], among_random=record)
    assert re.match(
        r"No persona in this line-up (clearly )?plays better than random players\. With the only persona, careless, in "
        r"all seats the table wins [\d.]+% ± [\d.]+ pp of 2\s000 games; with random players [\d.]+%\. "
        r"The personas may be weak, or the game may be mostly luck\.$",
        who_plays.no_better_than_dice(manifest),
    )


def test_in_teams_a_whole_team_is_compared_with_teams_of_random_players() -> None:
    """A pair of safe players against a pair of random ones, not one of them with a random partner."""
    safe = compared(Pairs, "safe", 400)

    assert safe.better
    assert safe.share.value > compared(Bets, "safe").share.value
    assert among_random.record(from_dict({"game": Pairs, "lineup": "safe"})) == {}


def test_the_same_player_is_neither_better_nor_worse() -> None:
    same = compared(Bets, "random", 400)

    assert not same.better
    assert same.gain.low < 0 < same.gain.high


def test_the_sentence_never_goes_beyond_the_interval() -> None:
    manifest = Manifest.begun(from_dict({"game": "black_death"}))
    assert who_plays.no_better_than_dice(manifest) == ""

    def said(high: float) -> str:
        one = {"value": 0.22, "low": 0.2, "high": high}
        known = {"players": 4, "games": 2000, "fair": 0.25, "one_loses": False, "personas": {"trader": one}}
        return who_plays.no_better_than_dice(manifest.completed([], 1.0, cells=[], among_random=known))

    assert said(0.24).startswith(
        "No persona in this line-up beats random players. "
        "Against 3 random players the only persona, trader, wins 22% ± 2 pp"
    )
    assert said(0.26).startswith(f"{SENTENCE}. Against 3 random players the only persona, trader, wins")


@pytest.mark.parametrize("command", ["run", "sweep", "check"])
def test_it_is_said_before_all_figures(command: str, tmp_path: pathlib.Path) -> None:
    scenario = tmp_path / "weak.yaml"
    checks = "checks:\n  - {metric: rounds, at_most: 1000}\n"
    scenario.write_text(f"version: 1\ngame: black_death\ngames: 200\n{checks}", encoding="utf-8")
    words = [command, str(scenario), "-o", str(tmp_path / "out"), "-q"]
    first = " ".join(balance(*words).stdout.splitlines()[:9])

    assert SENTENCE in " ".join(first.split())


def test_it_is_in_the_folder_and_the_page(tmp_path: pathlib.Path) -> None:
    assert balance("run", "black_death", "--games", "200", "-o", str(tmp_path), "-q").exit_code == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")

    assert "among_random" in json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    assert SENTENCE in page
    (tmp_path / "index.html").unlink()
    assert balance("report", str(tmp_path)).exit_code == 0
    assert SENTENCE in (tmp_path / "index.html").read_text(encoding="utf-8"), "without playing anything"
