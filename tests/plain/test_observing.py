"""Small games in which it is known what decides, and when: flipped, chosen, dealt."""

import pathlib
from typing import Any

import numpy as np
import pytest

from balancer.analysis.play.chances import Chances
from balancer.analysis.play.luck import Luck
from balancer.compiler.proof import CompiledDifferenceError
from balancer.core.rule_errors import RuleError
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.sides import SCORE, WIN
from balancer.simulation.experiments.observed_games import ObservedGames, luck, observe

HEAD = """
from balancer.plain import Game, Persona, Pile, ending, habit

class Small(Game):
    seats, usual, max_rounds = range(2, 4), 2, 4
    over = ending("All rounds were played.")

    def setup(self):
        for player in self.players:
            player.won = 0
{setup}
    def round(self):
        self.begin_turn()
{round}
    def finished(self):
        if self.rounds == 4:
            return "over"

    def score(self, player):
        return player.won

class Even(Persona):
    "Takes anything."
"""

FLIPPED = "        self.players[self.below(2)].won += 1\n"
CHOSEN = """        for player in self.players:
            player.won += player.choose("number", [0, 1, 2, 3, 4]) * 5 ** self.rounds
"""
DEALT = """        deck = list(range(10))
        self.shuffle(deck)
        for player in self.players:
            player.card = Pile([deck.pop()], seen_by={seen_by})
        self.deck = Pile(deck)
"""
SHOWN = """        if self.rounds == 4:
            for player in self.players:
                player.won = player.card[0]
"""


def games_of(setup: str, rounds: str, lineup: str = "random", trials: int = 100, options: int = 0) -> ObservedGames:
    pathlib.Path("small.py").write_text(HEAD.format(setup=setup, round=rounds), encoding="utf-8")
    scenario = load({"game": "small.py", "lineup": [lineup], "players": 2})
    return ObservedGames.of(plan.base_cell(scenario), trials, options)


def chances_of(games: ObservedGames, count: int) -> Chances:
    return Chances.of([course for course, _ in observe(games, count, jobs=1)], 1 - 1e-6)


def luck_of(games: ObservedGames) -> Luck:
    return luck(games, 300, 1 - 1e-6, jobs=1)


def assert_all(found: Luck, *sources: str) -> None:
    """Assert that these sources share everything equally, and others have nothing."""
    for name, share in {"who_plays": found.who_plays, **found.sources}.items():
        expected = 1 / len(sources) if name in sources else 0
        assert share.low <= expected <= share.high
        assert share.value == pytest.approx(expected, abs=0.25)


def test_a_game_of_coin_flips_is_all_chance() -> None:
    found = luck_of(games_of("", FLIPPED))

    assert_all(found, "chance")


def test_a_game_of_choices_is_all_choices_own_and_others() -> None:
    found = luck_of(games_of("", CHOSEN))

    assert_all(found, "own", "others")


def test_a_game_of_cards_is_all_setup() -> None:
    found = luck_of(games_of(DEALT.format(seen_by="player"), SHOWN))

    assert_all(found, "setup")


@pytest.mark.parametrize(("seen_by", "known"), [("None", 0), ("self.players", 1)])
def test_a_chance_does_not_depend_on_what_nobody_sees(seen_by: str, known: float) -> None:
    """The cards decide all, and are known after the setup where they lie open, else at the end."""
    found = chances_of(games_of(DEALT.format(seen_by=seen_by), SHOWN, trials=40), 30)

    assert found.deal.value == pytest.approx(known, abs=0.1)
    assert sum(tenth.value for tenth in found.tenths) == pytest.approx(1 - known, abs=0.1)


def test_each_seat_has_its_own_view() -> None:
    """Who sees the own card alone has its share of the nine other cards below it, whatever the other holds."""
    games = games_of(DEALT.format(seen_by="player"), SHOWN, trials=200)
    for number in range(6):
        _, found = games.observed(number)
        cards = [int(found.row["score"][seat]) for seat in range(2)]
        for seat in range(2):
            assert found.points[1:, seat].mean() == pytest.approx(cards[seat] / 9, abs=0.09)


def test_an_observed_game_is_the_game() -> None:
    games = games_of("", CHOSEN, trials=2, options=2)
    _, found = games.observed(3)
    row = np.atleast_1d(np.asarray(found.row))

    assert row.tobytes() == np.asarray(games.job.play(3, 1)).tobytes()
    assert np.asarray(games.observer.mixed(games.job.cell.seed, 3, 1, 0)).tobytes() == row.tobytes()
    assert len(found.decided) == int(found.row["decisions"]) == 8


def test_results_do_not_depend_on_the_threads() -> None:
    games = games_of("", FLIPPED, trials=10)
    found: list[Any] = []
    for jobs in (1, 2):
        played = observe(games, 6, jobs=jobs)
        found.append(([one.points.tolist() for _, one in played], luck(games, 40, 0.95, jobs=jobs).to_json()))

    assert found[0] == found[1]


