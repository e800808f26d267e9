"""Cards of compiled own games: how often they are offered and taken, and players who believe printed figures."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest

from balancer.compiler.builds import ProvenCode
from balancer.compiler.engine import MIN_COUNTED, CompilingEngine
from balancer.compiler.lowering import lower
from balancer.compiler.machine_code import MachineCode
from balancer.compiler.machine_play import EXPORTED
from balancer.compiler.proof import CompiledDifferenceError
from balancer.compiler.workshop import CompiledGame, CompilerWorkshop
from balancer.plain.files import load_file
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.experiments.worth_jobs import Believed
from balancer.simulation.jobs import CellJob

TABLE = "name,worth,count\nRed,1,3\nBlue,2,3\nGold,5,2\n"

GAME = """
from balancer.plain import Game, Persona, cards, ending

class Market(Game):
    seats = range(2, 4)
    stones = cards("stones.csv", worth=range(10), count=range(1, 9))
    sold = ending("All is sold.")

    def setup(self):
        self.row = self.stones.deck()
        self.shuffle(self.row)
        for player in self.players:
            player.points, player.bought = 0, []

    def turn(self, player):
        if len(self.row) < 3:
            return self.end("sold")
        card = player.choose("buy", ["nothing", *self.row[:2]])
        if card != "nothing":
            self.row.remove(card)
            player.points += card.worth
            player.bought.append(card)
        low, high = player.choose("pair", [(self.row[0], 1), (self.row[1], 2), (self.row[0], 2)])
        player.points += high
        self.row.remove(low)

    def score(self, player):
        return player.points

    def parts(self, player):
        return player.bought

class Keen(Persona):
    "Buys what is worth most."

    def buy(self, game, me, option):
        return 0 if option == "nothing" else option.worth

    def pair(self, game, me, option):
        return option[0].worth
"""


class Compiled:
    """A game and its machine code; `table`: of players who know the figures; others believe Gold to be worth 5."""

    def __init__(self, folder: pathlib.Path) -> None:
        (folder / "stones.csv").write_text(TABLE)
        (folder / "market.py").write_text(GAME)
        self.game = load_file(folder / "market.py")
        lowered = lower(self.game)
        self.code = CompiledGame(lowered, MachineCode.compile(lowered.source, lowered.constants, EXPORTED).content)

    def table(self, worth: int = 5):
        changes = (("Gold", "worth", worth),) if worth != 5 else ()
        parts = self.game.joined({"stones": self.game.read_table("stones", changes=changes)})
        lineup = [self.game.persona("keen"), self.game.persona("random")]
        return self.game.lay_table(self.game.defaults, 3, parts, lineup)


@pytest.fixture
def compiled(tmp_path: pathlib.Path) -> Compiled:
    return Compiled(tmp_path)


def test_cards_are_counted_as_in_plain_games_in_tuples_too(compiled):
    sums = compiled.code.taken(compiled.table(), 3, 5, 40)
    assert np.array_equal(sums, compiled.game.taken_plain(compiled.table(), 3, range(5, 45)))
    assert (sums[1].sum(axis=1) > 0).all()  # offered at both decisions


def test_players_believe_printed_figures(compiled):
    game, rows = compiled.game, []
    for _ in range(2):
        table = compiled.table(worth=0)
        game.believe(table, compiled.table())
        rows.append(table)
    played, flags = compiled.code.play(rows[0], 1, 0, 50)
    assert not flags.any()
    assert np.asarray(played).tobytes() == np.asarray(game.play_plain(rows[1], 1, 0, 50)).tobytes()
    knowing = compiled.code.play(compiled.table(worth=0), 1, 0, 50).rows
    assert np.asarray(played).tobytes() != np.asarray(knowing).tobytes()  # who believes buys Gold


def test_a_wrong_count_is_found(compiled, monkeypatch):
    engine = CompilingEngine(compiled.game, CompilerWorkshop())
    engine.proven = ProvenCode(compiled.code, 200, 1)
    compiled.game.use(engine)
    games = range(MIN_COUNTED)
    assert compiled.game.taken(compiled.table(), {}, 1, games).shape == (5, 2, 3)
    right = CompiledGame.taken
    monkeypatch.setattr(CompiledGame, "taken", lambda *given: right(*given) + 1)
    with pytest.raises(CompiledDifferenceError, match="cards offered and taken"):
        compiled.game.taken(compiled.table(), {}, 1, games)
    assert "not equal" in engine.obstacle


def test_scattered_games_are_compiled_too_with_those_between(compiled, tmp_path, monkeypatch):
    """Games in which somebody has a card lie one by one among others; one alone would be played by plain Python."""
    scenario = load(str(tmp_path / "market.py"))
    numbers = np.array([0, 3, 5, 41, 300])
    job = CellJob.of(plan.base_cell(scenario))
    game: Any = job.game
    game.use(None)
    plain = Believed(job.cell, job).play(numbers)
    engine = CompilingEngine(game, CompilerWorkshop())
    engine.proven = ProvenCode(compiled.code, 200, 1)
    game.use(engine)
    runs: list[Any] = []
    play = CompiledGame.play

    def noted(*given):
        runs.append(given[3:])
        return play(*given)

    monkeypatch.setattr(CompiledGame, "play", noted)
    assert Believed(job.cell, job).play(numbers).tobytes() == plain.tobytes()
    assert runs == [(0, 42)]
