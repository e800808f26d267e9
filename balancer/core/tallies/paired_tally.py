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

from balancer.core.compile import chapter
from balancer.core.record import empty
from balancer.core.result_row import LARGEST
from balancer.core.table import MAX_LINEUP, UNDEFINED
from balancer.core.tallies.layout import BINS, HISTOGRAMS, N_HISTOGRAMS, NO_GAME, TALLY, WORDS, columns_of
from balancer.core.tallies.reduction import add_figures, add_finish, add_parts, add_result
from balancer.core.tallies.tally import ExactSums, Tally, game_values

MOST_CELLS = 2**15
"""Distinct pairs of values that are kept apart; where there are more, neighbouring values are counted together."""

LEAST = -4 * LARGEST
"""Below every value of a row, and every margin."""


# Kernels -------------------------------------------------------------------------------------------------------------
@chapter
def measure_row(side, i, game, persona_of, one, flat, bins, records):
    """The tally of a single game, row i: x and m of every quantity (`one` and `flat`, the same memory, hold zeros).

    side: rows, columns and figures, see `reduce_rows`; game: int64[2], how many parts the game has, and whether one
    player loses and all others win.
    """
    rows, columns, figures = side
    one.endings[rows[i].ending] = 1
    add_result(rows[i], 1, persona_of, one)
    add_parts(rows[i], game[0], one)
    add_figures(columns, i, i + 1, figures, flat)
    if not game[1]:
        add_finish(rows[i], one, bins, records)


@chapter
def reduce_pairs(base, variant, game, persona_of, ones, flat, bins, records, left, right, compared, products, changes):
    """Add pairs of rows (the same game numbers under base and variant) to sums of products.

    base, variant, game: int64[2, 2], persona_of: int64[2, MAX_LINEUP]: see `measure_row`; ones: an array of two TALLY,
    flat: the same memory as int64[2, :]; bins, records: to scribble on; left, right: int64[p], the places in `flat`
    that are multiplied, products: int64[p]; compared: int64[2, c], places of figures that are alike in a pair without
    effect; changes: int64[4], pairs alike in all of these and the first game that isn't, pairs with other winners and
    the first of them.
    """
    rows, others = base[0], variant[0]
    for i in range(len(rows)):
        for k in range(flat.shape[1]):
            flat[0, k] = 0
            flat[1, k] = 0
        measure_row(base, i, game[0], persona_of[0], ones[0], flat[0], bins, records)
        measure_row(variant, i, game[1], persona_of[1], ones[1], flat[1], bins, records)
        for k in range(len(products)):
            products[k] += flat[0, left[k]] * flat[1, right[k]]
        alike = rows[i].winners == others[i].winners
        if not alike:
            changes[2] += 1
            changes[3] = min(changes[3], rows[i].game_number)
        for k in range(compared.shape[1]):
            alike &= flat[0, compared[0, k]] == flat[1, compared[1, k]]
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


