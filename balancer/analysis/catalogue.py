"""Every metric by name: what it means to a designer, how it is defined, where it comes from, how sure it is.

Scenarios, tables, JSON and docs/metrics.md take their names and words from here.  Which names a particular game offers
(its endings, parts, extras ...) is in `balancer.analysis.metric_names`.
"""

from __future__ import annotations

from dataclasses import dataclass

PERCENTILES = {"p5": 5, "p10": 10, "p25": 25, "median": 50, "p75": 75, "p90": 90, "p95": 95}
"""Quantiles by the name of their statistic."""

DISTRIBUTION = ("mean", "sd", "median", "p5", "p10", "p25", "p75", "p90", "p95", "cv", "tail_ratio")
"""Statistics of a quantity of which the whole distribution is kept."""

SPREAD_OUT = DISTRIBUTION[:-2]
"""The same without ratios to the mean, for quantities that may be 0 or negative."""

STATISTICS = {
    "value": "the metric itself",
    "mean": "mean over games",
    "sd": "standard deviation over games",
    "median": "half of the games don't exceed it",
    "p5": "5 % of the games don't exceed it",
    "p10": "10 % of the games don't exceed it",
    "p25": "25 % of the games don't exceed it",
    "p75": "75 % of the games don't exceed it",
    "p90": "90 % of the games don't exceed it",
    "p95": "95 % of the games don't exceed it",
    "cv": "coefficient of variation: sd / mean",
    "tail_ratio": "(p90 - p10) / median",
    "per_player": "mean over games, divided by the number of players",
    "relative": "mean, divided by the standard deviation of all scores",
}
"""What each statistic is."""

# How uncertainty is computed: sentences shared by several metrics.
WILSON = "Wilson's score interval; the family's hold together by Bonferroni (Goodman 1965)."
CREDIT = (
    "Wilson's score interval with the effective number of games n p (1 - p) / s^2 where victories are shared, plain "
    "Wilson where they aren't; the family's hold together by Bonferroni (Goodman 1965)."
)
STUDENT = (
    "Interval of the mean over games from three moments, one extreme game thought added and one taken away (Fay & "
    "Feuer 1997)."
)
RATIO = "Ratio estimator over games (delta method; Cochran 1977, 6.4)."
ORDER = (
    "Mean, sd, cv: three moments, one extreme game thought added and one taken away. Quantiles: order statistics "
    "(binomial ranks, no assumption). tail_ratio: from intervals of its three quantiles that hold together (cautious)."
)
RATIO_CREDIT = (
    "Ratio estimator over games (a game may seat several of the kind), turned into Wilson's interval with the "
    "effective number of games; the family's hold together by Bonferroni."
)
TOURNAMENT = "it needs a tournament of personas, which this release doesn't play"


@dataclass(frozen=True)
class Metric:
    """A metric as designers meet it."""

    name: str
    number: int  # in docs/metrics.md; 0: a game's own extra
    title: str
    meaning: str  # plain English, for designers
    definition: str
    source: str
    uncertainty: str
    unit: str  # share, difference, index, rounds, turns, decisions, options, points, changes, minutes, or a game's own
    of: str | None = None  # seat, persona, ending, part, node, quarter: what there is one of each of
    of_optional: bool = False  # `of` may be left out: then it is of all together
    stats: tuple[str, ...] = ("value",)
    stat: str = "value"  # the one meant where none is named
    reason: str = ""  # why it is not assessed; '' if it is
    meaning_one_loses: str = ""  # the meaning in games where one player loses and all others win, if it differs
    reason_one_loses: str = ""  # why it is not assessed in such games
    reason_one_wins: str = ""  # why it is not assessed in all others

    @property
    def per_item(self) -> bool:
        """Whether it exists per seat, persona ... only, not for the game as a whole."""
        return self.of is not None and not self.of_optional

    @property
    def assessed(self) -> bool:
        """Whether this release assesses it at all."""
        return not self.reason

    def reason_in(self, *, one_loses: bool) -> str:
        """Why it is not assessed in such a game; '' if it is."""
        return self.reason or (self.reason_one_loses if one_loses else self.reason_one_wins)

    def meaning_in(self, *, one_loses: bool) -> str:
        """The meaning in such a game."""
        return (self.meaning_one_loses if one_loses else "") or self.meaning


LEAD_GAMES = "games with exactly one winner (one loser, where one loses) and two rounds at least"
NO_WINNER_ALONE = "one player loses and all others win: there is no first and second"

