"""The tally of a cell: exact whole numbers, merged by addition in any order, with a form of plain dicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from balancer.core.game import Game
from balancer.core.leader_metrics import FRACTION
from balancer.core.record import empty
from balancer.core.result_row import CREDIT, LARGEST
from balancer.core.rule_errors import NONE, RuleError, words
from balancer.core.table import RUNNING, UNDEFINED, UNFINISHED
from balancer.core.tallies.exact_sums import ExactSums
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
    N_HISTOGRAMS,
    NO_GAME,
    NODES,
    NODES_OR_EXTRAS_OUTSIDE,
    PARTS,
    PERSONAS,
    SCORES,
    TALLY,
    columns_of,
    figures_of,
)
from balancer.core.tallies.reduction import reduce_rows

MOMENTS = (
    ("rounds", 1),
    ("turns", 1),
    ("decisions", 1),
    ("lead_changes", 1),
    ("lead_changes_per_round", FRACTION),
    ("drama", FRACTION),
    ("decisiveness", FRACTION),
    ("margin", 0),  # 0: the unit of scores
    ("winner_score", 0),
)
"""Names and units of the first quantities of `TALLY.moments`, in the order of result.ROUNDS ... WINNER_SCORE."""

MOMENT_SUMS = ("n", "sum", "squares")
"""What `TALLY.moments` holds of each quantity, as `Tally.to_dict` names it."""

ARC = ("leads", "stays", "last")
"""Names of what the arc counts of the winner at each point, in the order of leader_metrics.LEADS, STAYS, WAS_LAST."""

PERSONA_FIELDS = {"games": "persona_games", "credit": "persona_credit", "squares": "persona_squares"}
"""What is summed per persona and seat: its name in `Tally.to_dict` -> the field of TALLY."""


class Tally:
    """Sums over the games of one cell.

    personas: the names of the personas at the table, each once; persona_of: line-up place -> place in `personas`.
    """

    def __init__(self, game: Game, players: int, lineup: Sequence[str], part_names: Sequence[str] = ()) -> None:
        """Begin a tally of no games."""
        self.game = game
        self.players = players
        self.personas = list(dict.fromkeys(lineup))
        self.part_names = list(part_names)
        self.persona_of = np.array([self.personas.index(name) for name in lineup], np.int64)
        self.sums = ExactSums(TALLY.itemsize // 8)
        self.binned = list(binned_quantities(game))
        self.figures = figures_of(len(game.nodes), len(game.extras), players)
        self.bins = np.zeros((len(self.binned), BINS), np.int64)
        self.outside: list[Counter[int]] = [Counter() for _ in self.binned]
        self.longest = (1, NO_GAME)  # minus turns, game number: the least is the longest, the earliest among equals
        self.closest = (NO_GAME, NO_GAME)  # margin, game number

    def empty(self) -> Tally:
        """A tally of the same cell with no games."""
        return Tally(self.game, self.players, [self.personas[k] for k in self.persona_of], self.part_names)

    def reduced(self, rows: Any) -> Tally:
        """The tally of some rows (at most MAX_CHUNK), apart from this one: to be merged into it.

        RuleError: the rules made a mistake in a game, gave it no ending or a winner who is not there, or reported a
        figure beyond LARGEST: sums could overflow.
        """
        chunk = self.empty()
        total = empty(TALLY, 1)
        flat = np.asarray(total).view(np.int64).reshape(1, -1)
        records = np.array([-1, NO_GAME, NO_GAME, NO_GAME], np.int64)
        game = self.game
        outside = reduce_rows(
            rows,
            columns_of(rows),
            tuple(self.figures),
            len(self.part_names),
            self.persona_of,
            game.one_loses,
            total,
            flat,
            chunk.bins,
            records,
            np.zeros((len(self.persona_of) << self.players, 2), np.int64),
        )
        if outside < 0:
            raise unsound(game, rows, self.players)
        chunk.sums = ExactSums.of(flat[0])
        if chunk.sums_of("endings")[len(game.endings_by_number) :].any():
            raise unsound(game, rows, self.players)
        chunk.longest = (-int(records[0]), int(records[1]))
        chunk.closest = (int(records[2]), int(records[3]))
        chunk.count_outside(rows, outside)
        return chunk

    def count_outside(self, rows: Any, outside: int) -> None:
        """Count the values for which there is no bin, exactly, whatever they are; outside: see `reduce_rows`."""
        if outside & LENGTHS_OR_SCORES_OUTSIDE:
            for place, values in enumerate(game_values(rows, self.players, one_loses=self.game.one_loses).values()):
                self.count_beyond(place, values)
        if outside & NODES_OR_EXTRAS_OUTSIDE:
            for place in self.places_outside(len(rows)):
                self.count_beyond(place, own_values(rows, self.game, place - N_HISTOGRAMS))

    def places_outside(self, games: int) -> Iterator[int]:
        """Places in `binned` of the nodes and extras of which some values, in so many games, have no bin."""
        nodes, extras = len(self.game.nodes), len(self.game.extras)
        defined = self.sums_of("moments")[EXTRAS : EXTRAS + extras, 0]
        for k, wanted in enumerate((*[games] * nodes, *defined)):
            if self.bins[N_HISTOGRAMS + k].sum() < wanted:
                yield N_HISTOGRAMS + k

    def count_beyond(self, place: int, values: Any) -> None:
        """Count those of some values of a quantity for which there is no bin."""
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

    # From a dict ---------------------------------------------------------------------------------------------------
    def restored(self, record: Mapping[str, Any], longest: int, closest: int | None) -> Tally:
        """The tally of the same cell that `record` (its `to_dict`) came from, so that more games can be added.

        longest, closest: game numbers; their turns and margin are the ends of the distributions.
        """
        tally, n = self.empty(), self.players
        ints = tally.sums.ints()

        def sums(name: str) -> Any:
            words, shape = words_of(name)
            return ints[words].reshape(shape)

        for name in ("games", "won", "shared"):
            sums(name)[:] = record[name]
        for number, name in enumerate(self.game.endings_by_number):
            sums("endings")[number] = record["endings"].get(name, 0)
        sums("credit")[:n], sums("losses")[:n] = record["credit"], record["losses"]
        sums("credit_products")[:n, :n] = record["credit_products"]
        for number, name in enumerate(self.personas):
            for key, field in PERSONA_FIELDS.items():
                sums(field)[number, :n] = record["personas"][name][key]
        for field, key in (("lead_games", "games"), ("runaway", "runaway"), ("comebacks", "comebacks")):
            sums(field)[:] = record["lead"][key]
        sums("arc")[:] = [record["lead"]["arc"][name] for name in ARC]
        for name, _, number in self.moment_places():
            sums("moments")[number] = [record["moments"][name][key] for key in MOMENT_SUMS]
        for name, number in self.ratio_places():
            sums("ratios")[number] = record["ratios"][name]
        tally.sums = ExactSums.of(ints)
        tally.count_all(record["histograms"])
        tally.longest = (-max(map(int, record["histograms"]["turns"]["counts"])), longest)
        if closest is not None:
            tally.closest = (min(map(int, record["histograms"]["margin"]["counts"])), closest)
        return tally

    def count_all(self, histograms: Mapping[str, Any]) -> None:
        """Count the values of distributions as `to_dict` gives them."""
        for place, binned in enumerate(self.binned):
            for value, games in histograms[binned.name]["counts"].items():
                k = int(value) - binned.first
                if 0 <= k < BINS:
                    self.bins[place, k] += games
                else:
                    self.outside[place][int(value)] += games

    def sums_of(self, name: str) -> Any:
        """A field of TALLY as an array of Python ints."""
        words, shape = words_of(name)
        return self.sums.ints(words).reshape(shape)

    # As a dict -----------------------------------------------------------------------------------------------------
    def to_dict(self) -> dict[str, Any]:
        """The tally as plain dicts and lists of Python ints, by name; docs/architecture.md describes its format."""
        n, game = self.players, self.game
        names = game.endings_by_number
        endings = self.field("endings")
        return {
            "games": self.field("games"),
            "won": self.field("won"),
            "shared": self.field("shared"),
            "endings": {name: endings[k] for k, name in enumerate(names) if k >= UNFINISHED},
            "credit_unit": CREDIT,
            "credit": self.field("credit")[:n],
            "credit_products": [line[:n] for line in self.field("credit_products")[:n]],
            "losses": self.field("losses")[:n],
            "personas": {name: self.persona(k) for k, name in enumerate(self.personas)},
            "lead": {
                "games": self.field("lead_games"),
                "runaway": self.field("runaway"),
                "comebacks": self.field("comebacks"),
                "arc": dict(zip(ARC, self.field("arc"), strict=True)),
            },
            "moments": self.moments(),
            "ratios": self.ratios(),
            "histograms": self.histograms(),
        }

    def field(self, name: str) -> Any:
        """A field of TALLY as Python ints in (nested) lists."""
        values = self.sums_of(name)
        return int_lists(values) if TALLY.fields[name][0].shape else int(values[0])

    def persona(self, place: int) -> dict[str, list[int]]:
        """Games, credit and squared credit of a persona by seat."""
        return {key: int_lists(self.sums_of(name)[place, : self.players]) for key, name in PERSONA_FIELDS.items()}

    def moment_places(self) -> list[tuple[str, int, int]]:
        """Name, unit and place in TALLY.moments of each quantity of which a game has one value."""
        score_unit = self.game.score_unit
        named = [(name, unit or score_unit, k) for k, (name, unit) in enumerate(MOMENTS)]
        named += [(f"score.{seat + 1}", score_unit, SCORES + seat) for seat in range(self.players)]
        return named + [(f"extras.{extra.name}", extra.unit, EXTRAS + k) for k, extra in enumerate(self.game.extras)]

    def moments(self) -> dict[str, dict[str, int]]:
        """Number, sum and sum of squares of each quantity, with its unit."""
        sums = self.field("moments")
        return {
            name: dict(zip(("unit", *MOMENT_SUMS), (unit, *sums[k]), strict=True))
            for name, unit, k in self.moment_places()
        }

    def ratio_places(self) -> list[tuple[str, int]]:
        """Name and place in TALLY.ratios of each ratio."""
        named = [("branching", BRANCHING), ("forced_share", FORCED_SHARE)]
        named += [(f"node.{node.name}", NODES + k) for k, node in enumerate(self.game.nodes)]
        named += [(f"persona.{name}", PERSONAS + k) for k, name in enumerate(self.personas)]
        return named + [(f"part.{name}", PARTS + k) for k, name in enumerate(self.part_names)]

    def ratios(self) -> dict[str, list[int]]:
        """Sums of x, m, xx, xm, mm of each ratio x/m."""
        sums = self.field("ratios")
        return {name: sums[k] for name, k in self.ratio_places()}

    def histograms(self) -> dict[str, dict[str, Any]]:
        """Value -> number of games of each distribution (score: of seats), in whole units, smallest first."""
        return {binned.name: self.histogram(place) for place, binned in enumerate(self.binned)}

    def histogram(self, place: int) -> dict[str, Any]:
        """The distribution at that place in `bins`."""
        _, unit, first = self.binned[place]
        counts = {first + int(k): int(self.bins[place, k]) for k in np.flatnonzero(self.bins[place])}
        counts.update(self.outside[place])
        return {"unit": unit, "counts": {str(value): counts[value] for value in sorted(counts)}}


def words_of(name: str) -> tuple[slice, tuple[int, ...]]:
    """Which words of a TALLY are a field, and its shape."""
    dtype, offset = TALLY.fields[name][:2]
    first = offset // 8
    return slice(first, first + dtype.itemsize // 8), dtype.shape or (1,)


class Binned(NamedTuple):
    """A quantity of which a tally keeps the whole distribution: its name, unit, and the value of its first bin."""

    name: str
    unit: int
    first: int


def binned_quantities(game: Game) -> Iterator[Binned]:
    """Those of every game (`HISTOGRAMS`), then the decisions at each node (node.NAME), then extras (extras.NAME)."""
    scored = HISTOGRAMS.index("margin")
    for place, name in enumerate(HISTOGRAMS):
        yield Binned(name, game.score_unit if place >= scored else 1, FIRST_BIN[place])
    for node in game.nodes:
        yield Binned(f"node.{node.name}", 1, FIRST_NODE_BIN)
    for extra in game.extras:
        yield Binned(f"extras.{extra.name}", extra.unit, FIRST_EXTRA_BIN)


def unsound(game: Game, rows: Any, players: int) -> RuleError:
    """What is wrong with the first row that can't be tallied, and with which figure of it."""
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
        for name, values in figures.items():
            value = int(values[place])
            if abs(value) > LARGEST and not (name.startswith("extra ") and value == UNDEFINED):
                wrong = f"{name} is {value:_}: too large to be summed, the largest is {LARGEST:_}"
                return RuleError(game.name, where + wrong, int(row["game_number"]))
    return RuleError(game.name, f"{game.name} reported a figure too large to be summed")


