"""The tally of a cell: exact whole numbers, merged by addition in any order, and converted to plain dicts."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from balancer.core.dice import MAX_SEATS
from balancer.core.game import Game
from balancer.core.part_sets import part_words
from balancer.core.record import empty
from balancer.core.result_row import CREDIT, LARGEST
from balancer.core.rule_errors import NONE, RuleError, words
from balancer.core.table import MAX_LINEUP, RUNNING, UNDEFINED, UNFINISHED
from balancer.core.tallies.layout import (
    BINS,
    BRANCHING,
    EXTRAS,
    FIRST_BIN,
    FIRST_EXTRA_BIN,
    FIRST_NODE_BIN,
    FORCED_SHARE,
    HISTOGRAMS,
    LENGTHS_OR_SCORES_OUTSIDE,
    MARGIN,
    MOMENTS,
    N_HISTOGRAMS,
    NO_GAME,
    NODES,
    NODES_OR_EXTRAS_OUTSIDE,
    PARTS,
    PERSONA_SCORES,
    PERSONAS,
    SCORES,
    SIDES,
    STARTER,
    WINNER_SCORE,
    WORDS,
    columns_of,
    figures_of,
    tally_record,
    words_of,
)
from balancer.core.tallies.reduction import SLOTS, reduce_rows
from balancer.sides import DECLARED, TEAMS, TOGETHER

# keys of `Tally.to_dict`, in order; moments, ratios and histograms follow
KEYS = ("games", "won", "shared", "endings", "credit_unit", "credit", "credit_products", "losses", "personas", "lead")

QUARTERS = (25, 50, 75)  # points of TALLY.runaway, in percent of the game
ARC = ("leads", "stays", "last")  # states of the winner in TALLY.arc, in the order of leader_metrics.LEADS ...

# sums per persona and seat: name in `Tally.to_dict` -> field of TALLY
PERSONA_FIELDS = {"games": "persona_games", "credit": "persona_credit", "squares": "persona_squares"}

BITS = 32
_LOW = 2**BITS - 1


class ExactSums:
    """Many sums of whole numbers, each stored as its lowest 32 bits and the rest: exact for 2**31 additions of 64 bits.

    They never overflow, and need no Python integers until they are read.
    """

    def __init__(self, size: int) -> None:
        self.low, self.high = np.zeros(size, np.int64), np.zeros(size, np.int64)

    @classmethod
    def of(cls, values: Any) -> ExactSums:
        """Return sums with these values: int64[n], or Python ints."""
        sums = cls(len(values))
        sums.low, sums.high = (values & _LOW).astype(np.int64), (values >> BITS).astype(np.int64)
        return sums

    def add(self, other: ExactSums) -> None:
        """Add other sums, one by one."""
        self.low += other.low
        self.high += other.high

    def ints(self, which: Any = slice(None)) -> Any:
        """Return some of the sums as an array of Python ints."""
        return self.low[which].astype(object) + (self.high[which].astype(object) << BITS)


class TallySlot(NamedTuple):
    """Sums of a tally that belong together."""

    path: tuple[str, ...]  # keys that lead to them in `Tally.to_dict`
    words: Any  # their words in a TALLY, an array of their shape
    names: Sequence[str] = ()  # of those that are reported as x / m, in order
    per: Any = 0  # the word of m, or one for each


class Tally:
    """Sums over the games of one cell.

    personas: the names of the personas in the line-up, each once; persona_of: line-up entry -> index in `personas`.
    """

    def __init__(self, game: Game, players: int, lineup: Sequence[str], part_names: Sequence[str] = ()) -> None:
        self.game = game
        self.players = players
        self.personas = list(dict.fromkeys(lineup))
        self.part_names = list(part_names)
        self.persona_of = np.array([self.personas.index(name) for name in lineup], np.int64)
        self.layout = tally_record(part_words(len(self.part_names)))
        self.sums = ExactSums(self.layout.itemsize // 8)
        self.binned = list(binned_quantities(game))
        self.figures = figures_of(len(game.nodes), len(game.extras), players)
        self.bins = np.zeros((len(self.binned), BINS), np.int64)
        self.outside: list[Counter[int]] = [Counter() for _ in self.binned]
        self.longest = (1, NO_GAME)  # minus turns, game number: the minimum is the longest game, the first of several
        self.closest = (NO_GAME, NO_GAME)  # margin, game number

    def empty(self) -> Tally:
        """Return a tally of the same cell with no games."""
        return Tally(self.game, self.players, [self.personas[k] for k in self.persona_of], self.part_names)

    def reduced(self, rows: Any) -> Tally:
        """Return a tally of only these rows (at most MAX_CHUNK), to be merged into this one.

        RuleError: the rules made a mistake in a game, gave it no ending or a winner who does not exist, or reported a
        figure beyond LARGEST, whose sums could overflow.
        """
        chunk = self.empty()
        total = empty(self.layout, 1)
        flat = np.asarray(total).view(np.int64).reshape(1, -1)
        records = np.array([-1, NO_GAME, NO_GAME, NO_GAME], np.int64)
        game = self.game
        outside = reduce_rows(
            rows,
            columns_of(rows),
            tuple(self.figures),
            len(self.part_names),
            self.persona_of,
            game.score_order,
            total,
            flat,
            chunk.bins,
            records,
            np.zeros((SLOTS, 4), np.int64),
            np.zeros((2, MAX_LINEUP), np.int64),
        )
        if outside < 0:
            raise _first_error(game, rows, self.players)
        chunk.sums = ExactSums.of(flat[0])
        if chunk.sums_of("endings")[len(game.endings_by_number) :].any():
            raise _first_error(game, rows, self.players)
        chunk.longest = (-int(records[0]), int(records[1]))
        chunk.closest = (int(records[2]), int(records[3]))
        chunk.count_outside(rows, outside)
        return chunk

    def count_outside(self, rows: Any, outside: int) -> None:
        """Count the values outside the bins, one by one; outside: the result of `reduce_rows`."""
        if outside & LENGTHS_OR_SCORES_OUTSIDE:
            for place, values in enumerate(game_values(rows, self.players, self.game.score_order).values()):
                self.count_beyond(place, values)
        if outside & NODES_OR_EXTRAS_OUTSIDE:
            for place in self.places_outside(len(rows)):
                self.count_beyond(place, own_values(rows, self.game, place - N_HISTOGRAMS))

    def places_outside(self, games: int) -> Iterator[int]:
        """Yield the indexes in `binned` of nodes and extras with values outside the bins; games: of these rows."""
        nodes, extras = len(self.game.nodes), len(self.game.extras)
        defined = self.sums_of("moments")[EXTRAS : EXTRAS + extras, 0]
        for k, values in enumerate((*[games] * nodes, *defined)):
            if self.bins[N_HISTOGRAMS + k].sum() < values:
                yield N_HISTOGRAMS + k

    def count_beyond(self, place: int, values: Any) -> None:
        """Count those values of a quantity that are outside the bins."""
        first = self.binned[place].first
        beyond = values[(values < first) | (values >= first + BINS)]
        distinct, counts = np.unique(beyond[beyond != UNDEFINED], return_counts=True)
        self.outside[place].update(dict(zip(distinct.tolist(), counts.tolist(), strict=True)))

    def merge(self, other: Tally) -> None:
        """Add another tally of the same cell; the order of merging does not matter."""
        self.sums.add(other.sums)
        self.bins += other.bins
        for mine, others in zip(self.outside, other.outside, strict=True):
            mine.update(others)
        self.longest = min(self.longest, other.longest)
        self.closest = min(self.closest, other.closest)

    @property
    def games(self) -> int:
        """The number of games in the tally."""
        return int(self.sums_of("games"))

    def sums_of(self, name: str) -> Any:
        """Return a field of TALLY as an array of Python ints, or one."""
        return self.sums.ints(words_of(self.layout)[name])

    # The sums ------------------------------------------------------------------------------------------------------
    def places(self) -> Iterator[TallySlot]:
        """Yield all sums of this tally, without the distributions."""
        game, n, games, lead = self.game, self.players, WORDS["games"], WORDS["lead_games"]
        for name, _, k in self.moment_places():
            number, total, squares = WORDS["moments"][k]
            yield TallySlot(("moments", name, "n"), number)
            yield TallySlot(("moments", name, "sum"), total, [f"moment.{name}"], number)
            yield TallySlot(("moments", name, "squares"), squares)
        for name, k in self.ratio_places():  # sums of x, m, xx, xm, mm
            yield TallySlot(("ratios", name), WORDS["ratios"][k], [f"ratio.{name}"], WORDS["ratios"][k, 1])
        yield TallySlot(("games",), games)
        yield TallySlot(("won",), WORDS["won"])
        for k, name in enumerate(game.endings_by_number[UNFINISHED:], UNFINISHED):
            yield TallySlot(("endings", name), WORDS["endings"][k], [f"ending.{name}"], games)
        yield TallySlot(("credit",), WORDS["credit"][:n])
        yield TallySlot(("credit_products",), WORDS["credit_products"][:n, :n])
        yield TallySlot(("losses",), WORDS["losses"][:n], [f"loss.{seat + 1}" for seat in range(n)], games)
        yield TallySlot(("shared",), WORDS["shared"], ["shared"], games)
        for k, name in enumerate(self.personas):
            for key, field in PERSONA_FIELDS.items():
                yield TallySlot(("personas", name, key), WORDS[field][k, :n])
        yield TallySlot(("lead", "games"), lead)
        yield TallySlot(("lead", "led"), WORDS["led"])
        yield TallySlot(("lead", "runaway"), WORDS["runaway"], [f"runaway.{at}" for at in QUARTERS], WORDS["led"])
        yield TallySlot(("lead", "comebacks"), WORDS["comebacks"], ["comebacks"], lead)
        yield from (TallySlot(("lead", "arc", name), WORDS["arc"][k]) for k, name in enumerate(ARC))

    def moment_places(self) -> list[tuple[str, int, int]]:
        """Return name, unit and index in TALLY.moments of each quantity with one value per game."""
        unit = self.game.score_unit
        named = [(name, its_unit, k) for k, (name, its_unit, _, _) in enumerate(MOMENTS)]
        named += [("margin", unit, MARGIN), ("winner_score", unit, WINNER_SCORE)]
        named += [(f"score.{seat + 1}", unit, SCORES + seat) for seat in range(self.players)]
        return named + [(f"extras.{extra.name}", extra.unit, EXTRAS + k) for k, extra in enumerate(self.game.extras)]

    def ratio_places(self) -> list[tuple[str, int]]:
        """Return name and index in TALLY.ratios of each ratio."""
        named = [("branching", BRANCHING), ("forced_share", FORCED_SHARE)]
        named += [(f"node.{node.name}", NODES + k) for k, node in enumerate(self.game.nodes)]
        named += [(f"persona.{name}", PERSONAS + k) for k, name in enumerate(self.personas)]
        named += [(f"persona_score.{name}", PERSONA_SCORES + k) for k, name in enumerate(self.personas)]
        if self.game.sides in {TEAMS, TOGETHER}:
            named += [(f"side.{side}", SIDES + side) for side in range(MAX_SEATS if self.game.sides == TEAMS else 1)]
        if self.game.starter == DECLARED:
            named.append(("starter", STARTER))
        return named + [(f"part.{name}", PARTS + k) for k, name in enumerate(self.part_names)]

    # From a dict ---------------------------------------------------------------------------------------------------
    def restored(self, record: Mapping[str, Any], longest: int, closest: int | None) -> Tally:
        """Return the tally of the same cell in a record of `to_dict`, so that more games can be added.

        longest, closest: game numbers; their turns and margin are the ends of the distributions.
        """
        tally = self.empty()
        ints = tally.sums.ints()
        for place in self.places():
            ints[place.words] = functools.reduce(lambda holder, key: holder[key], place.path, record)
        tally.sums = ExactSums.of(ints)
        tally.count_all(record["histograms"])
        tally.longest = (-max(map(int, record["histograms"]["turns"]["counts"])), longest)
        if closest is not None:
            tally.closest = (min(map(int, record["histograms"]["margin"]["counts"])), closest)
        return tally

    def count_all(self, histograms: Mapping[str, Any]) -> None:
        """Count the values of distributions as `to_dict` returns them."""
        for place, binned in enumerate(self.binned):
            for value, games in histograms[binned.name]["counts"].items():
                k = int(value) - binned.first
                if 0 <= k < BINS:
                    self.bins[place, k] += games
                else:
                    self.outside[place][int(value)] += games

    # As a dict -----------------------------------------------------------------------------------------------------
    def to_dict(self) -> dict[str, Any]:
        """Return the tally as plain dicts and lists of Python ints, by name; docs/engine.md describes the format."""
        record: dict[str, Any] = {key: {} for key in KEYS}
        record["credit_unit"] = CREDIT
        record["moments"] = {name: {"unit": unit} for name, unit, _ in self.moment_places()}
        ints = self.sums.ints()
        for place in self.places():
            *way, last = place.path
            holder = functools.reduce(lambda holder, key: holder.setdefault(key, {}), way, record)
            holder[last] = np.asarray(ints[place.words], object).tolist()
        return {**record, "histograms": self.histograms()}

    def histograms(self) -> dict[str, dict[str, Any]]:
        """Return for each distribution value -> number of games (score: of seats), in whole units, sorted."""
        return {binned.name: self.histogram(place) for place, binned in enumerate(self.binned)}

    def histogram(self, place: int) -> dict[str, Any]:
        """Return the distribution at an index of `bins`."""
        _, unit, first = self.binned[place]
        counts = {first + int(k): int(self.bins[place, k]) for k in np.flatnonzero(self.bins[place])}
        counts.update(self.outside[place])
        return {"unit": unit, "counts": {str(value): counts[value] for value in sorted(counts)}}


class Binned(NamedTuple):
    """A quantity with a full distribution in the tally."""

    name: str
    unit: int
    first: int  # value of its first bin


def binned_quantities(game: Game) -> Iterator[Binned]:
    """Yield the quantities of every game (`HISTOGRAMS`), decisions at nodes (node.NAME), extras (extras.NAME)."""
    scored = HISTOGRAMS.index("margin")
    for place, name in enumerate(HISTOGRAMS):
        yield Binned(name, game.score_unit if place >= scored else 1, FIRST_BIN[place])
    for node in game.nodes:
        yield Binned(f"node.{node.name}", 1, FIRST_NODE_BIN)
    for extra in game.extras:
        yield Binned(f"extras.{extra.name}", extra.unit, FIRST_EXTRA_BIN)


def _first_error(game: Game, rows: Any, players: int) -> RuleError:
    """Return the error of the first row that can't be tallied, with the figure that causes it."""
    figures = {name: np.asarray(rows[name]) for name in ("turns", "options", "forced")}
    figures |= {f"score of seat {seat + 1}": np.asarray(rows["score"])[:, seat] for seat in range(players)}
    figures |= {f"extra {extra.name}": np.asarray(rows["extras"])[:, k] for k, extra in enumerate(game.extras)}
    for place, row in enumerate(rows):
        where = f"{game.name}, game {int(row['game_number'])}: "
        if row["mistake"] != NONE:
            return RuleError(game.name, where + words(int(row["mistake"])), int(row["game_number"]))
        if not RUNNING < row["ending"] < len(game.endings_by_number):
            wrong = f"its ending is {int(row['ending'])}; {endings_in_words(game)}"
            return RuleError(game.name, where + wrong, int(row["game_number"]))
        if int(row["winners"]) >> players:
            wrong = f"a winner is {int(row['winners']).bit_length() - 1}; seats are 0..{players - 1}"
            return RuleError(game.name, where + wrong, int(row["game_number"]))
        total = int(np.abs(np.asarray(row["score"])[:players].astype(np.int64)).sum())
        if total > 2 * LARGEST:
            wrong = f"the scores add up to {total:_}: too large to be summed, the largest is {2 * LARGEST:_}"
            return RuleError(game.name, where + wrong, int(row["game_number"]))
        for name, values in figures.items():
            value = int(values[place])
            if abs(value) > LARGEST and not (name.startswith("extra ") and value == UNDEFINED):
                wrong = f"{name} is {value:_}: too large to be summed, the largest is {LARGEST:_}"
                return RuleError(game.name, where + wrong, int(row["game_number"]))
    return RuleError(game.name, f"{game.name} reported a figure too large to be summed")


