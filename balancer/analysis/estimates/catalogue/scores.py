"""Scores, margins and parts (metrics 17 and 18)."""

from __future__ import annotations

from balancer.analysis.estimates.metric import (
    ABOVE_FAIR,
    NO_RIVALS,
    ORDER,
    RATIO_CREDIT,
    SPREAD_OUT,
    WILSON,
    Kind,
    Metric,
    MetricWords,
)
from balancer.analysis.tally import Group, TallyQuantity

NO_WINNER_ALONE = "one player loses and all others win: there is no first and second"

METRICS = (
    Metric(
        name="score",
        number=17,
        title="score",
        meaning="Final scores: of all seats together, or the mean of one seat.",
        definition="score at the end of the game, as the game's rulebook.md says",
        source="TAG",
        uncertainty=(
            ORDER + " All seats together: a game counts as one observation, however its scores depend on each other."
        ),
        unit="points",
        of="seat",
        of_optional=True,
        stats=SPREAD_OUT,
        stat="mean",
        kind=Kind.DISTRIBUTION,
        quantity=TallyQuantity(Group.SCORE),
        histogram="score",
        words=MetricWords("the final score", item="the final score of {}"),
    ),
    Metric(
        name="winner_score",
        number=17,
        title="winner's score",
        meaning="Score of the winner (of the first of several), finished games that somebody won.",
        definition="score of the winning seat of lowest number",
        source="TAG",
        uncertainty=ORDER,
        unit="points",
        stats=SPREAD_OUT,
        stat="mean",
        reason_one_loses=NO_WINNER_ALONE,
        kind=Kind.DISTRIBUTION,
        quantity=TallyQuantity(Group.MOMENT, "winner_score"),
        histogram="winner_score",
        absent=NO_RIVALS,
        words=MetricWords("the winner's score"),
    ),
    Metric(
        name="margin",
        number=17,
        title="margin",
        meaning="Points between the best and the second-best score, finished games.",
        definition=(
            "distance between the best and the second-best score; the best is the lowest where the lowest wins; a "
            "team's score is the mean of its players' scores, rounded down"
        ),
        source="TAG",
        uncertainty=ORDER + " relative: from simultaneous intervals of mean and sd (conservative).",
        unit="points",
        stats=(*SPREAD_OUT, "relative"),
        stat="mean",
        reason_one_loses=NO_WINNER_ALONE,
        kind=Kind.DISTRIBUTION,
        quantity=TallyQuantity(Group.MOMENT, "margin"),
        histogram="margin",
        summary=True,
        absent=NO_RIVALS,
        words=MetricWords("the margin between first and second"),
    ),
    Metric(
        name="tie_rate",
        number=17,
        title="tie rate",
        meaning="Share of games in which several players (teams) share the victory.",
        definition="games with more than one winning side / all games",
        source="TAG",
        uncertainty=WILSON,
        unit="share",
        reason_one_loses=NO_WINNER_ALONE,
        kind=Kind.SHARE,
        quantity=TallyQuantity(Group.SHARED),
        summary=True,
        absent=NO_RIVALS,
        words=MetricWords("the share of games with a shared victory"),
    ),
    Metric(
        name="part_lift",
        number=18,
        title="part lift (raw)",
        meaning=(
            "How much more often than an equal share the holders of the part win. Not a causal effect but a hint to "
            "follow up: having it also depends on how long and how well a player plays."
        ),
        definition=(
            "credit of the seats that have the part / number of these seats - (games that somebody wins) / games / n"
        ),
        source="17lands",
        uncertainty=RATIO_CREDIT,
        unit="difference",
        of="part",
        kind=Kind.CREDIT,
        quantity=TallyQuantity(Group.PART),
        line=ABOVE_FAIR,
        undefined="no seat ever had it",
        absent=NO_RIVALS,
        words=MetricWords(item="the raw lift of holding '{}'", each="the raw lift of each part"),
    ),
)
