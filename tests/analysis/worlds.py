"""Made-up games whose true figures are known: do the intervals contain the truth as often as they say?

A world draws the games of one cell; a claim says what a metric is in truth.  Tallies are made with numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from balancer.analysis.results import CellResult
from tests.analysis.sample import blank_cell

UNIT = 2520
Ints = npt.NDArray[np.int64]
Rng = np.random.Generator


@dataclass
class Games:
    """What happened in the games of a cell; what a world leaves out isn't tallied."""

    credit: Ints  # [games, seats], in 1 / UNIT
    ratios: Mapping[str, tuple[Ints, Ints]] = field(default_factory=dict)  # name -> x, m of each game
    values: Mapping[str, Ints] = field(default_factory=dict)  # name -> value of each game
    scores: Ints | None = None  # [games, seats]
    comebacks: Ints | None = None  # 0/1
    one_loses: bool = False


def cell_of(games: Games) -> CellResult:
    """Return the cell of these games, as far as estimates need it."""
    number, players = games.credit.shape
    values = dict(games.values)
    histograms = {name: histogram(found) for name, found in values.items()}
    if games.scores is not None:
        histograms["score"] = histogram(games.scores.ravel())
        values |= {f"score.{seat + 1}": games.scores[:, seat] for seat in range(players)}
    comebacks = games.comebacks if games.comebacks is not None else np.zeros(0, np.int64)
    tally: dict[str, Any] = {
        "games": number,
        "won": int((games.credit.sum(axis=1) > 0).sum()),
        "shared": int(((games.credit > 0).sum(axis=1) > 1).sum()),
        "endings": {"unfinished": 0},
        "credit_unit": UNIT,
        "credit": games.credit.sum(axis=0).tolist(),
        "credit_products": (games.credit.T @ games.credit).tolist(),
        "losses": _losses(games),
        "personas": {name.removeprefix("persona."): {} for name in games.ratios if name.startswith("persona.")},
        "lead": {
            "games": len(comebacks),
            "led": [len(comebacks)] * 3,
            "runaway": [int(comebacks.sum())] * 3,
            "comebacks": int(comebacks.sum()),
        },
        "moments": {name: moments(found) for name, found in values.items()},
        "ratios": {name: ratio(x, m) for name, (x, m) in games.ratios.items()},
        "histograms": histograms,
    }
    names = dict.fromkeys(tally["personas"])
    return blank_cell(players=players, personas=names, one_loses=games.one_loses, games=number, tally=tally)


def _losses(games: Games) -> list[int]:
    """Return the games that each seat lost, where one loses."""
    if not games.one_loses:
        return [0] * games.credit.shape[1]
    finished = games.credit.sum(axis=1) > 0
    lost: list[int] = ((games.credit == 0) & finished[:, None]).sum(axis=0).tolist()
    return lost


def histogram(values: Ints) -> dict[str, Any]:
    found, counts = np.unique(values, return_counts=True)
    return {"unit": 1, "counts": dict(zip(map(str, found.tolist()), counts.tolist(), strict=True))}


def moments(values: Ints) -> dict[str, int]:
    return {"unit": 1, "n": len(values), "sum": int(values.sum()), "squares": int((values * values).sum())}


def ratio(x: Ints, m: Ints) -> list[int]:
    return [int(total) for total in (x.sum(), m.sum(), (x * x).sum(), (x * m).sum(), (m * m).sum())]


@dataclass(frozen=True)
class Claim:
    """A metric of a world and its true value; `exact`: its interval should also not be too wide."""

    world: Callable[[Rng, int], Games]
    truth: float
    metric: str
    of: str | None = None
    stat: str | None = None
    exact: bool = False


