"""Cells for tests: a small made-up game, played and tallied in plain, slow Python that shares no code with the project.

`sample_cell(**options)` gives a complete, consistent cell; `play(**options)` its games, one dict a game, for tests that
work a figure out again from the games themselves.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from balancer.analysis.results import CellResult

CREDIT = 2520
FRACTION = 2**20
LINEUP = ("rusher", "builder", "bully", "balanced")
SKILL = {"rusher": 0.1, "builder": 0.0, "bully": 0.3, "balanced": 0.15}
NODES = ("take", "contest")
PARTS = ("Pretzel", "Radish", "Stein")
ENDINGS = ("unfinished", "instant", "exhausted")
EXTRAS = {
    "contests": {"meaning": "Contests of a game.", "measure": "contests", "unit": 1},
    "instant_round": {"meaning": "Round of the instant win; instant wins only.", "measure": "rounds", "unit": 1},
    "penalty_changed_winners": {"meaning": "Whether the penalty changed who won.", "measure": "share", "unit": 1},
    "tipsiness_at_end": {"meaning": "Backs in hand, mean of the players.", "measure": "backs", "unit": 100},
    "winner_score": {"meaning": "Lowest total of the winner.", "measure": "points", "unit": 1},
}
MAX_ROUNDS = 12

Game = dict[str, Any]


def play(
    *,
    games: int = 300,
    players: int = 4,
    lineup: Sequence[str] = LINEUP,
    seating: str = "rotate",
    first_seat: float = 0.2,
    threshold: int = 18,
    unfinished: float = 0.05,
    one_loses: bool = False,
    seed: int = 1,
) -> list[Game]:
    """Return games of a made-up race: each player gains 0..4 points a round; it ends at `threshold` or after 12 rounds.

    first_seat: what starting is worth, in points a round; unfinished: share of games cut off that nobody wins.
    """
    dice = random.Random(seed)
    records = []
    for number in range(games):
        seated = seated_in(number, lineup, players, seating)
        records.append(_play_one(dice, number, seated, first_seat, threshold, unfinished, one_loses))
    return records


def seated_in(number: int, lineup: Sequence[str], players: int, seating: str) -> list[str]:
    """Return who sits in the seats: in each rotation of games another circular order, listed one by one."""
    places = list(lineup) * math.ceil(players / len(lineup))
    others = list(itertools.permutations(places[1:])) if seating == "rotate" and len(places) < 8 else [places[1:]]
    circle = [places[0], *others[number // len(places) % len(others)]]
    first = 0 if seating == "fixed" else number
    return [circle[(first + seat) % len(circle)] for seat in range(players)]


def _play_one(
    dice: random.Random,
    number: int,
    seated: list[str],
    first_seat: float,
    threshold: int,
    unfinished: float,
    one_loses: bool,
) -> Game:
    players = len(seated)
    bonus = [SKILL.get(name, 0.0) + first_seat * (seat == 0) for seat, name in enumerate(seated)]
    points, standings, ending = [0] * players, [], "exhausted"
    for _ in range(MAX_ROUNDS):
        for seat in range(players):
            points[seat] += dice.choice((0, 1, 1, 2)) + (dice.random() < bonus[seat])
        standings.append(list(points))
        if max(points) >= threshold:
            ending = "instant"
            break
    if dice.random() < unfinished:
        ending = "unfinished"
    return _told(dice, number, seated, points, standings, ending, one_loses)


def _told(
    dice: random.Random,
    number: int,
    seated: list[str],
    points: list[int],
    standings: list[list[int]],
    ending: str,
    one_loses: bool,
) -> Game:
    players, rounds = len(seated), len(standings)
    if ending == "unfinished":
        winners = []
    elif one_loses:
        loser = points.index(min(points))
        winners = [seat for seat in range(players) if seat != loser]
    else:
        winners = [seat for seat in range(players) if points[seat] == max(points)]
    ranked = sorted(points, reverse=True)
    nodes = {"take": [0, 0], "contest": [0, 0]}
    forced = 0
    for _ in range(rounds * players):
        options = dice.choice((1, 2, 3, 5))
        forced += options == 1
        if options > 1:
            node = nodes["contest" if dice.random() < 0.2 else "take"]
            node[0] += 1
            node[1] += options
    won = bool(winners)
    return {
        "number": number,
        "seated": seated,
        "scores": points,
        "standings": standings,
        "ending": ending,
        "winners": winners,
        "credit": [Fraction(seat in winners, max(1, len(winners))) for seat in range(players)],
        "rounds": rounds,
        "turns": rounds * players,
        "nodes": nodes,
        "decisions": sum(node[0] for node in nodes.values()),
        "options": sum(node[1] for node in nodes.values()),
        "forced": forced,
        "margin": None if ending == "unfinished" or one_loses else ranked[0] - ranked[1],
        "winner_score": points[winners[0]] if won and not one_loses else None,
        "parts": [{part for part in PARTS if dice.random() < 0.3 + 0.2 * (seat in winners)} for seat in range(players)],
        "extras": {
            "contests": nodes["contest"][0],
            "instant_round": rounds if ending == "instant" else None,
            "penalty_changed_winners": int(dice.random() < 0.1) if won else None,
            "tipsiness_at_end": 100 * sum(points) // (10 * players),
            "winner_score": points[winners[0]] if won else None,
        },
        "story": story_of(standings, winners, players, one_loses),
    }


def story_of(standings: list[list[int]], winners: list[int], players: int, one_loses: bool) -> dict[str, Any] | None:
    """Return who led when, by the definitions of docs/metrics.md, metrics 8-12; None where they are undefined."""
    if len(winners) != (players - 1 if one_loses else 1) or len(standings) < 2:
        return None
    if one_loses:
        standings = [[-standing for standing in line] for line in standings]
        target = next(seat for seat in range(players) if seat not in winners)
    else:
        target = winners[0]
    leaders: list[int] = []  # -1 before somebody is ahead
    for line in standings:
        if max(line) == min(line) and set(leaders) <= {-1}:
            leaders.append(-1)
            continue
        tied = [seat for seat in range(players) if line[seat] == max(line)]
        leaders.append(leaders[-1] if leaders and leaders[-1] in tied else tied[0])
    rounds = len(standings)
    if leaders[-1] == -1:
        return None
    changes = sum(now != before != -1 for before, now in pairwise(leaders))
    since = rounds
    while since > 1 and leaders[since - 2] == target and leaders[-1] == target:
        since -= 1
    half = standings[math.ceil(rounds / 2) - 1]
    return {
        "changes": changes,
        "changes_per_round": round(changes * FRACTION / rounds),
        "drama": int(drama_of(standings[leaders.count(-1) :], target) * FRACTION),
        "decisiveness": round(since * FRACTION / rounds),
        "led": [int(leaders[math.ceil(rounds * k / 4) - 1] != -1) for k in (1, 2, 3)],
        "leader_won": [int(leaders[math.ceil(rounds * k / 4) - 1] == target) for k in (1, 2, 3)],
        "comeback": int(min(half) == half[target] < max(half)),
        "arc": arc_of(standings, leaders, target),
    }


def arc_of(standings: list[list[int]], leaders: list[int], target: int) -> dict[str, list[int]]:
    """Return after each tenth of the rounds whether the target leads, leads from there until the end, is last."""
    rounds = [math.ceil(len(standings) * k / 10) - 1 for k in range(1, 11)]
    return {
        "leads": [int(leaders[t] == target) for t in rounds],
        "stays": [int(set(leaders[t:]) == {target}) for t in rounds],
        "last": [int(min(standings[t]) == standings[t][target] < max(standings[t])) for t in rounds],
    }


def drama_of(standings: list[list[int]], target: int) -> float:
    """Return the mean of sqrt(theta - rank) over rounds in which the winner's rank (0 last, 1 first) is below theta."""
    players = len(standings[0])
    theta = (1 + (players - 2) / (players - 1)) / 2
    depths = []
    for line in standings:
        below = sum(other < line[target] for other in line)
        alike = line.count(line[target]) - 1
        rank = (below + alike / 2) / (players - 1)
        if rank < theta - 1e-12:
            depths.append(math.sqrt(theta - rank))
    return sum(depths) / len(depths) if depths else 0.0


