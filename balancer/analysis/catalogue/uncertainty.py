"""How uncertainty is computed: sentences that several metrics share."""

WILSON = (
    "Wilson's score interval, of rare events the exact binomial limit; simultaneous for the family by Bonferroni "
    "(Goodman 1965)."
)
CREDIT = (
    "Wilson's score interval (of rare events the exact binomial limit) with the effective number of games "
    "n p (1 - p) / s^2 where victories are shared, plain "
    "Wilson where they are not; simultaneous for the family by Bonferroni (Goodman 1965)."
)
STUDENT = (
    "Interval of the mean over games from three moments, one extreme game thought added and one taken away (Fay & "
    "Feuer 1997)."
)
RATIO = (
    "Ratio estimator over games (delta method; Cochran 1977, 6.4), one extreme game thought added, of the effective "
    "number of games (Kish 1965)."
)
ORDER = (
    "Mean, sd, cv: three moments, one extreme game thought added and one taken away. Quantiles: order statistics "
    "(binomial ranks, no assumption). tail_ratio: from simultaneous intervals of its three quantiles (conservative)."
)
RATIO_CREDIT = (
    "Ratio estimator over games (a game may seat several of the kind), turned into Wilson's interval with the "
    "effective number of games; simultaneous for the family by Bonferroni."
)
