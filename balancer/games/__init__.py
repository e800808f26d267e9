"""The games, one package each, and the registry that finds them (`registry.py`)."""

from balancer.games.registry import (
    FOLDERS,
    GROUP,
    BrokenGameError,
    Plugin,
    add_class,
    add_file,
    installed_names,
    is_plain,
    load,
    load_all,
    names,
    own_names,
    plugin_problems,
    plugins,
)

__all__ = [
    "FOLDERS",
    "GROUP",
    "BrokenGameError",
    "Plugin",
    "add_class",
    "add_file",
    "installed_names",
    "is_plain",
    "load",
    "load_all",
    "names",
    "own_names",
    "plugin_problems",
    "plugins",
]
