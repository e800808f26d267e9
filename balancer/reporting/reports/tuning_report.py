"""What a search for habits found, in words."""

from __future__ import annotations

from balancer.players.exploit import Exploit, Round, Tuned, mixture_words
from balancer.players.tuning import Response, Share
from balancer.reporting import numbers
from balancer.reporting.axis import shown
from balancer.reporting.numbers import DIFFERENCE, SHARE
from balancer.simulation.ownership import TEXT_MARK

WIDE = 1.96
"""Standard errors in half an interval of 95 %."""


def share_words(share: Share) -> str:
    """A share with half its interval: `41.2% ± 0.5 pp`."""
    return numbers.written(share.value, WIDE * share.se, SHARE)


def exploit_words(found: Exploit) -> list[str]:
    """The answer of `balancer exploit`, line by line."""
    response, one_loses = found.response, found.scenario.game.one_loses
    verb = "is safe in" if one_loses else "wins"
    fair = numbers.plain(found.fair, SHARE, 1)
    setting = found.stop.setting
    against = f"{setting.players} players, against {shown(setting.lineup)}"
    lines = [found.scenario.title, f"{found.scenario.game.title}, {against}; {fair} is fair", ""]
    incumbent = f"{response.incumbent}: it {verb} {share_words(response.incumbent_share)}"
    best = f"The best persona in one player's place is {incumbent}"
    if response.kept:
        lines += [
            f"A player with these habits {verb} {share_words(response.held_out)} of the games against this table:",
            f"  {habits_words(response)}",
            f"{best}; the habits found gain {gain_words(response)}.",
        ]
    else:
        lines += [f"{best}.", f"No habits were found that gain half a point on it ({gain_words(response)})."]
    above = numbers.signed(found.exploitability, DIFFERENCE, 1)
    return [*lines, sample_words(response), f"Exploitability within habits: {above}."]


def habits_words(response: Response) -> str:
    """The habits found."""
    return ", ".join(f"{name} {value}" for name, value in response.persona.habits.items())


def gain_words(response: Response) -> str:
    """The gain over the best persona, with half its interval."""
    return numbers.change(response.gain.value, WIDE * response.gain.se, SHARE)


def sample_words(response: Response) -> str:
    """Both figures: that by which the habits were chosen, and that of games held out."""
    in_sample = numbers.plain(response.in_sample, SHARE, 1)
    held_out = numbers.plain(response.held_out.value, SHARE, 1)
    return f"In the games by which they were chosen the habits got {in_sample}, in games held out {held_out}."


def tuned_words(found: Tuned) -> list[str]:
    """The answer of `balancer tune`, line by line."""
    fair = numbers.plain(found.fair, SHARE, 1)
    lines = [found.scenario.title, f"{found.scenario.game.title}, {found.stop.setting.players} players; {fair} is fair"]
    for number, one in enumerate(found.rounds, start=1):
        lines += ["", *_round(number, one)]
    lines.append("")
    if found.settled:
        lines.append(
            "No start gains half a percentage point any more: an equilibrium within these habits, as far as seen."
        )
    else:
        lines.append("The rounds are used up and the last one still gained: run it again with these personas.")
    return [*lines, "", found.yaml().rstrip()] if found.found else lines


def _round(number: int, one: Round) -> list[str]:
    response = one.response
    verdict = f"kept as {one.name}" if response.kept else "not kept"
    known = f"{response.incumbent} {share_words(response.incumbent_share)}"
    return [
        f"Round {number}, against {mixture_words(one.mixture)}:",
        f"  found {share_words(response.held_out)}, {known}: {gain_words(response)}, {verdict}",
        f"  {sample_words(response)}",
    ]


def yaml_file(found: Tuned) -> str:
    """The personas found as a file, with our mark."""
    return f"# {TEXT_MARK}\n" + (found.yaml() or "personas: {}\n")
