"""A game reviewed: chances beside the standings, and moves that lost much."""

import itertools
import pathlib
import subprocess
import sys

import pytest

import balancer
from balancer.games import registry
from balancer.narration.review import Review, ReviewError

GAME = '''
from balancer.plain import Game, Persona, ending


class Higher(Game):
    seats, usual, max_rounds = range(2, 3), 2, 2
    over = ending("Both rounds were played.")

    def setup(self):
        for player in self.players:
            player.points = 0

    def round(self):
        for player in self.players:
            self.begin_turn()
            player.points += player.choose("number", [1, 2, 3]) * 10 ** self.rounds

    def finished(self):
        if self.rounds == 2:
            return "over"

    def score(self, player):
        return player.points


class Low(Persona):
    """Names the lowest number."""

    def number(self, game, me, option):
        return -option


class Same(Persona):
    """Names any number."""

    def number(self, game, me, option):
        return 0


class High(Persona):
    """Names the highest number."""

    def number(self, game, me, option):
        return option
'''


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_plain", {})
    (tmp_path / "higher.py").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_moves_that_lose_the_game_are_flagged_with_the_better_one() -> None:
    lines = balancer.trace("higher.py", lineup=["low", "low"], chances=True)
    flags = [line.strip() for line in lines if "??" in line]

    assert flags == [
        f"?? seat {seat} loses 50 pp: its chance to win is 50%, with 2 it would be 100%" for seat in (1, 2, 1, 2)
    ]
    assert [line.strip() for line in lines].count("chance to win: seat 1 50%, seat 2 50%") == 2, "before either round"


@pytest.mark.parametrize("game", range(4))
def test_what_dice_choose_is_judged_by_what_was_chosen(game: int) -> None:
    """Not by what other dice would have chosen: never is the best option flagged."""
    lines = balancer.trace("higher.py", game=game, lineup=["same", "same"], chances=True)
    taken = [line.rpartition("number: ")[2][0] for line in lines if "number: " in line]
    flags = [after for line, after in itertools.pairwise(lines) if "number: " in line]

    assert len(taken) == 4
    for number, flag in zip(taken, flags, strict=True):
        assert f"with {number} it would be" not in flag
        assert ("??" in flag) >= (number == "1" and flag is flags[1])


def test_nothing_is_flagged_where_nothing_is_lost() -> None:
    lines = balancer.trace("higher.py", lineup=["high", "low"], chances=True, brief=True)

    assert not any("??" in line and "seat 1" in line for line in lines)
    assert "    chance to win: seat 1 100%, seat 2 0%" in lines


def test_a_seat_is_shown_its_own_chance() -> None:
    lines = balancer.trace("higher.py", lineup=["high", "low"], chances=True, seat=2)

    assert "    chance to win: seat 2 0%" in lines
    assert not any("seat 1 100%" in line for line in lines)


def test_who_thinks_ahead_cannot_be_reviewed() -> None:
    deep = {"deep": {"base": "low", "search": 20}}

    with pytest.raises(ReviewError, match="deep thinks ahead"):
        balancer.trace("higher.py", lineup=["deep", "high"], personas=deep, chances=True)


def test_after_the_last_round_there_is_no_chance() -> None:
    review = Review([[0.25, 0.75], [0.5, 0.5]], {}, "lose")

    assert review.line(0, None) == "chance to lose: seat 1 25%, seat 2 75%"
    assert review.line(1, 1) == "chance to lose: seat 2 50%"
    assert review.line(2, None) == ""


def test_a_compiled_game_is_reviewed_and_drawn(here: pathlib.Path) -> None:
    words = ["trace", "black_death", "--players", "3", "--lineup", "even", "--chances", "--html", "game.html"]
    command = [sys.executable, "-m", "balancer", *words, "--set", "ranks=5", "--set", "suits=2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    page = (here / "game.html").read_text(encoding="utf-8")

    assert done.returncode == 0, done.stderr
    assert "chance to lose: seat 1 " in page
    assert "Chance to lose before each round" in page