class Products:
    """Which places of the two single-game tallies are multiplied, and the names of the sums.

    names: the quantities that base and variant both have; each takes four sums (xx, xm, mx, mm), the seats' credits
    take base players * variant players sums after them.
    """

    def __init__(self, base: Tally, variant: Tally) -> None:
        """Find what both tallies have."""
        mine, theirs = quantities(base), quantities(variant)
        self.names = [name for name in mine if name in theirs]
        self.players = base.players, variant.players
        pairs = [(a, b) for name in self.names for a in mine[name] for b in theirs[name]]
        credit = WORDS["credit"]
        pairs += [(a, b) for a in credit[: base.players] for b in credit[: variant.players]]
        self.left, self.right = np.array(pairs, np.int64).T.copy()
        both = [(a, b) for name in self.names for a, b in zip(mine[name], theirs[name], strict=True)]
        self.compared = np.array(both, np.int64).T.copy()

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
        if sum(len(one) for one, _ in self.waiting) > MOST_CELLS:
            self._join()

    def _join(self) -> None:
        """Count all cells, and widen the bins until they are few enough."""
        if self.waiting:
            waiting, self.waiting = self.waiting, []
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
class PairTally:
    """Sums over pairs of games: the tallies of base and variant, and what connects them."""

    def __init__(self, base: Tally, variant: Tally, plan: Products | None = None, *, joint: bool = True) -> None:
        """Begin with two tallies of no games, of one game under two settings.

        plan: what is multiplied, if known; joint: whether pairs of values are counted, too, as quantiles need it.
        """
        self.base, self.variant = base, variant
        self.plan = plan or Products(base, variant)
        self.sums = ExactSums(len(self.plan.left))
        self.alike = self.winner_changed = 0
        self.first_apart = self.first_winner_changed = NO_GAME
        shared = HISTOGRAMS if base.players == variant.players else HISTOGRAMS[:-1]  # seats of scores must pair up
        self.joints = {name: Joint() for name in shared if joint}

    def empty(self) -> PairTally:
        """A tally of the same kind with no games."""
        return PairTally(self.base.empty(), self.variant.empty(), self.plan, joint=bool(self.joints))

    def reduced(self, rows: Any, others: Any) -> PairTally:
        """The tally of some pairs (at most MAX_CHUNK), apart from this one: to be merged into it."""
        chunk = self.empty()
        chunk.base, chunk.variant = self.base.reduced(rows), self.variant.reduced(others)
        ones = empty(TALLY, 2)
        products, changes = np.zeros(len(self.plan.left), np.int64), np.array([0, NO_GAME, 0, NO_GAME], np.int64)
        reduce_pairs(
            (rows, columns_of(rows), tuple(self.base.figures)),
            (others, columns_of(others), tuple(self.variant.figures)),
            np.array([_counts(self.base), _counts(self.variant)], np.int64),
            np.array([_padded(self.base.persona_of), _padded(self.variant.persona_of)], np.int64),
            ones,
            np.asarray(ones).view(np.int64).reshape(2, -1),
            np.zeros((N_HISTOGRAMS, BINS), np.int64),
            np.zeros(4, np.int64),
            self.plan.left,
            self.plan.right,
            self.plan.compared,
            products,
            changes,
        )
        chunk.sums = ExactSums.of(products)
        chunk.alike, chunk.first_apart, chunk.winner_changed, chunk.first_winner_changed = map(int, changes)
        if chunk.joints:
            values = game_values(rows, self.base.players, one_loses=self.base.game.one_loses)
            other_values = game_values(others, self.variant.players, one_loses=self.variant.game.one_loses)
            for name, joint in chunk.joints.items():
                joint.add(values[name], other_values[name])
        return chunk

    def merge(self, other: PairTally) -> None:
        """Add another tally of the same comparison; the order of merging does not matter."""
        self.base.merge(other.base)
        self.variant.merge(other.variant)
        self.sums.add(other.sums)
        self.alike += other.alike
        self.winner_changed += other.winner_changed
        self.first_apart = min(self.first_apart, other.first_apart)
        self.first_winner_changed = min(self.first_winner_changed, other.first_winner_changed)
        for name, joint in self.joints.items():
            joint.merge(other.joints[name])

    def restored(self, record: Mapping[str, Any], base: Tally, variant: Tally) -> PairTally:
        """The tally that `record` (its `to_dict`) came from, with both sides, so that more pairs can be added."""
        tally = PairTally(base, variant, self.plan, joint=bool(self.joints))
        tally.sums = ExactSums.of(self.plan.from_dict(record))
        tally.alike, tally.winner_changed = record["alike"], record["winner_changed"]
        for name in ("first_apart", "first_winner_changed"):
            setattr(tally, name, NO_GAME if record[name] is None else record[name])
        for name, joint in tally.joints.items():
            joint.fill(record["joint"][name])
        return tally

    def to_dict(self) -> dict[str, Any]:
        """What connects the two tallies, as plain dicts and lists of Python ints.

        alike: pairs with the same winners and the same figures throughout; winner_changed: pairs with other winners;
        first_apart, first_winner_changed: the first game not alike, and with other winners (None: there is none);
        products: quantity -> sums of x x', x m', m x', m m' (x, m of the base game, x', m' of the variant's);
        credit: [base seat][variant seat] -> sum of products of their credit; joint: quantity -> counts of pairs.
        """
        units = {binned.name: binned.unit for binned in self.base.binned}
        return {
            "games": self.base.games,
            "alike": self.alike,
            "winner_changed": self.winner_changed,
            "first_apart": _game(self.first_apart),
            "first_winner_changed": _game(self.first_winner_changed),
            **self.plan.to_dict(self.sums.ints()),
            "joint": {name: joint.to_dict(units[name]) for name, joint in self.joints.items()},
        }


def _counts(tally: Tally) -> list[int]:
    return [len(tally.part_names), int(tally.game.one_loses)]


def _padded(persona_of: Any) -> list[int]:
    return [*persona_of.tolist(), *[0] * (MAX_LINEUP - len(persona_of))]


def _game(number: int) -> int | None:
    return None if number == NO_GAME else number
