"""Parts that runs, sweeps and checks share: other line-ups, and levels of skill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balancer.players import ladder, other_line_ups
from balancer.players.ladder import LadderPlan
from balancer.players.other_line_ups import LineUpPlan
from balancer.questions.study import Further
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner


def further(tables: LineUpPlan | None, skill: LadderPlan | None) -> list[Further]:
    """Return the other line-ups and the levels of skill as plans list them."""
    parts = []
    if tables is not None:
        parts.append(Further("tables", tables.planned, tables.words, if_any=tables.unasked))
    if tables is not None and skill is not None:
        cells = skill.planned(tables.own)
        most = f"at most {sum(cell.most_games for cell in cells):_} games"
        words = f"skill levels: {len(cells)} more settings, from random players to the best, {most}"
        parts.append(Further(ladder.PART, cells, words, if_any=tables.unasked))
    return parts


def play(
    tables: LineUpPlan,
    skill: LadderPlan | None,
    runner: Runner,
    own: int,
    earlier: Mapping[str, Any] | None = None,
    answering: Sequence[int] = (),
) -> Iterator[Part]:
    """Play other line-ups and levels of skill; the arguments are those of `other_line_ups.play`."""
    others = other_line_ups.play(tables, runner, own, earlier, answering)
    yield others
    if skill is not None:
        yield ladder.play(skill, runner, own, others.record.get("mixture", {}))