# Tally ---------------------------------------------------------------------------------------------------------------
def tally_of(games: list[Game], players: int, lineup: Sequence[str]) -> dict[str, Any]:
    """Return the tally of these games, as the project's JSON holds it."""
    seats = range(players)
    shares = [[int(share * CREDIT) for share in game["credit"]] for game in games]
    stories = [game["story"] for game in games if game["story"]]
    return {
        "games": len(games),
        "won": sum(bool(game["winners"]) for game in games),
        "shared": sum(len(game["winners"]) > 1 for game in games),
        "endings": {name: sum(game["ending"] == name for game in games) for name in ENDINGS},
        "credit_unit": CREDIT,
        "credit": [sum(line[s] for line in shares) for s in seats],
        "credit_products": [[sum(line[s] * line[t] for line in shares) for t in seats] for s in seats],
        "losses": [sum(bool(game["winners"]) and s not in game["winners"] for game in games) for s in seats],
        "personas": {name: _persona(games, shares, players, name) for name in dict.fromkeys(lineup)},
        "lead": {
            "games": len(stories),
            "led": [sum(story["led"][k] for story in stories) for k in range(3)],
            "runaway": [sum(story["leader_won"][k] for story in stories) for k in range(3)],
            "comebacks": sum(story["comeback"] for story in stories),
            "arc": {
                name: [sum(story["arc"][name][k] for story in stories) for k in range(10)]
                for name in ("leads", "stays", "last")
            },
        },
        "moments": _moments(games, stories, players),
        "ratios": _ratios(games, shares, lineup),
        "histograms": _histograms(games),
    }


