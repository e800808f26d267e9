"""The tables of tournaments, and their JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from balancer.analysis.sheet import Sheet
from balancer.analysis.tables import axis_columns, shown
from balancer.players.stakes import SHARE
from balancer.players.tournament import Tournament
from balancer.reporting.report import TableRows
from balancer.sides import POINTS

VERDICTS = {True: "yes", False: "no", None: "undecided"}

ABOUT = {
    "tournaments": "one row per setting: equilibrium, viable personas, games",
    "personas": "one row per persona: share in the equilibrium, payoff against it, whether it is stable",
    "matrix": "payoff of one persona if all others are alike",
    "payoffs": "payoff of every persona in every line-up that was played",
    "dominance": "one row per ordered pair: whether one gets more than the other against every line-up",
    "equilibria": "one row per equilibrium found and persona",
}

COLUMNS = {
    "personas_entered": "personas that took part",
    "seats": "number of players",
    "line_ups": "line-ups played",
    "line_ups_possible": "possible line-ups; payoffs of those not played are fitted",
    "games": "games played",
    "fair": "an equal share",
    "exploitability": "gain of the best answer to the equilibrium, on the payoffs on which it was found",
    "exploitability_high": "upper limit of its gain on the true payoffs",
    "viable_personas": "effective number of personas in use at the equilibrium, exp of its entropy",
    "viable_personas_low": "lower end of its interval",
    "viable_personas_high": "upper end of its interval",
    "ruling": "the persona with the largest share in the equilibrium",
    "persona": "persona that gets the payoff",
    "rank": "by share in the equilibrium, then by payoff against it",
    "equilibrium_share": "share in the symmetric equilibrium reached from the uniform mixture",
    "equilibrium_share_low": "lower end of its interval: equilibria of payoffs redrawn within their errors",
    "equilibrium_share_high": "upper end of its interval",
    "payoff": "share of the wins per seat; of games not lost where one player loses and all others win; the mean score "
    "where points are played for: lower is better where the lowest wins",
    "low": "lower end of the interval",
    "high": "upper end of the interval",
    "se": "standard error",
    "against_equilibrium": "payoff among others drawn from the equilibrium",
    "against_equilibrium_low": "lower end of its interval",
    "against_equilibrium_high": "upper end of its interval",
    "own_table_holds": "whether it is stable: nobody gains by deviating when all seats play it",
    "best_guest": "the persona that gains most by deviating",
    "gain": "its gain over the others; of scores where the lowest is best, how much lower it gets",
    "gain_low": "lower end of the interval of the largest gain; all such intervals are simultaneous",
    "gain_high": "upper end of it",
    "unfinished": "share of the games that max_rounds cut off when all seats play this persona",
    "among_random": "payoff if all others choose at random; where all win together, of the persona in all seats",
    "among_random_low": "lower end of its interval; all such intervals are simultaneous",
    "among_random_high": "upper end of its interval",
    "skill_order": "skill order: the same payoff, 0 for an equal share and 1 for all wins",
    "skill_order_low": "lower end of its interval",
    "skill_order_high": "upper end of its interval",
    "skill_gain": "without rivals and for scores: how much better among_random is than what random players get "
    "among their like",
    "skill_gain_low": "lower end of its interval",
    "skill_gain_high": "upper end of its interval",
    "dominated_by": "personas that do better against every line-up of the others",
    "others": "the personas of all other seats",
    "one": "a persona",
    "other": "another persona",
    "dominates": "whether `one` does better than `other` against every line-up of the others: yes, no, undecided",
    "least": "the least difference over the line-ups of the others",
    "largest": "the largest difference",
    "equilibrium": "number of the equilibrium; 1 is the one reported",
    "share": "share of the persona in it",
    "reached_from": "starts that lead to it: the uniform mixture, or near all seats playing one persona",
}

Records = Iterator[dict[str, Any]]


def tables(tournaments: Sequence[Tournament]) -> list[TableRows]:
    """Return every table with its rows; the first columns are the axes that distinguish the settings."""
    import pandas as pd

    makers: dict[str, Callable[[Tournament], Records]] = {
        "tournaments": _summary,
        "personas": _personas,
        "matrix": _matrix,
        "payoffs": _payoffs,
        "dominance": _dominance,
        "equilibria": _equilibria,
    }
    axes = axis_columns(tournament.axes for tournament in tournaments)
    table_rows: list[TableRows] = []
    for name, maker in makers.items():
        frame = pd.DataFrame([
            {**{column: shown(tournament.axes.get(axis, "")) for axis, column in axes.items()}, **row}
            for tournament in tournaments
            for row in maker(tournament)
        ])  # fmt: skip
        meanings = {column: COLUMNS.get(column, "value of this axis") for column in frame.columns}
        table_rows.append((Sheet.of_rows(name, ABOUT[name], meanings), frame))
    return table_rows


def _summary(tournament: Tournament) -> Records:
    played, possible = tournament.line_ups
    yield {
        "personas_entered": len(tournament.names),
        "seats": tournament.payoffs.seats,
        "line_ups": played,
        "line_ups_possible": possible,
        "games": tournament.games,
        "fair": None if tournament.payoffs.fair is None else tournament.fair,
        **(_of_equilibrium(tournament) if tournament.has_rivals else dict.fromkeys(OF_EQUILIBRIUM)),
    }


OF_EQUILIBRIUM = (
    *("ruling", "exploitability", "exploitability_high"),
    *("viable_personas", "viable_personas_low", "viable_personas_high"),
)


def _of_equilibrium(tournament: Tournament) -> dict[str, Any]:
    """Return the columns of the equilibrium, by the names in OF_EQUILIBRIUM."""
    viable, equilibrium = tournament.viable, tournament.equilibrium
    ruling, limit = tournament.names[tournament.ranking[0]], tournament.exploitability_limit(equilibrium)
    values = (ruling, equilibrium.exploitability, limit, viable.value, viable.low, viable.high)
    return dict(zip(OF_EQUILIBRIUM, values, strict=True))


def _personas(tournament: Tournament) -> Records:
    for rank, persona in enumerate(tournament.ranking, start=1):
        in_equilibrium = (
            _in_equilibrium(tournament, persona) if tournament.has_rivals else dict.fromkeys(IN_EQUILIBRIUM)
        )
        yield {
            "rank": rank,
            "persona": tournament.names[persona],
            **in_equilibrium,
            "unfinished": tournament.unfinished.get(tournament.names[persona]),
            **_skill(tournament, tournament.names[persona]),
            "dominated_by": " ".join(tournament.names[other] for other in tournament.dominated_by(persona)),
        }


IN_EQUILIBRIUM = (
    *("equilibrium_share", "equilibrium_share_low", "equilibrium_share_high"),
    *("against_equilibrium", "against_equilibrium_low", "against_equilibrium_high"),
    *("own_table_holds", "best_guest", "gain", "gain_low", "gain_high"),
)


def _in_equilibrium(tournament: Tournament, persona: int) -> dict[str, Any]:
    """Return a persona's columns that are about the equilibrium, by the names in IN_EQUILIBRIUM."""
    payoff, share = tournament.against_equilibrium[persona], tournament.shares[persona]
    stability = tournament.stabilities[persona]
    guest, gain = tournament.names[stability.best], stability.gain
    values = (*share.ends, *payoff.ends, VERDICTS[stability.stable], guest, *gain.ends)
    return dict(zip(IN_EQUILIBRIUM, values, strict=True))


