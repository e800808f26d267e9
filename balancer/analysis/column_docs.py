"""Every column of every CSV table, explained."""

from __future__ import annotations

from balancer.analysis.arc import CURVES
from balancer.analysis.metric import DISTRIBUTION, STATISTICS

Columns = dict[str, str]

SEAT = "seat, from 1; seat 1 starts"
OF = "seat (from 1), persona, ending, part ...; empty: the game as a whole"
BEHIND = "games behind the row"
NOTE = "what to keep in mind about this row"
LOSES = "only in games where one player loses and all others win"


def _figure(name: str, meaning: str, family: str = "", *, unit: str = "", se: bool = True) -> Columns:
    """The columns of a figure: value, standard error, ends of its interval.

    family: the items whose intervals hold simultaneously; unit: what is independent, where it is not the row.
    """
    together = f"simultaneous for all {family}" if family else "empty: no bound can be given"
    columns = {name: meaning}
    if se:
        columns[f"{name}_se"] = f"standard error of {name}{unit}"
    for end, which in (("low", "lower"), ("high", "upper")):
        columns[f"{name}_{end}"] = f"{name}: {which} end of the interval at the stated confidence; {together}"
    return columns


def _of_row(name: str, family: str = "") -> Columns:
    """The uncertainty of the one figure of a row."""
    columns = _figure(name, "", family)
    return {column.removeprefix(f"{name}_"): meaning for column, meaning in columns.items() if column != name}


UPSIDE_DOWN = "; where one player loses: lost, on mirrored standings, so that the lowest leads"
PER_GAME = ", games being independent"

COLUMNS: dict[str, Columns] = {
    "cells": {
        "label": "base: the base rules; empty: another cell of the sweep",
        "game": "the game",
        "players": "number of players",
        "lineup": "personas of the line-up, in the scenario's order",
        "seating": "rotate: the line-up moves on by one seat per game; fixed: everybody keeps their seat",
        "seed": "seed of all dice",
        "games": "games played",
        "won": "games that somebody won",
        "shared": "games that several players won together",
        "wanted": "half-width requested, where the cell was played to a precision",
        "half_width": "half-width reached: that of the widest simultaneous interval of the seats' win rates",
        "looks": "number of looks until playing stopped",
    },
    "seats": {
        "seat": SEAT,
        **_figure("win", "mean win share: 1 for a victory, split equally if shared, 0 where nobody wins", "seats"),
        **_figure("advantage", "win - 1 / players", "seats", se=False),
        **_figure("loss", f"share of games that this seat loses; {LOSES}", "seats"),
        **_figure("score", "mean final score", "seats"),
        "games": BEHIND,
    },
    "personas": {
        "persona": "name of the persona",
        "claim": "what it stands for",
        **_figure("win", "mean win share of the seats it took", "personas", unit=PER_GAME),
        **_figure("loss", f"share of its seats' games that it loses; {LOSES}", "personas", unit=PER_GAME),
        **_figure("lift", "win - 1 / players", "personas", se=False),
        "seats_played": "seats it took, over all games",
        "games": "approximate number of games it took part in",
        "note": NOTE,
    },
    "persona_seats": {
        "persona": "name of the persona",
        "seat": SEAT,
        **_figure("win", "mean win share of the persona in that seat", "rows of the cell", se=False),
        "win_se": "standard error of win",
        "games": "games in which the persona took that seat",
    },
    "length": {
        "quantity": "rounds, turns, decisions (nodes with two options or more), minutes where a pace is given",
        "mean": STATISTICS["mean"],
        **_of_row("mean"),
        **{stat: STATISTICS[stat] for stat in DISTRIBUTION if stat != "mean"},
        "games": BEHIND,
    },
    "endings": {
        "ending": "how the game ends; unfinished: cut off, nobody wins",
        "count": "games that ended this way",
        "share": "the same as a share of all games",
        **_of_row("share", "endings"),
        "games": BEHIND,
    },
    "arc": {
        "at": "point of the game: share of its rounds, the round rounded up; 1: its end",
        **{
            column: f"{meaning}{UPSIDE_DOWN if column == name else ''}"
            for name, about in CURVES.items()
            for column, meaning in _figure(name, about, "points of the game").items()
        },
        "games": "games behind the row: exactly one winner (one loser) and two rounds at least; no rows without any",
    },
    "nodes": {
        "node": "kind of decision",
        "per_game": "decisions of the kind (two options or more) per game, all players together",
        "per_game_se": "standard error of per_game",
        **_figure("options", "options per such decision: all options / all decisions", "kinds", unit=PER_GAME),
        "games": BEHIND,
    },
    "metrics": {
        "metric": "name of the metric, explained in docs/metrics.md",
        "of": "seat, persona, ending, node, part, or percent of the game; empty: the game as a whole",
        "stat": "statistic; value: the metric itself",
        "value": "the figure; empty: undefined, see note",
        "se": "its standard error; empty: none can be given (quantiles have intervals only)",
        **{end: text for end, text in _of_row("value", "rows of a metric and statistic").items() if end != "se"},
        "games": "games behind the figure",
        "unit": "unit; share: 0..1; difference: of shares",
        "note": "why it is undefined, or what to keep in mind",
    },
    "extras": {
        "extra": "a figure of the game's own",
        "meaning": "what it is",
        "measure": "unit",
        "mean": "mean over the games in which it is defined",
        **_of_row("mean"),
        "games": "games in which it is defined",
    },
    "parts": {
        "part": "name of the part",
        "win": "mean win share of the seats that had it",
        "win_se": f"standard error of win{PER_GAME}",
        **_figure(
            "lift", "win - 1 / players; raw: having a part depends on playing on and on the persona", "parts", se=False
        ),
        "seats_held": "seats that had it, over all games",
        "games": "approximate number of games in which somebody had it",
    },
    "histograms": {
        "quantity": "rounds, turns, decisions, margin, winner_score, score (of all seats together), "
        "node.NAME (decisions at a node), extras.NAME (a figure of the game's own)",
        "value": "a value",
        "games": "games with that value (score: seats of games)",
        "share": "the same as a share",
    },
}
"""Tables of `balancer run` and `sweep`; each also has `cell` and the axes."""

