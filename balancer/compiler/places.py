"""Places of values in a program: the cells whose types the passes over it join, and the places of containers."""

from __future__ import annotations

from typing import Any

from balancer.compiler.kinds import FLOAT, ChangeCounter, ContainerPlace, TupleShape, TypeCell
from balancer.compiler.special_methods import check_tuple


class Places:
    """Cells, places and shapes by key, made at their first use; `changes` counts the facts found so far."""

    def __init__(self, *, has_row_tuples: bool) -> None:
        self.changes = ChangeCounter(has_row_tuples=has_row_tuples)
        self.cells: dict[Any, TypeCell] = {}
        self.places: dict[Any, ContainerPlace] = {}
        self.shapes: dict[Any, TupleShape] = {}
        self.copies: list[tuple[TypeCell, TypeCell]] = []  # between which words are copied: source, target
        self.rooms: dict[int, str] = {}  # names of constants, by the identity of a place
        self.room_places: dict[str, ContainerPlace] = {}

    def cell(self, key: Any) -> TypeCell:
        """Return the cell of a key, a new one where there is none yet."""
        if key not in self.cells:
            self.cells[key] = TypeCell(self.changes)
        return self.cells[key]

    def attribute(self, owner: str, name: str) -> TypeCell:
        """Return the cell of an attribute; owner: game, player, or the name of a class."""
        return self.cell(("attribute", owner, name))

    def place(self, key: Any) -> ContainerPlace:
        """Return the place of the containers that one expression of the program makes."""
        if key not in self.places:
            self.places[key] = ContainerPlace.new(self.changes)
        return self.places[key].root()

    def place_of_class(self, kind: type) -> ContainerPlace:
        """Return the place of all lists or dicts of a class of the file."""
        place = self.place(("class", kind))
        place.mark(kind)
        return place

    def shape(self, key: Any, length: int, named: type | None = None) -> TupleShape:
        """Return the shape of the tuples that one expression makes; those of a class share one."""
        key = named or key
        if key not in self.shapes:
            if named:
                check_tuple(named)
            self.shapes[key] = TupleShape(self.changes, [TypeCell(self.changes) for _ in range(length)], length, named)
        return self.shapes[key].root()

    def room_name(self, place: ContainerPlace | None) -> str:
        """Return the name of the constant with the room to grow of the containers of a place."""
        key = id(place.root()) if place else 0
        name = self.rooms.setdefault(key, f"ROOM_{len(self.rooms)}")
        if place:
            self.room_places[name] = place.root()
        return name

    def copied(self, source: TypeCell, target: TypeCell) -> None:
        """Note that words are copied from one cell to another, so that both must encode values in the same way."""
        target.absorb(source.type)
        if target.type.has(FLOAT) and source.type.kinds and not source.type.has(FLOAT):
            source.unite(target)
        self.copies.append((source, target))

    def settle(self) -> None:
        """Unite cells between which words are copied where one holds fractions and the other does not."""
        copies, self.copies = self.copies, []
        for source, target in copies:
            self.copied(source, target)
        self.copies = []
