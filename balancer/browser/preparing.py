"""What `prepare` and `check` of a game do, as tables that a page can look up: both are Python, which no page has.

Their inputs are the number of players, the knobs and the figures of components.  A page writes numbers of players and
knobs into a table by itself, and has the game derive what follows from all components together (`Game.derive`).  What
differs from that is found by trying every value of every input alone, then combinations at random, of few inputs and
of all, until all that was tried in a row is foretold.  Numbers are looked up whole, never some of their bytes.  Those
that depend on the same inputs are tabulated together, over all combinations of their values; where these are too many,
over those with few changes, and the page refuses the others.
"""

from __future__ import annotations

import base64
import dataclasses
import itertools
import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balancer.browser.inputs import Input, changed, inputs_of
from balancer.core.component_table import Line, TableError
from balancer.core.game import Game
from balancer.core.knobs import Table
from balancer.core.record import plain_throughout
from balancer.core.rule_errors import NOT_BEGUN
from balancer.scenario.literals import sentence
from balancer.scenario.resolved import Figures, Setting, changes_of

MOST_COMBINATIONS = 600
"""Of the inputs of a table; beyond, only combinations with so few changes that there are at most so many."""

AGREED, MOST_TRIES = 500, 4000
"""Combinations at random, in a row, that have to be foretold; and how many are tried at most."""

AT_ENDS = 0.3
"""How often a value is drawn from the first two and the last two of its input: what bounds and words do shows there."""

SEED = 20_240_601

Choice = Mapping[int, int]
"""A setting: number of an input -> place of its value; inputs that are not there are as in the base."""


class NotPreparedError(RuntimeError):
    """What a game prepares can't be foretold."""


@dataclass(frozen=True)
class Laid:
    """A setting as Python lays it: the sentence that refuses it, or the bytes; written: those that a page writes."""

    refusal: str
    table: Any = None
    written: Any = None


def underived(game: Game, table: Any) -> bytes:
    """The bytes of a table without what the game derives, which is filled in where it is played."""
    memory = bytearray(np.asarray(table).tobytes())
    image = np.frombuffer(memory, game.table)
    for name in game.derived:
        image[name] = 0
    return bytes(memory)


def starts_of(layout: Any) -> Any:
    """For each byte of a layout, where the number begins to which it belongs; bytes between fields stand alone."""
    if layout.subdtype:
        item, shape = layout.subdtype
        return (np.arange(math.prod(shape))[:, None] * item.itemsize + starts_of(item)).ravel()
    if not layout.fields:
        return np.zeros(layout.itemsize, np.int64)
    found = np.arange(layout.itemsize)
    for kind, at, *_ in layout.fields.values():
        found[at : at + kind.itemsize] = at + starts_of(kind)
    return found