_METRICS = (
    Metric(
        name="seat_win_rate",
        number=1,
        title="win rate by seat",
        meaning="How often each seat wins; a shared victory counts as an equal part of one.",
        definition="p_s = mean over games of the win share of seat s; 0 where nobody wins",
        source="Ludii AdvantageP1",
        uncertainty=CREDIT,
        unit="share",
        of="seat",
    ),
    Metric(
        name="seat_advantage",
        number=1,
        title="seat advantage",
        meaning="How much more often than its fair part each seat wins.",
        definition="p_s - 1/n",
        source="Ludii AdvantageP1",
        uncertainty="As seat_win_rate, shifted.",
        unit="difference",
        of="seat",
    ),
    Metric(
        name="seat_spread",
        number=1,
        title="seat spread",
        meaning="Win rate of the best seat minus that of the worst: what sitting in the right place is worth.",
        definition="max p_s - min p_s",
        source="Ludii Balance; Agresti & Min 2005",
        uncertainty=(
            "From intervals of all pairwise differences that hold together (Agresti & Min 2005 for matched shares, "
            "Bonferroni): honest about not knowing which seats are the extremes. The value itself leans upwards when "
            "games are few."
        ),
        unit="difference",
    ),
    Metric(
        name="seat_loss_rate",
        number=1,
        title="loss rate by seat",
        meaning="How often each seat is the one that loses.",
        definition="games in which seat s lost and somebody won / games",
        source="-",
        uncertainty=WILSON,
        unit="share",
        of="seat",
        reason_one_wins="only of games in which one player loses and all others win",
    ),
    Metric(
        name="balance",
        number=2,
        title="balance",
        meaning="1 when all seats win equally often, lower the more one seat is ahead of another.",
        definition="1 - max over seats a, b of |p_a - p_b|",
        source="Ludii Balance",
        uncertainty="As seat_spread, turned round.",
        unit="index",
    ),
    Metric(
        name="first_player_fairness",
        number=3,
        title="first-player fairness",
        meaning="1 when whoever starts wins their fair part; towards 0 when starting wins always, or never.",
        definition="n p_1 if p_1 <= 1/n, else n (1 - p_1) / (n - 1)",
        source="CardStock",
        uncertainty="Image of Wilson's interval of the first seat's win rate; it reaches 1 where that contains 1/n.",
        unit="index",
    ),
    Metric(
        name="seat_entropy",
        number=4,
        title="outcome entropy by seat",
        meaning="How open it is which seat wins: 1 = all equally likely, 0 = always the same seat.",
        definition="-sum over seats of q ln q / ln n, q = the seat's part of all victories",
        source="standard",
        uncertainty=(
            "Image of simultaneous intervals of the shares (least and largest entropy within them), for the delta "
            "method degenerates at even shares, where the entropy has its maximum. Cautious elsewhere. The standard "
            "error is the delta method's: 0 at even shares."
        ),
        unit="index",
    ),
    Metric(
        name="persona_entropy",
        number=4,
        title="outcome entropy by persona",
        meaning="How open it is which way of playing wins: 1 = all equally good, 0 = only one ever wins.",
        definition="-sum over personas of q ln q / ln K, q = W_k / sum of W",
        source="standard",
        uncertainty="As seat_entropy, from the personas' win rates; the standard error is an upper bound.",
        unit="index",
    ),
    Metric(
        name="persona_win_rate",
        number=5,
        title="win rate by persona",
        meaning="How often a persona wins, per seat it takes, against the others of the line-up.",
        definition="W_k = credit of all seats played by persona k / number of these seats",
        source="-",
        uncertainty=RATIO_CREDIT,
        unit="share",
        of="persona",
    ),
    Metric(
        name="persona_loss_rate",
        number=5,
        title="loss rate by persona",
        meaning="How often a persona is the one that loses, per seat it takes.",
        definition="1 - (n - 1) W_k: of n players all but one share the victory",
        source="-",
        uncertainty="As persona_win_rate, turned round.",
        unit="share",
        of="persona",
        reason_one_wins="only of games in which one player loses and all others win",
    ),
    Metric(
        name="persona_lift",
        number=5,
        title="persona lift",
        meaning="How much more often than its fair part a persona wins.",
        definition="W_k - 1/n",
        source="-",
        uncertainty="As persona_win_rate, shifted.",
        unit="difference",
        of="persona",
    ),
    Metric(
        name="dominance",
        number=6,
        title="dominance",
        meaning="Which personas do at least as well as another one against every line-up.",
        definition="k dominates j: payoff(k, .) >= payoff(j, .) against every line-up of the others, > for one",
        source="TAG ParetoAnalysis; empirical game theory",
        uncertainty="-",
        unit="share",
        of="persona",
        reason=TOURNAMENT,
    ),
    Metric(
        name="equilibrium_share",
        number=7,
        title="equilibrium share",
        meaning="How often sensible players would choose a persona once everybody has adapted to everybody.",
        definition="maximum-entropy Nash mixture of the payoff matrix",
        source="Balduzzi et al. 2018",
        uncertainty="-",
        unit="share",
        of="persona",
        reason=TOURNAMENT,
    ),
    Metric(
        name="viable_personas",
        number=7,
        title="viable personas",
        meaning="How many ways of playing remain worthwhile once everybody has adapted.",
        definition="exp of the entropy of the equilibrium mixture",
        source="Balduzzi et al. 2018",
        uncertainty="-",
        unit="personas",
        reason=TOURNAMENT,
    ),
    Metric(
        name="alpha_rank",
        number=7,
        title="alpha-rank",
        meaning="How much of the time a population that keeps adapting plays a persona.",
        definition="stationary distribution of alpha-rank",
        source="Omidshafiei et al. 2019",
        uncertainty="-",
        unit="share",
        of="persona",
        reason=TOURNAMENT,
    ),
    Metric(
        name="lead_changes",
        number=8,
        title="lead changes",
        meaning="How often the lead passes to another player in a game.",
        meaning_one_loses="How often being last (heading for the loss) passes to another player in a game.",
        definition="number of rounds t > 1 with leader(t) other than leader(t - 1); a tie keeps the old leader",
        source="Browne 2008, repaired",
        uncertainty=STUDENT,
        unit="changes",
        stats=("mean",),
        stat="mean",
    ),
    Metric(
        name="lead_changes_per_round",
        number=8,
        title="lead changes per round",
        meaning="How often the lead passes to another player, per round.",
        meaning_one_loses="How often being last (heading for the loss) passes to another player, per round.",
        definition="lead changes / rounds of each game, averaged over games",
        source="Browne 2008, repaired",
        uncertainty=STUDENT,
        unit="changes",
        stats=("mean",),
        stat="mean",
    ),
    Metric(
        name="drama",
        number=9,
        title="drama",
        meaning="How far behind the eventual winner was while behind: 0 = never, towards 1 = far behind.",
        meaning_one_loses="How well off the eventual loser was while not yet near the loss: 0 = never well off.",
        definition=(
            "mean over rounds with rho < theta of sqrt(theta - rho); rho = the winner's rank from 0 (last) to 1, "
            "theta = (1 + (n - 2) / (n - 1)) / 2; 0 if there are none"
        ),
        source="Browne 2008 via CardStock",
        uncertainty=STUDENT,
        unit="index",
        stats=("mean",),
        stat="mean",
    ),
    Metric(
        name="decisiveness",
        number=10,
        title="decisiveness",
        meaning="How far into the game the winner takes the lead for good: 0 = at once, 1 = only at the end.",
        meaning_one_loses="How far into the game the loser falls last for good: 0 = at once, 1 = only at the end.",
        definition="t*/T; t* = first round from which the eventual winner leads until the end",
        source="Browne 2008, simple form",
        uncertainty=STUDENT,
        unit="index",
        stats=("mean",),
        stat="mean",
    ),
    Metric(
        name="dead_time",
        number=10,
        title="dead time",
        meaning="Share of the game that is left once the eventual winner leads for good.",
        meaning_one_loses="Share of the game that is left once the eventual loser is last for good.",
        definition="1 - t*/T",
        source="Browne 2008, simple form",
        uncertainty=STUDENT,
        unit="index",
        stats=("mean",),
        stat="mean",
    ),
    Metric(
        name="runaway_index",
        number=11,
        title="runaway index",
        meaning="Does the leader at 25, 50 or 75 % of the game go on to win? 0 = like anybody, 1 = always.",
        meaning_one_loses="Does the last at 25, 50 or 75 % of the game go on to lose? 0 = like anybody, 1 = always.",
        definition="(P(the leader after round ceil(tau T) wins) - 1/n) / (1 - 1/n)",
        source="this project",
        uncertainty="Wilson's score interval, rescaled.",
        unit="index",
        of="quarter",
    ),
    Metric(
        name="comeback_rate",
        number=12,
        title="comeback rate",
        meaning="Share of games won by a player who was last half-way.",
        meaning_one_loses="Share of games lost by a player who was first half-way.",
        definition="P(after round ceil(T / 2) nobody stood lower than the winner, and somebody higher)",
        source="this project",
        uncertainty=WILSON,
        unit="share",
    ),
    Metric(
        name="decisions",
        number=14,
        title="decisions",
        meaning="Choices between two options or more in a game, all players together.",
        definition="nodes with two options or more, per game",
        source="TAG, Ludii",
        uncertainty=ORDER,
        unit="decisions",
        stats=(*DISTRIBUTION, "per_player"),
        stat="mean",
    ),
    Metric(
        name="branching",
        number=14,
        title="branching",
        meaning="Options to choose from at a decision.",
        definition="all options / all decisions",
        source="TAG, Ludii",
        uncertainty=RATIO,
        unit="options",
    ),
    Metric(
        name="forced_share",
        number=14,
        title="forced share",
        meaning="Share of the moments to choose that leave one option only, and so no choice.",
        definition="nodes with one option / all nodes",
        source="TAG",
        uncertainty=RATIO + " Wilson's with the number of games where the share is 0 or 1.",
        unit="share",
    ),
    Metric(
        name="node_decisions",
        number=14,
        title="decisions of a kind",
        meaning="Decisions of one kind in a game, all players together.",
        definition="nodes of that kind with two options or more, per game",
        source="TAG, Ludii",
        uncertainty=STUDENT,
        unit="decisions",
        of="node",
        stats=("mean",),
        stat="mean",
    ),
    Metric(
        name="node_options",
        number=14,
        title="options at a kind of decision",
        meaning="Options to choose from at a decision of one kind.",
        definition="options / decisions, of that kind",
        source="TAG, Ludii",
        uncertainty=RATIO,
        unit="options",
        of="node",
    ),
    Metric(
        name="rounds",
        number=15,
        title="rounds",
        meaning="Length of a game in rounds; unfinished games count with the rounds they got.",
        definition="rounds begun in a game",
        source="Ludii",
        uncertainty=ORDER,
        unit="rounds",
        stats=DISTRIBUTION,
        stat="mean",
    ),
    Metric(
        name="turns",
        number=15,
        title="turns",
        meaning="Length of a game in turns, all players together.",
        definition="turns begun in a game",
        source="Ludii",
        uncertainty=ORDER,
        unit="turns",
        stats=DISTRIBUTION,
        stat="mean",
    ),
    Metric(
        name="minutes",
        number=15,
        title="minutes",
        meaning="Length of a game in minutes at the pace the scenario gives (report: seconds_per_decision).",
        definition="decisions x seconds per decision / 60",
        source="-",
        uncertainty=ORDER + " The pace itself is taken as given.",
        unit="minutes",
        stats=DISTRIBUTION,
        stat="mean",
    ),
    Metric(
        name="ending_share",
        number=16,
        title="endings",
        meaning="How often games end in each way; 'unfinished' were cut off and nobody won them.",
        definition="games with that ending / all games",
        source="Ludii Completion, Timeouts",
        uncertainty=WILSON,
        unit="share",
        of="ending",
    ),
    Metric(
        name="score",
        number=17,
        title="score",
        meaning="Final scores: of all seats together, or the mean of one seat.",
        definition="score at the end of the game, as the game's rulebook.md says",
        source="TAG",
        uncertainty=(
            ORDER + " All seats together: a game counts as one observation, however its scores hang together."
        ),
        unit="points",
        of="seat",
        of_optional=True,
        stats=SPREAD_OUT,
        stat="mean",
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
    ),
    Metric(
        name="margin",
        number=17,
        title="margin",
        meaning="Points between the best and the second-best score, finished games.",
        definition="highest score - second-highest score",
        source="TAG",
        uncertainty=ORDER + " relative: from intervals of mean and sd that hold together (cautious).",
        unit="points",
        stats=(*SPREAD_OUT, "relative"),
        stat="mean",
        reason_one_loses=NO_WINNER_ALONE,
    ),
    Metric(
        name="tie_rate",
        number=17,
        title="tie rate",
        meaning="Share of games in which several players share the victory.",
        definition="games with more than one winner / all games",
        source="TAG",
        uncertainty=WILSON,
        unit="share",
        reason_one_loses=NO_WINNER_ALONE,
    ),
    Metric(
        name="part_lift",
        number=18,
        title="part lift (raw)",
        meaning=(
            "How much more often than their fair part players win who have the part. Raw: having it goes with playing "
            "on, and with who plays, so it is a lead to follow, not an effect."
        ),
        definition="credit of the seats that have the part / number of these seats - 1/n",
        source="17lands",
        uncertainty=RATIO_CREDIT,
        unit="difference",
        of="part",
    ),
)

CATALOGUE: dict[str, Metric] = {metric.name: metric for metric in _METRICS}
"""All metrics of this release in the order of docs/metrics.md."""

QUARTERS = ("25", "50", "75")
"""Points of the game, in percent, at which the runaway index looks."""