def test_of_options_whose_worth_is_known_the_largest_is_best_and_the_others_dominated() -> None:
    """In the last round it wins who chose the largest number in it; who chooses first does not know the other's."""
    games = games_of("", CHOSEN, trials=2, options=400)
    _, found = games.observed(3)
    first = next(k for k, each in enumerate(found.decided) if each["rounds"] == 4)
    mine = found.worth[first].mean(axis=1)[1:6, found.decided[first]["seat"]]

    assert mine[[0, 4]] == pytest.approx([0.1, 0.9], abs=0.15), "a tie is decided by the rounds before"
    assert (np.diff(mine) > 0).all()
    assert found.decided[first]["dominated"] == 4
    assert not found.decided[first]["alike"]


def test_an_error_of_the_rules_in_a_world_dealt_anew_names_its_line() -> None:
    fails = "        if self.players[1].card[0] != self.first:\n            raise ValueError('other')\n"
    dealt = DEALT.format(seen_by="player") + "        self.first = self.players[1].card[0]\n"

    with pytest.raises(RuleError, match=r"small\.py, line \d+, in round: ValueError: other"):
        observe(games_of(dealt, fails), 2, jobs=1)


IN_ONE_TEAM = "    def team(self, player):\n        return 1\n"
AGAINST_A_BANK = """    against_bank = True

    def winners(self):
        return [player for player in self.players if player.won > 1]
"""


def game_with(more: str, aim: str = WIN) -> ObservedGames:
    """Return the game of flips with further lines in its class."""
    text = HEAD.format(setup="", round=FLIPPED).replace("    def finished", f"{more}\n    def finished")
    pathlib.Path("small.py").write_text(text, encoding="utf-8")
    scenario = load({"game": "small.py", "lineup": ["random"], "players": 2})
    return ObservedGames.of(plan.base_cell(scenario), 400, aim=aim)


@pytest.mark.parametrize(("rules", "chance"), [(IN_ONE_TEAM, 1), (AGAINST_A_BANK, 11 / 16)])
def test_each_seat_of_a_side_has_the_whole_share_of_its_side(rules: str, chance: float) -> None:
    """Against a bank each seat needs two of four flips: 11 of 16 sequences have them, and often both win."""
    games = game_with(rules)
    rows, (_, found) = games.job.play(0, 60), games.observed(0)

    assert set(games.results(rows).ravel()) <= {0.0, 1.0}
    assert found.points[0].mean(axis=1) == pytest.approx(
        [chance] * 2, abs=1e-9 + 6 * np.sqrt(chance * (1 - chance) / 400)
    )
    assert luck(games, 200, 0.95, jobs=1).sources["chance"].value == pytest.approx(1 if chance < 1 else 0, abs=0.3)


def test_where_points_are_played_for_scores_are_observed() -> None:
    """Four flips are shared by two seats: each expects 2 points, in every world 4 in all."""
    games = game_with("", SCORE)
    rows, (_, found) = games.job.play(0, 60), games.observed(0)

    assert games.results(rows).tolist() == np.asarray(rows["score"])[:, :2].tolist()
    assert found.points[0].sum(axis=0) == pytest.approx([4, 4])
    assert found.points[0].mean(axis=1) == pytest.approx([2, 2], abs=6 / np.sqrt(400))
    assert found.points[-1].mean(axis=1) == pytest.approx(games.results(found.row), abs=1.1)
    assert luck(games, 200, 0.95, jobs=1).sources["chance"].value == pytest.approx(1, abs=0.3)


def test_teams_that_are_drawn_and_hidden_are_those_of_each_world() -> None:
    """Who is loyal always wins: before the setup with chance 2/3, and from then on everybody knows the own result."""
    scenario = load({"game": str(pathlib.Path(__file__).with_name("traitor.py"))})
    games = ObservedGames.of(plan.base_cell(scenario), 200, 4)
    _, observed = games.observed(0)

    assert observed.points[0].mean(axis=1) == pytest.approx([2 / 3] * 3, abs=6 * np.sqrt(2 / 9 / 200))
    result = games.results(observed.row)
    assert sorted(result.tolist()) == [0.0, 1.0, 1.0]
    assert observed.points[1:] == pytest.approx(np.broadcast_to(result[None, :, None], observed.points[1:].shape))
    own = observed.worth[:, 1:3].mean(axis=2)[np.arange(len(observed.decided)), :, observed.decided["seat"]]
    assert own == pytest.approx(np.repeat(result[observed.decided["seat"], None], 2, 1))


def test_where_a_compiled_game_differs_all_are_observed_again(
    here: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del here
    calls: list[str] = []

    def differing(name: str) -> Any:
        play = getattr(ObservedGames, name)

        def called(*given: Any) -> Any:
            calls.append(name)
            if calls.count(name) == 2:
                raise CompiledDifferenceError("small", "game 1 of seed 1: rounds is 4, in plain Python 5")
            return play(*given)

        return called

    for name in ("observed", "mixed"):
        monkeypatch.setattr(ObservedGames, name, differing(name))
    games = games_of("", FLIPPED, trials=4)
    assert len(observe(games, 3, jobs=1)) == 3
    assert calls.count("observed") == 2 + 3
    luck(games, 4, 0.95, jobs=1)
    assert calls.count("mixed") == 2 + 2