TEXT = {
    *("game", "lineup", "seating", "seed", "persona", "claim", "note", "quantity", "ending", "node"),
    *("metric", "of", "stat", "unit", "extra", "meaning", "measure", "part", "label"),
}
"""Columns of text, and `seed`, which may exceed a table's whole numbers; all others hold numbers or NaN."""

COMPARISON: dict[str, Columns] = {
    "differences": {
        "variant": "the variant that is compared with the base rules",
        "table": "main: the figures that the scenario names, and the seats; other: every further metric",
        "figure": "dotted name of the figure",
        "metric": "name of the metric",
        "of": OF,
        "stat": "statistic",
        "unit": "unit of the difference; of shares: a difference of shares",
        "base": "the figure under the base rules",
        "base_low": "lower end of its own interval",
        "base_high": "upper end",
        "variant_value": "the figure under the variant's rules",
        "variant_low": "lower end of its own interval",
        "variant_high": "upper end",
        "difference": "variant minus base",
        "difference_se": "its standard error over pairs of games; empty where the method gives none",
        "difference_low": "lower end of its interval; all of the same variant and table hold simultaneously",
        "difference_high": "upper end",
        "verdict": "better, worse, moved, equivalent (the whole interval within the margin) or undecided",
        "margin": "difference that counts as none (report: margins)",
        "better": "direction that is good (report: better)",
        "gain": "variance without pairs / variance with pairs: how many times more games it would take without pairs",
        "games": "pairs of games",
        "note": NOTE,
    },
    "pairs": {
        "variant": "the variant that is compared with the base rules",
        "games": "pairs of games",
        "alike": "share of pairs with the same winners and the same figures",
        "alike_low": "lower end of its interval",
        "alike_high": "upper end",
        "winner_changed": "share of pairs with other winners",
        "winner_changed_low": "lower end of its interval",
        "winner_changed_high": "upper end",
        "first_apart": "number of the first game that differs in any figure",
        "first_winner_changed": "number of the first game with other winners",
        "looks": "number of looks, where the comparison was played to a precision",
        "half_width": "half-width of the widest interval of the differences of the seats' win rates",
    },
}
"""The columns of the tables of `balancer compare`."""

