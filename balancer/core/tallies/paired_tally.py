"""Pairs of games: the same game number under two settings, reduced to exact whole-number sums of products.

The tallies of two settings do not contain the correlation of their figures within pairs.  So for every quantity that is
reported as (sum of x) / (sum of m) - a mean, a share, a ratio - a LinkTally keeps the sums over pairs of the products
of x and m of the base game with x and m of the variant's game.  For quantities with quantiles, a Joint counts the pairs
by their two values.  Merging is addition, as for tallies: any chunks in any order give the same numbers, and memory
does not grow with the number of games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from balancer.core.component_table import WORD_PARTS
from balancer.core.jit import separate_rule
from balancer.core.record import empty
from balancer.core.result_row import LARGEST
from balancer.core.table import MAX_LINEUP, UNDEFINED
from balancer.core.tallies.layout import BINS, HISTOGRAMS, N_HISTOGRAMS, NO_GAME, WORDS, columns_of
from balancer.core.tallies.reduction import add_figures, add_finish, add_more_parts, add_parts, add_result, add_scores
from balancer.core.tallies.tally import ExactSums, Tally, game_values

MAX_CELLS = 2**15  # distinct pairs of values; if there are more, neighbouring values are counted together
LEAST = -4 * LARGEST  # less than every value of a row, and every margin


# Kernels -------------------------------------------------------------------------------------------------------------
@separate_rule
def measure_rows(side, parts, persona_of, score_order, single, flat, bins, records, scores, words, measured):
    """Measure rows one by one: measured[k, i] is the word words[k] of the tally of only row i.

    side: rows, columns and figures, see `reduce_rows`; also parts, persona_of, score_order; single: an array of one
    TALLY with zeros in these words, flat: the same memory as int64[words]; bins, records, scores: scratch; words:
    int64[q]; measured: int32[q, rows].
    """
    rows, columns, figures = side
    for i in range(len(rows)):
        single[0].endings[rows[i].ending] = 1
        add_result(rows[i], 1, persona_of, single[0])
        add_parts(rows[i], parts, single[0])
        if parts > WORD_PARTS:
            add_more_parts(rows[i], columns, i, single[0])
        add_figures(columns, i, i + 1, figures, flat)
        add_finish(rows[i], score_order, single[0], bins, records)
        add_scores(rows[i], persona_of, scores, single[0])
        for k in range(len(words)):
            measured[k, i] = flat[words[k]]
            flat[words[k]] = 0


@separate_rule
def multiply(base, variant, left, right, products):
    """Sum up products over games: products[k] of base[left[k]] and variant[right[k]], which are int32[q, games]."""
    for k in range(len(products)):
        mine, other = base[left[k]], variant[right[k]]
        total = np.int64(0)
        for i in range(len(mine)):
            total += np.int64(mine[i]) * np.int64(other[i])
        products[k] = total


@separate_rule
def compare_rows(rows, others, base, variant, compared, changes):
    """Count the pairs in which the variant changes nothing, and those in which it changes the winners.

    rows, others: RESULT of the same game numbers; base, variant: their measurements; compared: int64[2, c], lines of
    figures that are equal in a pair without change; changes: int64[4], equal pairs, the first game of any other pair,
    pairs with other winners, the first game of these.
    """
    for i in range(len(rows)):
        alike = rows[i].winners == others[i].winners
        if not alike:
            changes[2] += 1
            changes[3] = min(changes[3], rows[i].game_number)
        for k in range(compared.shape[1]):
            if not alike:
                break
            alike = base[compared[0, k], i] == variant[compared[1, k], i]
        if alike:
            changes[0] += 1
        else:
            changes[1] = min(changes[1], rows[i].game_number)


# Quantities ----------------------------------------------------------------------------------------------------------
def quantities(tally: Tally) -> dict[str, tuple[int, int]]:
    """Return all quantities that are reported as (sum of x) / (sum of m), by name: the words of x and m in a TALLY."""
    named = [
        (name, x, per)
        for place in tally.places()
        for name, x, per in zip(place.names, *np.broadcast_arrays(np.ravel(place.words), place.per), strict=False)
    ]
    return {name: (int(x), int(m)) for name, x, m in named}


class Gauge:
    """Measurements of the games of one cell, one by one: x and m of every quantity, and each seat's credit."""

    def __init__(self, tally: Tally) -> None:
        self.tally, self.quantities = tally, quantities(tally)
        self.credit = [int(word) for word in WORDS["credit"][: tally.players]]
        words = sorted({*self.credit, *(word for pair in self.quantities.values() for word in pair)})
        self.words = np.array(words, np.int64)
        self.lines = {word: line for line, word in enumerate(words)}  # of the measurements, by word of a TALLY

    def measured(self, rows: Any) -> Any:
        """Return int32[lines, games]; 32 bits are enough for a figure of a row and for the sum or difference of two."""
        tally, single = self.tally, empty(self.tally.layout, 1)
        measured = np.empty((len(self.words), len(rows)), np.int32)
        measure_rows(
            (rows, columns_of(rows), tuple(tally.figures)),
            len(tally.part_names),
            np.array([*tally.persona_of.tolist(), *[0] * (MAX_LINEUP - len(tally.persona_of))], np.int64),
            tally.game.score_order,
            single,
            np.asarray(single).view(np.int64).reshape(-1),
            np.zeros((N_HISTOGRAMS, BINS), np.int64),
            np.zeros(4, np.int64),
            np.zeros((2, MAX_LINEUP), np.int64),
            self.words,
            measured,
        )
        return measured


