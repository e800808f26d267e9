"""Pairs of games: the same game number under two settings, reduced to exact whole-number sums of products.

The two tallies of a comparison do not contain how their figures correlate within a pair.  So for every quantity that is
reported as (sum of x) / (sum of m) - a mean, a share, a ratio - this keeps the sums over pairs of the products of x and
m of the base game with x and m of the variant's game; and for quantities of which quantiles are reported, how many
pairs had which two values.  Merging is addition, as of tallies: any chunks in any order give the same numbers, and
memory does not grow with the number of games.
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
from balancer.core.tallies.reduction import add_figures, add_finish, add_more_parts, add_parts, add_result
from balancer.core.tallies.tally import ExactSums, Tally, game_values

MOST_CELLS = 2**15  # distinct pairs of values kept apart; of more, neighbouring values are counted together
LEAST = -4 * LARGEST  # below every value of a row, and every margin


# Kernels -------------------------------------------------------------------------------------------------------------
@separate_rule
def measure_rows(side, parts, persona_of, score_order, one, flat, bins, records, words, measured):
    """Measure rows one by one: measured[k, i] is the place words[k] of the tally of row i alone.

    side: rows, columns and figures, see `reduce_rows`, and parts, persona_of, score_order; one: an array of one TALLY
    that holds zeros in these places, flat: the same memory as int64[words]; bins, records: to scribble on; words:
    int64[q]; measured: int32[q, rows].
    """
    rows, columns, figures = side
    for i in range(len(rows)):
        one[0].endings[rows[i].ending] = 1
        add_result(rows[i], 1, persona_of, one[0])
        add_parts(rows[i], parts, one[0])
        if parts > WORD_PARTS:
            add_more_parts(rows[i], columns, i, one[0])
        add_figures(columns, i, i + 1, figures, flat)
        add_finish(rows[i], score_order, one[0], bins, records)
        for k in range(len(words)):
            measured[k, i] = flat[words[k]]
            flat[words[k]] = 0


@separate_rule
def multiply(base, variant, left, right, products):
    """Sums over games of products: products[k] of base[left[k]] and variant[right[k]], which are int32[q, games]."""
    for k in range(len(products)):
        mine, other = base[left[k]], variant[right[k]]
        total = np.int64(0)
        for i in range(len(mine)):
            total += np.int64(mine[i]) * np.int64(other[i])
        products[k] = total


@separate_rule
def compare_rows(rows, others, base, variant, compared, changes):
    """Count the pairs without effect.

    rows, others: RESULT of the same game numbers; base, variant: as measured; compared: int64[2, c], lines of figures
    that are alike in a pair without effect; changes: int64[4], pairs alike in all of these and the first game that
    isn't, pairs with other winners and the first of them.
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
    """Every quantity that is reported as (sum of x) / (sum of m), by name: the words of x and m in a TALLY."""
    named = [
        (name, x, place.per)
        for place in tally.places()
        for name, x in zip(place.names, np.ravel(place.words), strict=False)
    ]
    return {name: (int(x), int(m)) for name, x, m in named}


class Gauge:
    """Measures the games of one cell one by one: x and m of every quantity, and each seat's credit.

    lines: word of a TALLY -> line of what is measured.
    """

    def __init__(self, tally: Tally) -> None:
        """For the games of a tally's cell."""
        self.tally, self.quantities = tally, quantities(tally)
        self.credit = [int(word) for word in WORDS["credit"][: tally.players]]
        words = sorted({*self.credit, *(word for pair in self.quantities.values() for word in pair)})
        self.words = np.array(words, np.int64)
        self.lines = {word: line for line, word in enumerate(words)}

    def measured(self, rows: Any) -> Any:
        """int32[lines, games]: no figure of a row, nor the sum or difference of two, takes more."""
        tally, one = self.tally, empty(self.tally.layout, 1)
        measured = np.empty((len(self.words), len(rows)), np.int32)
        measure_rows(
            (rows, columns_of(rows), tuple(tally.figures)),
            len(tally.part_names),
            np.array([*tally.persona_of.tolist(), *[0] * (MAX_LINEUP - len(tally.persona_of))], np.int64),
            tally.game.score_order,
            one,
            np.asarray(one).view(np.int64).reshape(-1),
            np.zeros((N_HISTOGRAMS, BINS), np.int64),
            np.zeros(4, np.int64),
            self.words,
            measured,
        )
        return measured


