"""Code of conditions: comparisons, membership, `and` and `or`."""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import replace

from balancer.compiler.classes import is_frozen, name_of
from balancer.compiler.collecting import Collecting
from balancer.compiler.dict_classes import holds_dicts
from balancer.compiler.emitter import STEADY, TRUTH, Several, Value
from balancer.compiler.enums import Comparison, members_in_order
from balancer.compiler.errors import LongTuple
from balancer.compiler.hashing import varying_hash
from balancer.compiler.iterating import LOOPED, dict_part
from balancer.compiler.kinds import (
    BESIDE_CONTAINERS,
    BOOL,
    CARD,
    CONTAINERS,
    DICT,
    FLOAT,
    FUNCTION,
    INT,
    LETTERS,
    LIST,
    NONE,
    NUMBERS,
    OBJECT,
    PLAYER,
    PROSE,
    SET,
    TEXT,
    TUPLE,
    UNKNOWN,
    WORDS,
    TupleShape,
    Type,
)
from balancer.compiler.packing import TAG_BITS, TAGS
from balancer.compiler.rows import depth_of, has_frozen, leaf_of
from balancer.compiler.special_methods import is_ordered

SIGNS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "==",
    ast.IsNot: "!=",
}
EQUALITIES = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)
COMPARISONS: dict[str, Comparison] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
FLOAT_TESTS = {
    "==": "feq({0}, {1})",
    "!=": "not feq({0}, {1})",
    "<": "flt({0}, {1})",
    "<=": "fle({0}, {1})",
    ">": "flt({1}, {0})",
    ">=": "fle({1}, {0})",
}
SET_TESTS = {  # the helper, and whether the second set comes first
    "==": ("equal_sets", 0),
    "!=": ("equal_sets", 0),
    "<=": ("is_subset", 0),
    ">=": ("is_subset", 1),
    "<": ("is_subset", 0),
    ">": ("is_subset", 1),
}