class Products:
    """The products of measurements of two cells, and the names of their sums.

    Each quantity has four sums (xx, xm, mx, mm); base players * variant players sums of the seats' credits follow.
    Quantities have many products in common: each is summed up once.
    """

    def __init__(self, base: Gauge, variant: Gauge) -> None:
        mine, theirs = base.quantities, variant.quantities
        self.names = [name for name in mine if name in theirs]  # of the quantities that both have
        self.players = base.tally.players, variant.tally.players
        pairs = [(a, b) for name in self.names for a in mine[name] for b in theirs[name]]
        pairs += [(a, b) for a in base.credit for b in variant.credit]
        lines = np.array([(base.lines[a], variant.lines[b]) for a, b in pairs], np.int64)
        distinct, self.places = np.unique(lines, axis=0, return_inverse=True)
        self.left, self.right = distinct.T.copy()
        both = {(a, b) for name in self.names for a, b in zip(mine[name], theirs[name], strict=True)}
        compared = sorted((base.lines[a], variant.lines[b]) for a, b in both)
        self.compared = np.array(compared, np.int64).reshape(-1, 2).T.copy()

    def sums(self, base: Any, variant: Any) -> Any:
        """Return int64[sums] over the games of a chunk, from the measurements of both sides."""
        products = np.zeros(len(self.left), np.int64)
        multiply(base, variant, self.left, self.right, products)
        return products[self.places.reshape(-1)]

    def to_dict(self, sums: Any) -> dict[str, Any]:
        """Return the sums by name, as Python ints."""
        values = [int(value) for value in sums]
        n, (rows, columns) = 4 * len(self.names), self.players
        return {
            "products": {name: values[4 * k : 4 * k + 4] for k, name in enumerate(self.names)},
            "credit": [values[n + s * columns : n + (s + 1) * columns] for s in range(rows)],
        }

    def from_dict(self, record: Mapping[str, Any]) -> Any:
        """Return the sums in a record of `to_dict`, as an array of Python ints."""
        products = [value for name in self.names for value in record["products"][name]]
        return np.array([*products, *(value for line in record["credit"] for value in line)], object)


