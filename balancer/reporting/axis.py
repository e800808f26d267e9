"""An axis of a sweep, and what people call it and its values.

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
    """The words for an axis."""

    noun: str = ""  # with its article
    phrases: Mapping[str, str] = field(default_factory=dict)  # by value as text; ANY_VALUE for all others


@dataclass(frozen=True)
class SweepAxis:
    """An axis of a sweep: numbers by size, words as given; methods take the place of a value among them."""

    name: str  # in the scenario
    values: tuple[Any, ...]
    specials: Mapping[str, str] = field(default_factory=dict)  # numbers that are not quantities: "0" -> "off"
    beyond: tuple[Any, ...] = ()  # the base value if it is not on the axis; its place follows those of `values`
    words: AxisWords = field(default_factory=AxisWords)

    def at(self, place: int) -> Any:
        """Return the value at a place."""
        return (*self.values, *self.beyond)[place]

    @cached_property
    def numeric(self) -> bool:
        """True if the values are numbers, so that a metric can rise or fall along them."""
        return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in self.values)

    def apart(self, place: int) -> bool:
        """Return whether a value is a special number, such as 0 for off."""
        return self.numeric and shown(self.at(place)) in self.specials

    def order(self, place: int) -> float:
        """Return the sort key of a place: numbers by size, words as given."""
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
        names = [short(words).removeprefix("no ") for value, words in self.words.phrases.items() if value != ANY_VALUE]
        return [name for name in names if " " in name]

    def shown(self, place: int) -> str:
        """Return a value as text: `22`, `0 (off)`, `plain game`."""
        text = shown(self.at(place))
        if self.numeric:
            return f"{text} ({self.specials[text]})" if self.apart(place) else text
        return short(self._declared(text)) or text

    def word(self, place: int) -> str:
        """Return a value in a sentence that has named the axis: `22`, `plain game`; a bare word is quoted: `'none'`."""
        text, value = self.shown(place), self.at(place)
        if isinstance(value, str) and value.replace("_", "").isalpha() and not self._declared(value):
            return f"'{text}'"
        return text.removeprefix(f"{self.label} ")

    def named(self, place: int) -> str:
        """Return a value with its axis: `instant-win threshold 22`, `4 players`, `plain game`."""
        text = shown(self.at(place))
        return short(self._declared(text)) or f"{self.label} {self.shown(place)}"

    def phrase(self, place: int) -> str:
        """Return a value as part of a sentence: `at an instant-win threshold of 22`, `in the plain game`."""
        if self.apart(place) and shown(self.at(place)) not in self.words.phrases:
            return f"with {self.label} {self.shown(place)}"
        return self._declared(shown(self.at(place))) or self._filled(self.shown(place))

    def again(self, place: int) -> str:
        """Return the phrase for a sentence that has just named the axis: `at 26`, `with 8`."""
        declared = self._declared(shown(self.at(place)))
        template = self._template
        counted = self.numeric and (not declared or shown(self.at(place)) not in self.words.phrases)
        if counted or not declared:
            return f"{template.partition(' ')[0]} {self.word(place)}"
        return declared

    def phrases(self, places: Sequence[int]) -> str:
        """Join the phrases of several values: `with 2 and 4 to 6 players`, `with a draft and without a draft`."""
        if not self.numeric:
            declared = self.words.phrases
            texts = [shown(self.at(place)) for place in places if ANY_VALUE in declared]
            numbers = [text for text in texts if text.isdecimal() and text not in declared]  # beside words, as auto
            together = [self._filled(listed(numbers))] if len(numbers) > 1 else []
            single = [place for place in places if not together or shown(self.at(place)) not in numbers]
            phrases = [*together, *map(self.phrase, single)]
            same_preposition = len({phrase.partition(" ")[0] for phrase in phrases}) == 1
            return joined_phrases(phrases) if same_preposition else listed(phrases)
        worded = [place for place in places if shown(self.at(place)) in self.words.phrases]
        counted = [place for place in places if place not in worded]
        texts = [self._filled(listed(self.ranges(counted)))] if counted else []
        return " and ".join([*texts, *(self.phrase(place) for place in worded)])

    @property
    def whatever(self) -> str:
        """All values in a sentence: `whatever the order`; where no noun stands for them, their phrases."""
        places = range(len(self.values))
        if self.noun.startswith("the ") or not all(map(self._worded, places)):
            return f"whatever {self.noun}"
        return self.phrases(places)

    def ranges(self, places: Sequence[int]) -> list[str]:
        """Return values as text, `RUN` neighbours or more as a range: `18`, `20 to 23`."""
        order = sorted(range(len(self.values)), key=self.order)
        runs: list[list[int]] = []
        for place in places:
            on_axis = place in order and runs and runs[-1][-1] in order
            follows = on_axis and order.index(place) == order.index(runs[-1][-1]) + 1
            if self.numeric and follows and not self.apart(runs[-1][-1]):
                runs[-1].append(place)
            else:
                runs.append([place])
        texts: list[str] = []
        for run in runs:
            values = [self.shown(place) for place in run]
            texts += [f"{values[0]} to {values[-1]}"] if len(values) >= RUN else values
        return texts

    def step(self, first: int, last: int) -> str:
        """Describe the step between two values: `from 2 to 6`, `with Magical Dishes instead of the plain game`."""
        if not self._worded(first) or not self._worded(last):
            return f"from {self.shown(first)} to {self.shown(last)}"
        return self._replaced(first, last)

    def instead(self, first: int, last: int) -> str:
        """Describe a replaced value: `at an instant-win threshold of 20 instead of 22`."""
        phrases = self.words.phrases
        if any(shown(self.at(place)) in phrases for place in (first, last)) or (
            self._worded(first) and self._worded(last)
        ):
            return self._replaced(first, last)
        return f"{self.phrase(last)} instead of {self.shown(first)}"

    def _replaced(self, first: int, last: int) -> str:
        old, new = self.phrase(first), self.phrase(last)
        # `with X instead of Y`, but `with X instead of without X`.
        return f"{new} instead of {old if 'without ' in old + new else old.partition(' ')[2]}"

    def named_step(self, first: int, last: int) -> str:
        """Describe the step with its axis: `from 2 to 6 players`, `from an instant-win threshold of 18 to 26`."""
        if self._worded(first) and self._worded(last):
            return self.step(first, last)
        ends = f"{self.shown(first)} to {self.shown(last)}"
        return f"from {self._template.partition(' ')[2].replace(ANY_VALUE, ends)}"

    def span(self, first: int, last: int) -> str:
        """Name two values: `number of players 2 to 8`, `plain game to Magical Dishes`."""
        ends = f"{self.shown(first)} to {self.shown(last)}"
        return ends if self._worded(first) and self._worded(last) else f"{self.label} {ends}"

    def _worded(self, place: int) -> bool:
        return not self.numeric and bool(self._declared(shown(self.at(place))))

    def _declared(self, text: str) -> str:
        """Return the declared phrase of a value as text; '' without one."""
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
    if text == "1":
        template = re.sub(r"\{\} (\w*[^s\W]s|dice)\b", lambda match: f"{ANY_VALUE} {singular(match[1])}", template)
    return template.replace(ANY_VALUE, text)


def words_of(name: str, knobs: Mapping[str, KnobCard]) -> AxisWords:
    """Return the words for an axis; knobs: those of the game."""
    return AxisWords(*named(name).noun_and_phrases(knobs))


def axis_label(name: str) -> str:
    """Return an axis as scenarios name it: the knob; for a habit or a card's figure with its owner."""
    return named(name).label


