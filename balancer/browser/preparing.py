"""What `prepare` and `check` of a game do, as tables that a page can look up: both are Python, which no page has.

Their inputs are the number of players, the knobs and the figures of components.  A page writes numbers of players and
knobs into a table by itself, and has the game derive what follows from all components together (`Game.derive`).  What
differs from that is found by trying every value of every input alone, then combinations at random, until all that was
tried is foretold.  Bytes that depend on the same inputs are tabulated together, over all combinations of their values;
where these are too many, over those with few changes, and the page refuses the others.
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
from balancer.core.component_table import Line, TableError, with_changes
from balancer.core.game import Game
from balancer.core.knobs import Table
from balancer.core.record import plain_throughout
from balancer.core.rule_errors import NOT_BEGUN
from balancer.scenario.literals import sentence
from balancer.scenario.resolved import Figures, Setting, changes_of

MOST_COMBINATIONS = 600
"""Of the inputs of a table; beyond, only combinations with so few changes that there are at most so many."""

AGREED, MOST_TRIES = 60, 600
"""Combinations at random, in a row, that have to be foretold; and how many are tried at most."""

TRIES_OF_PAIRS = 4
"""Of every two inputs."""

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


@dataclass
class Preparation:
    """Tries out what depends on what.

    depends: byte of the table -> the inputs on which it depends; shaped: bytes that are not as the page writes them;
    refused_by: the inputs on which refusals depend; refusing: figures of which some values are refused;
    lines: of each component table, as they are read.
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

    def __post_init__(self) -> None:
        """Find the inputs, and what depends on them; NotPreparedError."""
        self.game = dataclasses.replace(self.game, table=plain_throughout(self.game.table))
        self.inputs = inputs_of(self.game, self.base)
        self._note(self.laid({}))
        for number, one in enumerate(self.inputs):
            for place in range(len(one.values)):
                self._alone(number, place)
        dice, agreed = random.Random(SEED), 0
        for pair in itertools.combinations(self._of_kind(figures=False), 2):
            for _ in range(TRIES_OF_PAIRS):
                self._learned({k: dice.randrange(len(self.inputs[k].values)) for k in pair})
        for _ in range(MOST_TRIES):
            agreed = agreed + 1 if self._learned(self._drawn(dice)) else 0
            if agreed >= AGREED and self._tables_agree():
                return
        raise NotPreparedError(f"what {self.game.title} prepares can't be tabulated")

    def _tables_agree(self) -> bool:
        """Whether every setting that is tabulated is foretold."""
        return all(self._learned(dict(one)) for inputs in self.groups() for _, one in self._combinations(inputs)[1])

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
            return Laid("; ".join(mistake.message for mistake in error.mistakes))
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
            found[knob] = table.made(path, with_changes(self.lines[knob], changes_of(figures, knob)))
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
    def _note(self, laid: Laid) -> None:
        """Note the bytes that are not as the page writes them."""
        if not laid.refusal:
            self.shaped.update(map(int, np.flatnonzero(laid.table != laid.written)))

    def _alone(self, number: int, place: int) -> None:
        """Note what one value of one input changes."""
        laid = self.laid({number: place})
        if laid.refusal:
            (self.refusing if self.inputs[number].kind == "figure" else self.refused_by).add(number)
            return
        self._note(laid)
        for byte in np.flatnonzero(laid.table != self.laid({}).table):
            self.depends[int(byte)].add(number)

    def _drawn(self, dice: random.Random) -> dict[int, int]:
        """A setting in which two knobs or more are drawn, and some of the figures, or all."""
        knobs, figures = self._of_kind(figures=False), self._of_kind(figures=True)
        many = dice.choice((2, 2, 3, 4, len(knobs)))
        chosen = dice.sample(knobs, min(many, len(knobs)))
        chosen += dice.sample(figures, min(dice.choice((0, 2, 4, len(figures))), len(figures)))
        return {k: dice.randrange(len(self.inputs[k].values)) for k in chosen}

    def _learned(self, choice: dict[int, int]) -> bool:
        """Whether a setting was foretold; where not, what depends on more inputs than known is noted."""
        laid = self.laid(choice)
        foretold = self.refusal(choice)
        if bool(laid.refusal) != bool(foretold):
            self.refused_by |= self._fewest(choice, lambda one: bool(self.laid(one).refusal) != bool(foretold))
            return False
        if laid.refusal:
            return True
        self._note(laid)
        right = True
        while len(wrong := np.flatnonzero(laid.table != self.foretold(choice))):
            right = False
            few = self._fewest(choice, lambda one: self._wrong(one, wrong))
            among = self.laid({k: choice[k] for k in few})
            apart = among.table != self.foretold({k: choice[k] for k in few})
            bytes_ = [int(byte) for byte in wrong if apart[byte] and not few <= self.depends[int(byte)]]
            for byte in bytes_ or map(int, wrong):
                self.depends[byte] |= few if bytes_ else set(choice)
        return right

    def _wrong(self, choice: Choice, bytes_: Any) -> bool:
        """Whether some of these bytes of a setting are not foretold."""
        laid = self.laid(choice)
        return not laid.refusal and bool((laid.table[bytes_] != self.foretold(choice)[bytes_]).any())

    def _fewest(self, choice: Choice, still: Callable[[dict[int, int]], bool]) -> set[int]:
        """Inputs of a setting without any of which it would no longer be so."""
        left = dict(choice)
        for number in choice:
            fewer = {k: v for k, v in left.items() if k != number}
            if still(fewer):
                left = fewer
        return set(left)

    def refusal(self, choice: Choice) -> str:
        """What the page says of a setting that it refuses, '' of others."""
        alone = (self.laid({k: choice[k]}).refusal for k in sorted(self.refusing & set(choice)))
        return (
            next(filter(None, alone), "") or self.laid({k: choice[k] for k in choice if k in self.refused_by}).refusal
        )

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
        found: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for byte in sorted(self.shaped):
            found[tuple(sorted(self.depends.get(byte, ())))].append(byte)
        return {inputs: np.array(bytes_) for inputs, bytes_ in found.items()}

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

    def _combinations(self, inputs: Sequence[int]) -> tuple[int | None, list[tuple[str, Choice]]]:
        """How many of these inputs may be changed together (None: all), and every such setting with its key."""
        others = [[v for v in range(len(self.inputs[k].values)) if v != self.inputs[k].base] for k in inputs]
        total = 0
        for most in range(len(inputs) + 1):
            total += sum(
                math.prod(len(others[i]) for i in some) for some in itertools.combinations(range(len(inputs)), most)
            )
            if total > MOST_COMBINATIONS and most > 1:
                return most - 1, list(self._within(inputs, others, most - 1))
        return None, list(self._within(inputs, others, len(inputs)))

    @staticmethod
    def _within(inputs: Sequence[int], others: Sequence[Sequence[int]], most: int) -> Iterator[tuple[str, Choice]]:
        for changes in range(most + 1):
            for some in itertools.combinations(range(len(inputs)), changes):
                for values in itertools.product(*(others[i] for i in some)):
                    key = ",".join(f"{i}:{v}" for i, v in zip(some, values, strict=True))
                    yield key, {inputs[i]: v for i, v in zip(some, values, strict=True)}
