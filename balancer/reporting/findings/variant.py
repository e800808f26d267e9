"""Effects of a variant in sentences: the largest changes, what stays, and how far the games stay alike."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from balancer.analysis.comparisons import comparison
from balancer.analysis.comparisons.effect import Effect
from balancer.analysis.estimates.catalogue import LENGTHS
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.results import PairResult
from balancer.analysis.verdicts import BETTER, EQUIVALENT, MOVED, UNDECIDED, WORSE
from balancer.reporting import numbers, phrases
from balancer.reporting.findings.effect_words import change_words, figure_words, value_words
from balancer.sides import BANK, TOGETHER
from balancer.wording import capital, listed

NOT_SEEN = "no change seen"
SHOWN_VERDICTS = {MOVED: "changed"}  # verdict -> its word in texts, where that is another one than in data files
MIN_GAMES = 30  # that a figure needs, to be shown, if it is about some of the games only


def verdict_words(effect: Effect) -> str:
    """Return the verdict; if the whole interval lies within the margin and holds zero, that no change was seen."""
    if effect.verdict == EQUIVALENT and not effect.certain:
        return NOT_SEEN
    return SHOWN_VERDICTS.get(effect.verdict, effect.verdict)


def unchanged(effect: Effect) -> bool:
    """Return whether no change of it was seen."""
    return verdict_words(effect) == NOT_SEEN


def has_too_few_games(effect: Effect) -> bool:
    """Return whether a figure about some of the games, such as those with a lead, has fewer than MIN_GAMES of them."""
    games = min(effect.base.games, effect.variant.games)
    return games < MIN_GAMES <= effect.pairs


def findings(main: Sequence[Effect], others: Sequence[Effect]) -> list[str]:
    """Return a sentence for each main figure that changed; then what is equivalent, and the most certain others."""
    main = [effect for effect in main if not has_too_few_games(effect)]
    moved = [effect for effect in main if effect.verdict not in {EQUIVALENT, UNDECIDED} and effect.value is not None]
    sentences = []
    for effect in moved:
        verdict = f" ({effect.verdict})" if effect.better else ""
        values = " → ".join(value_words(effect, side.value) for side in (effect.base, effect.variant))
        sentences.append(f"{figure_words(effect)}: {values}, {change_words(effect)}{verdict}.")
    unseen = [figure_words(effect) for effect in main if unchanged(effect)]
    same = [
        figure_words(effect) for effect in main if effect.verdict == EQUIVALENT and figure_words(effect) not in unseen
    ]
    sentences = [capital(sentence) for sentence in sentences]
    sentences += [f"Changed by less than the margin: {', '.join(same)}."] if same else []
    sentences += [f"No change seen: {', '.join(unseen)}."] if unseen else []
    if others:
        named = [f"{figure_words(effect)} {change_words(effect)}" for effect in others[:3]]
        sentences.append(f"Other metrics that changed: {'; '.join(named)}.")
    return sentences


def further_changes(effects: Sequence[Effect]) -> list[Effect]:
    """Return further metrics that changed, in the order of CARE."""
    main = {effect.offer.metric.title for effect in effects if effect.main}
    moved = [
        effect for effect in without_repeats(effects) if not effect.main and effect.verdict in {BETTER, WORSE, MOVED}
    ]
    titles: set[str] = set()
    for effect in sorted(
        moved, key=lambda effect: effect.offer.metric.number == 0
    ):  # a game's own name for a metric comes last
        key = effect.offer.metric.title.replace("'s", "")
        if effect.offer.metric.number == 0 and key in titles | main:
            moved.remove(effect)
        titles.add(key)
    return sorted(moved, key=lambda effect: (care(effect), -in_margins(effect)))


def without_repeats(effects: Sequence[Effect]) -> list[Effect]:
    """Drop effects that repeat another, or have too few games.

    A win rate, its advantage over an equal share and, if one player loses, the loss rate say the same; so does a figure
    of the only persona, next to that of the whole game.
    Of two that repeat each other the one in the main table stays; of the others the kind that the seats have there.
    """
    effects = [effect for effect in effects if not has_too_few_games(effect)]
    against_fair = any(effect.main and effect.ref.metric in comparison.FAIR_OF.values() for effect in effects)
    main = {comparison.fair(effect.ref) for effect in effects if effect.main}
    lost = {(effect.offer.metric.of, effect.ref.of) for effect in effects if effect.ref.metric.endswith("_loss_rate")}
    won = {*comparison.FAIR_OF.keys(), *comparison.FAIR_OF.values()}
    whole = {(effect.base.value, effect.variant.value) for effect in effects if not effect.ref.of}
    left_out = comparison.FAIR_OF.keys() if against_fair else comparison.FAIR_OF.values()
    return [
        effect
        for effect in effects
        if effect.main
        or (
            comparison.fair(effect.ref) not in main
            and not (effect.offer.metric.of == "persona" and (effect.base.value, effect.variant.value) in whole)
            and effect.ref.metric not in left_out
            and not (effect.ref.metric in won and (effect.offer.metric.of, effect.ref.of) in lost)
        )
    ]


# words in names of metrics, in the order in which designers care for them
CARE = ("win", "loss", "spread", "lift", "advantage", "ending", "rounds", "turns", "minutes", "margin", "lead", "tie")


def care(effect: Effect) -> int:
    """Return the position of a figure in CARE."""
    return next((place for place, word in enumerate(CARE) if word in effect.ref.metric), len(CARE))


def in_margins(effect: Effect) -> float:
    """Return the size of a change in margins, so that figures of all units can be ranked."""
    return effect.size / (effect.margin or math.inf)


MAX_IN_LEAD = 2  # metrics

# figures that a lead names, next to those of the main table and the length of a game
LEAD_SUBJECTS = ("seat", "persona", "ending")


class VariantLead(NamedTuple):
    """The largest changes by a variant, in a sentence."""

    sentence: str
    effects: Sequence[Effect] = ()  # that the sentence gives, with their intervals


def lead(effects: Sequence[Effect], headline: Collection[FigureRef]) -> VariantLead:
    """Return the clear changes of headline figures, then of others, the largest (in margins) first.

    At most MAX_IN_LEAD metrics are named, each with one figure; the first headline figure also where it is undecided.
    """
    candidates = [
        effect
        for effect in without_repeats(effects)
        if effect.main or effect.offer.metric.of in LEAD_SUBJECTS or effect.ref.metric in LENGTHS
    ]
    changed = [effect for effect in candidates if effect.verdict in {BETTER, WORSE, MOVED}]
    changed.sort(key=lambda effect: (effect.ref not in headline, -in_margins(effect)))
    by_metric: dict[str, Effect] = {}
    for effect in changed:
        by_metric.setdefault(effect.ref.metric, effect)
    named = list(by_metric.values())[:MAX_IN_LEAD]
    if named:
        words = listed([_changed_words(effect) + _seats_words(effect, effects) for effect in named])
        if changed[0].ref not in headline:
            return VariantLead(f"{words}; no headline figure clearly changes.", named)
        more = "; other figures change, too" if len(by_metric) > len(named) else ""
        return VariantLead(f"{words}{_open_question(effects, headline) or more}.", named)
    unsure = [effect for effect in effects if effect.main and effect.value is not None and effect.verdict == UNDECIDED]
    small = [effect for effect in effects if effect.main and effect.certain and not has_too_few_games(effect)]
    more = seen = ""
    if small:
        largest = max(small, key=in_margins)
        margin = numbers.amount(largest.margin, numbers.unit_of(largest.unit))
        more = " by more than its margin"
        seen = f"{_changed_words(largest)}, and changes up to {margin} count as none"
    if not unsure:
        return VariantLead(f"No main figure changes{more}: {seen}." if small else "No change seen in any main figure.")
    widest = max(unsure, key=lambda effect: effect.half_width / (effect.margin or math.inf))
    uncertain = f"least certain is {figure_words(widest)}, {change_words(widest)}"
    return VariantLead(f"No main figure clearly changes{more}; {uncertain}.", [widest])


def _open_question(effects: Sequence[Effect], headline: Collection[FigureRef]) -> str:
    """Return a clause on the first headline figure, which the scenario asks about first; '' unless it is undecided."""
    first = next((effect for ref in headline for effect in effects if effect.ref == ref), None)
    if first is None or first.verdict != UNDECIDED or first.value is None or has_too_few_games(first):
        return ""
    return f"; undecided is {phrases.phrase(first.offer, first.ref)} ({change_words(first)})"


def _changed_words(effect: Effect) -> str:
    """Return a clause: `games are 1.6 ± 0.2 rounds shorter`, `the margin falls from 2.7 to 2.1 (−0.6 ± 0.2)`."""
    change = change_words(effect)
    if effect.ref.metric in LENGTHS and not effect.ref.stat and "(" not in change:
        longer = "longer" if (effect.value or 0) > 0 else "shorter"
        verdict = f" ({effect.verdict})" if effect.better else ""
        return f"games are {change.lstrip('+−')} {effect.ref.metric} {longer}{verdict}"
    verdict = f"{effect.verdict}, " if effect.better else ""
    before, now = (value_words(effect, side.value) for side in (effect.base, effect.variant))
    way = "rises" if (effect.value or 0) > 0 else "falls"
    return f"{phrases.phrase(effect.offer, effect.ref)} {way} from {before} to {now} ({verdict}{change})"


def _seats_words(effect: Effect, effects: Sequence[Effect]) -> str:
    """Return who is ahead with the variant's rules, if the effect is on the spread of the seats, else ''."""
    rates = {"seat_win_rate": "wins", "seat_loss_rate": "loses"}
    seats = [other for other in effects if other.ref.metric in rates and other.variant.value is not None]
    if effect.ref.metric != "seat_spread" or not seats:
        return ""
    seats.sort(key=lambda seat: -(seat.variant.value or 0.0))
    first, last = (
        f"{seat.ref.of} {rates[seat.ref.metric]} {value_words(seat, seat.variant.value)}"
        for seat in (seats[0], seats[-1])
    )
    return f": seat {first}, seat {last.replace(' wins', '').replace(' loses', '')}"