def with_article(noun: str) -> str:
    """Return the noun with an indefinite article: `an instant-win threshold` for `the instant-win threshold`."""
    if not noun.startswith("the "):
        return noun
    bare = noun.removeprefix("the ")
    return f"{'an' if bare[0].lower() in 'aeiou' else 'a'} {bare}"


def short(phrase: str) -> str:
    """Shorten a phrase to a label: `plain game` for `in the plain game`, `no draft` for `without a draft`."""
    bare = re.sub(r"^without (?:an? |the |any )?", "no ", phrase)
    bare = re.sub(r"^(?:with|in|at) (?:an? |the )?", "", bare)
    return re.sub(r" of ([\d.]+)$", r" \1", bare)


# Several together -----------------------------------------------------------------------------------------------------


def joined_phrases(phrases: Sequence[str]) -> str:
    """Join the phrases of several axes, each preposition once: `in the plain game with Lagers and 4 players`."""
    names_after = {
        preposition: [phrase.removeprefix(preposition) for phrase in phrases if phrase.startswith(preposition)]
        for preposition in ("in ", "at ", "with ", "without ")
    }
    *present, lacking = (
        preposition + listed(names, last="or" if preposition == "without " else "and") if names else ""
        for preposition, names in names_after.items()
    )
    present_words = " ".join(filter(None, present))
    if not lacking or not present_words:
        return lacking or present_words
    return f"{present_words}{',' if len(names_after['with ']) > 1 else ' and'} {lacking}"


def joined_names(names: Sequence[str]) -> str:
    """Join names, common words once (`win_threshold 20 and 22`); names of several axes go into brackets."""
    if any(", " in name for name in names):
        return listed([f"({name})" for name in names])
    words = [name.split(" ") for name in names]
    before, after = _shared(words), _shared([name[::-1] for name in words])
    if len(names) < 2 or before + after == 0 or any(len(name) != before + after + 1 for name in words):
        return listed(list(names))
    different = [name[before] for name in words]
    return " ".join([*words[0][:before], listed(different), *words[0][before + 1 :]])


def _shared(words: Sequence[Sequence[str]]) -> int:
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False)))


def placed(axes: Mapping[str, str], meaning: str) -> list[Column]:
    """Return a column for each axis (name in rows -> heading); rows hold `axes` with their values."""

    def reader(axis: str) -> Callable[[Any], str | None]:
        return lambda row: shown(row["axes"][axis]) if axis in row["axes"] else None

    return [column(name, meaning, reader(axis)) for axis, name in axes.items()]


def shown(value: Any) -> str:
    """Return a value as scenarios write it: `22`, `true`, `[3, 1]`; names without brackets: `bully, random ×3`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (list, tuple)) and any(not isinstance(item, str) for item in value):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, (list, tuple)):
        return row_of_words([shown(item) for item in value])
    return str(value)


def row_of_words(items: Sequence[str]) -> str:
    """Join names, equal neighbours counted: `bully, random ×3`."""
    runs = [(item, len(list(same))) for item, same in groupby(items)]
    return ", ".join(item if times == 1 else f"{item} ×{times}" for item, times in runs)


SEATED = {
    "rotate": "rotating through the seats in all orders",
    "in_order": "rotating through the seats in this order",
    "fixed": "in fixed seats",
}


def seated_words(cell: CellResult) -> str:
    """Return the line-up and its seating: `rusher, builder rotating through the seats in all orders`."""
    return f"{shown(cell.lineup)} {SEATED[cell.seating]}" if cell.players > 1 else shown(cell.lineup)
