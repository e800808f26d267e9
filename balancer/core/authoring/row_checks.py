"""Checks of RESULT rows, for dry runs and tests: differences between two sets of rows, and impossible rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.core import rule_errors, seating
from balancer.core.part_sets import has_part, part_sets
from balancer.core.result_row import CREDIT, LARGEST, means_of_sides
from balancer.core.table import RUNNING, UNDEFINED, UNFINISHED
from balancer.sides import RIVALS, TEAMS

if TYPE_CHECKING:
    from balancer.core.game import Game


MAX_NAMED = 3  # differing figures of a game that a message lists


def difference(game: Game, rows: Any, other: Any) -> str:
    """Return the first game that differs in two sets of RESULT rows, with its differences; '' if all are equal."""
    for mine, theirs in zip(rows, other, strict=True):
        names = differing(mine, theirs)
        if names:
            figures = [each for name in names for each in _figures(game, name, mine, theirs)]
            more = f"; {len(figures) - MAX_NAMED} more" if len(figures) > MAX_NAMED else ""
            return f"game {int(mine['game_number'])} of {game.name}: {'; '.join(figures[:MAX_NAMED])}{more}"
    return ""


def _figures(game: Game, name: str, mine: Any, theirs: Any) -> Iterator[str]:
    """Yield the differences of a field of two rows in words; of a list, entry by entry."""
    for part in name.split("."):
        mine, theirs = mine[part], theirs[part]
    names = {"extras": [f"extra {extra.name}" for extra in game.extras]}
    if name == "winners":  # a bit for each seat
        seats = [
            [str(seat + 1) for seat in range(int(bits).bit_length()) if int(bits) >> seat & 1]
            for bits in (mine, theirs)
        ]
        yield "the winner is " + " and ".join(f"seat {', '.join(each)}" if each else "nobody" for each in seats)
        return
    if name == "ending":
        yield f"the ending is {game.endings_by_number[mine]} and {game.endings_by_number[theirs]}"
        return
    if np.ndim(mine) == 0:
        yield f"{name} is {int(mine)} and {int(theirs)}"
        return
    for place in np.flatnonzero(np.asarray(mine) != np.asarray(theirs)).tolist():
        labels = names.get(name, [])
        label = labels[place] if place < len(labels) else f"{name}[{place}]"
        yield f"{label} is {int(mine[place])} and {int(theirs[place])}"


def differing(rows: Any, other: Any, prefix: str = "") -> list[str]:
    """Return the names of the fields in which two sets of RESULT rows differ."""
    names = []
    for name in rows.dtype.names:
        if rows.dtype[name].names:
            names += differing(rows[name], other[name], f"{name}.")
        elif not np.array_equal(rows[name], other[name]):
            names.append(prefix + name)
    return names


def faults(
    game: Game,
    rules: Mapping[str, Any],
    players: int,
    seated: int,
    row: Any,
    standings: Callable[[int], Any],
    winnerless: frozenset[str] = frozenset(),
    kind: int = seating.ALL_ORDERS,
) -> Iterator[str]:
    """Yield everything impossible in a game's row.

    seated: the length of the line-up; standings: plays a game, by its number, again and returns the standings of its
    rounds, [rounds, seats]; winnerless: endings without winners; kind: of the seating.
    """
    where, most = f"game {row.game_number} of {game.name}, {players} players", int(rules["max_rounds"])
    for wrong in (
        *_faults_of_course(game, most, row),
        *_faults_of_winners(game, players, row, winnerless),
        *_faults_of_lead(game, row, standings),
        *_faults_of_counts(game, players, seated, kind, row),
    ):
        yield f"{where}: {wrong}"


def _faults_of_course(game: Game, most: int, row: Any) -> Iterator[str]:
    if row.mistake != rule_errors.NONE:
        yield rule_errors.words(row.mistake)
    if row.ending == RUNNING:
        yield "it is over, but table.ending is RUNNING"
    if row.ending >= len(game.endings_by_number):
        yield f"no ending {row.ending} in GAME.endings"
    if row.rounds > most:
        yield f"{row.rounds} rounds; max_rounds is {most}"
    if row.rounds > row.turns:
        yield f"{row.rounds} rounds, but {row.turns} turns: begin_turn begins each"
    if row.ending == UNFINISHED and row.rounds != most:
        yield f"UNFINISHED after {row.rounds} rounds, not {most}"


def winners_of(row: Any) -> list[int]:
    """Return the seats that win, from 0."""
    winners = int(row.winners)
    return [seat for seat in range(winners.bit_length()) if winners >> seat & 1]


def _faults_of_winners(game: Game, players: int, row: Any, winnerless: frozenset[str]) -> Iterator[str]:
    winners = winners_of(row)
    if any(seat >= players for seat in winners):
        yield f"winners are seats {winners}"
    ending = game.endings_by_number[row.ending] if row.ending < len(game.endings_by_number) else str(row.ending)
    if bool(winners) == (row.ending == UNFINISHED) and ending not in winnerless:
        yield f"winners {winners} at the ending {ending}"
    if winners and CREDIT % len(winners):
        yield f"{len(winners)} winners"
    if winners and game.one_loses and len(winners) != players - 1:
        yield f"one loses, not {winners}"


def _faults_of_lead(game: Game, row: Any, standings: Callable[[int], Any]) -> Iterator[str]:
    # Leader metrics describe the only side that wins, or the only loser; there are none where nobody ever led.
    winners, lead = winners_of(row), row.lead
    described = row.seats - len(winners) if game.one_loses and winners else len({row.side[seat] for seat in winners})
    fits = game.sides in {RIVALS, TEAMS} and described == 1 and row.rounds >= 2
    if lead.defined and not fits:
        yield f"leader metrics do not fit {len(winners)} winners"
    if fits and not lead.defined and _has_leader(row, standings(int(row.game_number))):
        yield "leader metrics are missing, though somebody is ahead by the standings"
    if lead.defined and not (
        0 <= lead.changes < row.rounds and 0 <= lead.drama <= 2**20 and 0 < lead.decisiveness <= 2**20
    ):
        yield f"leader metrics out of bounds: {lead}"


def _has_leader(row: Any, standings: Any) -> bool:
    """Return whether a side is ahead of another after some round; the standing of a side is the mean of its seats."""
    return bool((np.ptp(means_of_sides(row, standings) // 1, axis=-1) > 0).any())


def _faults_of_counts(game: Game, players: int, seated: int, kind: int, row: Any) -> Iterator[str]:
    entry, score = np.asarray(row.entry)[:players].tolist(), np.asarray(row.score)[:players].tolist()
    chosen, offered = (np.asarray(row[name])[: len(game.nodes)].tolist() for name in ("node_decisions", "node_options"))
    if row.seats != players:
        yield f"{row.seats} seats"
    places = seating.filled(range(seated), players)
    if entry != seating.seated(places, players, kind, int(row.game_number)):
        yield f"the seating puts other entries of the line-up at the seats than {entry}"
    decisions, options = sum(chosen), sum(offered)
    if (row.decisions, row.options) != (decisions, options):
        yield f"{row.decisions} decisions of {row.options} options; {decisions} of {options} node by node"
    if any(count < 2 * times for count, times in zip(offered, chosen, strict=True)) or row.forced < 0:
        yield "fewer than two options at a decision"
    extras = np.asarray(row.extras)[: len(game.extras)].tolist()
    figures = [int(row.options), int(row.turns), int(row.forced), *map(abs, score)]
    figures += [abs(value) for value in extras if value != UNDEFINED]
    if max(figures) > LARGEST:
        yield f"a figure of {max(figures)}; at most {LARGEST}"


# In words ------------------------------------------------------------------------------------------------------------
def named_figures(game: Game, row: Any, parts: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the fields of a RESULT row by name, as naive references do; `parts`: names, if the reference has parts."""
    seats = range(row.seats)
    figures = {
        "winners": [seat for seat in seats if int(row.winners) >> seat & 1],
        "ending": game.endings_by_number[row.ending],
        "rounds": row.rounds,
        "turns": row.turns,
        "decisions": row.decisions,
        "options": row.options,
        "forced": row.forced,
        "node_decisions": {node.name: row.node_decisions[k] for k, node in enumerate(game.nodes)},
        "node_options": {node.name: row.node_options[k] for k, node in enumerate(game.nodes)},
        "scores": [Fraction(int(row.score[seat]), game.score_unit) for seat in seats],
        "extras": {
            extra.name: Fraction(int(row.extras[k]), extra.unit)
            for k, extra in enumerate(game.extras)
            if row.extras[k] != UNDEFINED
        },
    }
    if parts:
        sets = part_sets(row)
        figures["parts"] = [{name for k, name in enumerate(parts) if has_part(sets[seat], k)} for seat in seats]
    return figures


def shown(value: Any) -> str:
    """Return a figure in words; fractions as 1/3."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {shown(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)
