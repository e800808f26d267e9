"""Two games that should be the same: the first difference is named in words, and twins are called twins."""

import pathlib

import pytest
from click.testing import CliRunner

import balancer
import balancer.cli
from balancer.questions.tryout import against, course_log
from balancer.questions.tryout.finding import LOOK, OK, WRONG
from balancer.questions.tryout.settings import Settings
from balancer.scenario.load import load
from tests.questions.tryout.test_plain_games import game

DIFFERENT = {
    "another score": (
        ("return card.value * hand.count(card)", "return card.value * hand.count(card) + (len(hand) > 5)"),
        "in the end, score of seat 1: ",
    ),
    "another course": (
        ("if len(self.deck) < len(self.players):", "if len(self.deck) <= len(self.players):"),
        "and the game is over in",
    ),
    "other options": (
        ('choose("discard", sorted(set(player.hand)))', 'choose("discard", sorted(set(player.hand))[-3:])'),
        "game 0 of seed 1, 2 players (random): in round 3, turn 5, seat 1 decides discard among 4 options in",
    ),
    "another persona": (
        ("return -self.liking(card", "return self.liking(card"),
        "players (careful, plain): in round 1, the standings are ",
    ),
    "another end of a rule": (
        ("for _ in range(self.hand_size)", "for _ in range(min(5, self.hand_size))"),
        "hand_size 6): in ",
    ),
}


BY_PERSONAS = {"another score", "another persona", "another end of a rule"}
"""Differences that random players do not show, or not first."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "GAMES", 20)


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_first_difference_is_named(name: str, tmp_path: pathlib.Path) -> None:
    planted, expected = DIFFERENT[name]
    one, other = game(tmp_path), game(tmp_path, planted)
    found, *looks = against.against(one, other)

    assert found.mark == WRONG
    assert expected in found.sentence
    assert f"in {one.game.name} and " in found.sentence
    assert [look.mark for look in looks] == ([LOOK] if BY_PERSONAS & {name} else [])


def test_twins_are_the_same(tmp_path: pathlib.Path) -> None:
    one, other = (
        game(tmp_path),
        game(tmp_path, ("blind = counter", "blindly = counter"), ("self.blind ", "self.blindly ")),
    )
    *looks, found = against.against(one, other)

    assert found.mark == OK
    assert "are the same: random, careful, plain, each rule over its range" in found.sentence
    assert [look.mark for look in looks] == [LOOK, LOOK]
    assert looks[0].sentence == f"only {one.game.name} has the figures blind"


def test_both_lanes_write_the_same_log() -> None:
    """Of a compiled game: decisions with their places, then the standings of each round."""
    tables = Settings(load("black_death"))
    (log,) = course_log.logs_of([tables.cell(["random"], 3)], 4)

    assert log[0].round == 1
    assert log[0].turn == 1
    assert log[0].words.startswith("seat 1 decides offer among ")
    assert any(entry.turn == course_log.LAST and entry.words.startswith("the standings are ") for entry in log)
    assert [entry.round for entry in log] == sorted(entry.round for entry in log)


def test_the_command_ends_with_1_where_two_games_differ(tmp_path: pathlib.Path) -> None:
    paths = [tmp_path / f"{game(tmp_path, *planted).game.name}.py" for planted in ([], [DIFFERENT["other options"][0]])]
    done = CliRunner().invoke(balancer.cli.balancer, ["try", str(paths[0]), "--against", str(paths[1])])

    assert done.exit_code == 1
    assert done.stdout.startswith("WRONG  game 0 of seed 1")
    assert balancer.try_game(paths[0], against=paths[1]).wrong == [done.stdout.removeprefix("WRONG  ").rstrip()]


def test_twins_rank_scores_the_same_way(tmp_path: pathlib.Path) -> None:
    """Who wins may be written twice alike: margins would still be others."""
    lowest = game(tmp_path, ("    max_rounds", "    lowest_wins = True\n    max_rounds"))
    found = list(against.Twins(game(tmp_path), lowest).declared())

    assert [(one.mark, one.sentence) for one in found] == [
        (WRONG, f"only {lowest.game.name} says `lowest_wins = True`")
    ]
