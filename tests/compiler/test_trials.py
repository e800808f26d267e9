"""Thinkers of own games: compiled trial games have the worlds and the outcomes of plain Python's, byte for byte."""

from __future__ import annotations

import dataclasses
import functools
import pathlib
from typing import Any

import numpy as np
import pytest

from balancer.compiler.builds import ProvenCode
from balancer.compiler.engine import CompilingEngine
from balancer.compiler.engine_trials import WORTH_TRIALS
from balancer.compiler.errors import NotCompilable
from balancer.compiler.lowering import lower
from balancer.compiler.machine_code import MachineCode
from balancer.compiler.machine_play import EXPORTED
from balancer.compiler.observing import observe
from balancer.compiler.proof import CompiledDifferenceError, FlaggedGames
from balancer.compiler.trials import CompiledTrials
from balancer.compiler.workshop import CompiledGame, CompilerWorkshop
from balancer.core.dice import CHANCE, CHOICES, SETUP
from balancer.core.rule_errors import RuleError
from balancer.plain.files import load_file
from balancer.plain.thinking.chances import PlainObserver

CORPUS = pathlib.Path(__file__).parent / "corpus"
EXAMPLES = CORPUS.parents[2] / "examples"


@functools.cache
def compiled(name: str) -> CompiledGame:
    own = CORPUS / f"{name}.py"
    game = load_file(own if own.exists() else EXAMPLES / f"{name}.py")
    lowered = lower(game, observe(game, None, 1)[0])
    return CompiledGame(lowered, MachineCode.compile(lowered.source, lowered.constants, EXPORTED).content)


class Table:
    """A table at which the first player thinks; compiled: whether trial games are."""

    def __init__(self, name: str, *, compiled_trials: bool, **settings: Any) -> None:
        code = compiled(name)
        game = code.lowered.game
        names = (list(game.lineup) * 4)[: game.usual_players]
        first, *others = [game.persona(each) for each in names]
        lineup = [dataclasses.replace(first, name="sage", **{"search": 24, **settings}), *others]
        self.game = game
        self.table = game.lay_table(game.defaults, len(lineup), game.read_parts(), lineup)
        self.engine = CompilingEngine(game, CompilerWorkshop())
        self.engine.proven = ProvenCode(code, 200, 1)
        self.thinkers = game.thinkers(self.table, lineup)
        self.thinkers.engine = self.engine.trials(self.table) if compiled_trials else None
        if compiled_trials:
            self.thinkers.engine.prepare(WORTH_TRIALS)

    def play(self, games: int = 1) -> tuple[bytes, int, Any]:
        rows = self.game.play(self.table, None, 3, 0, games, self.thinkers)
        return np.asarray(rows).tobytes(), self.thinkers.trials, self.thinkers.forced


@pytest.mark.parametrize("name", ["oh_hell", "plain_windfall", "cups"])
@pytest.mark.parametrize("redrawn", [1 << SETUP, 1 << CHANCE, 1 << CHOICES, 0b11011, 0])
def test_games_on_mixed_dice_are_those_of_plain_python(name, redrawn, monkeypatch):
    table = Table(name, compiled_trials=False)
    game = table.game
    lineup = [game.persona(each) for each in (list(game.lineup) * 4)[: game.usual_players]]
    observed = game.lay_table(game.defaults, len(lineup), game.read_parts(), lineup)
    compiled_rows = PlainObserver(game, observed, table.engine.trials(observed)).mixed(5, 3, 20, redrawn)
    assert np.array_equal(compiled_rows, PlainObserver(game, observed).mixed(5, 3, 20, redrawn))
    assert redrawn or np.array_equal(compiled_rows, game.play_plain(observed, 5, 3, 20))

    wrong = compiled_rows.copy()
    wrong["rounds"] += 1
    monkeypatch.setattr(CompiledGame, "mixed", lambda *_: FlaggedGames(wrong, np.zeros(len(wrong), np.int64)))
    with pytest.raises(CompiledDifferenceError):
        PlainObserver(game, observed, table.engine.trials(observed)).mixed(5, 3, 20, redrawn)