# Worlds --------------------------------------------------------------------------------------------------------------
def winners(sets: Mapping[tuple[int, ...], float], players: int) -> Callable[[Rng, int], Games]:
    """Return games won by sets of seats, each set with its chance."""
    shares = np.array([[UNIT // len(s) * (seat in s) if s else 0 for seat in range(players)] for s in sets], np.int64)

    def draw(rng: Rng, games: int) -> Games:
        return Games(shares[rng.choice(len(sets), games, p=list(sets.values()))])

    return draw


def alone(*chances: float) -> Callable[[Rng, int], Games]:
    """Return games that one seat wins, seat k with chance k."""
    return winners({(seat,): chance for seat, chance in enumerate(chances)}, len(chances))


def two_of_a_kind(rng: Rng, games: int) -> Games:
    """Return four seats, one to three of them played by 'bully', who has thrice the chance of each other seat."""
    bullies = rng.integers(1, 4, games)
    bully_wins = rng.random(games) < 3 * bullies / (3 * bullies + 4 - bullies)
    won = UNIT * bully_wins.astype(np.int64)
    return Games(
        np.tile(np.array([UNIT, 0, 0, 0], np.int64), (games, 1)),
        ratios={
            "persona.bully": (won, bullies),
            "part.Stein": (won, bullies),
            "persona.calm": (UNIT - won, 4 - bullies),
        },
    )


BULLY = sum(3 * b / (3 * b + 4 - b) for b in (1, 2, 3)) / 6


def often_cut_off(rng: Rng, games: int) -> Games:
    """Return three seats, one or two played by 'bully', who wins half of the games that end, 5 of 8, in any seats."""
    bullies, ended = rng.integers(1, 3, games), rng.random(games) < 5 / 8
    won = UNIT * (ended & (rng.random(games) < 0.5)).astype(np.int64)
    all_won = UNIT * ended.astype(np.int64)
    credit = np.stack([won, all_won - won, np.zeros(games, np.int64)], axis=1)
    return Games(credit, {"persona.bully": (won, bullies), "persona.calm": (all_won - won, 3 - bullies)})


def long_games_have_more_options(rng: Rng, games: int) -> Games:
    """Return games with decisions 5..25 a game; each has 2 options, and one more in games of more than 15."""
    decisions = rng.integers(5, 26, games)
    options = decisions * 2 + (decisions > 15) * decisions + rng.integers(0, 3, games)
    forced = rng.binomial(decisions, 0.3)
    return Games(
        np.zeros((games, 2), np.int64),
        ratios={
            "branching": (options, decisions),
            "forced_share": (forced, decisions),
            "node.take": (options, decisions),
        },
        values={"decisions": decisions},
    )


OPTIONS = (2 * 15 * 21 + sum(range(16, 26)) + 21) / (15 * 21)


def skewed_lengths(rng: Rng, games: int) -> Games:
    """Return games with rounds 10 + a geometric number, mean 10 + 7/3."""
    return Games(np.zeros((games, 2), np.int64), values={"rounds": 9 + rng.geometric(0.3, games)})


SD = math.sqrt(0.7) / 0.3


def scores_hang_together(rng: Rng, games: int) -> Games:
    """Return three seats whose scores share half of their variance; margin and score from the same games."""
    common = rng.binomial(40, 0.5, games)
    scores = common[:, None] + rng.binomial(40, 0.5, (games, 3))
    ranked = np.sort(scores, axis=1)
    return Games(
        np.zeros((games, 3), np.int64),
        values={"margin": ranked[:, 2] - ranked[:, 1]},
        scores=scores,
    )


def _margin() -> float:
    """Return the mean of 1st - 2nd of three independent Binomial(40, 1/2), summed over all triples."""
    chances = np.array([math.comb(40, k) for k in range(41)]) / 2.0**40
    values = np.arange(41)
    triples = np.sort(np.array(np.meshgrid(values, values, values)).reshape(3, -1), axis=0)
    weights = (chances[:, None, None] * chances[None, :, None] * chances[None, None, :]).ravel()
    return float((weights * (triples[2] - triples[1])).sum())


MARGIN = _margin()


def leaders(rng: Rng, games: int) -> Games:
    """Return games of 5 players; the leader wins 4 of 10."""
    return Games(np.zeros((games, 5), np.int64), comebacks=(rng.random(games) < 0.4).astype(np.int64))


def entropy(*shares: float) -> float:
    return -sum(p * math.log(p) for p in shares) / math.log(len(shares))


EVEN = alone(0.25, 0.25, 0.25, 0.25)
UNEVEN = alone(0.4, 0.3, 0.2, 0.1)
CUT_OFF = winners({(0,): 0.3, (1,): 0.1, (): 0.6}, 2)
SELDOM_CUT_OFF = winners({(0,): 0.49, (1,): 0.49, (): 0.02}, 2)
SHARED = winners({(0,): 0.3, (1,): 0.2, (2,): 0.1, (0, 1): 0.2, (0, 1, 2): 0.1, (): 0.1}, 3)
LOSERS = winners({(1, 2, 3): 0.25, (0, 2, 3): 0.25, (0, 1, 3): 0.25, (0, 1, 2): 0.25}, 4)


def losing(first: float) -> Callable[[Rng, int], Games]:
    """Return games of four that one loses, with that chance the first seat, a 'baiter'; the rest are 'even'."""
    rest = (1 - first) / 3
    lost = winners({(1, 2, 3): first, (0, 2, 3): rest, (0, 1, 3): rest, (0, 1, 2): rest}, 4)

    def draw(rng: Rng, games: int) -> Games:
        credit = lost(rng, games).credit
        once = np.ones(games, np.int64)
        personas = {"persona.baiter": (credit[:, 0], once), "persona.even": (credit[:, 1:].sum(axis=1), 3 * once)}
        return Games(credit, personas, one_loses=True)

    return draw


CLAIMS = {
    "a seat's win rate": Claim(UNEVEN, 0.1, "seat_win_rate", "4", exact=True),
    "an advantage": Claim(UNEVEN, 0.15, "seat_advantage", "1", exact=True),
    "a win rate with shared victories": Claim(SHARED, 0.3 + 0.1 + 0.1 / 3, "seat_win_rate", "1", exact=True),
    "a win rate where one loses": Claim(LOSERS, 0.25, "seat_win_rate", "2", exact=True),
    "the spread of even seats": Claim(EVEN, 0.0, "seat_spread"),
    "the spread of uneven seats": Claim(UNEVEN, 0.3, "seat_spread"),
    "the spread with shared victories": Claim(SHARED, 0.3 + 0.1 - 0.1, "seat_spread"),
    "balance": Claim(UNEVEN, 0.7, "balance"),
    "fairness of a fair start": Claim(EVEN, 1.0, "first_player_fairness"),
    "fairness of an unfair start": Claim(UNEVEN, 0.8, "first_player_fairness", exact=True),
    "entropy of even seats": Claim(EVEN, 1.0, "seat_entropy"),
    "entropy of uneven seats": Claim(UNEVEN, entropy(0.4, 0.3, 0.2, 0.1), "seat_entropy"),
    "a persona in several seats": Claim(two_of_a_kind, BULLY, "persona_win_rate", "bully", exact=True),
    "a persona that loses": Claim(losing(0.3), 0.3, "persona_loss_rate", "baiter", exact=True),
    "a persona that seldom loses": Claim(losing(0.02), 0.02, "persona_loss_rate", "baiter"),
    "an advantage where games are cut off": Claim(CUT_OFF, 0.1, "seat_advantage", "1", exact=True),
    "no advantage where games are cut off": Claim(SELDOM_CUT_OFF, 0.0, "seat_advantage", "1", exact=True),
    "fairness where games are cut off": Claim(CUT_OFF, 0.5, "first_player_fairness", exact=True),
    "a lift where games are cut off": Claim(often_cut_off, 5 / 16 / 1.5 - 5 / 24, "persona_lift", "bully"),
    "a part in several hands": Claim(two_of_a_kind, BULLY - 0.25, "part_lift", "Stein", exact=True),
    "entropy of personas": Claim(
        two_of_a_kind, entropy(BULLY / (0.5), 1 - BULLY / 0.5), "persona_entropy"
    ),  # W of both: credit 2 BULLY and 1 - 2 BULLY, over two seats each on average
    "entropy of personas where one loses": Claim(
        losing(0.3), entropy(0.3 / (0.3 + 0.7 / 3), 0.7 / 3 / (0.3 + 0.7 / 3)), "persona_entropy"
    ),
    "branching": Claim(long_games_have_more_options, OPTIONS, "branching", exact=True),
    "options of a node": Claim(long_games_have_more_options, OPTIONS, "node_options", "take", exact=True),
    "decisions of a node": Claim(long_games_have_more_options, 15.0, "node_decisions", "take", exact=True),
    "forced share": Claim(long_games_have_more_options, 0.3, "forced_share", exact=True),
    "decisions per player": Claim(long_games_have_more_options, 7.5, "decisions", stat="per_player", exact=True),
    "mean length": Claim(skewed_lengths, 9 + 1 / 0.3, "rounds", stat="mean", exact=True),
    "sd of length": Claim(skewed_lengths, SD, "rounds", stat="sd"),
    "cv of length": Claim(skewed_lengths, SD / (9 + 1 / 0.3), "rounds", stat="cv"),
    "a tenth of games": Claim(skewed_lengths, 10.0, "rounds", stat="p10"),
    "median length": Claim(skewed_lengths, 11.0, "rounds", stat="median"),
    "length of long games": Claim(skewed_lengths, 18.0, "rounds", stat="p95"),
    "tail ratio": Claim(skewed_lengths, (16 - 10) / 11, "rounds", stat="tail_ratio"),
    "mean score": Claim(scores_hang_together, 40.0, "score", stat="mean"),
    "score of a seat": Claim(scores_hang_together, 40.0, "score", "2", exact=True),
    "sd of scores": Claim(scores_hang_together, math.sqrt(20), "score", stat="sd"),
    "median score": Claim(scores_hang_together, 40.0, "score", stat="median"),
    "margin over sd of scores": Claim(scores_hang_together, MARGIN / math.sqrt(20), "margin", stat="relative"),
    "comebacks": Claim(leaders, 0.4, "comeback_rate", exact=True),
    "runaway leaders": Claim(leaders, (0.4 - 0.2) / 0.8, "runaway_index", "50", exact=True),
}
