"""An axis of a sweep, and how people call it and its values.

Names in scenarios (`rules.magical`, `true`) are what users type; sentences, headings and charts use the words that a
game declares for its knobs (`Magical Dishes`, `with Magical Dishes`), and fall back on the names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, takewhile
from typing import Any

from balancer.analysis.results import CellResult
from balancer.analysis.sheet import Column, column
from balancer.core.knobs import ANY_VALUE
from balancer.scenario.levers import named
from balancer.scenario.question import KnobCard
from balancer.wording import listed, singular

RUN = 3  # neighbouring values that are written as a range


@dataclass(frozen=True)
class AxisWords:
    """How an axis is called: noun, with its article; phrases: by value as text, ANY_VALUE for all others."""

    noun: str = ""
    phrases: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SweepAxis:
    """An axis: its name in the scenario, and its values (numbers by size, words as given).

    specials: numbers that are not quantities, with their meaning ("0": "off"); they are kept apart from the others;
    beyond: the base value, where the axis does not contain it: its place follows those of the values.
    """

    name: str
    values: tuple[Any, ...]
    specials: Mapping[str, str] = field(default_factory=dict)
    beyond: tuple[Any, ...] = ()
    words: AxisWords = field(default_factory=AxisWords)

    def at(self, place: int) -> Any:
        """The value at a place."""
        return (*self.values, *self.beyond)[place]

    @cached_property
    def numeric(self) -> bool:
        """Whether the values are numbers, so that a metric can rise or fall along them."""
        return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in self.values)

    def apart(self, place: int) -> bool:
        """Whether a value is a special number, such as 0 for off."""
        return self.numeric and shown(self.at(place)) in self.specials

    def order(self, place: int) -> float:
        """The sort key of a place: numbers by size, words as given."""
        return float(self.at(place)) if self.numeric else float(place)

    # Words ------------------------------------------------------------------------------------------------------------
    @property
    def noun(self) -> str:
        """Its name in a sentence: `the number of players`, `Magical Dishes`."""
        return self.words.noun or axis_label(self.name)

    @property
    def label(self) -> str:
        """Its name in headings and charts: `number of players`."""
        return self.noun.removeprefix("the ")

    @property
    def distinctive(self) -> list[str]:
        """Names of single values that name the rule as well: `Magical Dishes`, `instant win`; several words each."""
        found = [short(words).removeprefix("no ") for value, words in self.words.phrases.items() if value != ANY_VALUE]
        return [name for name in found if " " in name]

    def shown(self, place: int) -> str:
        """A value as text: `22`, `0 (off)`, `plain game`."""
        text = shown(self.at(place))
        if self.numeric:
            return f"{text} ({self.specials[text]})" if self.apart(place) else text
        return short(self._declared(text)) or text

    def named(self, place: int) -> str:
        """A value with its axis: `instant-win threshold 22`, `4 players`, `plain game`."""
        text = shown(self.at(place))
        return short(self._declared(text)) or f"{self.label} {self.shown(place)}"

    def phrase(self, place: int) -> str:
        """Where a value holds, in a sentence: `at an instant-win threshold of 22`, `in the plain game`."""
        if self.apart(place) and shown(self.at(place)) not in self.words.phrases:
            return f"with {self.label} {self.shown(place)}"
        return self._declared(shown(self.at(place))) or self._filled(self.shown(place))

    def again(self, place: int) -> str:
        """The phrase where the axis was named just before: `at 26`, `with 8`."""
        declared = self._declared(shown(self.at(place)))
        template = self._template
        counted = self.numeric and (not declared or shown(self.at(place)) not in self.words.phrases)
        if counted or not declared:
            return f"{template.partition(' ')[0]} {self.shown(place)}"
        return declared

    def phrases(self, places: Sequence[int]) -> str:
        """Where any of several values holds: `with 2 and 4 to 6 players`, `with a draft and without a draft`."""
        if not self.numeric:
            each = [self.phrase(place) for place in places]
            alike = len({one.partition(" ")[0] for one in each}) == 1
            return joined_phrases(each) if alike else listed(each)
        alone = [place for place in places if shown(self.at(place)) in self.words.phrases]
        counted = [place for place in places if place not in alone]
        texts = [self._filled(listed(self.ranges(counted)))] if counted else []
        return " and ".join([*texts, *(self.phrase(place) for place in alone)])

    def ranges(self, places: Sequence[int]) -> list[str]:
        """Values as text, three neighbours or more as a range: `18`, `20 to 23`."""
        order = sorted(range(len(self.values)), key=self.order)
        runs: list[list[int]] = []
        for place in places:
            known = place in order and runs and runs[-1][-1] in order
            follows = known and order.index(place) == order.index(runs[-1][-1]) + 1
            if self.numeric and follows and not self.apart(runs[-1][-1]):
                runs[-1].append(place)
            else:
                runs.append([place])
        texts: list[str] = []
        for run in runs:
            each = [self.shown(place) for place in run]
            texts += [f"{each[0]} to {each[-1]}"] if len(each) >= RUN else each
        return texts

    def step(self, first: int, last: int) -> str:
        """One value in place of another: `from 2 to 6`, `with Magical Dishes instead of the plain game`."""
        if not self._worded(first) or not self._worded(last):
            return f"from {self.shown(first)} to {self.shown(last)}"
        one, other = self.phrase(first), self.phrase(last)
        lacking = "without " in one + other
        return f"{other} instead of {one if lacking else one.partition(' ')[2]}"

    def instead(self, first: int, last: int) -> str:
        """Where one value stands for another: `at an instant-win threshold of 20 instead of 22`."""
        phrases = self.words.phrases
        if any(shown(self.at(place)) in phrases for place in (first, last)) or (
            self._worded(first) and self._worded(last)
        ):
            one, other = self.phrase(first), self.phrase(last)
            return f"{other} instead of {one if 'without ' in one + other else one.partition(' ')[2]}"
        return f"{self.phrase(last)} instead of {self.shown(first)}"

    def named_step(self, first: int, last: int) -> str:
        """The same with the axis: `from 2 to 6 players`, `from an instant-win threshold of 18 to 26`."""
        if self._worded(first) and self._worded(last):
            return self.step(first, last)
        ends = f"{self.shown(first)} to {self.shown(last)}"
        return f"from {self._template.partition(' ')[2].replace(ANY_VALUE, ends)}"

    def span(self, first: int, last: int) -> str:
        """Two values of it: `number of players 2 to 8`, `plain game to Magical Dishes`."""
        ends = f"{self.shown(first)} to {self.shown(last)}"
        return ends if self._worded(first) and self._worded(last) else f"{self.label} {ends}"

    def _worded(self, place: int) -> bool:
        return not self.numeric and bool(self._declared(shown(self.at(place))))

    def _declared(self, text: str) -> str:
        """The declared phrase of a value as text; '' where none is."""
        phrases = self.words.phrases
        if text in phrases:
            return phrases[text]
        readable = text if self.numeric else text.replace("_", " ")
        return _with_value(phrases[ANY_VALUE], readable) if ANY_VALUE in phrases else ""

    @property
    def _template(self) -> str:
        """The phrase of any value: `at win_threshold {}` where nothing is declared."""
        usual = f"{'at' if self.numeric else 'with'} {axis_label(self.name)} {ANY_VALUE}"
        if self.words.noun:
            usual = f"{'at' if self.numeric else 'with'} {with_article(self.words.noun)} of {ANY_VALUE}"
        return self.words.phrases.get(ANY_VALUE, usual)

    def _filled(self, text: str) -> str:
        return _with_value(self._template, text)


def _with_value(template: str, text: str) -> str:
    """A phrase with its value: `with 3 cards`, `with 1 card`, `with 1 die`."""
    if text == "1":
        template = re.sub(r"\{\} (\w*[^s\W]s|dice)\b", lambda found: f"{ANY_VALUE} {singular(found[1])}", template)
    return template.replace(ANY_VALUE, text)


def words_of(name: str, knobs: Mapping[str, KnobCard]) -> AxisWords:
    """The words for an axis; knobs: the game's."""
    return AxisWords(*named(name).words(knobs))