def endings_in_words(game: Game) -> str:
    """The numbers of a game's endings."""
    named = [f"{number} {name}" for number, name in enumerate(game.endings_by_number) if number != RUNNING]
    return f"endings of {game.name}: {', '.join(named)}"


def int_lists(values: Any) -> Any:
    """Nested lists of Python ints of an array of whole numbers, of numpy's or (dtype object) of Python's."""
    return values.tolist()


def game_values(rows: Any, players: int, *, one_loses: bool) -> dict[str, Any]:
    """The values that `reduce_rows` puts into bins, by name in the order of HISTOGRAMS.

    int64[games] each, UNDEFINED where a game has none; of `score` int64[games * players], seat by seat.
    """
    scores = np.asarray(rows["score"])[:, :players].astype(np.int64)
    ranked = np.sort(scores, axis=1)
    finished = (np.asarray(rows["ending"]) > UNFINISHED) & (not one_loses)
    seats = np.arange(players, dtype=np.uint64)
    won = (np.asarray(rows["winners"], np.uint64)[:, None] >> seats) & np.uint64(1)
    first = np.take_along_axis(scores, won.argmax(axis=1)[:, None], axis=1)[:, 0]
    lengths = {name: np.asarray(rows[name]).astype(np.int64) for name in ("rounds", "turns", "decisions")}
    return {
        **lengths,
        "margin": np.where(finished, ranked[:, -1] - ranked[:, -2], UNDEFINED),
        "winner_score": np.where(finished & won.any(axis=1), first, UNDEFINED),
        "score": scores.ravel(),
    }


def own_values(rows: Any, game: Game, k: int) -> Any:
    """The decisions at node k, or after the nodes an extra: int64[games], UNDEFINED where a game has none."""
    nodes = len(game.nodes)
    column = rows["node_decisions"][:, k] if k < nodes else rows["extras"][:, k - nodes]
    return np.asarray(column).astype(np.int64)