# The games ------------------------------------------------------------------------------------------------------------
def games_words(pair: PairResult, confidence: float) -> list[str]:
    """Compare the games pair by pair, in one or two sentences."""
    pairs = pair.pairs
    if pairs["first_apart"] is None:
        return [f"All {numbers.count(pairs['games'])} pairs of games are identical in every figure: no effect."]
    shares = (comparison.share_of_pairs(pair, count, confidence) for count in ("alike", "winner_changed"))
    alike, changed = (numbers.text(share.figure, numbers.SHARE) for share in shares)
    alike = f"{alike} are identical in all figures, numbers of options offered included"
    if pair.is_solo_for_score:
        score = comparison.share_of_other_scores(pair, confidence)
        changes = f"The score changes in {numbers.text(score.figure, numbers.SHARE)} of the pairs; " if score else ""
        return [f"{changes}{alike}."]
    result = _result_word(pair)
    sentences = [f"The {result} changes in {changed} of the pairs; {alike}."]
    if pairs["first_winner_changed"] is None:
        sentences.append(f"The {result} is the same in every pair.")
    return sentences


def _result_word(pair: PairResult) -> str:
    return "loser" if pair.base.one_loses else "result" if pair.base.sides in {TOGETHER, BANK} else "winner"


def divergence_words(pair: PairResult) -> list[str]:
    """Show where the first pair of games with different winners diverges; [] if there is none.

    Its record has the number of the `game`, `winner_changed`, `where` (round and turn), the `decision` in both games,
    whether it is the `same`, what happened `then` in either, and an `error` where it could not be narrated.
    """
    divergence = pair.divergence
    if not divergence:
        return []
    result = _result_word(pair)
    which = f"the first with another {result}" if divergence["winner_changed"] else "the first that differs"
    if divergence["error"]:
        return [f"Game {divergence['game']} is {which}; it could not be narrated: {divergence['error']}"]
    what = f", in {divergence['what']}" if divergence.get("what") else ""
    sentences = [f"Game {divergence['game']} is {which}. The two games diverge {divergence['where']}{what}:"]
    if divergence["same"]:
        sentences += [f"the last decision was the same: {divergence['decision'][0]}"] if divergence["decision"] else []
    here = divergence["then"] if divergence["same"] else divergence["decision"]
    return [*sentences, f"base: {here[0]}", f"variant: {here[1]}"]
