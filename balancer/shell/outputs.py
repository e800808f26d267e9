"""Refusal of outputs that would destroy something: inputs of the command, files of others, pages that show more."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from balancer.scenario.resolved import Scenario

MAX_NAMED = 3  # other files of a folder that the message names


def protect_files(files: Mapping[str, str | None], scenarios: Iterable[Scenario] = (), *, force: bool = False) -> None:
    """Refuse output files that would replace something, before anything is played.

    files: option -> path that it writes ('-' is stdout, None nothing); scenarios: the inputs of the command.
    click.UsageError: an input of the same command (with `force`, too), one file for two outputs, or, without `force`,
    a file that balancer did not write.
    """
    inputs = {path.resolve(): path for scenario in scenarios for path in _inputs(scenario)}
    taken: dict[pathlib.Path, str] = {}
    for option, name in files.items():
        if name in {None, "-"}:
            continue
        path = pathlib.Path(str(name))
        same = path.resolve()
        if same in inputs:
            raise click.UsageError(f"{option} {path}: an input of this command, never overwritten; name another file")
        if same in taken:
            raise click.UsageError(f"{taken[same]} and {option} both write {path}; name two files")
        if path.is_file() or not path.exists():  # a device takes several outputs
            taken[same] = option
        protect_file(path, option, force=force)


def protect_file(path: pathlib.Path, option: str, *, force: bool = False) -> None:
    """Refuse a path with a file that balancer did not write (click.UsageError), unless `force`."""
    from balancer.simulation.ownership import may_be_replaced

    try:
        free = force or may_be_replaced(path)
    except OSError as error:
        raise click.UsageError(f"{option} {path}: can't be read ({error.strerror or error})") from None
    if not free:
        raise click.UsageError(
            f"{option} {path}: there is a file that balancer did not write; name another, or --force overwrites it"
        )


def protect_folder(folder: pathlib.Path, *, force: bool = False) -> None:
    """Refuse a results folder that holds something else; with `force`, mark it as one.

    click.UsageError: the path is a file, or the folder holds files and is not a results folder.
    """
    from balancer.simulation.ownership import mark_folder
    from balancer.simulation.store import foreign_files

    if folder.exists() and not folder.is_dir():
        raise click.UsageError(f"{folder} is a file; -o takes a folder")
    others = foreign_files(folder)
    if others and not force:
        more = "…" if len(others) > MAX_NAMED else ""
        raise click.UsageError(
            f"{folder} holds other files ({', '.join(others[:MAX_NAMED])}{more}) and is no results folder; "
            "name a folder of its own with -o, or --force writes among them"
        )
    if others:
        mark_folder(folder)


def _inputs(scenario: Scenario) -> Iterator[pathlib.Path]:
    """Yield the files that a scenario is read from: itself, its component tables, its baseline."""
    from balancer.checks import baseline

    if scenario.file is not None:
        yield scenario.file
    settings = [scenario.base, *scenario.variants.values(), *(setting for _, setting in scenario.swept)]
    yield from dict.fromkeys(file for setting in settings for file in setting.table_files.values())
    accepted = baseline.path_of(scenario)
    if accepted is not None:
        yield accepted
