"""State that rules keep on a class or in a module, where it passes from one game to the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

from balancer.plain.loading import reading
from balancer.plain.turn import position

STATE = (bool, bytearray, deque, dict, float, int, list, set, str, tuple, type(None))  # of which state usually is


def state_outside(game: Any) -> dict[str, list[Any]]:
    """Return what a plain game's classes and modules hold, by name, in a form that can be compared; of others {}."""
    values = dict(_values(game)) if game.is_plain else {}
    return {
        name: state
        for name, value in values.items()
        if (state := position([SimpleNamespace(value=value)])) == position([SimpleNamespace(value=value)])
    }


def leaked(game: Any, before: dict[str, list[Any]]) -> Iterator[str]:
    """Yield a sentence on each value that is no longer as it was before some games."""
    after = state_outside(game)
    for name, state in before.items():
        if name in after and after[name] != state:
            owner, _, own = name.rpartition(".")
            place = reading.place_of(game.definition, own)
            where = f"on the class {owner}" if owner else "in the module"
            yield (
                f"{name} is kept {where} and changes during games{place}: all games share it, so one game may depend "
                "on another; set it in setup(self)"
            )


def _values(game: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values in the modules of a game and on its classes: ``TABLE``, ``MyGame.log``."""
    own = game.made_of.belongings.kept if game.made_of else {}
    main = game.package
    imported = [each for each in vars(main).values() if isinstance(each, ModuleType)]
    modules = [main, *(module for module in imported if getattr(module, "__file__", None) in own)]
    classes = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    names = {module.__name__ for module in modules}
    for module in modules:
        yield from ((name, value) for name, value in vars(module).items() if _may_be_state(name, value))
    for each in sorted((each for each in classes if each.__module__ in names), key=lambda each: each.__qualname__):
        for name, value in vars(each).items():
            if _may_be_state(name, value):
                yield f"{each.__qualname__}.{name}", value


def _may_be_state(name: str, value: Any) -> bool:
    own_object = hasattr(value, "__dict__") and not callable(value) and not isinstance(value, ModuleType)
    is_state = isinstance(value, STATE) or own_object
    return is_state and not name.startswith("__") and not type(value).__module__.startswith("balancer.")
