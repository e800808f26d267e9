"""What follows from a tournament: on whom players settle, which tables hold, who is dominated, what skill gains."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.analysis.figure import Figure
from balancer.players.tournament import NEGLIGIBLE, Tournament
from balancer.reporting import numbers
from balancer.reporting.numbers import DIFFERENCE, SHARE, text
from balancer.wording import listed

IN_USE = 0.005  # smaller shares of an equilibrium are not named
PAIR = 2  # players of a duel
MANY_UNFINISHED = 0.001  # a persona whose own table has this share of unfinished games is named


def sentences(one: Tournament) -> list[str]:
    """What follows from a tournament, the most important first."""
    return [*_settled(one), *_conventions(one), *_dominated(one), *_skill(one), *_unfinished(one), *_incomplete(one)]


def _settled(one: Tournament) -> list[str]:
    used = [persona for persona in one.ranking if one.equilibrium.shares[persona] >= IN_USE]
    shares = [f"{one.names[persona]} {share_words(one.shares[persona])}" for persona in used]
    if one.shares[used[0]].low > 1 - IN_USE:  # an interval of no width says no more
        shares = [f"{one.names[used[0]]} alone"]
    sentence = f"Players who adapt to each other settle on {listed(shares)}: {_gain_words(one)}."
    value, low, high = (numbers.fixed(end, 1) for end in one.viable.ends)
    interval = f" ({low} to {high})" if low != high else ""
    of = f"{value} of {len(one.names)} personas{interval}"
    viable = f"Worth playing: {of}, counted by their shares."
    others = [mixture(one, found.shares.tolist()) for found in one.equilibria[1:]]
    more = [f"Other equilibria: {'; '.join(others)}."] if others else []
    return [sentence, viable, *more]


def _skill(one: Tournament) -> list[str]:
    """What choosing well gains over chance: the persona that gets most among random players, and the least."""
    if not one.skill:
        return []
    verb = "is safe in" if one.one_loses else "wins"
    *_, (worst, least) = one.skill.items()
    best, most = next(iter(one.skill.items()))
    others = "the other chooses" if one.payoffs.seats == PAIR else f"{one.payoffs.seats - 1} others choose"
    fewest = f", {worst} {_share(least)}" if worst != best else ""
    fair, order = numbers.fair(one.fair_among_random(best)), one.skill_order[best]
    ends = " to ".join(numbers.fixed(end, 2) for end in (order.low, order.high))
    found = f"where {others} at random, {best} {verb} {_share(most)}{fewest}; players of equal strength get {fair}"
    scale = "0 is chance alone and 1 a player who never fails"
    return [f"Skill: {found}. That is a skill order of {numbers.fixed(order.value, 2)} ({ends}), where {scale}."]


def _gain_words(one: Tournament) -> str:
    """What the best answer to the equilibrium gains: `the best answer to it gains 0.53 pp at most`."""
    found = one.equilibrium.exploitability
    limit = one.exploitability_limit(one.equilibrium)
    if limit < NEGLIGIBLE:
        return "no persona does better against it"
    most = numbers.amount(limit, DIFFERENCE)
    if found < NEGLIGIBLE:
        return f"the best answer to it gains {most} at most"
    return f"not quite an equilibrium, the best answer gains {numbers.plain(found, DIFFERENCE, 2)}, at most {most}"


def _share(share: Figure) -> str:
    """A share of the wins with its uncertainty: `91.2% ± 1.3 pp`."""
    return text(share, SHARE)


def share_words(share: Figure) -> str:
    """Return a share of the equilibrium with its interval: `77% (53% to 96%)`."""
    value, low, high = (numbers.plain(end, SHARE, 0) for end in share.ends)
    return f"{value} ({low} to {high})"


def mixture(one: Tournament, shares: Sequence[float]) -> str:
    """Who is in use: `careful alone`, `careful 60% with bold 40%`."""
    used = sorted((k for k in range(len(shares)) if shares[k] >= IN_USE), key=lambda k: -shares[k])
    if len(used) == 1:
        return f"{one.names[used[0]]} alone"
    return " with ".join(f"{one.names[k]} {numbers.plain(shares[k], SHARE, 0)}" for k in used)


def _conventions(one: Tournament) -> list[str]:
    """Which tables of one persona alone hold themselves."""
    names: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for stability in one.stabilities:
        gain = f" ({one.names[stability.best]} {numbers.signed(stability.gain.value, DIFFERENCE, 1)} there)"
        names[stability.stable].append(one.names[stability.persona] + (gain if stability.stable is False else ""))
    holding = f"among {listed(names[True], last='or')} alone, any other persona does worse"
    said = {
        True: f"Tables that hold themselves: {holding}.",
        None: f"Undecided, more games may tell: tables of {listed(names[None])}.",
        False: f"Tables that another persona breaks: {listed(names[False])}.",
    }
    return [sentence for verdict, sentence in said.items() if names[verdict]]


def _dominated(one: Tournament) -> list[str]:
    sentences = []
    for persona, name in enumerate(one.names):
        better = [one.names[other] for other in one.dominated_by(persona)]
        if better:
            do = "does" if len(better) == 1 else "do"
            sentences.append(f"{name} is dominated: {listed(better)} {do} better against every line-up of the others.")
    return sentences


def _unfinished(one: Tournament) -> list[str]:
    cut = {name: share for name, share in one.unfinished.items() if share >= MANY_UNFINISHED}
    if not cut:
        return []
    named = [f"{numbers.plain(share, SHARE, 1)} among {name} alone" for name, share in cut.items()]
    return [f"Games cut off at max_rounds, which nobody wins: {listed(named)}."]


def _incomplete(one: Tournament) -> list[str]:
    played, possible = one.line_ups
    if played == possible:
        return []
    part = f"{numbers.count(played)} of {numbers.count(possible)}"
    return [f"{part} line-ups were played; the payoffs of the others are fitted as sums over the opponents."]
