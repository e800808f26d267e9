"""Figures of public games that are published or can be computed exactly, and the games that measure them.

Each setting is played once, at a fixed seed: its figures are the same in every run and on any machine.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import pathlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from balancer.analysis.estimates import metrics
from balancer.analysis.results import CellResult
from balancer.scenario import load as scenarios
from balancer.scenario.plan import base_cell
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import open_runner
from balancer.simulation.stopping import FixedGames
from tests.validation.exact import (
    blackjack,
    chutes_and_ladders,
    connect_four,
    craps,
    efrons_dice,
    first_orchard,
    kuhn_poker,
    left_center_right,
    liars_dice,
    nim,
    noughts_and_crosses,
    pig,
    risk_dice,
)

PUBLIC = pathlib.Path(__file__).parents[2] / "examples" / "public"
GAMES = 10_000
PICKED = {"most": "the fullest tree", "fewest": "the emptiest tree", "random": "any tree"}
FEWER_GAMES = 4_000  # where a persona takes long


@dataclasses.dataclass(frozen=True)
class Setting:
    """Rules, players and line-up of one public game; each keeps their seat."""

    game: str
    lineup: tuple[str, ...] = ()
    rules: tuple[tuple[str, Any], ...] = ()
    players: int | None = None
    games: int = GAMES
    seed: int = 1

    @functools.cached_property
    def result(self) -> CellResult:
        """The games played."""
        question = {"game": str(PUBLIC / f"{self.game}.py"), "games": self.games, "seed": self.seed, "seating": "fixed"}
        options = {"rules": dict(self.rules), "lineup": list(self.lineup), "players": self.players}
        scenario = scenarios.load_with(question | {key: value for key, value in options.items() if value}, {})
        with open_runner(jobs=1) as runner:
            results: list[CellResult] = runner.play([CellJob.of(base_cell(scenario))], FixedGames(self.games))
            return results[0]


@dataclasses.dataclass(frozen=True)
class ExactFigure:
    """A figure with its exact value, and the metric that estimates it."""

    setting: Setting
    meaning: str
    exact: float
    source: str
    metric: str
    of: object = None
    stat: str | None = None

    @functools.cached_property
    def estimate(self) -> metrics.Estimate:
        """The figure as measured."""
        return metrics.estimate(self.setting.result, self.metric, of=self.of, stat=self.stat)

    @property
    def z(self) -> float:
        """The error in standard errors; 0 where there is no error, as in a game whose winner is certain."""
        value, se = self.estimate.value, self.estimate.se
        if value is None or se is None:
            return math.nan
        return 0.0 if value == self.exact else (value - self.exact) / se if se else math.inf


def of_pig() -> Iterator[ExactFigure]:
    """Yield who wins with the policies of the game, each beginning as often as the other."""
    won, policy = pig.optimal()
    policies = {"steady": pig.hold_at(20), "bold": pig.hold_at(25), "racer": pig.keep_pace(), "optimal": policy}
    yield ExactFigure(
        Setting("pig", ("optimal", "optimal")),
        "optimal play against itself: seat 1 wins",
        won,
        "0.5306, Neller and Presser 2004; value iteration",
        "seat_win_rate",
        1,
    )
    pairs = (
        ("optimal", "steady"),
        ("steady", "optimal"),
        ("racer", "steady"),
        ("bold", "steady"),
        ("steady", "steady"),
    )
    for first, second in pairs:
        yield ExactFigure(
            Setting("pig", (first, second)),
            f"{first} begins against {second}: seat 1 wins",
            pig.first_wins(policies[first], policies[second]),
            "dynamic programming",
            "seat_win_rate",
            1,
        )


def of_noughts_and_crosses() -> Iterator[ExactFigure]:
    """Yield the outcomes between random and perfect players; half a draw is credited to each."""
    sources = {
        "": "737/1260, 121/420 and 8/63, rec.puzzles FAQ; all games",
        "X": "all games",
        "O": "all games",
        "XO": "all games",
    }
    for perfect, source in sources.items():
        lineup = tuple("perfect" if mark in perfect else "random" for mark in "XO")
        setting = Setting("noughts_and_crosses", lineup, games=FEWER_GAMES if perfect else GAMES)
        first, _, draws, moves = map(float, noughts_and_crosses.play(noughts_and_crosses.START, perfect))
        words = f"{lineup[0]} begins against {lineup[1]}: "
        yield ExactFigure(
            setting, words + "wins of seat 1 and half of the draws", first + draws / 2, source, "seat_win_rate", 1
        )
        yield ExactFigure(setting, words + "draws", draws, source, "ending_share", "full")
        yield ExactFigure(setting, words + "moves", moves, source, "turns")


def of_connect_four() -> Iterator[ExactFigure]:
    """Yield the outcomes between random players on four columns and four rows."""
    first, _, draws = connect_four.random_play(("",) * 4, 4)
    setting = Setting("connect_four", ("random", "random"), (("columns", 4), ("rows", 4)))
    source = "139 625 positions"
    yield ExactFigure(
        setting,
        "4 by 4, random players: wins of seat 1 and half of the draws",
        first + draws / 2,
        source,
        "seat_win_rate",
        1,
    )
    yield ExactFigure(setting, "4 by 4, random players: draws", draws, source, "ending_share", "full")


def of_chutes_and_ladders() -> Iterator[ExactFigure]:
    """Yield who arrives first, and when."""
    solo = Setting("chutes_and_ladders", players=1)
    mean, deviation = chutes_and_ladders.mean_and_deviation()
    source = "39.2, Althoen, King and Schilling 1993; Markov chain"
    yield ExactFigure(solo, "1 player: spins", mean, source, "turns")
    yield ExactFigure(solo, "1 player: standard deviation of the spins", deviation, "Markov chain", "turns", stat="sd")
    for players in (2, 4):
        setting = Setting("chutes_and_ladders", players=players)
        for seat, share in enumerate(chutes_and_ladders.seat_wins(players), start=1):
            yield ExactFigure(
                setting, f"{players} players: seat {seat} wins", share, "Markov chain", "seat_win_rate", seat
            )
        rounds = chutes_and_ladders.mean_rounds(players)
        yield ExactFigure(setting, f"{players} players: rounds", rounds, "Markov chain", "rounds")
    rounds = chutes_and_ladders.mean_rounds(2, exact=False)
    setting = Setting("chutes_and_ladders", rules=(("exact", False),))
    yield ExactFigure(setting, "2 players, 100 may be passed: rounds", rounds, "Markov chain", "rounds")


def of_left_center_right() -> Iterator[ExactFigure]:
    """Yield who has the last chips, and when."""
    for players in (2, 3):
        wins, rounds, rolls = left_center_right.play(players)
        setting = Setting("left_center_right", players=players)
        for seat, share in enumerate(wins, start=1):
            yield ExactFigure(
                setting, f"{players} players: seat {seat} wins", share, "Markov chain", "seat_win_rate", seat
            )
        yield ExactFigure(setting, f"{players} players: rounds", rounds, "Markov chain", "rounds")
        yield ExactFigure(setting, f"{players} players: turns with a throw", rolls, "Markov chain", "rolls")


def of_risk_dice() -> Iterator[ExactFigure]:
    """Yield a single throw, and a battle until an army is gone."""
    throw = Setting("risk_dice", rules=(("attackers", 3), ("defenders", 2), ("max_rounds", 1)))
    shares = dict(risk_dice.throw(3, 2))
    for losses, counter in ((2, "routs"), (1, "splits"), (0, "repulses")):
        words = f"3 dice against 2: the defender loses {losses}"
        yield ExactFigure(throw, words, shares[losses], "2890, 2611, 2275 of 7776, Osborne 2003", counter)
    battle = Setting("risk_dice")
    won, throws, attackers, defenders = risk_dice.battle(10, 10)
    yield ExactFigure(battle, "10 against 10: the attacker wins", won, "dynamic programming", "seat_win_rate", 1)
    yield ExactFigure(battle, "10 against 10: throws", throws, "dynamic programming", "rounds")
    yield ExactFigure(battle, "10 against 10: attackers left", attackers, "dynamic programming", "score", 1)
    yield ExactFigure(battle, "10 against 10: defenders left", defenders, "dynamic programming", "score", 2)


def of_efrons_dice() -> Iterator[ExactFigure]:
    """Yield how often each die beats the others."""
    kinds = ("fours", "threes", "sixes", "fives")
    for place, die in enumerate(kinds):
        for other in kinds[place + 1 :]:
            source = (
                "2/3, Gardner 1970"
                if efrons_dice.wins(die, other) in {Fraction(2, 3), Fraction(1, 3)}
                else "36 pairs of faces"
            )
            yield ExactFigure(
                Setting("efrons_dice", (die, other)),
                f"{die} beats {other}",
                float(efrons_dice.wins(die, other)),
                source,
                "seat_win_rate",
                1,
            )


def of_nim() -> Iterator[ExactFigure]:
    """Yield who wins between random and perfect players."""
    for first, second in (("random", "random"), ("random", "perfect"), ("perfect", "perfect")):
        perfect = (first == "perfect", second == "perfect")
        source = "1, Bouton 1901" if all(perfect) else "recursion over the heaps"
        words = f"heaps of 3, 4 and 5, {first} begins against {second}: seat 1 wins"
        yield ExactFigure(
            Setting("nim", (first, second)), words, float(nim.wins((3, 4, 5), perfect)), source, "seat_win_rate", 1
        )


def of_chutes_in_teams() -> Iterator[ExactFigure]:
    """Yield how often each team arrives first, and when."""
    seats = chutes_and_ladders.seat_wins(4)
    setting = Setting("chutes_in_teams")
    for team in (0, 1):
        words = f"2 against 2: team {team} wins"
        yield ExactFigure(setting, words, seats[team] + seats[team + 2], "Markov chain", "win_rate", team)
    yield ExactFigure(setting, "2 against 2: rounds", chutes_and_ladders.mean_rounds(4), "Markov chain", "rounds")


def of_craps() -> Iterator[ExactFigure]:
    """Yield how often the pass line wins, and what it costs."""
    setting = Setting("craps")
    won, published = float(craps.wins()), "244/495, Packel 1981"
    yield ExactFigure(setting, "the pass line wins", won, published, "seat_win_rate", 1)
    yield ExactFigure(setting, "chips won by a bet of 1", 2 * won - 1, "-7/495, Packel 1981", "score", 1)
    yield ExactFigure(setting, "throws", float(craps.throws()), "557/165", "rounds")
    yield ExactFigure(setting, "points made", float(craps.points_made()), "36 pairs of dice", "ending_share", "made")


def of_blackjack() -> Iterator[ExactFigure]:
    """Yield what a hand wins by basic strategy and by two others, in half bets."""
    policies = {"basic": blackjack.optimal, "dealer": blackjack.as_dealer, "timid": blackjack.never_over}
    for persona, policy in policies.items():
        setting, exact = Setting("blackjack", (persona,)), blackjack.game(policy)
        source = "dynamic programming: the best moves" if persona == "basic" else "dynamic programming"
        yield ExactFigure(setting, f"{persona}: half bets won", exact.chips, source, "score", 1)
        yield ExactFigure(setting, f"{persona}: hands won", exact.wins, source, "seat_win_rate", 1)
    naturals = blackjack.dealer_naturals()
    yield ExactFigure(
        Setting("blackjack", ("basic",)), "naturals of the dealer", naturals, "8/169", "ending_share", "dealer_natural"
    )


def of_first_orchard() -> Iterator[ExactFigure]:
    """Yield how often the table wins, by what it picks."""
    for policy in ("most", "fewest", "random"):
        setting = Setting("first_orchard", (policy,))
        won, throws = first_orchard.play((4,) * 4, 5, policy)
        yield ExactFigure(
            setting, f"all pick from {PICKED[policy]}: the table wins", won, "dynamic programming", "win_rate"
        )
        yield ExactFigure(setting, f"all pick from {PICKED[policy]}: throws", throws, "dynamic programming", "turns")
    setting = Setting("first_orchard", ("most",), (("steps", 6),))
    won, _ = first_orchard.play((4,) * 4, 6, "most")
    yield ExactFigure(
        setting, "a raven of six steps, the fullest tree: the table wins", won, "dynamic programming", "win_rate"
    )


def of_kuhn_poker() -> Iterator[ExactFigure]:
    """Yield what the first player wins between mixed strategies."""
    strategies = {"theorist": kuhn_poker.EQUILIBRIUM, "honest": kuhn_poker.HONEST, "caller": kuhn_poker.CALLER}
    for first, second in itertools.product(strategies, repeat=2):
        chips, bets = kuhn_poker.first_gains(strategies[first], strategies[second])
        is_published = first == second == "theorist"
        source = "-1/18, Kuhn 1950" if is_published else "six deals"
        setting = Setting("kuhn_poker", (first, second))
        yield ExactFigure(
            setting, f"{first} begins against {second}: chips of seat 1", float(chips), source, "score", 1
        )
        if is_published:
            yield ExactFigure(setting, f"{first} begins against {second}: bets", float(bets), "six deals", "bets")


def of_liars_dice() -> Iterator[ExactFigure]:
    """Yield how often the first player wins, who tells its face or hides it."""
    for first in ("truthful", "low"):
        wins = float(liars_dice.first_wins(first_opens_low=first == "low"))
        setting = Setting("liars_dice", (first, "truthful"))
        yield ExactFigure(
            setting, f"{first} begins against truthful: seat 1 wins", wins, "36 deals", "seat_win_rate", 1
        )


GROUPS: dict[str, Callable[[], Iterator[ExactFigure]]] = {
    "Pig": of_pig,
    "Noughts and crosses": of_noughts_and_crosses,
    "Connect Four": of_connect_four,
    "Chutes and Ladders": of_chutes_and_ladders,
    "Left, Center, Right": of_left_center_right,
    "Risk's dice": of_risk_dice,
    "Efron's dice": of_efrons_dice,
    "Nim": of_nim,
    "Craps": of_craps,
    "First Orchard": of_first_orchard,
    "Kuhn poker": of_kuhn_poker,
    "Chutes and Ladders in teams": of_chutes_in_teams,
    "Liar's dice": of_liars_dice,
    "Blackjack": of_blackjack,
}


@functools.cache
def all_figures() -> dict[str, list[ExactFigure]]:
    """Return all figures by the titles of their games; equal settings are played once.

    Each game has a seed of its own: with one seed for all, the same lucky dice would be thrown in several games.
    """
    settings: dict[Setting, Setting] = {}
    figures: dict[str, list[ExactFigure]] = {}
    for seed, (title, group) in enumerate(GROUPS.items(), start=1):
        figures[title] = []
        for figure in group():
            setting = dataclasses.replace(figure.setting, seed=seed)
            figures[title].append(dataclasses.replace(figure, setting=settings.setdefault(setting, setting)))
    return figures
