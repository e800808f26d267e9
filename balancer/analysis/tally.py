"""Typed access to the tally of a cell and to what connects the two tallies of a pair.

A `TallyQuantity` names what is summed.  The tally of a cell has its sums x, m, xx, xm, mm over games, the tally of a
pair the sums of products of base and variant.  Every mean, share and ratio is (sum of x) / (sum of m): for a share of
games x is 0 or 1 and m is 1; for a mean, m is 1 in the games that have a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from balancer.analysis.intervals.elementary import RatioSums, Sums
from balancer.analysis.results import CellResult, remembered
from balancer.sides import TABLE

QUARTERS = ("25", "50", "75")  # points of the game, in percent, at which the leader is noted


class Group(StrEnum):
    """A group of quantities with the same layout in a tally; the value is their name in the products of a pair."""

    MOMENT = "moment"  # member: a figure that every finished game has
    LEAD = "lead"  # member: a leader metric
    SCORE = "moment.score"  # member: a seat, from 1
    EXTRA = "moment.extras"  # member: a figure of the game's own
    RATIO = "ratio"  # member: branching, forced_share
    NODE = "ratio.node"  # member: a decision node; x: options, m: decisions
    NODE_DECISIONS = "decisions of a node"  # member: a decision node; x: decisions, m: 1
    PERSONA = "ratio.persona"  # member: a persona; x: credit, m: seats
    PERSONA_SCORE = "ratio.persona_score"  # member: a persona; x: scores, m: seats
    SIDE = "ratio.side"  # member: a team, or the table in a game that is played together; x: credit, m: games
    STARTER = "ratio.starter"  # x: credit of who begins, m: games
    PLAYER = "credit of all seats"  # x: credit of all seats, m: seats
    PART = "ratio.part"  # member: a part; x: credit, m: seats
    ENDING = "ending"  # member: an ending
    LOSS = "loss"  # member: a seat, from 1
    SHARED = "shared"
    RUNAWAY = "runaway"  # member: a quarter
    COMEBACKS = "comebacks"


class TallyQuantity(NamedTuple):
    """A quantity summed over games: one member of a group ('' if the group has only one)."""

    group: Group
    member: str = ""

    @property
    def key(self) -> str:
        """Name in the products of a pair."""
        group = {Group.LEAD: Group.MOMENT, Group.NODE_DECISIONS: Group.NODE}.get(self.group, self.group)
        if self.group is Group.SIDE and self.member == TABLE:
            return f"{group}.0"
        return f"{group}.{self.member}" if self.member else str(group)

    @property
    def histogram(self) -> str:
        """Name of its distribution, if the tally keeps one, else ''."""
        return _HISTOGRAMS[self.group] + self.member if self.group in _HISTOGRAMS else ""


@dataclass(frozen=True, kw_only=True)
class CellTally:
    """The sums of one cell; the fields are those of `core.tallies.tally.Tally.to_dict`."""

    games: int
    won: int  # games that somebody won
    shared: int
    endings: Mapping[str, int]
    credit_unit: int  # the credit of one victory
    credit: list[int]  # of each seat
    credit_products: list[list[int]]  # of every two seats
    losses: list[int]  # games that each seat lost, where one loses and all others win
    personas: Mapping[str, Mapping[str, list[int]]]  # games, credit and squares of credit by seat, of each
    lead: Mapping[str, Any]  # games for which leader metrics are defined, and what is counted of these
    moments: Mapping[str, Mapping[str, int]]
    ratios: Mapping[str, list[int]]  # x, m, xx, xm, mm
    histograms: Mapping[str, Any]  # {"unit": values per one, "counts": value -> games}
    cut_off_at: int | None = None
    distributions: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # those read so far

    def seat_credit(self, seat: int) -> Sums:
        """Return the sums of a seat's credit; seats count from 0."""
        return Sums(self.games, self.credit[seat], self.credit_products[seat][seat], self.credit_unit)

    def sums(self, quantity: TallyQuantity) -> RatioSums:
        """Return the sums of a quantity; all 0 if the cell does not have it."""
        if quantity.group is Group.NODE_DECISIONS:
            return self.sums(TallyQuantity(Group.NODE, quantity.member)).of_denominators(self.games)
        if quantity.group is Group.PLAYER:
            n, x = len(self.credit), sum(self.credit)
            return RatioSums(
                x, n * self.games, sum(map(sum, self.credit_products)), n * x, n * n * self.games, self.credit_unit
            )
        kind, _, name = quantity.key.partition(".")
        if kind == Group.MOMENT:
            n, x, xx, unit = (self.moments.get(name, NOTHING)[key] for key in ("n", "sum", "squares", "unit"))
            return RatioSums(x, n, xx, x, n, unit)
        if kind == Group.RATIO:
            unit = self.credit_unit if quantity.group in _CREDITS else 1
            if quantity.group is Group.PERSONA_SCORE:
                unit = self.moments["score.1"]["unit"]
            x, m, xx, xm, mm = self.ratios.get(name, [0] * 5)
            return RatioSums(x, m, xx, xm, mm, unit)
        count, games = self._count(*quantity)
        return RatioSums(count, games, count, count, games)

    def _count(self, group: Group, member: str) -> tuple[int, int]:
        """Return the number of games of a kind, and the number of games in which they are counted."""
        match group:
            case Group.ENDING:
                return self.endings.get(member, 0), self.games
            case Group.LOSS:
                return self.losses[int(member) - 1], self.games
            case Group.SHARED:
                return self.shared, self.games
            case Group.RUNAWAY:
                quarter = QUARTERS.index(member)
                return self.lead["runaway"][quarter], self.lead["led"][quarter]
            case _:
                return self.lead["comebacks"], self.lead["games"]

    def moment(self, quantity: TallyQuantity) -> Sums:
        """Return number, sum and sum of squares of a quantity with one value per game, possibly of no games."""
        sums = self.sums(quantity)
        return Sums(sums.m, sums.x, sums.xx, sums.unit)


NOTHING = {"n": 0, "sum": 0, "squares": 0, "unit": 1}  # the sums of a quantity that the cell does not have

_CREDITS = {Group.PERSONA, Group.PART, Group.SIDE, Group.STARTER}  # groups whose x is credit

# groups that may have distributions -> prefix of their names there
_HISTOGRAMS = {Group.MOMENT: "", Group.NODE_DECISIONS: "node.", Group.EXTRA: "extras."}


def tally_of(cell: CellResult) -> CellTally:
    """Return the sums of a cell."""

    def read() -> CellTally:
        return CellTally(**cell.tally, cut_off_at=cell.resolved["max_rounds"] if cell.endless else None)

    tally: CellTally = remembered(cell, "tally", read)
    return tally
