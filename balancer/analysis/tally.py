"""Typed access to the tally of a cell and to what connects the two tallies of a pair.

A `Quantity` names what is summed; the tally of a cell has its sums x, m, xx, xm, mm over games, the tally of a pair the
sums of products of base and variant.  Every mean, share and ratio is (sum of x) / (sum of m): for a share of games x is
0 or 1 and m is 1, for a mean m is 1 in the games that have a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from balancer.analysis.intervals.elementary import RatioSums, Sums
from balancer.analysis.results import CellResult, remembered

QUARTERS = ("25", "50", "75")
"""Points of the game, in percent, at which the leader is noted."""


class Group(StrEnum):
    """Quantities that a tally keeps alike; the value is their name in the products of a pair."""

    MOMENT = "moment"  # member: a figure that every finished game has
    LEAD = "lead"  # member: a leader metric
    SCORE = "moment.score"  # member: a seat, from 1
    EXTRA = "moment.extras"  # member: a figure of the game's own
    RATIO = "ratio"  # member: branching, forced_share
    NODE = "ratio.node"  # member: a decision node; x: options, m: decisions
    NODE_DECISIONS = "decisions of a node"  # member: a decision node; x: decisions, m: 1
    PERSONA = "ratio.persona"  # member: a persona; x: credit, m: seats
    PART = "ratio.part"  # member: a part; x: credit, m: seats
    ENDING = "ending"  # member: an ending
    LOSS = "loss"  # member: a seat, from 1
    SHARED = "shared"
    RUNAWAY = "runaway"  # member: a quarter
    COMEBACKS = "comebacks"


class Quantity(NamedTuple):
    """Something summed over games: one member of a group ('' where the group has only one)."""

    group: Group
    member: str = ""

    @property
    def key(self) -> str:
        """Its name in the products of a pair."""
        group = {Group.LEAD: Group.MOMENT, Group.NODE_DECISIONS: Group.NODE}.get(self.group, self.group)
        return f"{group}.{self.member}" if self.member else str(group)

    @property
    def histogram(self) -> str:
        """The name of its distribution, if the tally keeps one."""
        return _HISTOGRAMS[self.group] + self.member if self.group in _HISTOGRAMS else ""


@dataclass(frozen=True)
class CellTally:
    """The sums of one cell; kept: as `core.tally.Tally.to_dict` gives them.

    cut_off_at: the rounds after which a game ends that would go on for ever; None where the rules end all games.
    """

    kept: Mapping[str, Any]
    cut_off_at: int | None = None
    distributions: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # those read so far

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.kept["games"])

    @property
    def won(self) -> int:
        """Games that somebody won."""
        return int(self.kept["won"])

    @property
    def lead_games(self) -> int:
        """Games for which leader metrics are defined."""
        return int(self.kept["lead"]["games"])

    @property
    def arc(self) -> Mapping[str, list[int]]:
        """Of these games, by point of the game: those whose winner leads there, leads until the end, is last."""
        arc: Mapping[str, list[int]] = self.kept["lead"]["arc"]
        return arc

    @property
    def endings(self) -> Mapping[str, int]:
        """Games by ending."""
        endings: Mapping[str, int] = self.kept["endings"]
        return endings

    @property
    def histograms(self) -> Mapping[str, Any]:
        """Distributions by name: {"unit": values per one, "counts": value -> games}."""
        histograms: Mapping[str, Any] = self.kept["histograms"]
        return histograms

    @property
    def credit(self) -> list[int]:
        """Credit of each seat, in units of 1 / credit_unit."""
        credit: list[int] = self.kept["credit"]
        return credit

    @property
    def credit_products(self) -> list[list[int]]:
        """Sums of the product of the credits of every two seats."""
        products: list[list[int]] = self.kept["credit_products"]
        return products

    @property
    def credit_unit(self) -> int:
        """The credit of one victory."""
        return int(self.kept["credit_unit"])

    @property
    def personas(self) -> Mapping[str, Mapping[str, list[int]]]:
        """Games, credit and squared credit by seat, of each persona."""
        personas: Mapping[str, Mapping[str, list[int]]] = self.kept["personas"]
        return personas

    @property
    def losses(self) -> list[int]:
        """Games that each seat lost, where one loses and all others win."""
        losses: list[int] = self.kept["losses"]
        return losses

    def seat_credit(self, seat: int) -> Sums:
        """Sums of the credit of a seat, from 0."""
        return Sums(self.games, self.credit[seat], self.credit_products[seat][seat], self.credit_unit)

    def sums(self, quantity: Quantity) -> RatioSums:
        """The sums of a quantity; all 0 where the cell does not have it."""
        group, member = quantity
        if group in _MOMENTS:
            kept = self.kept["moments"].get(_MOMENTS[group] + member)
            n, x, xx, unit = (kept[key] for key in ("n", "sum", "squares", "unit")) if kept else (0, 0, 0, 1)
            return RatioSums(x, n, xx, x, n, unit)
        if group is Group.NODE_DECISIONS:
            return self.sums(Quantity(Group.NODE, member)).of_denominators(self.games)
        if group in _RATIOS:
            unit = self.credit_unit if group in {Group.PERSONA, Group.PART} else 1
            x, m, xx, xm, mm = self.kept["ratios"].get(_RATIOS[group] + member, [0] * 5)
            return RatioSums(x, m, xx, xm, mm, unit)
        count, games = self._count(group, member)
        return RatioSums(count, games, count, count, games)

    def _count(self, group: Group, member: str) -> tuple[int, int]:
        """Games of a kind, and the games among which they are counted."""
        lead = self.kept["lead"]
        match group:
            case Group.ENDING:
                return self.endings.get(member, 0), self.games
            case Group.LOSS:
                return self.kept["losses"][int(member) - 1], self.games
            case Group.SHARED:
                return self.kept["shared"], self.games
            case Group.RUNAWAY:
                return lead["runaway"][QUARTERS.index(member)], self.lead_games
            case _:
                return lead["comebacks"], self.lead_games

    def moment(self, quantity: Quantity) -> Sums:
        """Number, sum and sum of squares of a quantity that has one value per game, possibly of no games."""
        sums = self.sums(quantity)
        return Sums(sums.m, sums.x, sums.xx, sums.unit)


_MOMENTS = {Group.MOMENT: "", Group.LEAD: "", Group.SCORE: "score.", Group.EXTRA: "extras."}
"""Groups that the tally keeps as number, sum and sum of squares, and how their names begin there."""

_HISTOGRAMS = {Group.MOMENT: "", Group.NODE_DECISIONS: "node.", Group.EXTRA: "extras."}
"""Groups of which the tally may keep distributions, and how their names begin there."""

_RATIOS = {Group.RATIO: "", Group.NODE: "node.", Group.PERSONA: "persona.", Group.PART: "part."}
"""Groups that the tally keeps as sums of x, m, xx, xm, mm, and how their names begin there."""


def tally_of(cell: CellResult) -> CellTally:
    """The sums of a cell."""

    def read() -> CellTally:
        return CellTally(cell.tally, cell.resolved["max_rounds"] if cell.endless else None)

    found: CellTally = remembered(cell, "tally", read)
    return found