def endings_in_words(game: Game) -> str:
    """Return the numbers of a game's endings in words."""
    named = [f"{number} {name}" for number, name in enumerate(game.endings_by_number) if number != RUNNING]
    return f"endings of {game.name}: {', '.join(named)}"


def game_values(rows: Any, players: int, score_order: int) -> dict[str, Any]:
    """Return the values that `reduce_rows` puts into bins, by name in the order of HISTOGRAMS.

    int64[games] each, UNDEFINED for games without a value; `score`: int64[games * players], seat by seat.
    """
    scores = np.asarray(rows["score"])[:, :players].astype(np.int64)
    finished = (np.asarray(rows["ending"]) > UNFINISHED) & (score_order != 0)
    # By seat, the mean score of its side, rounded down: of the seats of a side only the first counts
    sides = np.asarray(rows["side"])[:, :players]
    same = sides[:, :, None] == sides[:, None, :]
    means = (same * scores[:, None, :]).sum(2) // same.sum(2)
    is_first = same.argmax(2) == np.arange(players)
    ranked = np.sort(np.where(is_first, score_order * means, UNDEFINED), axis=1)
    seats = np.arange(players, dtype=np.uint64)
    won = (np.asarray(rows["winners"], np.uint64)[:, None] >> seats) & np.uint64(1)
    first = np.take_along_axis(scores, won.argmax(axis=1)[:, None], axis=1)[:, 0]
    lengths = {name: np.asarray(rows[name]).astype(np.int64) for name in ("rounds", "turns", "decisions")}
    return {
        **lengths,
        "margin": np.where(finished & (is_first.sum(1) > 1), ranked[:, -1] - ranked[:, -2:][:, 0], UNDEFINED),
        "winner_score": np.where(finished & won.any(axis=1), first, UNDEFINED),
        "score": scores.ravel(),
    }


def own_values(rows: Any, game: Game, k: int) -> Any:
    """Return the decisions at node k, or, after the nodes, an extra: int64[games], UNDEFINED if a game has none."""
    nodes = len(game.nodes)
    column = rows["node_decisions"][:, k] if k < nodes else rows["extras"][:, k - nodes]
    return np.asarray(column).astype(np.int64)
