"""Mixed play: the values of a method with @odds are weights by which the dice draw an option."""

import pathlib
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import balancer.cli
from balancer.core.rule_errors import RuleError
from balancer.plain import odds
from balancer.plain.errors import PlainError
from balancer.plain.player import WORD, Odds
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

KUHN = '''
from balancer.plain import Game, Persona, Pile, ending, habit, odds

JACK, QUEEN, KING = 1, 2, 3


class Kuhn(Game):
    """Kuhn poker (Kuhn 1950): three cards, one each, ante 1, one bet of 1; forty hands, seat 1 acts first."""

    seats, usual = range(2, 3), 2
    hands = 40
    over = ending("All hands were played.", "play all hands")

    def setup(self):
        for player in self.players:
            player.chips = 0

    def round(self):
        first, second = self.players
        deck = [JACK, QUEEN, KING]
        self.shuffle(deck)
        for player in self.players:
            player.card = Pile([deck.pop()], seen_by=player)
        self.rest = Pile(deck)
        self.begin_turn()
        higher = first if first.card[0] > second.card[0] else second
        if first.choose("open", ["check", "bet"]) == "bet":
            self.begin_turn()
            self.pay(*((higher, 2) if second.choose("facing", ["fold", "call"]) == "call" else (first, 1)))
        else:
            self.begin_turn()
            if second.choose("behind", ["check", "bet"]) == "check":
                self.pay(higher, 1)
            else:
                self.begin_turn()
                self.pay(*((higher, 2) if first.choose("later", ["fold", "call"]) == "call" else (second, 1)))
        if self.rounds == self.hands:
            self.end("over")

    def pay(self, winner, chips):
        winner.chips += chips
        winner.left.chips -= chips

    def score(self, player):
        return player.chips


class Mixed(Persona):
    """Plays an equilibrium: bluffs with the jack, and calls with the queen a third of the time."""

    bluff = habit(200, range(334), "As the first: how often it bets a jack, per mille.")

    def draws(self, is_done, weight):
        return weight if is_done else 1 - weight

    @odds
    def open(self, game, me, option):
        return self.draws(option == "bet", {JACK: self.bluff, QUEEN: 0, KING: 3 * self.bluff}[me.card[0]] / 1000)

    @odds
    def facing(self, game, me, option):
        return self.draws(option == "call", {JACK: 0, QUEEN: 1 / 3, KING: 1}[me.card[0]])

    @odds
    def behind(self, game, me, option):
        return self.draws(option == "bet", {JACK: 1 / 3, QUEEN: 0, KING: 1}[me.card[0]])

    @odds
    def later(self, game, me, option):
        return self.draws(option == "call", {JACK: 0, QUEEN: self.bluff / 1000 + 1 / 3, KING: 1}[me.card[0]])
'''

COIN = '''
from balancer.plain import Game, Persona, ending, odds


class Coin(Game):
    """Each player names a side of a coin, once."""

    seats, usual = range(2, 3), 2
    over = ending("All have named a side.", "name sides")

    def turn(self, player):
        player.side = player.choose("side", ["heads", "tails", "edge"])

    def finished(self):
        return "over"

    def score(self, player):
        return ["edge", "tails", "heads"].index(player.side)


class Mixed(Persona):
    """Names heads three times in four, and never the edge."""

    @odds
    def side(self, game, me, option):
        return {"heads": 3, "tails": 1, "edge": 0}[option]
'''


def job(folder: pathlib.Path, text: str, **changes: Any) -> CellJob:
    (folder / "draw.py").write_text(text, encoding="utf-8")
    return CellJob.of(plan.base_cell(load({"game": "draw.py", "seating": "fixed", **changes})))


def test_options_are_drawn_by_their_weights(here: pathlib.Path) -> None:
    rows = np.asarray(job(here, COIN, lineup=["mixed"]).play(0, 4000))

    heads = int((rows["score"][:, :2] == 2).sum())
    assert abs(heads - 6000) < 5.5 * np.sqrt(8000 * 3 / 16)  # a false alarm in 10 000 000 runs
    assert (rows["score"][:, :2] > 0).all()


def test_mistakes_are_made_at_random(here: pathlib.Path) -> None:
    """At 900 mistakes per mille, tails come in 0.9 / 3 + 0.1 / 4 of the choices."""
    personas = {"clumsy": {"base": "mixed", "mistakes": 900}}
    rows = np.asarray(job(here, COIN, personas=personas, lineup=["clumsy"]).play(0, 4000))

    tails = int((rows["score"][:, :2] == 1).sum())
    share = 0.9 / 3 + 0.1 / 4
    assert abs(tails - 8000 * share) < 5.5 * np.sqrt(8000 * share * (1 - share))


def test_kuhn_poker_at_its_equilibrium_costs_the_first_player_an_eighteenth_of_a_chip(here: pathlib.Path) -> None:
    """Kuhn (1950): the value of the game is -1/18 a hand."""
    rows = np.asarray(job(here, KUHN, lineup=["mixed"]).play(0, 1000))

    chips = rows["score"][:, 0] / 40
    assert abs(chips.mean() + 1 / 18) < 5.5 * chips.std() / np.sqrt(len(rows))  # a false alarm in 10 000 000 runs
    assert chips.mean() < 0


def test_every_word_of_the_dice_draws_an_option() -> None:
    weights = Odds([0.0, 0.1, 0.0, 0.2, 0.7, 0.0])

    assert weights.drawn(0) == 1
    assert weights.drawn(WORD - 1) == 4
    assert [weights.drawn(int(share * WORD)) for share in (0.09, 0.11, 0.29, 0.31)] == [1, 3, 3, 4]


@pytest.mark.parametrize("value", [2, 0.5, Fraction(1, 3), True])
def test_weights_are_numbers_of_any_kind(value: Any) -> None:
    assert Odds.of([value, 0], lambda *_: None, ["a", "b"]).shares == [1, 0]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ('{"heads": 3, "tails": -1, "edge": 0}', "returns -1 for tails; odds are weights from 0 on"),
        ('{"heads": 3, "tails": 1e999, "edge": 0}', "returns inf for tails; odds are weights from 0 on"),
        ('{"heads": 0, "tails": 0, "edge": 0}', "returns 0 for every option; one of the odds at least must be above 0"),
    ],
)
def test_wrong_odds_are_named_with_their_place(here: pathlib.Path, weights: str, message: str) -> None:
    text = COIN.replace('{"heads": 3, "tails": 1, "edge": 0}', weights)
    with pytest.raises(RuleError, match=rf"Mixed\.side \(.*draw\.py, line 24\) {message}"):
        job(here, text, lineup=["mixed"]).play(0, 1)


def test_odds_stand_before_a_method() -> None:
    with pytest.raises(PlainError, match="@odds stands before a method of a persona, not before 3"):
        odds(3)  # type: ignore[arg-type]


def test_the_trace_shows_the_odds(here: pathlib.Path) -> None:
    (here / "draw.py").write_text(COIN, encoding="utf-8")
    text = CliRunner().invoke(balancer.cli.balancer, ["trace", "draw.py", "--lineup", "mixed"]).output

    assert "drawn by odds" in text
    assert "75.0%  heads" in text
    assert "25.0%  tails" in text
