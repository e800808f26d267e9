"""Worth of personas against each other (metrics 6, 7, 20), measured by tournaments and searches, not in cells."""

from __future__ import annotations

from balancer.analysis.estimates.metric import RATIO_CREDIT, Metric, Page

TOURNAMENT = "it needs a tournament of personas: `balancer tournament` plays one"
EXPLOIT = "it needs a search for habits: `balancer exploit` makes one"
ALPHA_RANK = "its answer depends on an arbitrary mutation rate where selection is strong; see equilibrium_share"

METRICS = (
    Metric(
        name="dominance",
        number=6,
        title="dominance",
        meaning="Which personas do at least as well as another against every line-up.",
        definition="k dominates j: payoff(k, .) >= payoff(j, .) against every line-up of the others, > for one",
        source="TAG ParetoAnalysis; empirical game theory",
        uncertainty="Each difference must exceed its error, corrected for the number of pairs (Berger 1982).",
        unit="share",
        of="persona",
        reason=TOURNAMENT,
        page=Page.PERSONAS,
    ),
    Metric(
        name="equilibrium_share",
        number=7,
        title="equilibrium share",
        meaning="How often rational players would choose a persona once all have adapted to each other.",
        definition="symmetric equilibrium of all line-ups, by multiplicative weights from the uniform mixture",
        source="Balduzzi et al. 2018; Arora, Hazan & Kale 2012",
        uncertainty="Quantiles of the equilibria of payoffs redrawn from their errors.",
        unit="share",
        of="persona",
        reason=TOURNAMENT,
        page=Page.PERSONAS,
    ),
    Metric(
        name="viable_personas",
        number=7,
        title="viable personas",
        meaning="How many personas remain worthwhile once all players have adapted.",
        definition="exp of the entropy of the equilibrium mixture",
        source="Balduzzi et al. 2018",
        uncertainty="As equilibrium_share.",
        unit="personas",
        reason=TOURNAMENT,
        page=Page.PERSONAS,
    ),
    Metric(
        name="exploitability",
        number=7,
        title="exploitability",
        meaning="How much more than an equal share the best habits found win against a line-up.",
        definition=(
            "win share of the best habits found against the line-up, on games not used in the search, "
            "- (games that somebody wins) / games / n"
        ),
        source="-",
        uncertainty="Of games that took no part in the search (held out); of an equilibrium, an upper limit.",
        unit="difference",
        reason=EXPLOIT,
        page=Page.PERSONAS,
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
        reason=ALPHA_RANK,
        page=Page.PERSONAS,
    ),
    Metric(
        name="skill_order",
        number=20,
        title="skill order",
        meaning="How much choosing well gains over chance: 0 if a persona wins as random players do, 1 if always.",
        definition="(W - 1/n) / (1 - 1/n), W the share of the wins of one persona where all others choose at random; "
        "where one player loses, W the share of games not lost and (n - 1)/n for 1/n; of the games that somebody wins",
        source="CardStock",
        uncertainty="That of W, " + RATIO_CREDIT,
        unit="index",
        of="persona",
        reason=TOURNAMENT,
        page=Page.PERSONAS,
    ),
)
