"""The course of a game in words: the names of its curves, and one sentence where it is remarkable.

The sentence says only what the intervals establish; they are simultaneous along a curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from balancer.analysis.estimates.arc import ArcPoint
from balancer.analysis.figure import Figure
from balancer.reporting import numbers
from balancer.reporting.numbers import SHARE, SHORT, text

HALF_WAY, LATE = 0.5, 0.9  # points of the game that the sentence speaks of
MOST = 0.5  # "most games" are more than this share of the games
LITTLE = 0.1  # a lead means little if (share of leaders who win − equal share) ÷ (1 − equal share) is at most this
HARDLY = 0.25  # a player who wins less than this fraction of an equal share hardly ever wins


class ArcWords(NamedTuple):
    """Words for the course of a game, seen from its winner or from its loser."""

    curves: dict[str, str]  # name of a curve -> its label
    note: str
    stays: str
    not_yet: str
    leading: str
    leader: str
    trailing: str
    halfway: str


WINNER = ArcWords(
    {"leads": "leader wins", "stays": "leads to the end", "last": "winner is last"},
    "Players can be tied for last.",
    "the winner leads from there to the end",
    "the winner does not yet lead for good",
    "A lead",
    "the player in the lead then wins",
    "The player in last place halfway hardly ever wins",
    "The leader halfway wins",
)
TEAM = WINNER._replace(
    leader="the team in the lead then wins",
    trailing="The team in last place halfway hardly ever wins",
    halfway="The team in the lead halfway wins",
    note="Teams can be tied for last.",
)
LOSER = ArcWords(
    {"leads": "last one loses", "stays": "last to the end", "last": "loser is first"},
    "Players can be tied for first.",
    "the loser is last from there to the end",
    "the loser is not yet last for good",
    "Being last",
    "the player in last place then loses",
    "The player in first place halfway hardly ever loses",
    "The player in last place halfway loses",
)


def words(*, one_loses: bool, teams: bool = False) -> ArcWords:
    """Return the words for games that one player wins, that one player loses, or that a team wins."""
    return TEAM if teams else LOSER if one_loses else WINNER


def sentence(points: Sequence[ArcPoint], sides: int, *, one_loses: bool, teams: bool = False) -> str:
    """Say when games are decided, or else what the lead or the last place halfway means; '' if nothing stands out.

    points: the arc (`analysis.estimates.arc`), [] where it is undefined; sides: the number of players or of teams.
    """
    if not points:
        return ""
    at = {point.at: point for point in points}
    half, late, say, equal = at[HALF_WAY], at[LATE], words(one_loses=one_loses, teams=teams), 1 / sides
    stays, leads, last = half.stays.figure, half.leads.figure, half.last.figure
    undecided_late = late.stays.figure.reversed().moved(1)  # 1 − share
    fair = f"an equal share is {numbers.plain(equal, SHARE)}"

    def written(share: Figure) -> str:
        return text(share, SHARE, SHORT)

    if stays.low > MOST:
        return f"Most games are decided halfway: in {written(stays)} {say.stays}."
    if undecided_late.low > MOST:
        return (
            f"Most games are decided late: in {written(undecided_late)} {say.not_yet} after nine tenths of the rounds."
        )
    if leads.high < equal + LITTLE * (1 - equal):
        means = "is no advantage" if leads.high < equal and not one_loses else "means little"
        return f"{say.leading} halfway {means}: {say.leader} {written(leads)} of the games; {fair}."
    if last.high < HARDLY * equal:
        return f"{say.trailing}: {written(last)} of the games; {fair}."
    return ""