class Conditions(Collecting):
    """Writes conditions: code that is true or false where it is used."""

    def condition(self, node: ast.expr) -> str:
        """Return the code of a condition."""
        if isinstance(node, ast.BoolOp):
            return self.junction(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"not ({self.condition(node.operand)})"
        if isinstance(node, ast.Compare):
            return self.comparison(node)
        if isinstance(node, ast.Constant):
            return "1" if node.value else "0"
        return self.truth(self.value(node))

    def junction(self, node: ast.BoolOp) -> str:
        """Return the condition that all, or any, of several are true; it evaluates only as many as it needs."""
        parts = [functools.partial(self.condition, each) for each in node.values]
        return self.joined_conditions(parts, is_and=isinstance(node.op, ast.And))

    def joined_conditions(self, makers: Sequence[Callable[[], str]], *, is_and: bool) -> str:
        """Return the condition that all, or any, of several are true; each maker writes and returns one of them."""
        word = " and " if is_and else " or "
        parts = [makers[0]()]
        for make in makers[1:]:
            begin = len(self.lines)
            self.depth += 1
            code = make()
            self.depth -= 1
            if len(self.lines) == begin:
                parts.append(code)
                continue
            # It does something first, which happens only where the others leave the answer open.
            block = self.lines[begin:]
            del self.lines[begin:]
            name = self.keep_truth(word.join(f"({part})" for part in parts))
            with self.indented(f"if {name}:" if is_and else f"if {name} == 0:"):
                self.lines += block
                self.set_truth(name, code)
            parts = [name]
        return word.join(f"({part})" for part in parts) if len(parts) > 1 else parts[0]

    def keep_truth(self, condition: str) -> str:
        """Return a name that is 1 where a condition is true, else 0."""
        name = self.keep("0")
        self.set_truth(name, condition)
        return name

    def set_truth(self, name: str, condition: str) -> None:
        """Set a name to 1 where a condition is true, else to 0."""
        self.write(f"{name} = 1 if {condition} else 0")

    # Comparisons ------------------------------------------------------------------------------------------------------
    def comparison(self, node: ast.Compare) -> str:
        """Return the condition of a comparison, or of a chain of them."""
        if len(node.ops) == 1:
            if isinstance(node.ops[0], ast.In | ast.NotIn):
                return self.membership(node.left, node.ops[0], node.comparators[0])
            first, second = self.several([node.left, node.comparators[0]], self.compared_value)
            return self.compared(first, node.ops[0], second, node)
        if any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            raise self.refuse(node, "`in` within a chain of comparisons can't be compiled", "write `and`")
        both = self.several([node.left, node.comparators[0]], self.compared_value)
        left, second = (self.steady(value) for value in both)
        values = [left, second]

        def first_pair() -> str:
            return self.compared(values[0], node.ops[0], values[1], node)

        def next_pair(place: int) -> str:
            values.append(self.steady(self.compared_value(node.comparators[place])))
            return self.compared(values[-2], node.ops[place], values[-1], node)

        makers: list[Callable[[], str]] = [
            first_pair,
            *(functools.partial(next_pair, place) for place in range(1, len(node.ops))),
        ]
        return f"({self.joined_conditions(makers, is_and=True)})"

    def compared(self, first: Value, op: ast.cmpop, second: Value, node: ast.AST) -> str:
        """Return the condition of one comparison between two values."""
        sign, a, b = SIGNS[type(op)], first.type, second.type
        if isinstance(op, ast.Is | ast.IsNot):
            self.check_identity(a, b, node)
        if a.is_container or b.is_container:
            if self.program.has_row_tuples:
                first, second = self.as_rows(first, second, node)
            return self.compared_containers(first, op, second, node)
        if isinstance(op, EQUALITIES):
            if a.shape and b.shape:
                a.shape.unite(b.shape)
            self.check_equality(a, b, node)
            if a.has(FLOAT) or b.has(FLOAT):
                return self.equal_numbers(first, sign, second)
            return f"{self.distinct(first, b).code} {sign} {self.distinct(second, a).code}"
        if a.has(*NUMBERS) and b.has(*NUMBERS):
            if a.has(FLOAT) or b.has(FLOAT):
                values = self.number(first, node), self.number(second, node)
                return FLOAT_TESTS[sign].format(*(self.fraction(value, node) for value in values))
            return f"{self.number(first, node).code} {sign} {self.number(second, node).code}"
        if LETTERS in a.kinds | b.kinds and a.is_text and b.is_text:
            return self.compared_letters(first, sign, second)
        if (a.has(TUPLE) and b.has(TUPLE, NONE)) or (a.has(NONE) and b.has(TUPLE)):
            first, second = self.only_tuple(first), self.only_tuple(second)
        self.check_order(first.type, second.type, node, COMPARISONS[sign])
        if first.type.shape and second.type.shape:
            first, second = self.steady(first), self.steady(second)
            self.check_items_in_order(first, second)
        for value in (first, second):
            if value.type.has(NONE):
                self.fail_if(f"{value.code} == NONE", "NONE_IN_SUM")
        return f"{first.code} {sign} {second.code}"

    def only_tuple(self, value: Value) -> Value:
        """Return a value as a tuple whose order can be compared; another kind raises a flag."""
        return Value(self.real_tuple(value).code, Type(frozenset((TUPLE,)), shape=value.type.shape))

    def equal_numbers(self, first: Value, sign: str, second: Value) -> str:
        """Return the condition that two numbers are equal (or not), where one or both may have a fraction."""
        codes = []
        for value in (first, second):
            value_type = value.type
            if value_type.kinds - NUMBERS - {NONE}:
                return "0" if sign == "==" else "1"
            codes.append(self.fit(value, Type(frozenset((FLOAT, NONE)))))
        if first.type.has(NONE) or second.type.has(NONE):
            codes = [self.fixed(code) for code in codes]
            test = f"({codes[0]} == {codes[1]} or feq({codes[0]}, {codes[1]}))"
            return test if sign == "==" else f"not {test}"
        return FLOAT_TESTS[sign].format(*codes)

    def check_identity(self, first: Type, second: Type, node: ast.AST) -> None:
        """Raise NotCompilable where `is` and `==` may differ."""
        numbers = [value_type.kinds & NUMBERS for value_type in (first, second)]
        if all(numbers) and BOOL in numbers[0] | numbers[1] and numbers[0] | numbers[1] != {BOOL}:
            what = "`is` between True or False and what may be a number can't be compiled"
            raise self.refuse(node, what, "write `==`, or use two names")
        for value_type in (first, second):
            if first.members and first.members is second.members and value_type.only(INT, TEXT, NONE):
                return
            if value_type.kinds <= {NONE, PLAYER, OBJECT, CARD, BOOL, FUNCTION} or value_type.is_container:
                return
        members = next((value_type.members for value_type in (first, second) if value_type.members), None)
        what = f"a member of {members.__name__} and what may be none" if members else "values that are equal"
        raise self.refuse(node, f"`is` between {what} can't be compiled", "write `==`")

    def check_equality(self, first: Type, second: Type, node: ast.AST) -> None:
        """Raise NotCompilable where `==` compares the fields of objects, or composed texts."""
        if (first.has(PROSE) or second.has(PROSE)) and not (first.only(NONE) or second.only(NONE)):
            self.refuse_prose(node)
        record = first.record if first.has(OBJECT) else None
        if record and second.has(OBJECT) and self.compares_fields(record) and not isinstance(node, ast.Compare):
            self.refuse_equality(record, node)
        compares = isinstance(node, ast.Compare) and not any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
        if record and second.has(OBJECT) and compares and self.compares_fields(record):
            self.refuse_equality(record, node)

    def compares_fields(self, record: type) -> bool:
        """Return whether `==` of two objects that may be of a class compares their fields."""
        return any("__eq__" in vars(each) for kind in self.program.classes_of(record) for each in kind.__mro__[:-1])

    def refuse_prose(self, node: ast.AST) -> None:
        """Raise NotCompilable: a composed text is compared."""
        what = f"{WORDS[PROSE]} can be said, but not compared, by compiled games"
        raise self.refuse(node, what, "choose among words that the file contains")

    def refuse_equality(self, record: type, node: ast.AST) -> None:
        """Raise NotCompilable: objects of a dataclass are compared field by field."""
        raise self.refuse(
            node,
            f"`==` of two objects of {name_of(record)} compares all their fields, which can't be compiled",
            "write `is`, or `@dataclass(eq=False)` above the class",
        )

    def check_order(self, first: Type, second: Type, node: ast.AST, compare: Comparison) -> None:
        """Raise NotCompilable where it isn't sure that two values can be ordered."""
        kinds = (first.kinds | second.kinds) - {NONE}
        if kinds == {OBJECT} and first.record is second.record and members_in_order(first.record, compare):
            return
        if kinds and kinds not in ({TEXT}, {TUPLE}) and not kinds <= NUMBERS:
            raise self.refuse(node, f"comparing {first} with {second} can't be compiled")
        if first.shape and second.shape:
            first.shape.unite(second.shape)
        for value_type in (first, second):
            self.check_sortable(value_type, node, flags_items=True)

    def check_items_in_order(self, first: Value, second: Value) -> None:
        """Raise a flag where the order of two tuples is that of items of two kinds, or of one without an order."""
        assert first.type.shape is not None  # noqa: S101
        a, b = first.code, second.code
        for item in self.packing.items(first.type.shape):
            if not item.kind:
                end, tag = item.shift + item.bits, item.shift + item.bits - TAG_BITS
                kind = f"({a} >> {tag} & {(1 << TAG_BITS) - 1})"
                differs = [f"{a} >> {at} != {b} >> {at}" for at in (tag, item.shift)]
                unordered = " or ".join(f"{kind} == {TAGS[each]}" for each in (PLAYER, TUPLE, OBJECT))
                test = f"{differs[0]} or ({differs[1]} and ({unordered}))"
                self.fail_if(f"{a} >> {end} == {b} >> {end} and ({test})", "KINDS")

    def check_sortable(self, value_type: Type, node: ast.AST, *, flags_items: bool = False) -> None:
        """Raise NotCompilable where the words of values of a type may be in another order than the values.

        flags_items: items of tuples that may be of several kinds raise a flag where they differ in them.
        """
        if value_type.has(PROSE):
            self.refuse_prose(node)
        if value_type.has(LETTERS):
            what = f"the order of {WORDS[PROSE]} within others can't be compiled"
            raise self.refuse(node, what, "write `key=` of one text, or of numbers")
        kinds = {INT if kind in {BOOL, CARD} else kind for kind in value_type.kinds - {NONE}}
        if kinds == {OBJECT} and members_in_order(value_type.record):
            return
        is_mixed = value_type.is_container or len(kinds) > 1 or not kinds.isdisjoint({PLAYER, OBJECT})
        if is_mixed and kinds - {NONE} and not kinds <= NUMBERS:
            words = "players" if kinds == {PLAYER} else str(value_type)
            raise self.refuse(
                node, f"sorting {words} can't be compiled", "write `key=`, as in `key=lambda player: player.seat`"
            )
        if value_type.shape:
            self.check_has_order(value_type.shape, node)
            for cell in value_type.shape.root().fields:
                inner = {INT if kind in {BOOL, CARD} else kind for kind in cell.type.kinds}
                if len(inner) > 1 and LETTERS not in inner:
                    if flags_items:
                        continue
                    what = f"the order of tuples with {cell.type} in one place can't be compiled"
                    raise self.refuse(node, what, "write `key=` of numbers")
                self.check_sortable(cell.type, node)

    def check_has_order(self, shape: TupleShape, node: ast.AST) -> None:
        """Raise NotCompilable where tuples are objects of a frozen dataclass without an order."""
        named = shape.root().named
        if named and not is_ordered(named):
            advice = f"write `@dataclass(frozen=True, order=True)` above {named.__name__}"
            raise self.refuse(node, f"{named.__name__} has no order", advice)

    def check_no_frozen(self, value_type: Type, node: ast.AST) -> None:
        """Raise NotCompilable where rows are to be ordered that are frozensets, or hold some."""
        if has_frozen(value_type):
            raise self.refuse(node, "the order of frozensets can't be compiled", "write tuple(sorted(...))")

    def compared_containers(self, first: Value, op: ast.cmpop, second: Value, node: ast.AST) -> str:
        """Return the condition of a comparison between lists, sets or dicts."""
        a, b, sign = first.type, second.type, SIGNS[type(op)]
        if a.only(NONE) or b.only(NONE) or isinstance(op, ast.Is | ast.IsNot):
            return f"{first.code} {sign} {second.code}"
        if not a.kinds or not b.kinds:
            return "0"
        if sign in {"==", "!="} and (not a.is_container or not b.is_container) and self.never_rows(a, b):
            self.check_equality(a, b, node)
            return f"{first.code} {sign} {second.code}"
        if {*a.kinds, *b.kinds} == {LIST, TUPLE} and any(each.place.is_only(tuple) for each in (a, b) if each.place):
            raise LongTuple("comparing long tuples can't be compiled", "compare their items", node, self.routine.file)
        if not (a.is_container and b.is_container):
            raise self.refuse(node, f"comparing {a} with {b} can't be compiled")
        if a.has(NONE) or b.has(NONE):
            return self.compared_or_none(first, op, second, node)
        assert a.place is not None  # noqa: S101
        assert b.place is not None  # noqa: S101
        self.check_same_kind(a, b, node)
        if a.only(SET) and b.only(SET) and sign in SET_TESTS:
            first = self.steady(self.in_row(first, node, any_order=True))
            second = self.steady(self.aligned(first, self.in_row(second, node, any_order=True), node))
            name, swapped = SET_TESTS[sign]
            codes = (second.code, first.code) if swapped else (first.code, second.code)
            test = f"{name}(S, {', '.join(codes)}) {'==' if sign == '!=' else '!='} 0"
            return f"({test} and S[{codes[0]} + 1] != S[{codes[1]} + 1])" if sign in {"<", ">"} else test
        depth = depth_of(a)
        if depth > 1 and depth == depth_of(b):
            self.compare_elements(leaf_of(a), leaf_of(b), node)
            if sign not in {"==", "!="}:
                self.check_no_frozen(a, node)
                self.check_sortable(leaf_of(a), node)
            return f"compare_rows(S, {first.code}, {second.code}, {depth}) {sign} 0"
        if a.elements.is_container or b.elements.is_container or FLOAT in a.elements.kinds | b.elements.kinds:
            raise self.refuse(node, "comparing such lists can't be compiled", "compare their items one by one")
        self.compare_elements(a.elements, b.elements, node)
        if a.only(LIST) and b.only(LIST):
            if sign in {"==", "!="}:
                return f"equal_lists(S, {first.code}, {second.code}) {'!=' if sign == '==' else '=='} 0"
            if a.elements.has(NONE) or b.elements.has(NONE):
                raise self.refuse(node, "the order of lists with None can't be compiled")
            self.check_sortable(a.elements, node)
            return f"compare_lists(S, {first.code}, {second.code}) {sign} 0"
        if a.only(DICT) and b.only(DICT) and sign in {"==", "!="}:
            self.compare_elements(a.keys, b.keys, node)
            helper = "equal_counts" if self.is_counter(a, node) and self.is_counter(b, node) else "equal_dicts"
            return f"{helper}(S, {first.code}, {second.code}) {'!=' if sign == '==' else '=='} 0"
        if a.only(DICT) and b.only(DICT) and self.is_counter(a, node) and self.is_counter(b, node):
            return self.ordered_counters(first, sign, second)
        raise self.refuse(node, f"comparing {a} with {b} by {sign} can't be compiled")

    def compared_or_none(self, first: Value, op: ast.cmpop, second: Value, node: ast.AST) -> str:
        """Return the condition of a comparison between lists, sets or dicts that may be None."""
        first, second = self.steady(first), self.steady(second)
        if not isinstance(op, EQUALITIES):
            return self.compared_containers(
                self.container_code(first, node), op, self.container_code(second, node), node
            )
        is_equal = self.keep_truth(f"{first.code} == {second.code}")
        with self.indented(f"if {first.code} != NONE and {second.code} != NONE:"):
            present = [value._replace(type=value.type.without(NONE)) for value in (first, second)]
            self.set_truth(is_equal, self.compared_containers(present[0], ast.Eq(), present[1], node))
        return f"{is_equal} {'!=' if isinstance(op, ast.Eq) else '=='} 0"

    def never_rows(self, first: Type, second: Type) -> bool:
        """Return whether a value of one type is no list, and never equals one that the other may be."""
        other = second if first.is_container else first
        shape = other.shape and other.shape.root()
        is_card = shape is None or (shape.named is not None and is_frozen(shape.named))
        return not other.is_container and other.kinds <= BESIDE_CONTAINERS and is_card

    def check_member(self, members: Type, item: Type, node: ast.AST) -> None:
        """Make sure that an item can be looked for among members or keys, as a word or as a row.  NotCompilable."""
        if self.are_rows(members, item, node):
            self.compare_elements(leaf_of(members), leaf_of(item), node)
        elif item.is_either and self.never_rows(item, members):
            self.compare_elements(members, replace(item, kinds=item.kinds - CONTAINERS), node)
        elif item.is_container and members.has(TUPLE):
            what = "looking for a tuple of many items among shorter ones can't be compiled"
            raise LongTuple(what, "encode it as a number", node, self.routine.file)
        elif item.is_container and members.kinds and not members.is_container:
            raise self.refuse(node, f"looking for {item} among {members} can't be compiled")
        else:
            self.compare_elements(members, item, node)

    def compare_elements(self, elements: Type, item: Type, node: ast.AST) -> None:
        """Make sure that an item and the items of a list can be compared as words.  NotCompilable."""
        if elements.shape and item.shape:
            elements.shape.unite(item.shape)
        if elements.is_container and not item.only(NONE):
            if item.has(TUPLE):
                what = "a tuple of many items as a key or an item can't be compiled"
                raise LongTuple(what, "encode it as a number", node, self.routine.file)
            raise self.refuse(node, f"looking for {elements} can't be compiled", "encode it as a number")
        if elements.has(PROSE) or item.has(PROSE):
            self.refuse_prose(node)
        if elements.has(FLOAT) or item.has(FLOAT):
            raise self.refuse(node, "looking for a number in a list with fractions can't be compiled", "write a loop")
        record = elements.record if elements.has(OBJECT) else None
        if record and item.has(OBJECT) and self.compares_fields(record):
            self.refuse_equality(record, node)

    def membership(self, item: ast.expr, op: ast.cmpop, holder: ast.expr) -> str:
        """Return the condition that an item is in a list, set, dict, tuple or range."""
        no = "not " if isinstance(op, ast.NotIn) else ""
        if isinstance(holder, ast.Tuple | ast.List | ast.Set) and not any(
            isinstance(each, ast.Starred) for each in holder.elts
        ):
            first, *others = self.several([item, *holder.elts])
            first = self.steady(first)
            tests = [self.compared(first, ast.Eq(), other, ast.Compare(item, [ast.Eq()], [holder])) for other in others]
            return f"{no}({' or '.join(f'({test})' for test in tests)})" if tests else ("1" if no else "0")
        if self.builtin(holder) == "range" and isinstance(holder, ast.Call) and len(holder.args) < 3:  # noqa: PLR2004
            values = self.several([item, *holder.args])
            if values[0].type.only(INT, BOOL, CARD):
                number = self.steady(values[0]).code
                low, high = ["0", *(self.whole(value, holder) for value in values[1:])][-2:]
                return f"{no}({number} >= {low} and {number} < {high})"
        is_static, constant = self.static(holder)
        if is_static and isinstance(constant, str):
            return f"{no}{self.method_of_constant(constant, '__contains__', self.value(item), holder).code}"
        if self.is_lazy(holder):
            return f"{no}{self.met_in(self.steady(self.value(item)), holder)}"
        value, row = self.several(
            [item, holder], lambda node: self.searched(item, node) if node is holder else self.value(node)
        )
        if row.type.is_text:
            return f"{no}{self.text_in(value, row, holder).code}"
        own = self.special(row, "__contains__", [value], holder)
        return self.found(value, row, no, holder) if own is None else f"{no}({self.truth(own)})"

    def searched(self, item: ast.expr, node: ast.expr) -> Value:
        """Return the value in which `in` looks, as a list, set or dict, or a text or object that answers itself."""
        is_display = isinstance(node, ast.List | ast.Tuple | ast.Set | ast.ListComp | ast.SetComp | ast.GeneratorExp)
        is_letter = len(str(self.static(item)[1])) == 1  # which is among the letters of a number if it is part of it
        is_row = self.builtin(node) in {"iter", "range", *LOOPED} or (is_letter and self.builtin(node) == "str")
        if is_display or is_row or dict_part(node) or self.static(node)[0]:
            return self.iterable(node, any_order=True)

        def answering() -> Value:
            value = self.value(node)
            answers = value.type.is_text or holds_dicts(value.type) or self.kinds_with(value.type, "__contains__")
            return value if answers else self.container_of(value, node)

        return self.consuming(node, answering) or Value("0", UNKNOWN)

    def met_in(self, value: Value, holder: ast.expr) -> str:
        """Return the condition that a value is among items that are made one by one, up to the first that equals it."""
        is_met = self.keep("0")
        equal = ast.Compare(holder, [ast.Eq()], [holder])

        def compare(item: Value | Several) -> None:
            test = self.compared(value, ast.Eq(), self.steady(self.single(item, holder)), equal)
            with self.indented(f"if {test}:"):
                self.write(f"{is_met} = 1")

        self.loop(holder, compare, is_met)
        return f"({is_met} != 0)"

    def found(self, value: Value, row: Value, no: str, node: ast.AST) -> str:
        """Return the condition that a value is in a row."""
        elements = row.type.iterated
        self.check_member(elements, value.type, node)
        value = self.own_member(row, value, node)
        depth = depth_of(value.type)
        if depth:
            helper = "find_row_key" if row.type.has(DICT) else "find_row"
            return f"{helper}(S, {row.code}, {value.code}, {depth}) {'<' if no else '>='} 0"
        value = self.distinct(value, elements)
        if row.type.has(DICT):
            return f"find_key(S, {row.code}, {value.code}) {'<' if no else '>='} 0"
        if row.type.is_hashed and not varying_hash(value.type):
            return f"has_hashed(S, {row.code}, {self.with_hash(row.type, value)}) {'==' if no else '!='} 0"
        row = self.in_row(row, node, any_order=True)
        return f"has_item(S, {row.code}, {value.code}) {'==' if no else '!='} 0"

    def truth_value(self, condition: str) -> Value:
        """Return a condition as a value."""
        if STEADY.fullmatch(condition):
            return Value(condition, TRUTH, is_small=True)
        return Value(self.keep_truth(condition), TRUTH, is_small=True)
