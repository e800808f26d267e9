"""Conclusions from a tournament: the mixture that players reach, stable and dominated personas, the gain of skill."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.analysis.figure import Figure
from balancer.players.tournament import NEGLIGIBLE, Tournament
from balancer.reporting import numbers
from balancer.reporting.numbers import DIFFERENCE, SHARE, text
from balancer.wording import listed

IN_USE = 0.005  # smaller shares of an equilibrium are not named
PAIR = 2  # players of a duel
MANY_UNFINISHED = 0.001  # a persona is named if this share of games is unfinished when all seats play it


def sentences(tournament: Tournament) -> list[str]:
    """Return what follows from a tournament, the most important first."""
    return [
        *_settled(tournament),
        *_stable(tournament),
        *_dominated(tournament),
        *_skill(tournament),
        *_unfinished(tournament),
        *_incomplete(tournament),
    ]


def _settled(tournament: Tournament) -> list[str]:
    used = [persona for persona in tournament.ranking if tournament.equilibrium.shares[persona] >= IN_USE]
    shares = [f"{tournament.names[persona]} {share_words(tournament.shares[persona])}" for persona in used]
    if tournament.shares[used[0]].low > 1 - IN_USE:  # an interval of no width says no more
        shares = [f"{tournament.names[used[0]]} only"]
    do = "end up" if tournament.alternative is None else "may end up"
    sentence = f"Players who adapt to each other {do} with {listed(shares)}: {_gain_words(tournament)}."
    value, low, high = (numbers.fixed(end, 1) for end in tournament.viable.ends)
    interval = f" ({low} to {high})" if low != high else ""
    viable = f"Effectively {value} of {len(tournament.names)} personas are viable{interval}, by their shares."
    others = [mixture(tournament, equilibrium.shares.tolist()) for equilibrium in tournament.equilibria[1:]]
    more = [f"Other equilibria: {'; '.join(others)}."] if others else []
    if tournament.alternative is not None:
        another = mixture(tournament, tournament.alternative.tolist())
        more += [
            f"It is one of several mixtures that these games can't tell from an equilibrium; another is {another}."
        ]
    return [sentence, viable, *more]


def _skill(tournament: Tournament) -> list[str]:
    """Say what choosing well gains: the personas that get most and least among random players."""
    if not tournament.skill:
        return []
    verb = "avoids losing in" if tournament.one_loses else "wins"
    *_, (worst, least) = tournament.skill.items()
    best, most = next(iter(tournament.skill.items()))
    others = (
        "the other chooses" if tournament.payoffs.seats == PAIR else f"{tournament.payoffs.seats - 1} others choose"
    )
    fewest = f", {worst} {_share(least)}" if worst != best else ""
    fair, order = numbers.fair(tournament.fair_among_random(best)), tournament.skill_order[best]
    ends = " to ".join(numbers.fixed(end, 2) for end in (order.low, order.high))
    edge = f"where {others} at random, {best} {verb} {_share(most)}{fewest}; an equal share is {fair}"
    scale = "0 is pure luck, 1 is a player who always wins"
    if tournament.one_loses:
        scale = "0 is pure luck, 1 is a player who never loses"
    return [f"Skill: {edge}. Skill order {numbers.fixed(order.value, 2)} ({ends}): {scale}."]


def _gain_words(tournament: Tournament) -> str:
    """Say what a single deviating player gains: `no persona gains more than 0.53 pp against this mixture`."""
    gain = tournament.equilibrium.exploitability
    limit = tournament.exploitability_limit(tournament.equilibrium)
    if limit < NEGLIGIBLE:
        return "no persona does better against this mixture"
    most = numbers.amount(limit, DIFFERENCE)
    if gain < NEGLIGIBLE:
        return f"no persona gains more than {most} against this mixture"
    return f"not quite an equilibrium, as the best answer gains {numbers.plain(gain, DIFFERENCE, 2)}, at most {most}"


def _share(share: Figure) -> str:
    return text(share, SHARE)


def share_words(share: Figure) -> str:
    """Return a share of the equilibrium with its interval: `77% (53% to 96%)`."""
    value, low, high = (numbers.plain(end, SHARE, 0) for end in share.ends)
    return f"{value} ({low} to {high})"


def mixture(tournament: Tournament, shares: Sequence[float]) -> str:
    """Name the personas in use: `careful only`, `careful 60% with bold 40%`."""
    used = sorted((k for k in range(len(shares)) if shares[k] >= IN_USE), key=lambda k: -shares[k])
    if len(used) == 1:
        return f"{tournament.names[used[0]]} only"
    return " with ".join(f"{tournament.names[k]} {numbers.plain(shares[k], SHARE, 0)}" for k in used)


def _stable(tournament: Tournament) -> list[str]:
    """Name the personas that are stable when all seats play them, and those that another persona breaks."""
    names: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for stability in tournament.stabilities:
        most = numbers.plain(stability.gain.value, DIFFERENCE, 1)
        gain = f" (a single {tournament.names[stability.best]} gains {most})"
        names[stability.stable].append(
            tournament.names[stability.persona] + (gain if stability.stable is False else "")
        )
    words = {
        True: f"Stable if everybody plays them: {listed(names[True])}; any other persona does worse there.",
        None: f"Too few games to tell whether stable: {listed(names[None])}.",
        False: f"Not stable: {listed(names[False])}.",
    }
    return [sentence for verdict, sentence in words.items() if names[verdict]]


def _dominated(tournament: Tournament) -> list[str]:
    sentences = []
    for persona, name in enumerate(tournament.names):
        better = [tournament.names[other] for other in tournament.dominated_by(persona)]
        if better:
            do = "does" if len(better) == 1 else "do"
            sentences.append(f"{name} is dominated: {listed(better)} {do} better against every line-up of the others.")
    return sentences


def _unfinished(tournament: Tournament) -> list[str]:
    cut = {name: share for name, share in tournament.unfinished.items() if share >= MANY_UNFINISHED}
    if not cut:
        return []
    named = [f"{numbers.plain(share, SHARE, 1)} when all seats play {name}" for name, share in cut.items()]
    return [f"Games cut off at max_rounds, which nobody wins: {listed(named)}."]


def _incomplete(tournament: Tournament) -> list[str]:
    played, possible = tournament.line_ups
    if played == possible:
        return []
    part = f"{numbers.count(played)} of {numbers.count(possible)}"
    return [f"{part} line-ups were played; the payoffs of the others are fitted as sums over the opponents."]