CHECKS: Columns = {
    "check": "name of the check; 'baseline' for figures of the accepted baseline",
    "path": "place of the check in the scenario; 'baseline'",
    "metric": "name of the metric",
    "of": OF,
    "stat": "statistic",
    "place": "what was played: base rules, a variant, a cell of the sweep; by whom, if not as set up",
    "table": "who played: empty as set up, a persona alone, or the mixture on which players settle",
    "against": "the rules it was compared with: value and bounds are of the difference",
    "unit": "unit of the figure; of a share, differences are differences of shares",
    "value": "the figure, or the difference to 'against'",
    "low": "lower end of its interval at 'confidence'; empty: too few games to bound it",
    "high": "upper end",
    "games": "games behind the figure",
    "accepted": "the figure in the accepted baseline",
    "change": "value minus accepted",
    "change_low": "lower end of the interval of the change",
    "change_high": "upper end",
    "at_least": "lowest value allowed; for the baseline: of the change (minus its margin)",
    "at_most": "highest value allowed; for the baseline: of the change (its margin)",
    "verdict": "pass: the whole interval is allowed; fail: none of it is; undecided: some; new: nothing accepted yet",
    "confidence": "confidence of the interval, so that all intervals of the suite hold simultaneously over all looks",
    "look": "look at which it was decided, from 1",
    "note": NOTE,
}
"""The table checks.csv of `balancer check`."""

VERDICTS: Columns = {
    "cell": "number of the cell, from 1, in the order of the sweep",
    **{
        name: CHECKS[name]
        for name in ("check", "metric", "of", "stat", "value", "low", "high", "at_least", "at_most", "verdict")
    },
    "confidence": "confidence of the interval, so that all verdicts of the sweep hold simultaneously",
    "games": "games behind the figure",
    "games_to_decide": "games per cell that would decide an undecided figure, 80% likely; empty: none would",
}
"""The table verdicts.csv of `balancer sweep`."""

CANDIDATES: Columns = {
    "candidate": "number of the candidate, from 1, the smallest change first; 0: the base rules",
    "changes": "how many knobs it changes",
    "distance": "how far they go: the sum of the distances of its knobs (docs/seek.md)",
    "verdict": "pass, fail or undecided on all checks together; empty: not played",
    "chosen": "whether it is the smallest change that passes (one of them, if several are as small)",
    "games": "games of the race behind the verdict",
    "fresh_games": "games of another seed behind the verdict; empty: it did not get so far",
    "check": "the check that decides: the one missed by most; where all hold, the one nearest to its bound",
    "figure": "dotted name of its figure",
    **{name: CHECKS[name] for name in ("value", "low", "high", "at_least", "at_most")},
    "games_to_decide": "games that would decide an undecided candidate, 80% likely; empty: none would",
    "options": "how a command line sets these rules",
}
"""The table candidates.csv of `balancer seek`, besides one column for each knob that may change."""

CHANGES: Columns = {
    "knob": "the rule that is changed alone",
    "value": "what it is changed to",
    "figure": "dotted name of the figure",
    "base": "the figure under the base rules",
    "now": "the figure with the change",
    "change": "its difference from the base, from pairs of games on the same dice",
    "low": "lower end of the interval of the difference; all intervals hold simultaneously",
    "high": "its upper end",
    "verdict": "better, worse, moved, equivalent (within the margin), no clear change, or same games",
    "games": "pairs of games",
}
"""Columns of changes.csv: every single change of a sweep with `mode: one_at_a_time`."""

ROBUSTNESS: Columns = {
    "conclusion": "a figure under the base rules, its change along an axis, or a check",
    "kind": "value, change or check",
    "table": "who plays: as set up, a persona alone, or the mixture on which players settle; competent tables only",
    "value": "the figure at that table",
    "low": "lower end of its interval (dice, not people)",
    "high": "upper end of its interval",
    "games": "games behind the figure",
    "verdict": "as set up: robust, or depends on the players; at a table: whether the conclusion holds there",
}
"""The table robustness.csv of `balancer run` and `balancer sweep`."""

RETUNED: Columns = {
    "cell": "number of the cell in cells.csv",
    "where": "the cell in words",
    "beaten": "whether a better player beats the table",
    "by": "the persona that gets most against the table; habits found by a search: near which persona they are",
    "found": "whether these habits were found by the search",
    "share": "what that player gets, in games held out",
    "share_se": "its standard error",
    "fair": "the share of equals",
    "mixture": "on whom players settle there, personas tuned by the rules of that cell among them",
    "figure": "headline figure",
    "as_set_up": "the figure as set up",
    "tuned": "the figure among tuned players",
    "tuned_low": "lower end of its interval",
    "tuned_high": "upper end of its interval",
    "games": "games of tuned players",
    "differs": "whether the two differ by more than the margin, beyond their dice",
}
"""The table retuned.csv of `balancer sweep --retune`: a row per headline figure of a beaten cell, else one per cell."""