def axis_label(name: str) -> str:
    """The name of an axis as scenarios have it: the knob; a persona's habit, or a part's figure, with whose it is."""
    return named(name).label


def with_article(noun: str) -> str:
    """`an instant-win threshold` for `the instant-win threshold`."""
    if not noun.startswith("the "):
        return noun
    bare = noun.removeprefix("the ")
    return f"{'an' if bare[0].lower() in 'aeiou' else 'a'} {bare}"


def short(phrase: str) -> str:
    """A phrase as a label: `plain game` for `in the plain game`, `no draft` for `without a draft`."""
    bare = re.sub(r"^without (?:an? |the |any )?", "no ", phrase)
    bare = re.sub(r"^(?:with|in|at) (?:an? |the )?", "", bare)
    return re.sub(r" of ([\d.]+)$", r" \1", bare)


# Several together -----------------------------------------------------------------------------------------------------


def joined_phrases(phrases: Sequence[str]) -> str:
    """Phrases that hold together, each preposition once: `in the plain game with Lagers and 4 players`."""
    own = {
        preposition: [one.removeprefix(preposition) for one in phrases if one.startswith(preposition)]
        for preposition in ("in ", "at ", "with ", "without ")
    }
    *held, lacking = (
        preposition + listed(names, last="or" if preposition == "without " else "and") if names else ""
        for preposition, names in own.items()
    )
    held_words = " ".join(filter(None, held))
    if not lacking or not held_words:
        return lacking or held_words
    return f"{held_words}{',' if len(own['with ']) > 1 else ' and'} {lacking}"