# Joint distributions -------------------------------------------------------------------------------------------------
class Joint:
    """The joint distribution of a quantity's values in pairs: exact if there are few distinct pairs of values.

    If there are more than MAX_CELLS, values are counted in bins of `width`, which doubles until there are few enough.
    The width depends only on the pairs, not on their order, because adding pairs never reduces the number of cells.
    """

    def __init__(self) -> None:
        self.width = 1
        self.codes, self.counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self.waiting: list[tuple[Any, Any]] = []
        self.cells_waiting = 0

    def add(self, base: Any, variant: Any) -> None:
        """Count pairs of values, int64[n] each; UNDEFINED for a game without a value."""
        self._take(*np.unique(_coded(base) << 32 | _coded(variant), return_counts=True), 1)

    def merge(self, other: Joint) -> None:
        """Add the counts of another distribution."""
        other._join()
        self._take(other.codes, other.counts, other.width)

    def _take(self, codes: Any, counts: Any, width: int) -> None:
        """Add cells that were counted in bins of some width; equal ones are joined later, when there are many."""
        if width > self.width:
            self._join()
            self._widen(width)
        self.waiting.append((codes if width == self.width else _in_bins(codes, self.width), counts))
        self.cells_waiting += len(codes)
        if self.cells_waiting > MAX_CELLS:
            self._join()

    def _join(self) -> None:
        """Join equal cells, and widen the bins until there are few enough cells."""
        if self.waiting:
            waiting, self.waiting, self.cells_waiting = self.waiting, [], 0
            codes, counts = zip((self.codes, self.counts), *waiting, strict=True)
            self.codes, self.counts = _summed(np.concatenate(codes), np.concatenate(counts))
        while len(self.codes) > MAX_CELLS:
            self._widen(2 * self.width)

    def _widen(self, width: int) -> None:
        self.width = width
        self.codes, self.counts = _summed(_in_bins(self.codes, width), self.counts)

    def fill(self, record: Mapping[str, Any]) -> None:
        """Restore the counts in a record of `to_dict`, into an empty distribution."""
        self.width = record["width"]
        values = np.array([(_number(a), _number(b), count) for a, b, count in record["counts"]], np.int64)
        base, variant, counts = values.reshape(-1, 3).T
        self.codes, self.counts = _summed(_coded(base) << 32 | _coded(variant), counts)

    def to_dict(self, unit: int) -> dict[str, Any]:
        """Return [base value, variant value, pairs] in whole units, None for no value; of bins the lower ends."""
        self._join()
        cells = zip((self.codes >> 32).tolist(), (self.codes & _LOW_HALF).tolist(), self.counts.tolist(), strict=True)
        return {
            "unit": unit,
            "width": self.width,
            "counts": [[_value(a), _value(b), count] for a, b, count in cells],
        }


_LOW_HALF = 2**32 - 1


def _coded(values: Any) -> Any:
    # whole numbers from 0 of at most 32 bits; 0 means UNDEFINED
    return np.maximum(values, LEAST) - LEAST


def _value(code: int) -> int | None:
    return code + LEAST if code else None


def _number(value: int | None) -> int:
    return UNDEFINED if value is None else value


def _summed(codes: Any, counts: Any) -> tuple[Any, Any]:
    """Return the distinct codes, sorted, with the sums of their counts."""
    distinct, places = np.unique(codes, return_inverse=True)
    sums = np.zeros(len(distinct), np.int64)
    np.add.at(sums, places, counts)
    return distinct, sums