class Products:
    """Which lines of what is measured of two cells are multiplied, and the names of the sums.

    names: the quantities that base and variant both have; each takes four sums (xx, xm, mx, mm), the seats' credits
    take base players * variant players sums after them.  Quantities share many of these: each is summed up once.
    """

    def __init__(self, base: Gauge, variant: Gauge) -> None:
        """Find what both have."""
        mine, theirs = base.quantities, variant.quantities
        self.names = [name for name in mine if name in theirs]
        self.players = base.tally.players, variant.tally.players
        pairs = [(a, b) for name in self.names for a in mine[name] for b in theirs[name]]
        pairs += [(a, b) for a in base.credit for b in variant.credit]
        lines = np.array([(base.lines[a], variant.lines[b]) for a, b in pairs], np.int64)
        once, self.places = np.unique(lines, axis=0, return_inverse=True)
        self.left, self.right = once.T.copy()
        both = {(a, b) for name in self.names for a, b in zip(mine[name], theirs[name], strict=True)}
        compared = sorted((base.lines[a], variant.lines[b]) for a, b in both)
        self.compared = np.array(compared, np.int64).reshape(-1, 2).T.copy()

    def sums(self, base: Any, variant: Any) -> Any:
        """int64[sums] over the games of a chunk, from what is measured of them."""
        products = np.zeros(len(self.left), np.int64)
        multiply(base, variant, self.left, self.right, products)
        return products[self.places.reshape(-1)]

    def to_dict(self, sums: Any) -> dict[str, Any]:
        """The sums by name, as Python ints."""
        values = [int(value) for value in sums]
        n, (rows, columns) = 4 * len(self.names), self.players
        return {
            "products": {name: values[4 * k : 4 * k + 4] for k, name in enumerate(self.names)},
            "credit": [values[n + s * columns : n + (s + 1) * columns] for s in range(rows)],
        }

    def from_dict(self, record: Mapping[str, Any]) -> Any:
        """The sums that `to_dict` gave the names to, as an array of Python ints."""
        products = [value for name in self.names for value in record["products"][name]]
        return np.array([*products, *(value for line in record["credit"] for value in line)], object)


# Joint distributions -------------------------------------------------------------------------------------------------
class Joint:
    """How many pairs had which two values of a quantity: exact as long as there are few distinct pairs of values.

    Where there are more than MOST_CELLS, values are counted by bins of `width`, which doubles until they are few
    enough.  It depends on the pairs alone, not on their order, for the cells taken up only ever grow in number.
    """

    def __init__(self) -> None:
        """Begin with no pairs."""
        self.width = 1
        self.codes, self.counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self.waiting: list[tuple[Any, Any]] = []
        self.cells_waiting = 0

    def add(self, base: Any, variant: Any) -> None:
        """Count pairs of values, int64[n] each; UNDEFINED where a game has none."""
        self._take(*np.unique(_coded(base) << 32 | _coded(variant), return_counts=True), 1)

    def merge(self, other: Joint) -> None:
        """Add what another has counted."""
        other._join()
        self._take(other.codes, other.counts, other.width)

    def _take(self, codes: Any, counts: Any, width: int) -> None:
        """Take cells that were counted by bins of some width; equal ones are joined when there are many."""
        if width > self.width:
            self._join()
            self._widen(width)
        self.waiting.append((codes if width == self.width else _in_bins(codes, self.width), counts))
        self.cells_waiting += len(codes)
        if self.cells_waiting > MOST_CELLS:
            self._join()

    def _join(self) -> None:
        """Count all cells, and widen the bins until they are few enough."""
        if self.waiting:
            waiting, self.waiting, self.cells_waiting = self.waiting, [], 0
            codes, counts = zip((self.codes, self.counts), *waiting, strict=True)
            self.codes, self.counts = _summed(np.concatenate(codes), np.concatenate(counts))
        while len(self.codes) > MOST_CELLS:
            self._widen(2 * self.width)

    def _widen(self, width: int) -> None:
        self.width = width
        self.codes, self.counts = _summed(_in_bins(self.codes, width), self.counts)

    def fill(self, record: Mapping[str, Any]) -> None:
        """Count what `to_dict` gave; nothing was counted before."""
        self.width = record["width"]
        values = np.array([(_number(a), _number(b), count) for a, b, count in record["counts"]], np.int64)
        base, variant, counts = values.reshape(-1, 3).T
        self.codes, self.counts = _summed(_coded(base) << 32 | _coded(variant), counts)

    def to_dict(self, unit: int) -> dict[str, Any]:
        """[base value, variant value, pairs] in whole units, None where a game has no value; the lower ends of bins."""
        self._join()
        cells = zip((self.codes >> 32).tolist(), (self.codes & _LOW_HALF).tolist(), self.counts.tolist(), strict=True)
        return {
            "unit": unit,
            "width": self.width,
            "counts": [[_value(a), _value(b), count] for a, b, count in cells],
        }


