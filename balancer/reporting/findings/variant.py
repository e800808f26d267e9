"""What a variant changes, in sentences: the largest changes, which figures stay, and how far games stay alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

from balancer.analysis import comparison
from balancer.analysis.catalogue import LENGTHS
from balancer.analysis.effect import Effect
from balancer.analysis.results import PairResult
from balancer.analysis.verdicts import BETTER, EQUIVALENT, MOVED, UNDECIDED, WORSE
from balancer.reporting import numbers
from balancer.reporting.findings.effect_words import change_words, figure_words, value_words, value_words_of

NOT_SEEN = "no change seen"


def verdict_words(one: Effect) -> str:
    """Its verdict; where the whole interval lies within the margin and holds zero, that no change was seen."""
    return NOT_SEEN if one.verdict == EQUIVALENT and not one.certain else one.verdict


def unchanged(one: Effect) -> bool:
    """Whether no change of it was seen."""
    return verdict_words(one) == NOT_SEEN


def findings(main: Sequence[Effect], others: Sequence[Effect]) -> list[str]:
    """The main figures that changed, one sentence each; then what is equivalent, and the most certain other changes."""
    moved = [one for one in main if one.verdict not in {EQUIVALENT, UNDECIDED} and one.value is not None]
    sentences = [
        f"{figure_words(one)}: {_values(one)}, {change_words(one)}{f' ({one.verdict})' if one.better else ''}."
        for one in moved
    ]
    unseen = [figure_words(one) for one in main if unchanged(one)]
    same = [figure_words(one) for one in main if one.verdict == EQUIVALENT and figure_words(one) not in unseen]
    sentences += [f"Changed by less than matters: {', '.join(same)}."] if same else []
    sentences += [f"No change seen: {', '.join(unseen)}."] if unseen else []
    if others:
        named = [f"{figure_words(one)} {change_words(one)}" for one in others[:3]]
        sentences.append(f"Other metrics that changed: {'; '.join(named)}.")
    return sentences


def _values(one: Effect) -> str:
    """`4% → 27%`."""
    return " → ".join(value_words(one, side.value) for side in (one.base, one.variant))


def most_certain(known: Sequence[Effect]) -> list[Effect]:
    """Further metrics that changed: who wins, how it ends, how long, how close, the rest."""
    main = {one.offer.metric.title for one in known if one.main}
    moved = [one for one in once(known) if not one.main and one.verdict in {BETTER, WORSE, MOVED}]
    titles: set[str] = set()
    for one in sorted(moved, key=lambda one: one.offer.metric.number == 0):  # a game's own name for a metric comes last
        key = one.offer.metric.title.replace("'s", "")
        if one.offer.metric.number == 0 and key in titles | main:
            moved.remove(one)
        titles.add(key)
    return sorted(moved, key=lambda one: (care(one), -in_margins(one)))


def once(known: Sequence[Effect]) -> list[Effect]:
    """Effects without those that say another one again: a win rate, or its advantage over a fair share.

    That of the main table stays; of others the kind that the seats have there.
    """
    against_fair = any(one.main and one.ref.metric in comparison.FAIR_OF.values() for one in known)
    main = {comparison.fair(one.ref) for one in known if one.main}
    left_out = comparison.FAIR_OF.keys() if against_fair else comparison.FAIR_OF.values()
    return [
        one for one in known if one.main or (comparison.fair(one.ref) not in main and one.ref.metric not in left_out)
    ]


CARE = ("win", "loss", "spread", "lift", "advantage", "ending", "rounds", "turns", "minutes", "margin", "lead", "tie")
"""Words in the names of metrics, in the order in which designers care for them."""


def care(one: Effect) -> int:
    """The place of a figure in that order."""
    return next((place for place, word in enumerate(CARE) if word in one.ref.metric), len(CARE))


def in_margins(one: Effect) -> float:
    """The size of a change in margins, so that figures of all units can be ranked."""
    return one.size / (one.margin or math.inf)


MAX_IN_HEADLINE = 2

WHO_HOW_LONG = ("seat", "persona", "ending")
"""Of whom the figures are that a headline speaks of, beside those of the main table and the length of a game."""


def headline(known: Sequence[Effect]) -> str:
    """What a variant changes most, in a sentence: the two largest changes in margins, one figure of every kind."""
    main = [one for one in known if one.main and one.value is not None]
    asked = [one for one in once(known) if one.main or one.offer.metric.of in WHO_HOW_LONG or one.ref.metric in LENGTHS]
    moved = sorted((one for one in asked if one.verdict in {BETTER, WORSE, MOVED}), key=lambda one: -in_margins(one))
    named: dict[str, str] = {}
    for one in moved:
        named.setdefault(one.ref.metric, _changed_words(one))
    if named:
        rest = len(named) - MAX_IN_HEADLINE
        kinds = "kinds of figures" if rest > 1 else "kind of figure"
        more = f"; {rest} more {kinds} changed" if rest > 0 else ""
        return f"{', '.join(list(named.values())[:MAX_IN_HEADLINE])}{more}."
    unsure = [one for one in main if one.verdict == UNDECIDED]
    if not unsure:
        return "No change seen in any main figure."
    widest = max(unsure, key=lambda one: one.half_width / (one.margin or math.inf))
    return f"No main figure clearly changes; least certain is {figure_words(widest)}, {change_words(widest)}."


def _changed_words(one: Effect) -> str:
    """`instant 4% → 27%`, `1.6 rounds shorter`, `seat spread 6 pp → 10 pp (worse)`."""
    way = f" ({one.verdict})" if one.better else ""
    if one.ref.metric in LENGTHS and not one.ref.stat:
        longer = "longer" if (one.value or 0) > 0 else "shorter"
        return f"{value_words_of(one.size, one)} {one.ref.metric} {longer}{way}"
    return f"{figure_words(one).removeprefix('endings: ')} {_values(one)}{way}"


# The games ------------------------------------------------------------------------------------------------------------
def games_words(pair: PairResult, confidence: float) -> list[str]:
    """The effect of the change game by game; one sentence each."""
    known = pair.pairs
    if known["first_apart"] is None:
        return [f"All {numbers.count(known['games'])} pairs of games are identical in every figure: no effect."]
    shares = (comparison.share_of_pairs(pair, count, confidence) for count in ("alike", "winner_changed"))
    alike, changed = (numbers.text(share.figure, numbers.SHARE) for share in shares)
    sentences = [f"{changed} of the pairs have other winners; {alike} are identical throughout."]
    if known["first_winner_changed"] is None:
        sentences.append(
            f"The winners are the same in every pair; game {known['first_apart']} is the first that differs."
        )
    return sentences


def divergence_words(pair: PairResult) -> list[str]:
    """Where the first pair of games with other winners diverges; one sentence each, [] if there is none."""
    known = pair.divergence
    if not known:
        return []
    which = "the first with another winner" if known["winner_changed"] else "the first that differs"
    if known["error"]:
        return [f"Game {known['game']} is {which}; it could not be narrated: {known['error']}"]
    sentences = [f"Game {known['game']} is {which}. The two games diverge {known['where']}:"]
    if known["same"]:
        sentences += [f"the last decision was the same: {known['decision'][0]}"] if known["decision"] else []
        sentences += [f"then base: {known['then'][0]}", f"then variant: {known['then'][1]}"]
    else:
        sentences += [f"base: {known['decision'][0]}", f"variant: {known['decision'][1]}"]
    return sentences
