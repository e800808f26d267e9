"""Shuffles at addresses of their own, and choices whose options come in kinds."""

import os
import pathlib
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner

import balancer.cli
from balancer.core.dice import SETUP
from balancer.core.rule_errors import RuleError
from balancer.plain.files import load_file
from balancer.testing import naive_dice

RULES = """
from balancer.plain import Game, ending


class Small(Game):
    max_rounds = 9
    over = ending("Over.")

    def setup(self):
        self.seen, self.row = [], list(range(30))

    def round(self):
        self.begin_turn()
        {line}
        self.end("over")

    def score(self, player):
        return 0
"""


def game_of(folder: pathlib.Path, line: str) -> Any:
    (folder / "small.py").write_text(RULES.format(line=line), encoding="utf-8")
    return load_file(folder / "small.py")


def seen(game: Any, number: int = 0) -> Any:
    table = game.lay_table(game.defaults, 3, game.read_parts(), [game.persona("random")])
    return game.played(table, 7, number)[0].game


@pytest.mark.parametrize("address", [0, 1, 40, 2**32])
def test_a_shuffle_at_an_address_has_the_cards_of_the_independent_dice_there(
    address: int, tmp_path: pathlib.Path
) -> None:
    expected = list(range(30))
    naive_dice.NaiveDice(7, 3).shuffle(expected, SETUP, address)

    for before in ("pass", "self.below(5)", "self.shuffle([1, 2, 3])", f"self.shuffle(self.row, at={address + 1})"):
        line = f"{before}; self.row = list(range(30)); self.shuffle(self.row, at={min(address, 2**32)})"
        if address < 2**32 or "at=" not in before:
            assert seen(game_of(tmp_path, line), 3).row == expected


def test_a_turn_that_only_shuffles_at_an_address_counts(tmp_path: pathlib.Path) -> None:
    rules = RULES.replace("def round(self):\n        self.begin_turn()", "def turn(self, player):")
    (tmp_path / "small.py").write_text(rules.format(line="self.shuffle([1, 1], at=self.rounds)"), encoding="utf-8")

    assert seen(load_file(tmp_path / "small.py")).turns == 1


def test_a_kind_of_many_options_is_not_chosen_more_often(tmp_path: pathlib.Path) -> None:
    game = game_of(
        tmp_path,
        "self.seen = [self.players[0].choose('act', list(range(10)), kinds=[8, 0, 1, 1]) if not self.begin_turn() "
        "else 0 for _ in range(900)]",
    )

    chosen = Counter(seen(game).seen)

    kinds = [sum(chosen[option] for option in range(8)), chosen[8], chosen[9]]
    assert sum(kinds) == 900
    assert all(240 < times < 360 for times in kinds), kinds  # 300 each; five standard deviations are 71


@pytest.mark.parametrize("sizes", [[3, 0, 2], [1, 1, 1], [0, 4], [2], [1, 5], [0, 1, 0]])
def test_kinds_take_the_dice_of_the_reference(sizes: list[int], tmp_path: pathlib.Path) -> None:
    line = f"self.seen = [self.players[1].choose('act', list(range({sum(sizes)})), kinds={sizes})]"
    game = game_of(tmp_path, line)
    for number in range(20):
        lot = naive_dice.RandomPlayers(naive_dice.NaiveDice(7, number), ["act"])
        assert seen(game, number).seen == [lot.choose_by_class(1, 1, "act", sizes)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("self.shuffle(self.row, at=-1)", r"shuffle\(..., at=-1\): write a whole number from 0 to 4294967296"),
        ("self.shuffle(self.row, at=0.5)", r"at=0.5\): write a whole number"),
        ("self.players[0].choose('act', [1, 2], kinds=[1])", r"kinds=\[1\] with 2 options; write how many"),
        ("self.players[0].choose('act', [1, 2], kinds=[3, -1])", r"kinds=\[3, -1\] with 2 options"),
        ("self.players[0].choose('act', [1], kinds=1)", "kinds=1 with 1 options"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(line: str, message: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(RuleError, match=rf"small\.py, line 14, in round: .*{message}"):
        seen(game_of(tmp_path, line))


def test_they_are_traced(tmp_path: pathlib.Path) -> None:
    line = "self.shuffle(self.row, at=2); self.players[0].choose('act', ['a', 'b', 'c'], kinds=[2, 1])"
    game_of(tmp_path, line)
    jit = {"NUMBA_DISABLE_JIT": os.environ.get("NUMBA_DISABLE_JIT")}  # `trace` sets it for its process

    told = CliRunner(env=jit).invoke(balancer.cli.balancer, ["trace", str(tmp_path / "small.py")])

    assert told.exit_code == 0, told.output
    assert "chooses" in told.output or "act" in told.output