@dataclass
class Preparation:
    """Tries out what depends on what.

    Numbers of the table are known by their first byte.  depends: number -> the inputs on which it depends; shaped:
    numbers that are not as the page writes them; refused_by: the inputs on which refusals depend; refusing: figures of
    which some values are refused; lines: of each component table, as they are read; starts: byte -> the number that it
    belongs to; grouped: what `groups` found at last; most: what `_most` found.
    """

    game: Game
    base: Setting
    parts: Any
    personas: Sequence[Any]
    inputs: list[Input] = field(default_factory=list)
    known: dict[tuple[tuple[int, int], ...], Laid] = field(default_factory=dict)
    depends: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    shaped: set[int] = field(default_factory=set)
    refused_by: set[int] = field(default_factory=set)
    refusing: set[int] = field(default_factory=set)
    lines: dict[str, list[Line]] = field(default_factory=dict)
    starts: Any = None
    grouped: tuple[Any, Any] = (None, None)
    most: dict[tuple[int, ...], int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the inputs, and what depends on them; NotPreparedError."""
        self.game = dataclasses.replace(self.game, table=plain_throughout(self.game.table))
        self.inputs = [one for one in inputs_of(self.game, self.base) if one.kind != "figure" or self._may_change(one)]
        self.starts = starts_of(self.game.table)
        self._note(self.laid({}))
        for number, one in enumerate(self.inputs):
            for place in range(len(one.values)):
                self._alone(number, place)
        dice, agreed = random.Random(SEED), 0
        for _ in range(MOST_TRIES):
            choice = self._admitted(self._drawn(dice), dice)
            accepted = {k: v for k, v in choice.items() if k not in self.refused_by and not self._refused_alone({k: v})}
            agreed = agreed + 1 if self._learned(choice) and self._learned(accepted) else 0
            if agreed >= AGREED and self._tables_agree():
                return
        raise NotPreparedError(f"what {self.game.title} prepares can't be tabulated")

    def _may_change(self, figure: Input) -> bool:
        """Whether a figure of a component can have another value at all, the others being what they are."""
        others = (value for place, value in enumerate(figure.values) if place != figure.base)
        return any(not self._lay({figure: value}).refusal for value in others)

    def _tables_agree(self) -> bool:
        """Whether every setting that is tabulated is foretold."""
        tabulated = [dict(one) for inputs in self.groups() for _, one in self._combinations(inputs)[1]]
        return all([self._learned(one) for one in tabulated])  # noqa: C419  each is learned from

    # What Python does ------------------------------------------------------------------------------------------------
    def laid(self, choice: Choice) -> Laid:
        """What Python makes of a setting; remembered."""
        key = tuple(sorted((k, v) for k, v in choice.items() if v != self.inputs[k].base))
        if key not in self.known:
            self.known[key] = self._lay({self.inputs[k]: self.inputs[k].values[v] for k, v in key})
        return self.known[key]

    def _lay(self, values: Mapping[Input, Any]) -> Laid:
        players, rules, figures = changed(self.base, values)
        try:
            parts = self.parts if figures == self.base.figures else self._parts(figures)
        except TableError as error:
            names = ", ".join(one.name for one in values if one.kind == "figure")
            return Laid(f"{names}: {'; '.join(mistake.message for mistake in error.mistakes)}")
        if problems := self.game.problems(rules, players, parts):
            return Laid("; ".join(sentence(f"{one.knob}: {one.message}", one.hint) for one in problems))
        table = self.game.lay_table(rules, players, parts, self.personas)
        table.game_number = NOT_BEGUN
        made = np.frombuffer(underived(self.game, table), np.uint8)
        return Laid("", made, self._written(self.laid({}).table if self.known else made, rules, players))

    def _parts(self, figures: Figures) -> Any:
        found = {}
        for knob, table in self.game.components.items():
            path = self.base.table_files.get(knob) or self.game.own_table(knob)
            if knob not in self.lines:
                self.lines[knob] = table.lines(path)
            found[knob] = table.made(path, table.with_changes(self.lines[knob], changes_of(figures, knob)))
        return self.game.joined(found)

    def _written(self, base: Any, rules: Mapping[str, Any], players: int) -> Any:
        """The bytes of the base with players and knobs written into their fields, as the page does it."""
        memory = bytearray(base.tobytes())  # numpy does not copy what lies between fields
        image = np.frombuffer(memory, self.game.table)
        image["seats"] = players
        for knob in self.game.knobs:
            if not isinstance(knob, Table):
                image["rules"][knob.name] = knob.encode(rules[knob.name])
        return np.frombuffer(bytes(memory), np.uint8)

    # Trying ----------------------------------------------------------------------------------------------------------
    def _apart(self, one: Any, other: Any) -> set[int]:
        """The numbers that differ between two tables."""
        return set(map(int, self.starts[np.flatnonzero(one != other)]))

    def _note(self, laid: Laid) -> None:
        """Note the numbers that are not as the page writes them."""
        if not laid.refusal:
            self.shaped |= self._apart(laid.table, laid.written)

    def _alone(self, number: int, place: int) -> None:
        """Note what one value of one input changes."""
        laid = self.laid({number: place})
        if laid.refusal:
            (self.refusing if self.inputs[number].kind == "figure" else self.refused_by).add(number)
            return
        self._note(laid)
        for start in self._apart(laid.table, self.laid({}).table):
            self.depends[start].add(number)

    def _drawn(self, dice: random.Random) -> dict[int, int]:
        """A setting in which two knobs or more are drawn, and some of the figures, or all."""
        knobs, figures = self._of_kind(figures=False), self._of_kind(figures=True)
        chosen = dice.sample(knobs, min(dice.choice((2, 3, len(knobs) // 2, len(knobs))), len(knobs)))
        chosen += dice.sample(figures, min(dice.choice((0, 2, 4, len(figures))), len(figures)))
        return {k: self._place(dice, len(self.inputs[k].values)) for k in chosen}

    @staticmethod
    def _place(dice: random.Random, values: int) -> int:
        return dice.choice((0, 1, -2, -1)) % values if dice.random() < AT_ENDS else dice.randrange(values)

    def _admitted(self, choice: dict[int, int], dice: random.Random) -> dict[int, int]:
        """The setting with as few changes as the page admits of inputs that are tabulated together."""
        left = {k: v for k, v in choice.items() if v != self.inputs[k].base}
        for inputs in (tuple(sorted(self.refused_by)), *self.groups()):
            most, changes = self._most(inputs), [k for k in inputs if k in left]
            for k in dice.sample(changes, max(0, len(changes) - (len(inputs) if most is None else most))):
                del left[k]
        return left

    def _learned(self, choice: dict[int, int]) -> bool:
        """Whether a setting was foretold; where not, what depends on more inputs than known is noted."""
        if self._refused_otherwise(choice):
            self.refused_by |= self._fewest(choice, self._refused_otherwise)
            return False
        laid = self.laid(choice)
        if laid.refusal:
            return True
        self._note(laid)
        if not self._wrong(choice):
            return True
        for number in choice:  # what each input alone changes here
            fewer = self.laid({k: v for k, v in choice.items() if k != number})
            for start in () if fewer.refusal else self._apart(laid.table, fewer.table):
                self.depends[start].add(number)
        while wrong := self._wrong(choice):  # what several change only together
            few = self._fewest(choice, lambda one: bool(self._wrong(one) & wrong))
            for start in self._wrong({k: choice[k] for k in few}) & wrong:
                self.depends[start] |= few
        return False

    def _wrong(self, choice: Choice) -> set[int]:
        """The numbers of a setting that are not foretold."""
        laid = self.laid(choice)
        return set() if laid.refusal else self._apart(laid.table, self.foretold(choice))

    def _refused_otherwise(self, choice: Choice) -> bool:
        """Whether a setting is not refused as foretold."""
        found = self.laid(choice).refusal
        return (
            bool(found) != bool(self.refusal(choice)) if self._refused_alone(choice) else found != self.refusal(choice)
        )

    @staticmethod
    def _fewest(choice: Choice, still: Callable[[dict[int, int]], bool]) -> set[int]:
        """Inputs of a setting without any of which it would no longer be so; halves are left out before single ones."""
        left, size = list(choice), (len(choice) + 1) // 2
        while size:
            at = 0
            while at < len(left):
                fewer = left[:at] + left[at + size :]
                if still({k: choice[k] for k in fewer}):
                    left = fewer
                else:
                    at += size
            size //= 2
        return set(left)

    def _refused_alone(self, choice: Choice) -> str:
        """What is said of the first figure whose value is refused by itself."""
        return next(filter(None, (self.laid({k: choice[k]}).refusal for k in sorted(self.refusing & set(choice)))), "")

    def refusal(self, choice: Choice) -> str:
        """What the page says of a setting that it refuses, '' of others."""
        together = {k: choice[k] for k in choice if k in self.refused_by}
        return self._refused_alone(choice) or self.laid(together).refusal

    def _of_kind(self, *, figures: bool) -> list[int]:
        """The numbers of the inputs that are figures of components, or of all others."""
        return [number for number, one in enumerate(self.inputs) if (one.kind == "figure") == figures]

    def foretold(self, choice: Choice) -> Any:
        """The bytes that the page makes of a setting."""
        found = self.laid(choice).written.copy()
        for inputs, bytes_ in self.groups().items():
            among = self.laid({k: v for k, v in choice.items() if k in inputs})
            if not among.refusal:
                found[bytes_] = among.table[bytes_]
        return found

    # Tables ----------------------------------------------------------------------------------------------------------
    def groups(self) -> dict[tuple[int, ...], Any]:
        """The bytes that the page looks up, by the inputs on which they depend."""
        state = len(self.shaped), sum(map(len, self.depends.values()))  # both only grow
        if state != self.grouped[0]:
            self.grouped = state, self._groups()
        found: dict[tuple[int, ...], Any] = self.grouped[1]
        return found

    def _groups(self) -> dict[tuple[int, ...], Any]:
        found: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for start in sorted(self.shaped):
            found[tuple(sorted(self.depends.get(start, ())))].append(start)
        return {inputs: np.flatnonzero(np.isin(self.starts, starts)) for inputs, starts in found.items()}

    def to_dict(self) -> dict[str, Any]:
        """For the page: inputs; refusals and images as tables by what is changed of the inputs they depend on."""
        return {
            "inputs": [one.to_dict() for one in self.inputs],
            "refusals": [self._refusals(inputs) for inputs in self._refusing_groups()],
            "images": [self._image(inputs, bytes_) for inputs, bytes_ in self.groups().items()],
        }

    def _refusing_groups(self) -> list[tuple[int, ...]]:
        """The inputs of each table of refusals: of a figure by itself, and of all others together."""
        together = [tuple(sorted(self.refused_by))] if self.refused_by else []
        return [*((number,) for number in sorted(self.refusing)), *together]

    def _refusals(self, inputs: tuple[int, ...]) -> dict[str, Any]:
        most, choices = self._combinations(inputs)
        sentences = {key: self.laid(choice).refusal for key, choice in choices}
        refused = {key: words for key, words in sentences.items() if words}
        texts = sorted(set(refused.values()))
        numbers = {words: number for number, words in enumerate(texts)}
        return {
            "inputs": inputs,
            "most": most,
            "sentences": {key: numbers[words] for key, words in refused.items()},
            "texts": texts,
        }

    def _image(self, inputs: tuple[int, ...], bytes_: Any) -> dict[str, Any]:
        most, choices = self._combinations(inputs)
        contents: dict[bytes, int] = {}
        of = {}
        for key, choice in choices:
            laid = self.laid(choice)
            if not laid.refusal:
                of[key] = contents.setdefault(laid.table[bytes_].tobytes(), len(contents))
        runs = np.split(bytes_, np.flatnonzero(np.diff(bytes_) != 1) + 1)
        return {
            "inputs": inputs,
            "most": most,
            "of": of,
            "contents": [base64.b64encode(content).decode() for content in contents],
            "runs": [[int(run[0]), len(run)] for run in runs],
        }

    def _others(self, inputs: Sequence[int]) -> list[list[int]]:
        return [[v for v in range(len(self.inputs[k].values)) if v != self.inputs[k].base] for k in inputs]

    def _most(self, inputs: tuple[int, ...]) -> int | None:
        """How many of these inputs may be changed together; None: all."""
        if inputs not in self.most:
            counts, total = [len(others) for others in self._others(inputs)], 0
            self.most[inputs] = None
            for most in range(len(inputs) + 1):
                total += sum(math.prod(some) for some in itertools.combinations(counts, most))
                if total > MOST_COMBINATIONS and most > 1:
                    self.most[inputs] = most - 1
                    break
        return self.most[inputs]

    def _combinations(self, inputs: tuple[int, ...]) -> tuple[int | None, list[tuple[str, Choice]]]:
        """How many of these inputs may be changed together (None: all), and every such setting with its key."""
        most = self._most(inputs)
        return most, list(self._within(inputs, self._others(inputs), len(inputs) if most is None else most))

    @staticmethod
    def _within(inputs: Sequence[int], others: Sequence[Sequence[int]], most: int) -> Iterator[tuple[str, Choice]]:
        for changes in range(most + 1):
            for some in itertools.combinations(range(len(inputs)), changes):
                for values in itertools.product(*(others[i] for i in some)):
                    key = ",".join(f"{i}:{v}" for i, v in zip(some, values, strict=True))
                    yield key, {inputs[i]: v for i, v in zip(some, values, strict=True)}