def _in_bins(codes: Any, width: int) -> Any:
    """Return the codes of pairs of bins; LEAST is far below all values, and a multiple of every width that is used."""
    base, variant = (
        np.where(half, (half + LEAST) // width * width - LEAST, 0) for half in (codes >> 32, codes & _LOW_HALF)
    )
    return base << 32 | variant


# The tally of pairs --------------------------------------------------------------------------------------------------
class LinkTally:
    """The sums over pairs of games of two cells, without the tallies of the cells."""

    def __init__(self, plan: Products) -> None:
        self.plan, self.sums = plan, ExactSums(len(plan.places))
        self.games = self.alike = self.winner_changed = 0
        self.first_apart = self.first_winner_changed = NO_GAME

    def reduced(self, rows: Any, others: Any, base: Any, variant: Any) -> LinkTally:
        """Return a tally of only these pairs (at most MAX_CHUNK); base, variant: measurements by `Gauge`."""
        chunk, changes = LinkTally(self.plan), np.array([0, NO_GAME, 0, NO_GAME], np.int64)
        compare_rows(rows, others, base, variant, self.plan.compared, changes)
        chunk.games, chunk.sums = len(rows), ExactSums.of(self.plan.sums(base, variant))
        chunk.alike, chunk.first_apart, chunk.winner_changed, chunk.first_winner_changed = map(int, changes)
        return chunk

    def merge(self, other: LinkTally) -> None:
        """Add another tally of the same cells; the order of merging does not matter."""
        self.sums.add(other.sums)
        self.games += other.games
        self.alike += other.alike
        self.winner_changed += other.winner_changed
        self.first_apart = min(self.first_apart, other.first_apart)
        self.first_winner_changed = min(self.first_winner_changed, other.first_winner_changed)

    def restored(self, record: Mapping[str, Any]) -> LinkTally:
        """Return the tally in a record of `to_dict`, so that more pairs can be added."""
        tally = LinkTally(self.plan)
        tally.sums = ExactSums.of(self.plan.from_dict(record))
        tally.games, tally.alike, tally.winner_changed = (record[name] for name in ("games", "alike", "winner_changed"))
        for name in ("first_apart", "first_winner_changed"):
            setattr(tally, name, NO_GAME if record[name] is None else record[name])
        return tally

    def to_dict(self) -> dict[str, Any]:
        """Return the sums over pairs as plain dicts and lists of Python ints.

        alike: pairs with the same winners and the same figures; winner_changed: pairs with other winners;
        first_apart, first_winner_changed: the first game not alike, and with other winners (None: there is none);
        products: quantity -> sums of x x', x m', m x', m m' (x, m of the base game, x', m' of the variant's);
        credit: [base seat][variant seat] -> sum of products of their credit.
        """
        return {
            "games": self.games,
            "alike": self.alike,
            "winner_changed": self.winner_changed,
            "first_apart": _game(self.first_apart),
            "first_winner_changed": _game(self.first_winner_changed),
            **self.plan.to_dict(self.sums.ints()),
        }


class PairTally:
    """Sums over pairs of games: the tallies of base and variant, their LinkTally, and joint distributions."""

    def __init__(self, base: Tally, variant: Tally, link: LinkTally) -> None:
        """Start with tallies of no games under two settings."""
        self.base, self.variant, self.link = base, variant, link
        shared = (
            HISTOGRAMS if base.players == variant.players else HISTOGRAMS[:-1]
        )  # scores of seats form pairs only with equal numbers of players
        self.joints = {name: Joint() for name in shared}

    def reduced(self, rows: Any, others: Any, base: Any, variant: Any) -> PairTally:
        """Return a tally of only these pairs, see `LinkTally.reduced`."""
        link = self.link.reduced(rows, others, base, variant)
        chunk = PairTally(self.base.reduced(rows), self.variant.reduced(others), link)
        values = game_values(rows, self.base.players, self.base.game.score_order)
        other_values = game_values(others, self.variant.players, self.variant.game.score_order)
        for name, joint in chunk.joints.items():
            joint.add(values[name], other_values[name])
        return chunk

    def merge(self, other: PairTally) -> None:
        """Add another tally of the same comparison; the order of merging does not matter."""
        self.base.merge(other.base)
        self.variant.merge(other.variant)
        self.link.merge(other.link)
        for name, joint in self.joints.items():
            joint.merge(other.joints[name])

    def restored(self, record: Mapping[str, Any], base: Tally, variant: Tally) -> PairTally:
        """Return the tally in a record of `to_dict`, with both sides, so that more pairs can be added."""
        tally = PairTally(base, variant, self.link.restored(record))
        for name, joint in tally.joints.items():
            joint.fill(record["joint"][name])
        return tally

    def to_dict(self) -> dict[str, Any]:
        """Return the sums over pairs, see `LinkTally.to_dict`; joint: quantity -> pairs by the two values."""
        units = {binned.name: binned.unit for binned in self.base.binned}
        joint = {name: joint.to_dict(units[name]) for name, joint in self.joints.items()}
        return {**self.link.to_dict(), "joint": joint}


def _game(number: int) -> int | None:
    return None if number == NO_GAME else number