def joined_names(names: Sequence[str]) -> str:
    """`win_threshold 20 and 22`, `with 3 and 4 players`: common words once; several axes in brackets."""
    if any(", " in name for name in names):
        return listed([f"({name})" for name in names])
    words = [name.split(" ") for name in names]
    before, after = _shared(words), _shared([one[::-1] for one in words])
    if len(names) < 2 or before + after == 0 or any(len(one) != before + after + 1 for one in words):
        return listed(list(names))
    different = [one[before] for one in words]
    return " ".join([*words[0][:before], listed(different), *words[0][before + 1 :]])


def _shared(words: Sequence[Sequence[str]]) -> int:
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False)))


def placed(axes: Mapping[str, str], meaning: str) -> list[Column]:
    """Columns of axes, by their names, of rows that hold `axes` with their values."""

    def reader(axis: str) -> Callable[[Any], str | None]:
        return lambda row: shown(row["axes"][axis]) if axis in row["axes"] else None

    return [column(name, meaning, reader(axis)) for axis, name in axes.items()]


def shown(value: Any) -> str:
    """A value as a scenario has it: `22`, `true`, `bully, random ×3`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (list, tuple)):
        return row_of_words([shown(item) for item in value])
    return str(value)


def row_of_words(items: Sequence[str]) -> str:
    """`bully, random ×3`: equal neighbours are counted."""
    runs = [(item, len(list(same))) for item, same in groupby(items)]
    return ", ".join(item if times == 1 else f"{item} ×{times}" for item, times in runs)


SEATED = {
    "rotate": "rotating through the seats in all orders",
    "in_order": "rotating through the seats in this order",
    "fixed": "in fixed seats",
}


def seated_words(cell: CellResult) -> str:
    """Return the line-up and its seating: `rusher, builder rotating through the seats in all orders`."""
    return f"{shown(cell.lineup)} {SEATED[cell.seating]}"