def _skill(tournament: Tournament, persona: str) -> dict[str, float]:
    """Return the payoff of a persona among random players, and its skill order; {} if that was not played."""
    share = tournament.skill.get(persona)
    if share is None:
        return {}
    orders, gains = tournament.skill_order, tournament.skill_gain
    figures = {"among_random": share}
    figures |= {"skill_order": orders[persona]} if orders else {"skill_gain": gains[persona]} if gains else {}
    return {
        f"{name}{end}": value
        for name, figure in figures.items()
        for end, value in (("", figure.value), ("_low", figure.low), ("_high", figure.high))
    }


def _matrix(tournament: Tournament) -> Records:
    for row, persona in enumerate(tournament.names):
        for column, others in enumerate(tournament.names):
            payoff = tournament.payoffs.against_alike(row, column)
            low, high = payoff.interval(tournament.joint_z)
            yield {
                "persona": persona,
                "others": others,
                "payoff": payoff.value,
                "low": low,
                "high": high,
                "se": payoff.se,
                "games": payoff.games,
            }


def _payoffs(tournament: Tournament) -> Records:
    for line_up, payoffs in tournament.payoffs.measured.items():
        for persona, payoff in payoffs.items():
            others = list(line_up)
            others.remove(persona)
            yield {
                "persona": tournament.names[persona],
                "others": " ".join(tournament.names[other] for other in others),
                "payoff": payoff.value,
                "se": payoff.se,
                "games": payoff.games,
            }


def _dominance(tournament: Tournament) -> Records:
    for edge in tournament.dominance:
        yield {
            "one": tournament.names[edge.persona],
            "other": tournament.names[edge.other],
            "dominates": VERDICTS[edge.dominates],
            "least": edge.least,
            "largest": edge.largest,
        }


def _equilibria(tournament: Tournament) -> Records:
    for number, equilibrium in enumerate(tournament.equilibria if tournament.has_rivals else [], start=1):
        begun = " ".join("uniform" if start < 0 else tournament.names[start] for start in equilibrium.starts)
        limit = tournament.exploitability_limit(equilibrium)
        for persona, name in enumerate(tournament.names):
            yield {
                "equilibrium": number,
                "persona": name,
                "share": float(equilibrium.shares[persona]),
                "exploitability": equilibrium.exploitability,
                "exploitability_high": limit,
                "reached_from": begun,
            }


def to_json(tournaments: Sequence[Tournament]) -> dict[str, Any]:
    """Return the content of `--json`: {"tournaments": [...]}, one per setting."""
    return {"tournaments": [_json(tournament) for tournament in tournaments]}


def _json(tournament: Tournament) -> dict[str, Any]:
    summary = next(_summary(tournament))
    low, high = summary.pop("viable_personas_low"), summary.pop("viable_personas_high")
    return {
        "axes": {name: list(value) if isinstance(value, tuple) else value for name, value in tournament.axes.items()},
        **summary,
        "viable_personas": {"value": summary["viable_personas"], "low": low, "high": high},
        "complete": tournament.payoffs.complete,
        "one_loses": tournament.one_loses,
        "unit": SHARE if tournament.payoffs.are_shares else POINTS,
        "low_is_best": tournament.stakes.low_is_best,
        "confidence": tournament.confidence,
        "personas": [{**row, "dominated_by": row["dominated_by"].split()} for row in _personas(tournament)],
        "matrix": list(_matrix(tournament)),
        "equilibria": [
            {
                "shares": dict(zip(tournament.names, equilibrium.shares.tolist(), strict=True)),
                "exploitability": equilibrium.exploitability,
                "exploitability_high": tournament.exploitability_limit(equilibrium),
                "reached_from": ["uniform" if start < 0 else tournament.names[start] for start in equilibrium.starts],
            }
            for equilibrium in tournament.equilibria
        ]
        if tournament.has_rivals
        else None,
        "dominance": [edge for edge in _dominance(tournament) if edge["dominates"] == "yes"],
        "payoffs": list(_payoffs(tournament)),
    }
