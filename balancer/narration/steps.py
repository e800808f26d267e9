"""A narrated game as records: what happens, when, to whose seat, in what words; and the lines made of them.

Two games are compared by their records, never by printed lines.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

SETUP, LAYOUT, ROUND, TURN, EVENT, DECISION, OPTION, FLAG, STANDINGS, STANDING, END, SCORE = (
    *("setup", "layout", "round", "turn", "event", "decision"),
    *("option", "flag", "standings", "standing", "end", "score"),
)
DICE, TABLE, FORCED, PICTURE, STATE = "dice", "table", "forced", "picture", "state"
"""Kinds of steps.

setup, round, turn, standings and end are headings; layout: a line about the table when the setup is over; option: an
option weighed at the decision before; flag: what this decision lost; standing: a line below its heading; score: the
result of a seat, or a figure of the game; dice: what was thrown; table: what lies before the seat that decides; forced:
a choice among one option; picture: the board as text; state: a line about the table after a turn, never printed,
for comparing two games.
"""

INDENT = {
    **dict.fromkeys((SETUP, ROUND, END), 0),
    **dict.fromkeys((LAYOUT, TURN, STANDINGS, SCORE), 1),
    **dict.fromkeys((EVENT, DECISION, STANDING, DICE, TABLE, FORCED, STATE), 2),
    OPTION: 4,
    FLAG: 3,
    PICTURE: 3,
}

COMMENTS = frozenset(
    {OPTION, FLAG, STANDINGS, STANDING, PICTURE}
)  # steps that describe the game and are no part of its course
BRIEF_WIDTH = 120  # maximum columns of a turn's line


class Step(NamedTuple):
    """One thing that happens in a game, or a heading."""

    kind: str
    round: int  # 0 before the first
    turn: int  # 0 before the first of a round
    text: str  # what happens, without `who`
    seat: int = -1  # from 0; -1 if it belongs to no seat
    node: str = ""  # of a decision
    who: str = ""  # the seat with its persona, if the line names it
    reason: str = ""  # of a decision

    @property
    def line(self) -> str:
        """The step as a printed line."""
        node = f" – {self.node}" if self.node else ""
        reason = f"  ({self.reason})" if self.reason else ""
        actor = f"{self.who}{node}: " if self.who else ""
        indent = "  " * INDENT[self.kind]
        return f"{indent}{actor}{self.text}{reason}".replace("\n", f"\n{indent}")

    @property
    def course(self) -> tuple[int | str, ...]:
        """The part of the step that is the game's course: without the names of personas and the reasons."""
        return self.kind, self.round, self.turn, self.seat, self.node, self.text


def of_rounds(steps: Iterable[Step], rounds: Container[int]) -> Iterator[Step]:
    """Return the steps of some rounds, and the end."""
    return (step for step in steps if step.round in rounds or step.kind in (END, SCORE))


def without_forced(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps without forced choices, except in turns in which nothing else happens."""
    eventful = {(step.round, step.turn) for step in steps if step.kind in (EVENT, DECISION, DICE)}
    return (step for step in steps if step.kind != FORCED or (step.round, step.turn) not in eventful)


def brief_lines(steps: Sequence[Step]) -> Iterator[str]:
    """Yield one line per turn, the standings, and the end."""
    turn: list[Step] = []
    for step in steps:
        if step.kind in (EVENT, DECISION, FORCED, FLAG) or (step.kind == TURN and not turn):
            turn.append(step)
            continue
        if step.kind in (OPTION, LAYOUT, DICE, TABLE, PICTURE):
            continue
        yield from _turn_line(turn)
        turn = [step] if step.kind == TURN else []
        if step.kind != TURN:
            yield step.line
    yield from _turn_line(turn)


def _turn_line(steps: Sequence[Step]) -> Iterator[str]:
    """Yield the line of a turn: its decisions, or if there were none, its events."""
    heading = next((step.line for step in steps if step.kind == TURN), "  before the first turn")
    shown = [step for step in steps if step.kind in (DECISION, FORCED)] or [
        step for step in steps if step.kind == EVENT
    ]
    parts, before = [], ""
    for step in shown:
        actor = f"{step.who}: " if step.who and step.who != before else ""
        node = f"{step.node} " if step.node else ""
        parts.append(f"{actor}{node}{step.text}")
        before = step.who or before
    if steps:
        line = f"{heading}  {'; '.join(parts)}".rstrip()
        yield line if len(line) <= BRIEF_WIDTH else f"{line[: BRIEF_WIDTH - 2]} …"
    yield from (step.line for step in steps if step.kind == FLAG)
