"""Best responses found by a search for habits: columns, words and chart."""

from __future__ import annotations

import math
from collections.abc import Mapping

from balancer.analysis.figure import Figure
from balancer.analysis.sheet import Column, column
from balancer.plain.loading.reading import STYLE
from balancer.players.stakes import Stakes
from balancer.players.tuning import NONE, Response, Share
from balancer.reporting import numbers
from balancer.reporting.numbers import CELL, CHANGE, SHARE, text

MAX_TOLD = 1e8  # games; a larger number of games that would tell is not named

COLUMNS: tuple[Column, ...] = (  # fields of a `Response`
    column("base", "the persona nearest to the habits found"),
    column("fair", "share of equals"),
    column("in_sample", "share of the habits in the games by which they were chosen"),
    column("held_out", "the same in games that took no part in the search", "held_out.value"),
    column("held_out_se", "its standard error", "held_out.se"),
    column("incumbent", "the best persona known before"),
    column("incumbent_share", "its share in games that took no part in the search", "incumbent_share.value"),
    column("incumbent_se", "its standard error", "incumbent_share.se"),
    column("gain", "held_out less incumbent_share; minus that for scores where the lowest is best", "gain.value"),
    column("gain_se", "its standard error", "gain.se"),
    column("kept", "whether the gain is half a percentage point and two standard errors at least"),
    column("games_held_out", "games held out, of each of the two", "confirmed"),
    column("detectable", "the smallest gain that four of five such searches would have confirmed"),
    column(
        "exploitability",
        "share of the best player known, held out, less that of equals; minus that for scores where the lowest is best",
        "exploitability.value",
    ),
)


def share_words(share: Share, confidence: float, unit: str = SHARE) -> str:
    """Return a payoff with half its interval, or both ends near 0 and 100%: `41.2% ± 0.5 pp`, `0.0% (0 to 0.2%)`."""
    words = text(_within(share.at(confidence), unit), unit, CELL)
    return words if unit == SHARE else f"{words} {unit}"


def _within(figure: Figure, unit: str) -> Figure:
    return Figure(figure.value, max(0.0, figure.low), min(1.0, figure.high)) if unit == SHARE else figure


def change_words(change: Share, confidence: float, unit: str = SHARE) -> str:
    """Return a difference of payoffs with half its interval: `+3.1 ± 0.5 pp`."""
    return text(change.at(confidence), unit, CHANGE)


def result_words(share: Share, confidence: float, stakes: Stakes) -> str:
    """Return a payoff with its verb: `it wins 41.2% ± 0.5 pp`, `it scores 0.1 ± 0.2 points`, `the table wins …`."""
    subject = "the table" if stakes.together and stakes.is_share else "it"
    return f"{subject} {stakes.verb} {share_words(share, confidence, stakes.unit)}{stakes.order}"


def equals_words(stakes: Stakes, fair: float) -> list[str]:
    """Return `an equal share is 25%`; [] where equals have none."""
    return [] if stakes.fair is None else [f"an equal share is {numbers.plain(fair, SHARE, 1)}"]


def confidence_words(confidence: float) -> str:
    """Return `intervals (±) at 95% confidence`."""
    return f"intervals (±) at {numbers.confidence(confidence)} confidence"


def habits_words(response: Response) -> str:
    """Return the habits found: `patience 33, greed 4`, and whose methods decide if the game has several."""
    style = response.decides_as
    hidden = {*response.idle, *([STYLE] if style else [])}
    habits = [f"{name} {value}" for name, value in response.persona.habits.items() if name not in hidden]
    return ", ".join([*habits, *([f"deciding as {style} does"] if style else [])])


def not_kept_words(response: Response, confidence: float, stakes: Stakes, among: str | None = None) -> list[str]:
    """Say what a search knows that kept nothing: its best habits and their gain, and what it may have missed.

    among: the others, as in `X, the best persona against this line-up`; None leaves that out.
    """
    beats, beat = ("beats", "beat") if stakes.side_count > 1 else ("plays better than", "play better than")
    gain = change_words(response.gain, confidence, response.unit)
    incumbent = response.incumbent
    appositive = incumbent if among is None else f"{incumbent}, the best persona{among}"
    best = f"the best habits found ({habits_words(response)})"
    if response.known_habits:
        lead = f"Nothing found that {beats} {appositive}: the search led back to its habits ({habits_words(response)})."
    elif response.outcome(confidence) == NONE:
        most = numbers.amount(response.min_gain, response.unit)
        lead = f"{best[0].upper()}{best[1:]} gain less than {most} on {incumbent}: {gain}."
    else:
        lead = f"Undecided whether any habits {beat} {appositive}: {best} gain {gain} on it"
        lead = f"{lead}; {_games_words(response, confidence)}."
    seen = f"Gains below {numbers.amount(response.detectable, response.unit)} may have been missed"
    return [lead, f"{seen}: {numbers.count(response.confirmed)} games confirm that much in four of five searches."]


def _games_words(response: Response, confidence: float) -> str:
    """Return how many games would decide, and the option that plays them."""
    games = response.games_to_tell(confidence)
    if games > MAX_TOLD:
        return f"more than {numbers.count(MAX_TOLD)} games would be needed to tell"
    half_width = response.gain.at(confidence).half_width * math.sqrt(response.confirmed / games)
    precision = f"{half_width * 100:.2g}pp" if response.unit == SHARE else f"{half_width:.2g}"
    return f"about {numbers.count(numbers.round_up(games))} games would tell (--precision {precision})"


def sample_words(response: Response) -> str:
    """Return the payoff in the games that chose the habits, and in games held out."""
    decimals, unit = (1, "") if response.unit == SHARE else (2, f" {response.unit}")
    payoffs = response.in_sample, response.held_out.value
    in_sample, held_out = (numbers.plain(payoff, response.unit, decimals) + unit for payoff in payoffs)
    return f"In the games by which they were chosen the habits got {in_sample}, in games held out {held_out}."


def shares(response: Response, confidence: float) -> Mapping[str, Figure]:
    """Return the bars of the chart: the share of the habits found, and of the best persona known before."""
    return {
        "habits found": _within(response.held_out.at(confidence), response.unit),
        response.incumbent: _within(response.incumbent_share.at(confidence), response.unit),
    }