def _persona(games: list[Game], shares: list[list[int]], players: int, name: str) -> dict[str, list[int]]:
    def summed(value: Callable[[int], int]) -> list[int]:
        return [
            sum(value(line[s]) for game, line in zip(games, shares, strict=True) if game["seated"][s] == name)
            for s in range(players)
        ]

    return {"games": summed(lambda _: 1), "credit": summed(lambda c: c), "squares": summed(lambda c: c * c)}


def _moments(games: list[Game], stories: list[dict[str, Any]], players: int) -> dict[str, dict[str, int]]:
    kept = {name: _sums(1, [game[name] for game in games]) for name in ("rounds", "turns", "decisions")}
    kept["lead_changes"] = _sums(1, [story["changes"] for story in stories])
    kept["lead_changes_per_round"] = _sums(FRACTION, [story["changes_per_round"] for story in stories])
    kept["drama"] = _sums(FRACTION, [story["drama"] for story in stories])
    kept["decisiveness"] = _sums(FRACTION, [story["decisiveness"] for story in stories])
    for name in ("margin", "winner_score"):
        kept[name] = _sums(1, [game[name] for game in games])
    for seat in range(players):
        kept[f"score.{seat + 1}"] = _sums(1, [game["scores"][seat] for game in games])
    for name, extra in EXTRAS.items():
        kept[f"extras.{name}"] = _sums(int(str(extra["unit"])), [game["extras"][name] for game in games])
    return kept


def _sums(unit: int, values: list[int | None]) -> dict[str, int]:
    known = [value for value in values if value is not None]
    return {"unit": unit, "n": len(known), "sum": sum(known), "squares": sum(value * value for value in known)}


def _ratios(games: list[Game], shares: list[list[int]], lineup: Sequence[str]) -> dict[str, list[int]]:
    kept = {
        "branching": _pairs([(game["options"], game["decisions"]) for game in games]),
        "forced_share": _pairs([(game["forced"], game["forced"] + game["decisions"]) for game in games]),
    }
    for node in NODES:
        kept[f"node.{node}"] = _pairs([(game["nodes"][node][1], game["nodes"][node][0]) for game in games])
    both = list(zip(games, shares, strict=True))
    for name in dict.fromkeys(lineup):
        kept[f"persona.{name}"] = _pairs(
            [_credit_of([who == name for who in game["seated"]], line) for game, line in both]
        )
        kept[f"persona_score.{name}"] = _pairs(
            [_credit_of([who == name for who in game["seated"]], game["scores"]) for game in games]
        )
    for part in PARTS:
        kept[f"part.{part}"] = _pairs(
            [_credit_of([part in held for held in game["parts"]], line) for game, line in both]
        )
    return kept