_LOW_HALF = 2**32 - 1


def _coded(values: Any) -> Any:
    """Values as whole numbers from 0 that take 32 bits at most: 0 is UNDEFINED."""
    return np.maximum(values, LEAST) - LEAST


def _value(code: int) -> int | None:
    return code + LEAST if code else None


def _number(value: int | None) -> int:
    return UNDEFINED if value is None else value


def _summed(codes: Any, counts: Any) -> tuple[Any, Any]:
    """Codes in order, each once, with the sum of its counts."""
    found, places = np.unique(codes, return_inverse=True)
    sums = np.zeros(len(found), np.int64)
    np.add.at(sums, places, counts)
    return found, sums


def _in_bins(codes: Any, width: int) -> Any:
    """The codes of pairs of bins; LEAST is far below all values, and a multiple of every width that they need."""
    base, variant = (
        np.where(half, (half + LEAST) // width * width - LEAST, 0) for half in (codes >> 32, codes & _LOW_HALF)
    )
    return base << 32 | variant


# The tally of pairs --------------------------------------------------------------------------------------------------
class LinkTally:
    """What connects the games of two cells: sums over pairs of games, without the cells' own."""

    def __init__(self, plan: Products) -> None:
        """Begin with no pairs."""
        self.plan, self.sums = plan, ExactSums(len(plan.places))
        self.games = self.alike = self.winner_changed = 0
        self.first_apart = self.first_winner_changed = NO_GAME

    def reduced(self, rows: Any, others: Any, base: Any, variant: Any) -> LinkTally:
        """The tally of some pairs (at most MAX_CHUNK), apart from this one; base, variant: what `Gauge` measured."""
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
        """The tally that `record` (its `to_dict`) came from, so that more pairs can be added."""
        tally = LinkTally(self.plan)
        tally.sums = ExactSums.of(self.plan.from_dict(record))
        tally.games, tally.alike, tally.winner_changed = (record[name] for name in ("games", "alike", "winner_changed"))
        for name in ("first_apart", "first_winner_changed"):
            setattr(tally, name, NO_GAME if record[name] is None else record[name])
        return tally

    def to_dict(self) -> dict[str, Any]:
        """What connects the two cells, as plain dicts and lists of Python ints.

        alike: pairs with the same winners and the same figures throughout; winner_changed: pairs with other winners;
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
    """Sums over pairs of games: the tallies of base and variant, what connects them, and pairs of values."""

    def __init__(self, base: Tally, variant: Tally, link: LinkTally) -> None:
        """Begin with tallies of no games, of one game under two settings."""
        self.base, self.variant, self.link = base, variant, link
        shared = HISTOGRAMS if base.players == variant.players else HISTOGRAMS[:-1]  # seats of scores must pair up
        self.joints = {name: Joint() for name in shared}

    def reduced(self, rows: Any, others: Any, base: Any, variant: Any) -> PairTally:
        """The tally of some pairs, apart from this one: see `LinkTally`."""
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
        """The tally that `record` (its `to_dict`) came from, with both sides, so that more pairs can be added."""
        tally = PairTally(base, variant, self.link.restored(record))
        for name, joint in tally.joints.items():
            joint.fill(record["joint"][name])
        return tally

    def to_dict(self) -> dict[str, Any]:
        """What connects the two tallies: see `LinkTally`; joint: quantity -> how many pairs had which two values."""
        units = {binned.name: binned.unit for binned in self.base.binned}
        joint = {name: joint.to_dict(units[name]) for name, joint in self.joints.items()}
        return {**self.link.to_dict(), "joint": joint}


def _game(number: int) -> int | None:
    return None if number == NO_GAME else number
