"""What a search for habits found, in words."""

from __future__ import annotations

from balancer.analysis.figure import Figure
from balancer.players.exploit import Exploit, Round, Tuned, mixture_words
from balancer.players.tuning import Response, Share
from balancer.reporting import numbers
from balancer.reporting.axis import shown
from balancer.reporting.numbers import CELL, CHANGE, SHARE, text
from balancer.simulation.ownership import TEXT_MARK


def share_words(share: Share, confidence: float) -> str:
    """Return a share with half its interval, or both ends near 0 and 100%: `41.2% ± 0.5 pp`, `0.0% (0 to 0.2%)`."""
    figure = share.at(confidence)
    return text(Figure(figure.value, max(0.0, figure.low), min(1.0, figure.high)), SHARE, CELL)


def change_words(change: Share, confidence: float) -> str:
    """Return a difference of shares with half its interval: `+3.1 ± 0.5 pp`."""
    return text(change.at(confidence), SHARE, CHANGE)


def confidence_words(confidence: float) -> str:
    """`Intervals (±) at 95% confidence`."""
    return f"Intervals (±) at {numbers.confidence(confidence)} confidence"


def exploit_words(found: Exploit) -> list[str]:
    """The answer of `balancer exploit`, line by line."""
    response, one_loses = found.response, found.scenario.game.one_loses
    confidence = found.scenario.report.confidence
    verb = "is safe in" if one_loses else "wins"
    fair = numbers.plain(found.fair, SHARE, 1)
    setting = found.stop.setting
    against = f"{setting.players} players, against {shown(setting.lineup)}; {fair} is fair"
    lines = [found.scenario.title, f"{found.scenario.game.title}, {against}", confidence_words(confidence), ""]
    incumbent = f"{response.incumbent}: it {verb} {share_words(response.incumbent_share, confidence)}"
    best = f"The best persona in one player's place is {incumbent}"
    held_out, gain = share_words(response.held_out, confidence), change_words(response.gain, confidence)
    if response.kept:
        lines += [
            f"A player with these habits {verb} {held_out} of the games against this table:",
            f"  {habits_words(response)}",
            f"{best}; the habits found gain {gain}.",
        ]
    else:
        lines += [f"{best}.", f"No habits were found that gain half a point on it ({gain})."]
    above = change_words(found.exploitability, confidence)
    return [*lines, sample_words(response), f"Exploitability within habits: {above}."]


def habits_words(response: Response) -> str:
    """The habits found."""
    return ", ".join(f"{name} {value}" for name, value in response.persona.habits.items())


def sample_words(response: Response) -> str:
    """Both figures: that by which the habits were chosen, and that of games held out."""
    in_sample = numbers.plain(response.in_sample, SHARE, 1)
    held_out = numbers.plain(response.held_out.value, SHARE, 1)
    return f"In the games by which they were chosen the habits got {in_sample}, in games held out {held_out}."


def tuned_words(found: Tuned) -> list[str]:
    """The answer of `balancer tune`, line by line."""
    fair = numbers.plain(found.fair, SHARE, 1)
    confidence, players = found.scenario.report.confidence, f"{found.stop.setting.players} players"
    setting = f"{found.scenario.game.title}, {players}; {fair} is fair"
    lines = [found.scenario.title, setting, confidence_words(confidence)]
    for number, one in enumerate(found.rounds, start=1):
        lines += ["", *_round(number, one, confidence)]
    lines.append("")
    if found.settled:
        lines.append(
            "No start gains half a percentage point any more: an equilibrium within these habits, as far as seen."
        )
    else:
        lines.append("The rounds are used up and the last one still gained: run it again with these personas.")
    return [*lines, "", found.yaml().rstrip()] if found.found else lines


def _round(number: int, one: Round, confidence: float) -> list[str]:
    response = one.response
    verdict = f"kept as {one.name}" if response.kept else "not kept"
    known = f"{response.incumbent} {share_words(response.incumbent_share, confidence)}"
    gain = change_words(response.gain, confidence)
    return [
        f"Round {number}, against {mixture_words(one.mixture)}:",
        f"  found {share_words(response.held_out, confidence)}, {known}: {gain}, {verdict}",
        f"  {sample_words(response)}",
    ]


def yaml_file(found: Tuned) -> str:
    """The personas found as a file, with our mark."""
    return f"# {TEXT_MARK}\n" + (found.yaml() or "personas: {}\n")
