"""Code that sets names, attributes and items: assignments, changes in place, `del`."""

from __future__ import annotations

import ast
import copy
import inspect
import re
from collections import deque
from collections.abc import Sequence
from typing import Any

from balancer.compiler.builtin_names import call_of
from balancer.compiler.classes import inherits_in_line, is_of, owner_of
from balancer.compiler.dict_classes import holds_dicts
from balancer.compiler.emitter import NO_VALUE, UNSET, Several, Value, object_slot, player_slot
from balancer.compiler.hashing import OPERATIONS, is_keys
from balancer.compiler.kinds import (
    DICT,
    FUNCTION,
    GAME,
    LIST,
    NONE,
    OBJECT,
    PLAYER,
    SET,
    TUPLE,
    Type,
    is_conflict,
    scalar,
)
from balancer.compiler.matching import Matching
from balancer.compiler.own_operators import OPERATORS as OPERATORS_OF_CLASSES
from balancer.compiler.prelude import delete_places, set_places
from balancer.compiler.spreading import has_star


class Assignments(Matching):
    """Writes the code of assignments."""

    def write_AnnAssign(self, statement: ast.AnnAssign) -> None:
        if statement.value is not None:
            self.write_Assign(ast.copy_location(ast.Assign([statement.target], statement.value), statement))

    def write_Assign(self, statement: ast.Assign) -> None:
        first = statement.targets[0]
        if isinstance(statement.value, ast.Lambda) and isinstance(first, ast.Name) and len(statement.targets) == 1:
            return  # called by its name
        if len(statement.targets) == 1 and self.names_functions(statement.targets[0], statement.value):
            return
        if isinstance(first, ast.Name) and self.has_place(first):
            self.name_iterator(statement, first)
            return
        with self.giving_back():
            if isinstance(first, ast.Name) and first.id in self.said_names and self.is_text(statement.value):
                self.do(statement.value)
                return
            if len(statement.targets) == 1 and isinstance(first, ast.Tuple | ast.List):
                self.take_apart(first, statement.value)
                return
            is_tested = isinstance(first, ast.Name) and first.id in self.tested_names
            if is_tested and isinstance(statement.value, ast.BoolOp) and len(statement.targets) == 1:
                self.bind(first, self.truth_value(self.condition(statement.value)))
                return
            value = self.value(statement.value)
            self.check_seats(value, statement.value)
            if len(statement.targets) > 1:
                value = self.steady(value)
            for target in statement.targets:
                self.bind(target, value)

    def name_iterator(self, assignment: ast.Assign, target: ast.Name) -> None:
        """Write the assignment of an iterator to a name.  NotCompilable: what its items read may change."""
        node = assignment.value
        is_steady = self.iterator_names()[target.id].is_steady[assignment]
        is_of_list = isinstance(node, ast.Call) and self.builtin(node) in {"iter", "cycle"}
        source = node.args[0] if is_of_list else node  # type: ignore[attr-defined]
        is_made = source is node or self.is_lazy(source) or self.builtin(node) == "cycle"
        row = self.as_list(source) if is_made else self.iterable(source)
        self.check_seats(row, source)
        may_change = is_made or not row.type.only(LIST) or not row.type.place or row.type.place.may_be(deque)
        if row.type.kinds and may_change and not is_steady:
            raise self.refuse_late_reads(node)
        row = self.list_of_keys(row, source) if row.type.has(DICT) else self.in_row(row, source)
        self.bind(target, row)
        self.write(f"{self.flat_name(target.id)}_place = 0")

    def check_seats(self, value: Value, node: ast.expr) -> None:
        """Raise NotCompilable for a second name of `self.players` where rules set it, which replaces what is there."""
        if self.program.sets_players and value.type.place and value.type.place.root() is self.program.players.root():
            what = "a second name of `self.players`, which rules set, can't be compiled"
            raise self.refuse(node, what, "write list(self.players)")

    def take_apart(self, target: ast.Tuple | ast.List, source: ast.expr) -> None:
        """Assign the items of a value to several names."""
        targets = target.elts
        if (
            isinstance(source, ast.Tuple | ast.List)
            and len(source.elts) == len(targets)
            and not has_star([*targets, *source.elts])
        ):
            values = self.several(source.elts)
            # As in Python, all values are read before any name is set.
            values = [
                value
                if re.fullmatch(r"t\d+|-?\d+|[A-Z]\w*", value.code)
                else value._replace(code=self.keep(value.code))
                for value in values
            ]
            for each, value in zip(targets, values, strict=True):
                self.bind(each, value)
            return
        if isinstance(source, ast.IfExp) and {"map", "zip"} & {self.builtin(source.body), self.builtin(source.orelse)}:
            test = self.keep_truth(self.condition(source.test))
            for head, part in ((f"if {test}:", source.body), ("else:", source.orelse)):
                with self.indented(head):
                    self.take_apart(target, part)
            return
        columns = None if has_star(targets) else self.columns_of_tuples(source, len(targets))
        if columns is not None:
            for each, column in zip(targets, columns, strict=True):
                self.bind(each, column)
            return
        is_row = (
            has_star(targets)
            or isinstance(source, ast.List)
            or not isinstance(source, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.IfExp | ast.Tuple)
        )
        value = self.sequence(source) if is_row or self.is_lazy(source) else self.value(source)
        self.bind(target, value)

    def bind(self, target: ast.expr, value: Value | Several) -> None:
        """Assign a value to a name, an attribute, an item, or several of them."""
        if isinstance(value, list):
            if isinstance(target, ast.Tuple | ast.List) and not has_star(target.elts):
                if len(target.elts) != len(value):
                    raise self.refuse(target, f"{len(value)} values are taken apart into {len(target.elts)} names")
                for each, item in zip(target.elts, value, strict=True):
                    self.bind(each, item)
                return
            value = self.pack(value, target)
        if isinstance(target, ast.Tuple | ast.List):
            self.bind_items(target, value)
        elif isinstance(target, ast.Name):
            self.bind_name(target, value)
        elif isinstance(target, ast.Attribute):
            self.bind_attribute(target, value)
        elif isinstance(target, ast.Subscript):
            self.bind_subscript(target, value)
        else:
            raise self.refuse(target, "this can't be set")

    def bind_items(self, target: ast.Tuple | ast.List, value: Value) -> None:
        """Assign the items of a tuple or list to several names."""
        value = self.special(value, "__iter__", [], target) or value
        if has_star(target.elts):
            self.bind_starred(target, value)
            return
        for each, item in zip(target.elts, self.items_apart(value, target, len(target.elts)), strict=True):
            self.bind(each, item)

    def bind_starred(self, target: ast.Tuple | ast.List, value: Value) -> None:
        """Assign items to names; the starred one receives a list of the rest."""
        if value.type.has(TUPLE):
            value = self.tuple_as_list(value, target)
        row = self.in_row(self.container_code(value, target), target)
        row = self.steady(self.list_of_keys(row, target) if row.type.has(DICT) else row)
        star = next(place for place, each in enumerate(target.elts) if isinstance(each, ast.Starred))
        after = len(target.elts) - star - 1
        self.fail_if(f"S[{row.code} + 1] < {len(target.elts) - 1}", "LENGTH")
        self.make()
        list_type = self.copied(LIST, target, row.type)
        list_type.sure_place.mark(list)
        end = f"S[{row.code} + 1] - {after}" if after else "NONE"
        middle = self.with_room(self.keep(f"slice_list(S, {row.code}, {star}, {end})"), list_type)
        for place, each in enumerate(target.elts):
            if isinstance(each, ast.Starred):
                self.bind(each.value, Value(middle, list_type))
            else:
                index = place if place < star else place - len(target.elts)
                self.bind(each, Value(self.keep(f"item_at(S, {row.code}, {index})"), row.type.elements))

    def bind_name(self, target: ast.Name, value: Value) -> None:
        """Assign a value to a name of the function."""
        self.separate(target, value.type)
        flat, cell = self.flat_name(target.id), self.local(target.id)
        if target.id in self.names:
            self.note_kept(value.type, in_name=True)
        name_type = cell.absorb(value.type)
        if name_type.has(GAME):
            return
        self.write(f"{flat} = {self.fit(value, name_type)}")

    def separate(self, target: ast.Name, value_type: Type) -> None:
        """Let a name stand for another variable from here on, where one can't hold both the old and the new value.

        That is possible where nothing else leads to what follows: outside of loops and branches, as in the static
        single assignment form of compilers.
        """
        if self.depth > 1 or target.id in self.inner_names or target.id in self.routine.captured:
            return
        versions, key = self.program.versions, (self.routine, target.lineno, target.col_offset)
        before = self.local(target.id).type
        composes = self.program.follows_texts and before.is_text and value_type.is_text
        if key not in versions and (composes or is_conflict(before, value_type)):
            versions.add(key)
            self.program.changes.count += 1
        if key in versions:
            self.renames[target.id] = f"v_{target.id}_{target.lineno}_{target.col_offset}"

    def bind_attribute(self, target: ast.Attribute, value: Value) -> None:
        """Assign a value to an attribute of the game, a player or an object."""
        name = target.attr
        value = self.steady(value)
        holder = self.value(target.value)
        program = self.program
        if holder.type.has(GAME):
            if name == "players":
                self.bind_players(value, target)
                return
            if name in program.tables or name in program.tallies or name in {"rounds", "turns"}:
                raise self.refuse(target, f"self.{name} can't be set by compiled games")
            if self.is_set_by_property(Value("0", scalar(GAME)), program.definition, value, target):
                return
            owner, place = "game", f"G_{name}"
        elif holder.type.has(PLAYER):
            if name in {"seat", "left", "others"}:
                raise self.refuse(target, f"{name} of a player can't be set")
            holder = self.real(self.steady(holder), PLAYER, "NO_PLAYER")
            owner, place = "player", player_slot(holder.code, name)
        elif holder.type.has(OBJECT) and holder.type.record:
            self.bind_object_attribute(target, holder, value)
            return
        elif not holder.type.kinds:
            return
        else:
            what = "a class" if holder.type.has(FUNCTION) else str(holder.type)
            raise self.refuse(target, f"an attribute of {what} can't be set", "keep it as an attribute of self")
        self.store(owner, place, target, value)

    def store(self, owner: str, place: str, target: ast.Attribute, value: Value) -> None:
        """Write a value to the place of an attribute."""
        cell = self.program.store_in(owner, target.attr, value.type, self.routine)
        if not value.type.only(NONE):
            self.program.set_at[owner, target.attr] = target, self.routine.file
        self.note_kept(value.type)
        self.write(f"S[{place}] = {self.fit(value, cell.type)}")

    def bind_object_attribute(self, target: ast.Attribute, holder: Value, value: Value) -> None:
        """Assign a value to an attribute of an object, by its class where several are possible."""
        record, program, name = holder.type.record, self.program, target.attr
        assert record is not None  # noqa: S101
        holder = self.steady(holder)
        self.fail_if(f"{holder.code} < OBJECT or {holder.code} >= TEXT", "NO_PLAYER")
        program.record(record)
        kinds = program.classes_of(record)
        if any(region.is_object and is_of(type(region.value), record) for region in program.regions.values()):
            with self.indented(f"elif {holder.code} - OBJECT < S[ARENA]:"):
                self.write("fail(S, ErrorFlag.CHANGED)")
        groups: dict[Any, list[type]] = {}
        for kind in kinds:
            static = inspect.getattr_static(kind, name, None)
            is_property = isinstance(static, property)
            groups.setdefault((static, inherits_in_line(kind) or kind) if is_property else owner_of(kind), []).append(
                kind
            )

        def store(kinds: Sequence[type]) -> Value:
            if self.is_set_by_property(holder, kinds[0], value, target):
                return NO_VALUE
            owner = owner_of(kinds[0])
            if getattr(self.routine.node, "name", "") not in {"__init__", "__post_init__"}:
                program.changed_at[owner, name] = target, self.routine.file
            self.store(owner, object_slot(holder.code, owner, name), target, value)
            return NO_VALUE

        with self.indented("else:"):  # later games on the block need its constants and its first words as they are
            self.by_class(holder, groups, store, target)

    def is_set_by_property(self, holder: Value, kind: type, value: Value, target: ast.Attribute) -> bool:
        """Return whether an attribute of a class is a property; write the call of what sets it.  NotCompilable."""
        static = inspect.getattr_static(kind, target.attr, None)
        if not isinstance(static, property):
            return False
        if static.fset is None:
            raise self.refuse(target, f"the property {target.attr} can't be set", f"write `@{target.attr}.setter`")
        setter: Any = static.fset
        definer = self.method_holder(kind, setter)
        owner = definer if definer is not None and inherits_in_line(kind) else kind
        self.call_accessor(setter, holder, owner, ast.copy_location(ast.Call(target, [], []), target), [value])
        return True

    def classes_of_holder(self, value_type: Type) -> list[type]:
        """Return the classes whose attributes a value of a type has: of the game, or of objects."""
        game = [self.program.definition] if value_type.has(GAME) else []
        return game + (self.program.classes_of(value_type.record) if value_type.record else [])

    def bind_players(self, value: Value, target: ast.Attribute) -> None:
        """Assign the order of turns (`self.players`)."""
        row = self.container_code(value, target)
        if row.type.place:
            row.type.place.elements.absorb(self.program.players_type().elements)
        self.program.sets_players = True
        self.write(f"assign_list(S, PLAYERS, {row.code})")

    def bind_subscript(self, target: ast.Subscript, value: Value) -> None:
        """Assign a value to an item of a list or dict, or to a slice."""
        value = self.steady(value)
        if isinstance(target.slice, ast.Slice):
            self.bind_slice(target, target.slice, value)
            return
        holder, key = self.several([target.value, target.slice])
        if not holder.type.kinds:
            return
        if self.special(holder, "__setitem__", [key, value], target) is not None:
            return
        if holds_dicts(holder.type):
            self.bind_object_attribute(self.key_attribute(holder, target.slice, target), holder, value)
            return
        holder = self.steady(self.container_code(holder, target))
        place = holder.type.sure_place
        is_dict = holder.type.has(DICT)
        if holder.type.has(SET):
            raise self.refuse(target, "an item of a set can't be set")
        self.change(holder, grows=is_dict, resizes=is_dict)
        with self.program.dict_classes.watching(place.root().key_sets):
            place.elements.absorb(value.type)
        self.note_kept(value.type)
        code = self.fit(value, place.elements.type)
        if is_dict:
            self.check_key(key, target)
            place.keys.absorb(key.type)
            self.check_member(place.keys.type, key.type, target)
            self.note_kept(key.type)
            key = self.canonical(holder, key)
            self.write(f"set_value(S, {holder.code}, {self.fit(key, place.keys.type)}, {code})")
        else:
            self.write(f"set_item(S, {holder.code}, {self.index(holder, key, target)}, {code})")

    def bind_slice(self, target: ast.Subscript, part: ast.Slice, value: Value) -> None:
        """Assign items of a list: all, or those of a slice."""
        if part.step:
            name, items = self.named(self.value(target.value), target, "row"), self.readable(value, target)
            self.call_helper(set_places, [self.value(name), self.places(name, part), items], target)
            return
        nothing = ast.copy_location(ast.Constant(None), target)
        holder, *ends = self.several([target.value, part.lower or nothing, part.upper or nothing])
        holder = self.steady(self.container_code(holder, target))
        self.check_slice(holder.type, target)
        row = self.readable(value, target)
        if row.type.has(DICT):
            raise self.refuse(target, "setting a list to a dict can't be compiled", "write list(...)")
        self.change(holder, grows=True)
        if holder.type.place and row.type.place:
            self.program.copied(row.type.place.elements, holder.type.place.elements)
        self.note_kept(holder.type.elements)
        row = self.steady(row)
        self.check_copied(row, holder.type.elements)
        if part.lower or part.upper:
            codes = [value.code if value.type.only(NONE) else self.whole(value, target) for value in ends]
            self.write(f"replace_slice(S, {holder.code}, {', '.join(codes)}, {row.code})")
        else:
            self.write(f"assign_list(S, {holder.code}, {row.code})")

    def write_AugAssign(self, statement: ast.AugAssign) -> None:
        with self.giving_back():
            target, load, store = statement.target, ast.Load(), ast.Store()
            if isinstance(target, ast.Name) and target.id in self.said_names and self.is_text(statement.value):
                self.do(statement.value)
            elif isinstance(target, ast.Name):
                self.augment(self.value_Name(ast.copy_location(ast.Name(target.id, load), target)), statement, target)
            elif isinstance(target, ast.Attribute):
                with self.held(target.value) as holder:
                    before = self.value(ast.copy_location(ast.Attribute(holder, target.attr, load), target))
                    kinds = self.classes_of_holder(self.value(holder).type) if before.type.is_container else []
                    if any(isinstance(inspect.getattr_static(kind, target.attr, None), property) for kind in kinds):
                        what = f"changing the property {target.attr} in place can't be compiled"
                        raise self.refuse(statement, what, "write it in two steps")
                    attribute: ast.expr = ast.Attribute(holder, target.attr, store)
                    self.augment(before, statement, ast.copy_location(attribute, target))
            else:
                with self.held(target.value) as holder, self.held(target.slice) as key:
                    before = self.value(ast.copy_location(ast.Subscript(holder, key, load), target))
                    self.augment(before, statement, ast.copy_location(ast.Subscript(holder, key, store), target))

    def augment(self, before: Value, statement: ast.AugAssign, target: ast.expr) -> None:
        """Change a list or set in place; for other values, assign the result to the target."""
        op, node = statement.op, statement
        if before.type.is_container:
            row = self.steady(self.container_code(before, node))
            place = row.type.place and row.type.place.root()
            if place and (place.may_be(tuple) or place.may_be(range)):
                if not place.is_only(tuple):
                    raise self.refuse(node, "adding to a list that may be a tuple can't be compiled", "use two names")
                self.bind(target, self.operated(row, op, self.value(statement.value), node))
                return
            if before.type.has(LIST) and isinstance(op, ast.Add):
                self.extend_row(row, statement.value)
                return
            if before.type.only(LIST) and isinstance(op, ast.Mult):
                product = self.operated(row, op, self.value(statement.value), node)
                whole = ast.Subscript(self.named(row, node, "row"), ast.Slice(), ast.Store())
                self.bind_slice(ast.copy_location(whole, node), ast.Slice(), product)
                return
            if before.type.has(SET) and type(op) in OPERATIONS:
                if place and place.may_be(frozenset) and place.may_be(set):
                    raise self.refuse(node, "this changes a set or makes a new frozenset", "use two names")
                if is_keys(statement.value) or before.type.is_frozen:  # which make a new set
                    loaded = copy.copy(target)
                    loaded.ctx = ast.Load()  # type: ignore[attr-defined]
                    self.bind(target, self.value(ast.copy_location(ast.BinOp(loaded, op, statement.value), node)))
                    return
                self.update_set(row, statement.value, op, only_sets=True)
                return
            if self.is_counter(row.type, node):
                other = self.value(statement.value)
                if other.type.kinds and not self.is_counter(other.type, node):
                    raise self.refuse(node, f"{other.type} in a Counter can't be compiled", "write Counter(...)")
                combined = self.operated_rows(row, op, other, node)
                self.change(row, grows=True)
                if combined.type.place and place:
                    self.program.copied(combined.type.place.keys, place.keys)
                self.write(f"assign_list(S, {row.code}, {combined.code})")
                return
            if row.type.has(DICT) and isinstance(op, ast.BitOr):
                self.dict_update(row, call_of(None, [statement.value], node))
                return
            raise self.refuse(node, f"this can't be done in place with {before.type}", "write it in two steps")
        # Python reads the target before it computes what is added.
        before = before if re.fullmatch(r"t\d+|-?\d+", before.code) else before._replace(code=self.keep(before.code))
        value, in_place = self.value(statement.value), f"__i{OPERATORS_OF_CLASSES[type(op)]}__"
        changed = self.special(before, in_place, [value], node)
        self.bind(target, changed or self.operated(before, op, value, node))

    def held(self, node: ast.expr) -> EvaluatedOnce:
        """Return a context with an expression that represents another one, which is computed once."""
        return EvaluatedOnce(self, node)

    def write_Delete(self, statement: ast.Delete) -> None:
        with self.giving_back():
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    self.write(f"{self.flat_name(target.id)} = {UNSET}")
                    continue
                if not isinstance(target, ast.Subscript):
                    what = "only names, and items of lists and dicts, can be deleted"
                    raise self.refuse(target, what, "set it to None")
                if isinstance(target.slice, ast.Slice):
                    self.delete_slice(target, target.slice)
                    continue
                holder, key = self.several([target.value, target.slice])
                if not holder.type.kinds or self.special(holder, "__delitem__", [key], target) is not None:
                    continue
                holder = self.steady(self.container_code(holder, target))
                self.change(holder)
                if holder.type.has(DICT):
                    self.check_member(holder.type.keys, key.type, target)
                    code = self.canonical(holder, key).code
                    is_counter = self.is_counter(holder.type, target)  # which ignores what it lacks
                    self.write(
                        f"pop_key_or(S, {holder.code}, {code}, 0)"
                        if is_counter
                        else f"pop_key(S, {holder.code}, {code})"
                    )
                else:
                    self.write(f"pop_at(S, {holder.code}, {self.whole(key, target)})")

    def places(self, row: ast.expr, part: ast.Slice) -> Value:
        """Return the places of a slice of a list with a step."""
        every = call_of(list, [call_of(range, [call_of(len, [row], row)], row)], row)
        return self.value(ast.copy_location(ast.Subscript(every, part, ast.Load()), row))

    def delete_slice(self, target: ast.Subscript, part: ast.Slice) -> None:
        """Delete a slice of a list."""
        if part.step:
            name = self.named(self.value(target.value), target, "row")
            self.call_helper(delete_places, [self.value(name), self.places(name, part)], target)
            return
        nothing = ast.copy_location(ast.Constant(None), target)
        holder, *ends_ = self.several([target.value, part.lower or nothing, part.upper or nothing])
        holder = self.steady(self.container_code(holder, target))
        self.check_slice(holder.type, target)
        self.change(holder)
        codes = [value.code if value.type.only(NONE) else self.whole(value, target) for value in ends_]
        self.write(f"delete_slice(S, {holder.code}, {', '.join(codes)})")


class EvaluatedOnce:
    """Context in which a name represents an expression, so that a statement can use it twice and compute it once."""

    def __init__(self, writer: Assignments, node: ast.expr) -> None:
        self.writer, self.node = writer, node
        self.name = f"held_{node.lineno}_{node.col_offset}"

    def __enter__(self) -> ast.expr:
        writer, node = self.writer, self.node
        if writer.static(node)[0] or (isinstance(node, ast.Name) and not node.id.startswith("held")):
            return node
        value = writer.value(node)
        if value.type.has(GAME):
            return node
        flat = f"v_{self.name}"
        writer.write(f"{flat} = {value.code}")
        writer.program.cell(("local", writer.routine, flat)).absorb(value.type)
        writer.renames[self.name] = flat
        return ast.copy_location(ast.Name(self.name, ast.Load()), node)

    def __exit__(self, *_: object) -> None:
        self.writer.renames.pop(self.name, None)  # others stay: a statement of a `with` may have made them
