"""Thinkers that look two decisions ahead: exact values of small positions, replies by what each plays for, no leaks."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
import pytest

from balancer.core.result_row import CREDIT
from balancer.core.rule_errors import RuleError
from balancer.plain.files import load_file
from balancer.plain.thinking.replies import Replies
from balancer.plain.thinking.search import PERSONA

PUBLIC = pathlib.Path(__file__).parents[2] / "examples" / "public"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


# The naive reference: a position, the moves from it, and who has won in it -------------------------------------------
Moves = Callable[[Any], list[Any]]  # positions that can follow; [] where the game is over


def heaps_after(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*heaps[:k], left, *heaps[k + 1 :]) for k in range(len(heaps)) for left in range(heaps[k] - 1, -1, -1)]


def boards_after(board: str) -> list[str]:
    if any(board[a] == board[b] == board[c] != "." for a, b, c in LINES):
        return []
    mark = "x" if board.count("x") == board.count("o") else "o"
    return [board[:k] + mark + board[k + 1 :] for k in range(9) if board[k] == "."]


def worth_to_who_moved(position: Hashable, after: Moves) -> float:
    """Return the share of the win, under random play, of the player who has just moved."""
    following = after(position)
    if following:
        return 1 - sum(worth_to_who_moved(each, after) for each in following) / len(following)
    return 0.5 if isinstance(position, str) and not any_line(position) else 1.0


def any_line(board: str) -> bool:
    return any(board[a] == board[b] == board[c] != "." for a, b, c in LINES)


def naive_worths(position: Any, after: Moves) -> list[float]:
    """Return what each move is worth if the other answers as well as it can, and both move at random from then on."""
    worths = []
    for move in after(position):
        answers = after(move)
        best = max((worth_to_who_moved(answer, after) for answer in answers), default=None)
        worths.append(1 - best if best is not None else worth_to_who_moved(move, after))
    return worths


class WorthsFoundError(Exception):
    """The first stage of the first decision is over."""


def first_worths(
    game: Any, monkeypatch: pytest.MonkeyPatch, *, search: int = 4000, aim: str = "win"
) -> dict[int, float]:
    """Return what options are worth to a thinker at the first decision, after its first stage, in shares of CREDIT."""
    worths: dict[int, float] = {}
    judge = Replies.credits

    def noted(replies: Replies, options: Any, *given: Any) -> Any:
        samples, _ = judge(replies, options, *given)
        worths.update(zip(options, (samples.mean(axis=0) / CREDIT).tolist(), strict=True))
        raise WorthsFoundError

    monkeypatch.setattr(Replies, "credits", noted)
    sage = dataclasses.replace(game.persona("random"), name="sage", search=search, plies=2, knows="base")
    lineup = [sage, *[game.persona("random")] * (game.usual_players - 1)]
    table = game.lay_table(game.defaults, len(lineup), game.read_parts(), lineup, seating="fixed")
    with pytest.raises(RuleError, match="WorthsFoundError"):
        game.play(table, None, 1, 0, 1, game.thinkers(table, lineup, aim))
    worths.pop(PERSONA, None)
    return dict(sorted(worths.items()))


@pytest.mark.parametrize("heaps", [(1, 2), (2, 2), (1, 1, 2), (3, 1)])
def test_in_nim_options_are_worth_what_a_naive_search_finds(
    heaps: tuple[int, ...], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = (PUBLIC / "nim.py").read_text(encoding="utf-8").replace("list(self.heaps)", f"{list(heaps)}")
    (tmp_path / "heaps.py").write_text(rules, encoding="utf-8")
    worths = first_worths(load_file(tmp_path / "heaps.py"), monkeypatch)

    assert list(worths.values()) == pytest.approx(naive_worths(heaps, heaps_after), abs=0.2)


@pytest.mark.parametrize("board", ["xo.x.o...", "xoxo.....", "x.o.x...o"])
def test_in_noughts_and_crosses_too(board: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With four or five empty squares; a threat that must be answered is worth what is left after the answer."""
    moved = board.count("x") - board.count("o")
    marks = ["xo".find(mark) if not moved else "ox".find(mark) for mark in board]
    rules = (PUBLIC / "noughts_and_crosses.py").read_text(encoding="utf-8").replace("[EMPTY] * 9", f"{marks}", 1)
    (tmp_path / "board.py").write_text(rules, encoding="utf-8")
    worths = first_worths(load_file(tmp_path / "board.py"), monkeypatch)

    assert list(worths.values()) == pytest.approx(naive_worths(board, boards_after), abs=0.25)