def _credit_of(of: list[bool], line: list[int]) -> tuple[int, int]:
    return sum(credit for mine, credit in zip(of, line, strict=True) if mine), sum(of)


def _pairs(pairs: list[tuple[int, int]]) -> list[int]:
    return [
        sum(x for x, _ in pairs),
        sum(m for _, m in pairs),
        sum(x * x for x, _ in pairs),
        sum(x * m for x, m in pairs),
        sum(m * m for _, m in pairs),
    ]


def _histograms(games: list[Game]) -> dict[str, dict[str, Any]]:
    values = {
        name: [game[name] for game in games] for name in ("rounds", "turns", "decisions", "margin", "winner_score")
    }
    values["score"] = [score for game in games for score in game["scores"]]
    kept = {}
    for name, found in values.items():
        counts = Counter(value for value in found if value is not None)
        kept[name] = {"unit": 1, "counts": {str(value): counts[value] for value in sorted(counts)}}
    for name, extra in EXTRAS.items():
        counts = Counter(game["extras"][name] for game in games if game["extras"][name] is not None)
        kept[f"extras.{name}"] = {"unit": extra["unit"], "counts": {str(v): counts[v] for v in sorted(counts)}}
    return kept


# Cell ----------------------------------------------------------------------------------------------------------------
NO_SUMS: dict[str, Any] = {
    **dict.fromkeys(("games", "won", "shared", "credit_unit"), 0),
    **{key: [] for key in ("credit", "credit_products", "losses")},
    **{key: {} for key in ("endings", "personas", "lead", "moments", "ratios", "histograms")},
}


def blank_cell(*, tally: Mapping[str, Any] | None = None, **fields: Any) -> CellResult:
    """Return a cell of which nothing is known but these fields and these sums."""
    blank = CellResult(
        game="made",
        title="Made",
        players=2,
        lineup=[],
        seating="rotate",
        personas={},
        rules={},
        resolved={},
        parts_digest="",
        seed=1,
        games=0,
        one_loses=False,
        score_meaning="",
        standing_meaning="",
        part_holding="",
        extras={},
        sources="",
        tally={**NO_SUMS, **(tally or {})},
        notable={},
    )
    return dataclasses.replace(blank, **fields)


def sample_cell(
    *,
    axes: dict[str, Any] | None = None,
    players: int = 4,
    lineup: Sequence[str] = LINEUP,
    seating: str = "rotate",
    one_loses: bool = False,
    seed: int = 1,
    threshold: int = 18,
    precision: dict[str, Any] | None = None,
    **options: Any,
) -> CellResult:
    """Return a complete cell of the made-up game; further options go to `play`."""
    played = play(
        players=players,
        lineup=lineup,
        seating=seating,
        one_loses=one_loses,
        seed=seed,
        threshold=threshold,
        **options,
    )
    margins = [(game["margin"], game["number"]) for game in played if game["margin"] is not None]
    return CellResult(
        game="oktoberfest",
        title="Oktoberfest",
        axes=dict(axes or {}),
        players=players,
        lineup=list(lineup),
        seating=seating,
        personas={
            name: {"claim": f"Plays like a {name}.", "habits": {}, "mistakes": 0, "at_random": False}
            for name in dict.fromkeys(lineup)
        },
        rules={"win_threshold": threshold, "max_rounds": MAX_ROUNDS, "parts": "(printed)"},
        resolved={"win_threshold": threshold, "max_rounds": MAX_ROUNDS},
        seed=seed,
        games=len(played),
        seconds=0.25,
        compile_seconds=0.0,
        one_loses=one_loses,
        score_meaning="points of the cards banked",
        standing_meaning="points so far",
        extras=EXTRAS,
        part_holding="in hand or banked at the end",
        notable={
            "typical": 0,
            "closest": min(margins)[1] if margins else None,
            "longest": max(played, key=lambda game: int(game["turns"]))["number"] if played else None,
        },
        precision=precision,
        tally=tally_of(played, players, lineup),
        parts_digest="",
        sources="",
    )


def sample_sweep(thresholds: Sequence[int] = (14, 18, 22), **options: Any) -> list[CellResult]:
    """Return three cells of a sweep over the winning threshold."""
    return [sample_cell(axes={"rules.win_threshold": t}, threshold=t, **options) for t in thresholds]
