"""Conclusions from a tournament: the mixture that players reach, stable and dominated personas, the gain of skill."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from balancer.analysis.figure import Figure
from balancer.players.payoffs import LineUp, Payoff
from balancer.players.tournament import NEGLIGIBLE, Tournament
from balancer.reporting import numbers
from balancer.reporting.numbers import CHANGE, DIFFERENCE, SHARE, text
from balancer.sides import BANK, POINTS
from balancer.wording import capital, listed

IN_USE = 0.005  # smaller shares of an equilibrium are not named
PAIR = 2  # players of a duel
MOST_NAMED = 3  # line-ups that can't be told from the best; more are counted
MANY_UNFINISHED = 0.001  # a persona is named if this share of games is unfinished when all seats play it


def sentences(tournament: Tournament) -> list[str]:
    """Return what follows from a tournament, the most important first."""
    if tournament.has_rivals:
        lead = [*_settled(tournament), *_stable(tournament), *_dominated(tournament)]
    else:
        lead = _best_line_up(tournament)
    return [
        *lead,
        *_roles(tournament),
        *(_skill(tournament) if tournament.random is None else _skill_gain(tournament)),
        *_unfinished(tournament),
        *_incomplete(tournament),
    ]


def _best_line_up(tournament: Tournament) -> list[str]:
    """Say in which line-up a game without rivals goes best, and in which worst; these have no equilibrium.

    Played together every line-up counts, otherwise those of one persona: the others hardly matter there.  Only what
    certainly differs from all others is called the most or the least.
    """
    stakes, unit = tournament.stakes, tournament.stakes.unit
    measured = {
        line_up: functools.reduce(Payoff.joined, payoffs.values()) if unit == POINTS else next(iter(payoffs.values()))
        for line_up, payoffs in tournament.payoffs.measured.items()
        if stakes.together or len(payoffs) == 1
    }
    ranked = sorted(measured, key=lambda line_up: -measured[line_up].worth)
    z = tournament.joint_z
    first, last = ranked[0], ranked[-1]
    top = [line_up for line_up in ranked if not measured[first].is_above(measured[line_up], z)]
    bottom = [line_up for line_up in ranked if not measured[line_up].is_above(measured[last], z)]
    name = functools.partial(_line_up_words, tournament)
    figures = {line_up: text(Figure(p.value, *p.interval(z)), unit) for line_up, p in measured.items()}
    named = [f"{name(line_up)} {figures[line_up]}" for line_up in ranked]
    verb = "wins" if stakes.is_share else "scores"
    best, worst, worse = "most", "least", "less"
    if stakes.is_share:
        best, worst, worse = (f"{word} often" for word in (best, worst, worse))
    elif stakes.low_is_best:
        best, worst, worse = "lowest", "highest", "higher"
    bank = " against the bank" if stakes.sides == BANK else ""
    if len(top) > 1:
        most = f"which line-up the table {verb} {best} with" if stakes.together else f"who {verb} {best}{bank}"
        less = f"; {worse} than {name(first)}: {_some(named[len(top) :])}" if len(top) < len(ranked) else ""
        return [f"Too few games to tell {most}: {_some(named[: len(top)])}{less}{stakes.order}."]
    games = f"of {'the' if stakes.together else 'its'} games" if stakes.is_share else "a game"
    if stakes.together:
        most, least = f"the table {verb} {best} with {name(first)}", f"{worst} with {name(last)}"
    else:
        most, least = f"{bank} {name(first)} {verb} {best}".strip(), f"{name(last)} {worst}"
    least = f"{least}, {figures[last]}"
    if len(bottom) > 1:
        least = f"{worst} {'with ' * stakes.together}one of {_some(named[-len(bottom) :])}"
    return [f"{capital(most)}, {figures[first]} {games}, and {least}{stakes.order}."]


def _some(items: Sequence[str]) -> str:
    """Join line-ups, of many only the first."""
    more = [f"{len(items) - MOST_NAMED} more"] if len(items) > MOST_NAMED else []
    return listed([*items[:MOST_NAMED], *more])


def _line_up_words(tournament: Tournament, line_up: LineUp) -> str:
    """Return `most` for a line-up of one persona, `most ×2 with fewest` for others."""
    counts = {tournament.names[persona]: line_up.count(persona) for persona in dict.fromkeys(line_up)}
    if len(counts) == 1:
        return f"{next(iter(counts))} only" if tournament.stakes.together else next(iter(counts))
    return _among(name if count == 1 else f"{name} ×{count}" for name, count in counts.items())


def _among(personas: Iterable[str]) -> str:
    """Return `most with fewest and late`: a persona and the others of its line-up."""
    first, *others = personas
    return f"{first} with {listed(others)}"


def _skill_gain(tournament: Tournament) -> list[str]:
    """Say what a persona gets among random players more than these get among their like."""
    stakes, random, gains = tournament.stakes, tournament.random, tournament.skill_gain
    if random is None or not gains:
        return []
    unit, ranked = stakes.unit, sorted(gains, key=lambda name: -gains[name].value)
    # A change of the score itself: below 0 if it is better where the lowest is best.
    changes_of_score = [stakes.worth_of(gains[name]) for name in (ranked[0], ranked[-1])]
    figures = [change_words(change, numbers.as_difference(unit)) for change in changes_of_score]
    changes = f"it is {figures[0]} with {ranked[0]}"
    if len(ranked) > 1:
        changes = f"it is at best {figures[0]} with {ranked[0]}, at worst {figures[1]} with {ranked[-1]}"
    what = (
        "the table wins"
        if stakes.together and stakes.is_share
        else "a player " + ("wins" if stakes.is_share else "scores")
    )
    base = text(Figure.around(random.value, tournament.payoffs.critical(1) * random.se), unit)
    if stakes.players == 1:
        return [f"Skill: choosing at random {what} {base}; for a persona {changes}{stakes.order}."]
    instead = "with a persona in all seats" if stakes.together else f"for one {stakes.entry} of a persona among them"
    return [f"Skill: where all choose at random {what} {base}; {instead} {changes}{stakes.order}."]


def change_words(change: Figure, unit: str) -> str:
    """Return a difference as `48.5 ± 0.5 points more`, or `less`; with its sign where it may be 0."""
    if change.low <= 0 <= change.high:
        return f"a difference of {text(change, unit, CHANGE)}"
    if change.value > 0:
        return f"{text(change, unit)} more"
    return f"{text(Figure(-change.value, -change.high, -change.low), unit)} less"


def _roles(tournament: Tournament) -> list[str]:
    """Say how each persona does as each team, where teams differ in size: payoffs are means over all of them."""
    stakes, names = tournament.stakes, tournament.names
    if not stakes.roles:
        return []
    means = f"Each persona plays {'both' if len(stakes.roles) == PAIR else 'all'} teams equally often"
    if not tournament.by_role:
        return [f"{means}: its payoff is the mean."]
    roles = []
    for team, seats in stakes.roles.items():
        shares = [f"{_share(tournament.in_role(team, name))} with {name}" for name in names[:MOST_NAMED]]
        roles.append(f"{numbers.team(str(team), seats)} wins {listed(shares)}")
    return [f"{means}, and its payoff is the mean. Against all line-ups in turn {'; '.join(roles)}."]


def _settled(tournament: Tournament) -> list[str]:
    used = [persona for persona in tournament.ranking if tournament.equilibrium.shares[persona] >= IN_USE]
    shares = [f"{tournament.names[persona]} {share_words(tournament.shares[persona])}" for persona in used]
    is_pure = tournament.shares[used[0]].low > 1 - IN_USE
    if is_pure:  # an interval of no width says no more
        shares = [f"{tournament.names[used[0]]} only"]
    do = "end up" if tournament.alternative is None else "may end up"
    lead = f"Players who adapt to each other {do} with"
    if tournament.shares[used[0]].low < IN_USE:  # not even the most common one is known to be in use
        lead = "Too few games to tell which personas players who adapt to each other end up with; so far"
    sentence = f"{lead} {listed(shares)}: {_gain_words(tournament, is_pure=is_pure)}."
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
    entry, count = tournament.stakes.entry, tournament.payoffs.seats - 1
    if entry == "team":
        others = "the other team chooses" if count == 1 else f"the {count} other teams choose"
    else:
        others = "the other chooses" if count == 1 else f"{count} others choose"
    shares = f"{best} {verb} {_share(most)}"
    if worst != best:
        shares = f"a {entry} {verb} at best {_share(most)} with {best}, at worst {_share(least)} with {worst}"
    fair, order = numbers.fair(tournament.fair_among_random(best)), tournament.skill_order[best]
    ends = " to ".join(numbers.fixed(end, 2) for end in (order.low, order.high))
    edge = f"where {others} at random, {shares}; an equal share is {fair}"
    always = "never loses" if tournament.one_loses else "always wins"
    scale = f"0 is pure luck, 1 is a {entry} {'that' if entry == 'team' else 'who'} {always}"
    return [f"Skill: {edge}. Skill order {numbers.fixed(order.value, 2)} ({ends}): {scale}."]


def _gain_words(tournament: Tournament, *, is_pure: bool) -> str:
    """Say what a single deviating player gains: `no persona gains more than 0.53 pp against this mixture`.

    is_pure: whether the equilibrium is one persona only.
    """
    gain = tournament.equilibrium.exploitability
    limit, negligible = tournament.exploitability_limit(tournament.equilibrium), NEGLIGIBLE * tournament.scale
    if limit < negligible:
        return f"no persona does better against {'it' if is_pure else 'this mixture'}"
    most = numbers.amount(limit, DIFFERENCE if tournament.payoffs.are_shares else POINTS)
    if gain < negligible:
        return f"no persona gains more than {most} against {'it' if is_pure else 'this mixture'}"
    return f"not quite an equilibrium, as the best answer gains {_gain(tournament, gain, 2)}, at most {most}"


def _gain(tournament: Tournament, gain: float, decimals: int) -> str:
    """Return a gain in its unit: `3.1 pp`, `0.25 points`."""
    if tournament.payoffs.are_shares:
        return numbers.plain(gain, DIFFERENCE, decimals)
    return f"{numbers.fixed(gain, decimals + 1)} {POINTS}"


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
    return _among(f"{tournament.names[k]} {numbers.plain(shares[k], SHARE, 0)}" for k in used)


def _stable(tournament: Tournament) -> list[str]:
    """Name the personas that are stable when all seats play them, and those that another persona breaks."""
    names: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for stability in tournament.stabilities:
        most = _gain(tournament, stability.gain.value, 1)
        gain = f" (a single {single_words(tournament, stability.best)} gains {most})"
        names[stability.stable].append(
            tournament.names[stability.persona] + (gain if stability.stable is False else "")
        )
    words = {
        True: f"Stable if everybody plays them: {listed(names[True])}; any other persona does worse there.",
        None: f"Too few games to tell whether stable: {listed(names[None])}.",
        False: f"Not stable: {listed(names[False])}.",
    }
    return [sentence for verdict, sentence in words.items() if names[verdict]]


def single_words(tournament: Tournament, persona: int) -> str:
    """Return a persona that deviates alone: `careful`, or `team of careful`."""
    name = tournament.names[persona]
    return f"team of {name}" if tournament.stakes.entry == "team" else name


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