SETTINGS: dict[str, dict[str, Any]] = {
    "all unknown": {},
    "like itself, two rounds": {"knows": "base", "until": 2},
    "known, with mistakes": {"knows": "everybody", "is_choosy": True},
    "two decisions ahead": {"plies": 2, "search": 60},
    "two decisions ahead, for points, two rounds": {"plies": 2, "search": 60, "until": 2, "knows": "base"},
}


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize(
    "name",
    [
        "goofspiel",
        "take_or_pay",
        "oh_hell",
        "plain_windfall",
        "public/liars_dice",
        "cups",
        "public/nim",
        "burrows",
        "night_watch",
        "text_rows",
    ],
)
def test_thinkers_play_as_in_plain_python(name: str, settings: str) -> None:
    """Choices at the same time, open and hidden cards, cards that may not lie everywhere, hidden aims, secret dice.

    In Burrows, objects that hold piles lead back to each other; in Text Rows, texts are composed.
    """
    flagged = 0

    def counted(self: Any, *given: Any) -> Any:
        nonlocal flagged
        flags, results = run(self, *given)
        flagged += int((flags != 0).sum()) if given[1] != [-1] else 0
        return flags, results

    run = CompiledTrials._run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CompiledTrials, "_run", counted)
        fast = Table(name, compiled_trials=True, **SETTINGS[settings])
        games = 2 if name == "cups" else 1  # in the second, other cards make more and fewer decisions at the same time
        found = fast.play(games)
    assert found == Table(name, compiled_trials=False, **SETTINGS[settings]).play(games)
    assert fast.thinkers.engine.made.games == fast.thinkers.trials > 0
    assert flagged == 0


@pytest.mark.usefixtures("kernels")  # a refusal that is planted stays out of the cache
def test_a_wrong_outcome_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run = CompiledTrials._run

    def wrong(self: Any, *given: Any) -> Any:
        flags, results = run(self, *given)
        results[..., 0] ^= 1
        return flags, results

    monkeypatch.setattr(CompiledTrials, "_run", wrong)
    table = Table("take_or_pay", compiled_trials=True)
    with pytest.raises(CompiledDifferenceError, match="decision 0 ends differently"):
        table.play()
    assert "not equal" in table.engine.obstacle


@pytest.mark.usefixtures("kernels")
def test_trials_that_fail_are_played_by_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors of the compiler are not the designer's; those of rules are."""

    def failing(*_: Any) -> Any:
        raise RecursionError

    def ruled_out(*_: Any) -> Any:
        raise RuleError("take_or_pay", "too many chips")

    monkeypatch.setattr(CompiledTrials, "outcomes", failing)
    table = Table("take_or_pay", compiled_trials=True)
    assert table.play() == Table("take_or_pay", compiled_trials=False).play()
    assert "the compiler fails (RecursionError" in table.engine.obstacle
    monkeypatch.setattr(CompiledTrials, "outcomes", ruled_out)
    with pytest.raises(RuleError, match="too many chips"):
        Table("take_or_pay", compiled_trials=True).play()


def test_a_table_that_the_code_does_not_cover_is_no_failure_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def uncovered(*_: Any) -> Any:
        raise NotCompilable("the text 'gold' is new")

    table = Table("take_or_pay", compiled_trials=False)
    game, observed = table.game, table.table
    monkeypatch.setattr(CompiledGame, "mixed", uncovered)
    monkeypatch.setattr(CompiledGame, "taken", uncovered)
    rows = PlainObserver(game, observed, table.engine.trials(observed)).mixed(5, 3, 2, 0)
    assert np.array_equal(rows, game.play_plain(observed, 5, 3, 2))
    assert table.engine.taken(observed, 5, range(8)) is None
    assert table.engine.obstacle == ""