STEPS = '''
from balancer.plain import Game, Persona, ending


class Steps(Game):
    """Seat 1 takes a chance of six in ten, or lets somebody choose."""

    seats, usual = range(4, 5), 4
    over = ending("Somebody chose.")

    def setup(self):
        for player in self.players:
            player.points = 0

    def round(self):
        self.begin_turn()
        first = self.players[0]
        if first.choose("begin", ["sure", "leap"]) == "sure":
            first.points = 4 * (self.below(10) < 6)
            self.players[1].points = 2
        else:
            self.begin_turn()
            chooser = self.players[CHOOSER]
            helps = chooser.choose("side", ["L", "R"]) == "L"
            first.points = 4 * helps
            self.players[1].points = 3 if helps else 1
        self.end("over")

    def score(self, player):
        return player.points
'''

TEAM = "\n    def team(self, player):\n        return player.seat % 2\n"


@pytest.mark.parametrize(
    ("chooser", "rules", "aim", "leap", "sure"),
    [
        (0, "", "win", 1, 0.6),  # one's own next decision
        (1, "", "win", 0, 0.6),  # a rival's
        (1, "", "score", 4 / CREDIT, 2.4 / CREDIT),  # a rival who goes for its own points, and so helps
        (2, TEAM, "win", 1, 0.6),  # a partner's
        (3, TEAM, "win", 0, 0.6),
    ],
)
def test_the_reply_is_the_best_for_who_makes_it(
    chooser: int, rules: str, aim: str, leap: float, sure: float, here: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "steps.py").write_text(STEPS.replace("CHOOSER", str(chooser)) + rules, encoding="utf-8")
    worths = first_worths(load_file(here / "steps.py"), monkeypatch, aim=aim)

    assert worths == pytest.approx({0: sure, 1: leap}, rel=0.2, abs=1e-9)


GUESS = '''
from balancer.plain import Game, Persona, Pile, ending


class Guess(Game):
    """Seat 1 shows a die, covers it, or tosses a coin; seat 2 guesses the die."""

    seats, usual = range(2, 3), 2
    over = ending("Somebody guessed.")

    def setup(self):
        for player in self.players:
            player.points = 0
            player.die = Pile([self.roll()], seen_by=player, drawn_from=range(1, 7))

    def round(self):
        self.begin_turn()
        one, other = self.players
        how = one.choose("how", ["cover", "show", "toss"])
        if how == "toss":
            wins = self.below(2)
        else:
            if how == "show":
                one.die.seen_by = self.players
            wins = other.choose("guess", list(range(1, 7))) != one.die[0]
        (one if wins else other).points = 1
        self.end("over")

    def score(self, player):
        return player.points
'''


def test_who_replies_knows_what_is_shown_and_nothing_else(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that saw the covered die would make it worth 0, one that did not see the shown die 5/6."""
    (here / "guess.py").write_text(GUESS, encoding="utf-8")
    worths = first_worths(load_file(here / "guess.py"), monkeypatch, search=8000)

    assert worths == pytest.approx({0: 5 / 6, 1: 0, 2: 1 / 2}, abs=0.2)


def test_the_thinker_does_not_see_what_is_hidden(here: pathlib.Path) -> None:
    """Who guesses the other's die, and might guess again, is right as often as chance has it."""
    rules = GUESS.replace('how = one.choose("how", ["cover", "show", "toss"])', 'how = "cover"')
    rules = rules.replace("other.choose(", "one.choose(").replace("!= one.die[0]", "== other.die[0]")
    (here / "guess.py").write_text(rules + "\nclass Low(Persona):\n    'Low.'\n", encoding="utf-8")
    game = load_file(here / "guess.py")
    sage = dataclasses.replace(game.persona("random"), name="sage", search=120, plies=2)
    lineup = [sage, game.persona("random")]
    table = game.lay_table(game.defaults, 2, game.read_parts(), lineup, seating="fixed")
    games = 30
    rows = np.asarray(game.play(table, None, 1, 0, games, game.thinkers(table, lineup)))

    assert abs(float(rows["score"][:, 0].mean()) - 1 / 6) < 5 * (5 / 36 / games) ** 0.5


def test_two_decisions_ahead_beat_one_with_as_many_trial_games() -> None:
    """In Nim somebody has a winning answer to all moves but one or two."""
    game = load_file(PUBLIC / "nim.py")
    sages = [
        dataclasses.replace(game.persona("random"), name=f"sage{plies}", search=150, plies=plies, knows="base")
        for plies in (2, 1)
    ]
    table = game.lay_table({**game.defaults, "heaps": [2, 2, 1]}, 2, game.read_parts(), sages)
    rows = np.asarray(game.play(table, None, 1, 0, 10, game.thinkers(table, sages)))

    assert sum(int(row["winners"]) >> list(row["entry"][:2]).index(0) & 1 for row in rows) > 8
