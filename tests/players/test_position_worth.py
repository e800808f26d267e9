"""`tune --worth` where the truth is known: a game whose gems are changed for points at the end."""

import itertools
import json
import pathlib

import pytest

import balancer
from balancer.players import tournament
from balancer.players.position_worth import MIN_GAMES, position_worth
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import load
from balancer.simulation.runner import open_runner
from tests.cli.test_commands import balance
from tests.cli.test_json_schemas import faults, schema_of

GEMS = '''
"""A gem is changed for {gem} points at the end, a stone for none; both come by the dice."""

from balancer.plain import Game, ending


class Gems(Game):
    seats, usual = range(2, 4), 3
    over = ending("All rounds were played.", "last all rounds")

    def setup(self):
        for player in self.players:
            player.points = player.gems = player.stones = 0

    def turn(self, player):
        player.points += self.below(4)
        player.gems += self.below(3)
        player.stones += self.below(3)

    def finished(self):
        if self.rounds == {rounds}:
            for player in self.players:
                player.points += {gem} * player.gems
                player.gems = 0
            return "over"

    def quantities(self, player):
        return {{"gem": player.gems, "stone": player.stones, "player": 1}}

    def score(self, player):
        return player.points
'''


NUMBERS = itertools.count()
"""Two games can't have the same name."""


@pytest.fixture
def toy(tmp_path: pathlib.Path) -> pathlib.Path:
    """Return a game of 4 rounds in which a gem is worth 3 points."""
    return written(tmp_path, gem=3)


def written(folder: pathlib.Path, gem: int, rounds: int = 4) -> pathlib.Path:
    file = folder / f"gems{next(NUMBERS)}.py"
    file.write_text(GEMS.format(gem=gem, rounds=rounds), encoding="utf-8")
    return file


def fit(file: pathlib.Path, games: int = 600):
    scenario = load({"game": str(file), "report": {"confidence": 0.9999}, "seed": 4})
    with open_runner(jobs=1) as runner:
        return position_worth(scenario, tournament.stops(scenario, [])[-1], runner, games)


@pytest.mark.parametrize("gem", [3, 0])
def test_true_weights_lie_within_their_intervals(tmp_path: pathlib.Path, gem: int) -> None:
    found = fit(written(tmp_path, gem))
    weights = found.fits["score"].weights

    assert list(weights) == ["standing", "gem", "stone"], "what never differs is left out"
    for name, true in {"standing": 1, "gem": gem, "stone": 0}.items():
        assert weights[name].low <= true <= weights[name].high, name
        assert weights[name].half_width < 0.5
    assert found.positions == 3 * 600
    assert (found.fits["score"].over_worth.low > 0.1) == (gem > 0), "its own worth is its standing"
    assert (found.fits["win"].weights["gem"].low > 0) == (gem > 0)


def test_the_command_prints_and_writes_it(toy: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(toy.parent)
    done = balance("tune", toy.name, "--worth", "--games", "200", "--json", "out.json", "-j", "1")
    content = json.loads(pathlib.Path("out.json").read_text(encoding="utf-8"))

    assert done.exit_code == 0, done.output
    assert "What a position is worth, all else equal" in done.stdout
    assert "(only the standing: " in done.stdout
    assert "beyond the game's own estimate" in " ".join(done.stdout.split())
    assert f"200 games; seed {load({'game': toy.name}).seed}; 600 positions" in " ".join(done.stdout.split())
    gem = content["fits"]["score"]["weights"]["gem"]
    assert gem["low"] < 3 < gem["high"]
    assert list(faults(content, schema_of("tune --worth"))) == []
    found = balancer.position_worth(toy.name, games=200, jobs=1)
    made_by = {"generated_by", "engine", "engine_note"}
    assert found.to_json() == {name: value for name, value in content.items() if name not in made_by}
    assert found.weights.query("target == 'score' and name == 'gem'")["low"].item() == gem["low"]
    assert "600 positions" in repr(found)
    assert list(content["quantities"]) == ["standing", "gem", "stone", "player"]


@pytest.mark.parametrize("words", [("--persona", "random"), ("-o", "found.yaml")])
def test_what_a_search_takes_is_refused(toy: pathlib.Path, words: tuple[str, str]) -> None:
    done = balance("tune", str(toy), "--worth", *words)

    assert done.exit_code == 2
    assert f"{words[0]} is for a search for habits" in done.stderr


def test_too_few_games_and_games_of_one_round_are_refused(tmp_path: pathlib.Path) -> None:
    with pytest.raises(ScenarioError, match=f"only 0 games go on .* {MIN_GAMES + 1} are needed"):
        fit(written(tmp_path, 3, rounds=1), 60)
    with pytest.raises(ScenarioError, match="10 games go on"):
        fit(written(tmp_path, 3), 10)
