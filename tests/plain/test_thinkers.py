"""Fast thinkers where plain Python plays: bets whose worth, and whose end, are known."""

import pathlib
from typing import Any

import numpy as np
import pytest

from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

GAME = '''
"""The first player bets, the second chooses; a bet may also pay later, whatever is chosen."""

from balancer.plain import Game, Persona, ending


class Bets(Game):
    seats, usual, max_rounds = range(2, 3), 2, 5
    lineup = ("left", "right")
    over = ending("Three rounds were played.")

    def setup(self):
        for player in self.players:
            player.points = 50
        self.bet = "none"

    def round(self):
        one, other = self.players
        if self.rounds == 1:
            self.begin_turn()
            self.bet = one.choose("bet", ["none", *{bets}])
            self.begin_turn()
            chosen = other.choose("side", ["L", "R"])
            one.points += {{"none": 0, "later": 0, chosen: 3}}.get(self.bet, -4)
        if self.rounds == 2 and self.bet == "later":
            one.points += 9
        if self.rounds == 3:
            other.points += 6

    def finished(self):
        if self.rounds == 3:
            return "over"

    def score(self, player):
        return player.points


class Left(Persona):
    "Bets nothing and takes the left."

    def bet(self, game, me, option):
        return option == "none"

    def side(self, game, me, option):
        return option == "L"


class Right(Left):
    "Bets nothing and takes the right."

    def side(self, game, me, option):
        return option == "R"
'''


def job(bets: str = '["L", "R"]', base: str = "left", **settings: Any) -> CellJob:
    """Return a thinker who bets among players of whom the second takes the right."""
    pathlib.Path("bets.py").write_text(GAME.format(bets=bets), encoding="utf-8")
    personas = {"sage": {"base": base, "search": 40, **settings}}
    scenario = load({"game": "bets.py", "personas": personas, "lineup": ["sage", "right"], "seating": "fixed"})
    return CellJob.of(plan.base_cell(scenario))


def gained(*words: Any, **settings: Any) -> list[int]:
    """Return what the thinker's bets bring in ten games."""
    rows = np.asarray(job(*words, **settings).play(0, 10))
    return sorted({int(score) - 50 for score in rows["score"][:, 0]})


@pytest.mark.parametrize(
    ("knows", "base", "brings"), [("base", "left", -4), ("base", "right", 3), ("everybody", "left", 3)]
)
def test_it_bets_on_what_it_knows_of_the_other(knows: str, base: str, brings: int) -> None:
    assert gained(base=base, knows=knows, until="round") == [brings]


@pytest.mark.parametrize(("until", "brings"), [("round", 3), (2, 9), ("game", 9)])
def test_a_trial_ends_with_its_round_or_a_later_one(until: Any, brings: int) -> None:
    """What pays in the second round is nothing to who looks no further than the first, and wins in the third."""
    assert gained('["L", "R", "later"]', base="right", knows="base", until=until) == [brings]


@pytest.mark.parametrize(("mistakes", "brings"), [(0, 3), (1000, 0)])
def test_who_expects_mistakes_does_not_bet_on_them(mistakes: int, brings: int) -> None:
    """Where the other takes any side a bet loses half a point on average."""
    found = gained(base="right", knows="base", until="round", search=400, expect_mistakes=mistakes)
    assert found == [brings]


@pytest.mark.parametrize(("think_when", "stages"), [("worthwhile", 1), ("always", 3)])
def test_where_nothing_is_gained_at_first_it_thinks_no_longer(think_when: str, stages: int) -> None:
    """Four bets on nothing, and what the persona does: 5, 3 and 2 of them are tried, by 64 / 3 trials each time."""
    one = job('["none"] * 3', think_when=think_when, until="round", search=64)
    table = one.new_table()
    thinkers = one.game.thinkers(table, one.lineup)
    one.game.play(table, one.game.history(one.cell.rules), 1, 0, 1, thinkers)

    assert thinkers is not None
    assert thinkers.decisions == 1
    assert thinkers.trials == sum(64 // (3 * left) * left for left in (5, 3, 2)[:stages])


def test_one_winner_need_not_be_in_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """`winners` may name one player alone, which trial games and chances understand as results do."""
    monkeypatch.setattr("tests.plain.test_thinkers.GAME", f"{GAME}\n\nBets.winners = lambda self: self.players[0]\n")
    one = job()
    table = one.new_table()

    assert set(np.asarray(one.play(0, 5))["winners"]) == {1}
    observed = one.game.observer(table, one.cell.rules).observe(1, 0, 2, 1)
    assert observed.row["winners"] == 1
