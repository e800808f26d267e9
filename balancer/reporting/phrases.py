"""What metrics are called in sentences: `the share of games that end by 'instant'`, not `ending_share.instant`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balancer.analysis.catalogue import STATISTICS
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.metric_names import Offer
from balancer.reporting import numbers

_ALONE = {
    "seat_spread": "the gap between the best and the worst seat",
    "balance": "the balance of the seats (1 = even)",
    "first_player_fairness": "the fairness to the first player (1 = fair)",
    "seat_entropy": "the openness of which seat wins (entropy, 1 = open)",
    "persona_entropy": "the openness of which persona wins (entropy, 1 = open)",
    "lead_changes": "the number of lead changes in a game",
    "lead_changes_per_round": "the number of lead changes in a round",
    "comeback_rate": "the comeback rate",
    "branching": "the number of options at a decision",
    "forced_share": "the share of moments without a choice",
    "decisions": "the number of decisions in a game",
    "rounds": "the length of a game",
    "turns": "the number of turns in a game",
    "minutes": "the playing time",
    "score": "the final score",
    "winner_score": "the winner's score",
    "margin": "the margin between first and second",
    "tie_rate": "the share of games with a shared victory",
    "decisiveness": "the point at which the winner takes the lead for good (1 = the end)",
    "dead_time": "the share of the game left once the winner leads for good",
    "drama": "the drama (how far behind the winner was)",
}

_ALONE_ONE_LOSES = {
    "seat_spread": "the gap in win rate between the best and the worst seat",
    "lead_changes": "the number of times that being last changes hands in a game",
    "lead_changes_per_round": "the number of times that being last changes hands in a round",
    "decisiveness": "the point at which the loser falls last for good (1 = the end)",
    "dead_time": "the share of the game left once the loser is last for good",
    "drama": "the drama (how well off the loser was)",
}

_OF = {
    "seat_win_rate": "the win rate of {}",
    "seat_loss_rate": "the loss rate of {}",
    "seat_advantage": "the advantage of {}",
    "persona_win_rate": "the win rate of {}",
    "persona_loss_rate": "the loss rate of {}",
    "persona_lift": "the lift of {}",
    "ending_share": "the share of games that end by '{}'",
    "node_decisions": "the number of '{}' decisions in a game",
    "node_options": "the number of options at a '{}' decision",
    "part_lift": "the raw lift of holding '{}'",
    "score": "the final score of {}",
}

_EACH = {
    "seat_win_rate": "the win rate",
    "seat_loss_rate": "the loss rate",
    "seat_advantage": "the advantage",
    "persona_win_rate": "the win rate",
    "persona_loss_rate": "the loss rate",
    "persona_lift": "the lift",
    "ending_share": "the share of games that end by",
    "runaway_index": "the runaway index",
    "node_decisions": "the number of decisions in a game",
    "node_options": "the number of options at a decision",
    "part_lift": "the raw lift",
}

_STATISTICS = {
    "sd": "the standard deviation of",
    "median": "the median of",
    "p5": "the 5th percentile of",
    "p10": "the 10th percentile of",
    "p25": "the 25th percentile of",
    "p75": "the 75th percentile of",
    "p90": "the 90th percentile of",
    "p95": "the 95th percentile of",
    "cv": "the coefficient of variation of",
    "tail_ratio": "the tail ratio (p90 - p10, over the median) of",
    "relative": "the part of a standard deviation that makes up",
}


def phrase(offer: Offer, ref: FigureRef, *, one_loses: bool = False) -> str:
    """A metric as the subject of a sentence: always singular."""
    name, of, stat = offer.metric.name, ref.of, ref.stat or offer.metric.stat
    if of:
        words = f"the runaway index at {of}% of the game" if name == "runaway_index" else ""
        subject = words or _OF.get(name, offer.metric.title + " of {}").format(item(offer.metric.of, of))
    elif offer.metric.per_item:
        subject = _EACH.get(name, offer.metric.title)
    else:
        alone = {**_ALONE, **(_ALONE_ONE_LOSES if one_loses else {})}
        subject = alone.get(name) or f"the figure '{offer.metric.title}'"
    if stat == "per_player":
        return f"{subject}, per player"
    return f"{_STATISTICS[stat]} {subject}" if stat in _STATISTICS else subject


def item(kind: str | None, of: str) -> str:
    """One of a kind: `seat 1 (starts)`; others by their own name."""
    if kind == "seat":
        return numbers.seat(int(of))
    return f"{of}% of the game" if kind == "quarter" else of


def label(offer: Offer, ref: FigureRef) -> str:
    """A metric as the label of a table's row or a chart's axis: `endings: instant`, `rounds (p90)`."""
    title, of, stat = offer.metric.title, ref.of, ref.stat or offer.metric.stat
    named = f"{title}: {item(offer.metric.of, of)}" if of else title
    return f"{named} ({stat.replace('_', ' ')})" if stat not in ("value", "mean") else named


def statistic(stat: str) -> str:
    """What a statistic is, in words."""
    return STATISTICS.get(stat, stat)


def rules_changed(rules: Mapping[str, Any], defaults: Mapping[str, Any]) -> list[str]:
    """The knobs that differ from the printed rules."""
    return [name for name, value in rules.items() if name in defaults and value != defaults[name]]
