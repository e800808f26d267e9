"""Code of the patterns of `match`."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence
from dataclasses import replace

from balancer.compiler.classes import item_names
from balancer.compiler.emitter import Value
from balancer.compiler.instances import KINDS_OF
from balancer.compiler.kinds import LIST, OBJECT, TUPLE, UNKNOWN, Type
from balancer.compiler.methods import Methods

Item = Callable[[], Value]


class Matching(Methods):
    """Writes the code of patterns."""

    def matched(self, subject: Value, pattern: ast.pattern) -> str:
        """Return the condition that a pattern matches."""
        if isinstance(pattern, ast.MatchValue):
            return self.compared(subject, ast.Eq(), self.value(pattern.value), pattern)
        if isinstance(pattern, ast.MatchSingleton):
            return self.compared(subject, ast.Is(), self.constant(pattern.value), pattern)
        if isinstance(pattern, ast.MatchOr):
            parts = [functools.partial(self.matched, subject, each) for each in pattern.patterns]
            return self.joined_conditions(parts, is_and=False)
        if isinstance(pattern, ast.MatchAs):
            return self.matched(subject, pattern.pattern) if pattern.pattern else "1"
        if isinstance(pattern, ast.MatchStar) or not subject.type.kinds:
            return "1"
        parts = [functools.partial(self.is_whole, subject, pattern)]
        for item, part in self.parts_of(subject, pattern):
            parts.append(functools.partial(self.part_matched, item, part))
        return self.joined_conditions(parts, is_and=True)

    def part_matched(self, item: Item, pattern: ast.pattern) -> str:
        """Return the condition that a pattern within another one matches."""
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            return "1"
        return self.matched(self.steady(item()), pattern)

    def is_whole(self, subject: Value, pattern: ast.pattern) -> str:
        """Return the condition that a value has the class or the length of a pattern, whatever its parts."""
        if isinstance(pattern, ast.MatchClass):
            return self.joined_conditions(
                [functools.partial(self.is_instance, subject, kind, pattern) for kind in self.classes_in(pattern.cls)],
                is_and=False,
            )
        assert isinstance(pattern, ast.MatchSequence)  # noqa: S101
        count = len(pattern.patterns)
        is_open = any(isinstance(each, ast.MatchStar) for each in pattern.patterns)
        sign, fewest = (">=", count - 1) if is_open else ("==", count)
        if subject.type.has(TUPLE) and not subject.type.is_container and subject.type.shape:
            shape = subject.type.shape.root()
            if not fewest <= len(shape.fields) or (shape.least > count and not is_open):
                return "0"
            is_tuple = self.is_of_kind(subject, frozenset((TUPLE,)), pattern)
            length = self.tuple_length(subject)
            test = f"{length} {sign} {fewest}" if shape.least < len(shape.fields) else "1"
            return " and ".join(each for each in (is_tuple, test) if each != "1") or "1"
        if subject.type.has(LIST) and not subject.type.has(TUPLE):
            is_list = self.is_of_kind(subject, frozenset((LIST,)), pattern)
            length = f"S[{subject.code} + 1] {sign} {fewest}"
            return length if is_list == "1" else f"({is_list}) and {length}"
        if subject.type.only(OBJECT) and item_names(subject.type.record):
            return str(int(len(item_names(subject.type.record)) == count and not is_open))
        if not subject.type.has(TUPLE, LIST):
            return "0"
        raise self.refuse(pattern, f"this pattern for {subject.type} can't be compiled", "write if")

    def parts_of(self, subject: Value, pattern: ast.pattern) -> list[tuple[Item, ast.pattern]]:
        """Return the parts of a value with their patterns.  NotCompilable."""
        if isinstance(pattern, ast.MatchClass):
            (kind,) = self.classes_in(pattern.cls)
            if kind in KINDS_OF and len(pattern.patterns) == 1 and not pattern.kwd_attrs:
                return [(lambda: subject, pattern.patterns[0])]
            names = [*getattr(kind, "__match_args__", ())[: len(pattern.patterns)], *pattern.kwd_attrs]
            patterns = [*pattern.patterns, *pattern.kwd_patterns]
            if len(names) != len(patterns):
                raise self.refuse(pattern, f"{ast.unparse(pattern)} has more parts than the class names", "write if")
            if subject.type.named is kind:
                subject = replace_type(subject, replace(subject.type, kinds=frozenset((TUPLE,))))
            elif subject.type.has(OBJECT):
                subject = replace_type(subject, Type(frozenset((OBJECT,)), record=kind))
            else:
                return []  # it never matches
            return [
                (self.attribute_item(subject, name, pattern), each) for name, each in zip(names, patterns, strict=True)
            ]
        if not isinstance(pattern, ast.MatchSequence):
            raise self.refuse(pattern, "this pattern can't be compiled", "write if")
        return self.items_of_pattern(subject, pattern)

    def attribute_item(self, subject: Value, name: str, pattern: ast.AST) -> Item:
        """Return what reads an attribute of a subject."""
        node = ast.copy_location(ast.Attribute(ast.Constant(None), name, ast.Load()), pattern)
        read = self.object_attribute if subject.type.has(OBJECT) else self.tuple_attribute
        return lambda: read(subject, node)

    def items_of_pattern(self, subject: Value, pattern: ast.MatchSequence) -> list[tuple[Item, ast.pattern]]:
        """Return the items of a tuple or list with their patterns."""
        patterns = pattern.patterns
        stars = [place for place, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
        if not stars and subject.type.has(TUPLE) and not subject.type.is_container and subject.type.shape:
            items = self.packing.items(subject.type.shape.root())
            return [
                (functools.partial(self.decoded, subject.code, item), each)
                for item, each in zip(items, patterns, strict=False)
            ]
        if subject.type.only(OBJECT) and item_names(subject.type.record):
            return [
                (functools.partial(self.item_of_row, subject, place, pattern), each)
                for place, each in enumerate(patterns)
                if self.is_whole(subject, pattern) == "1"
            ]
        if not subject.type.has(LIST) or subject.type.has(TUPLE):
            if not subject.type.only(TUPLE):
                return []  # it never matches
            subject = self.tuple_as_list(subject, pattern)
        row, elements = subject.code, subject.type.elements
        parts: list[tuple[Item, ast.pattern]] = []
        for place, each in enumerate(patterns):
            at = f"{row} + {place + 2}"
            if stars and place > stars[0]:
                at = f"{row} + 2 + S[{row} + 1] - {len(patterns) - place}"
            if isinstance(each, ast.MatchStar):
                parts.append((functools.partial(self.rest_of, subject, place, len(patterns) - place - 1, each), each))
            else:
                parts.append((functools.partial(Value, f"S[{at}]", elements), each))
        return parts

    def rest_of(self, subject: Value, begin: int, after: int, pattern: ast.MatchStar) -> Value:
        """Return a list of the items at which a pattern has a star."""
        self.make()
        list_type = self.copied(LIST, pattern, subject.type)
        list_type.sure_place.mark(list)
        end = f"S[{subject.code} + 1] - {after}" if after else "NONE"
        row = self.keep(f"slice_list(S, {subject.code}, {begin}, {end})")
        return Value(self.with_room(row, list_type), list_type)

    def bind_pattern(self, pattern: ast.pattern, subject: Value) -> None:
        """Assign the names of a pattern that matches."""
        name = pattern.name if isinstance(pattern, ast.MatchAs | ast.MatchStar) else None
        if isinstance(pattern, ast.MatchAs) and pattern.pattern:
            self.bind_pattern(pattern.pattern, subject)
        if name:
            self.bind(ast.copy_location(ast.Name(name, ast.Store()), pattern), subject)
        elif isinstance(pattern, ast.MatchSequence | ast.MatchClass) and subject.type.kinds:
            for item, part in self.parts_of(subject, pattern):
                if names_in(part):
                    self.bind_pattern(part, self.steady(item()))
        elif not subject.type.kinds:
            for each in names_in(pattern):
                self.bind(ast.copy_location(ast.Name(each, ast.Store()), pattern), Value("0", UNKNOWN))


def replace_type(value: Value, value_type: Type) -> Value:
    """Return the same word as a value of another type."""
    return value._replace(type=value_type)


def names_in(pattern: ast.pattern) -> Sequence[str]:
    """Return the names that a pattern sets."""
    parts = (each for each in ast.walk(pattern) if isinstance(each, ast.MatchAs | ast.MatchStar))
    return [each.name for each in parts if each.name]