@pytest.mark.usefixtures("kernels")  # a refusal that is planted stays out of the cache
def test_a_flagged_trial_is_played_by_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where each trial raises a flag, plain Python's outcomes are those that count."""
    run = CompiledTrials._run

    def flagged(self: Any, *given: Any) -> Any:
        flags, results = run(self, *given)
        return np.ones_like(flags), np.full_like(results, 99)

    monkeypatch.setattr(CompiledTrials, "_run", flagged)
    found = Table("take_or_pay", compiled_trials=True).play()
    assert found == Table("take_or_pay", compiled_trials=False).play()


@pytest.mark.parametrize("name", ["goofspiel", "take_or_pay", "oh_hell"])
def test_chances_and_options_that_are_examined_are_the_same(name: str) -> None:
    fast, slow = (Table(name, compiled_trials=each) for each in (True, False))
    observed = []
    for each in (fast, slow):
        lineup = [each.game.persona(name) for name in (list(each.game.lineup) * 4)[: each.game.usual_players]]
        table = each.game.lay_table(each.game.defaults, len(lineup), each.game.read_parts(), lineup)
        observer = each.game.observer(table, {})
        observer.engine = each.engine.trials(table) if each is fast else None
        if each is fast:
            observer.engine.prepare(WORTH_TRIALS)
        observed.append(observer.observe(1, 0, 4, 2, 2))
    assert len(observed[0].decided)
    for field in ("row", "points", "decided", "worth"):
        assert np.array_equal(getattr(observed[0], field), getattr(observed[1], field)), field


def test_code_is_made_for_trials_where_there_are_enough(tmp_path: pathlib.Path, kernels: pathlib.Path) -> None:
    """A run of a few games of a thinker compiles and proves the file before the first."""
    del kernels
    (tmp_path / "toss.py").write_text(TOSS)
    game = load_file(tmp_path / "toss.py")
    engine = CompilingEngine(game, CompilerWorkshop())
    game.use(engine)
    sage = dataclasses.replace(game.persona("low"), name="sage", search=1000, until=1)
    lineup = [sage, game.persona("low")]
    table = game.lay_table(game.defaults, 2, game.read_parts(), lineup, seating="fixed")
    thinkers = game.thinkers(table, lineup)
    rows = np.asarray(game.play(table, None, 1, 0, 2, thinkers))
    assert engine.is_ready
    assert engine.in_use.engine == "compiled"
    assert thinkers.engine.made.games == thinkers.trials
    assert (rows["score"][:, 0] == 30).all()  # it takes what pays, not what its persona likes
    engine.obstacle = "none of the code's concern"
    thinkers.engine.prepare(0)
    assert thinkers.engine.made is None


TOSS = """
from balancer.plain import Game, Persona, ending

class Toss(Game):
    seats = range(2, 3)
    over = ending("Three rounds were played.")

    def setup(self):
        for player in self.players:
            player.points = 0

    def turn(self, player):
        player.points += player.choose("take", [1, 10, 5])

    def finished(self):
        return "over" if self.rounds == 3 else None

    def score(self, player):
        return player.points

class Low(Persona):
    "Takes little."

    def take(self, game, me, option):
        return -option
"""


def test_hidden_teams_are_those_of_each_world() -> None:
    """Who is loyal always wins, whoever else is; plain Python plays the first trials, too, and must agree."""
    game = load_file(pathlib.Path(__file__).parents[1] / "plain" / "traitor.py")
    lowered = lower(game, observe(game, None, 1)[0])
    code = MachineCode.compile(lowered.source, lowered.constants, EXPORTED).content
    table = game.lay_table(game.defaults, 3, game.read_parts(), [game.persona("pointer")] * 3)
    engine = CompilingEngine(game, CompilerWorkshop())
    engine.proven = ProvenCode(CompiledGame(lowered, code), 200, 1)
    trials = engine.trials(table)
    trials.prepare(WORTH_TRIALS)
    found = PlainObserver(game, table, trials).observe(1, 0, 200, 1)

    result = np.array([int(found.row["winners"]) >> seat & 1 for seat in range(3)], float)
    assert found.points[1:] == pytest.approx(np.broadcast_to(result[None, :, None], found.points[1:].shape))
