"""`balancer schema`: the JSON Schema of scenarios, for editors, and of each command's --json, for programs."""

from __future__ import annotations

import json
import pathlib
from importlib import resources
from typing import Any

import click

FILE = "balancer.schema.json"  # the file that a new scenario names in its first line


def schema_text() -> str:
    """Return the JSON Schema of scenarios of all games, as a file's text."""
    from balancer.scenario.file.json_schema import scenario_schema

    return json.dumps(scenario_schema(), indent=2, ensure_ascii=False) + "\n"


def output_schemas() -> dict[str, Any]:
    """Return the JSON Schema of each command's ``--json``, by its name; docs/make_json_schemas.py makes them."""
    text = resources.files("balancer.reporting").joinpath("json_schemas.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


@click.command()
@click.option("--json", "command", metavar="COMMAND", help="Instead print the schema of what COMMAND --json writes.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=pathlib.Path),
    metavar="FILE",
    help="Write the schema to this file.",
)
@click.option("--force", is_flag=True, help="Overwrite a file not written by balancer.")
def schema(command: str | None, output: pathlib.Path | None, *, force: bool) -> None:
    """Print the JSON Schema of scenarios, with which editors complete and explain every key.

    \b
    balancer schema -o balancer.schema.json
    and as the first line of a scenario:
    # yaml-language-server: $schema=./balancer.schema.json
    """  # noqa: D301  click wants the character itself: "don't fill this paragraph"
    from balancer import games
    from balancer.shell import say
    from balancer.shell.outputs import protect_file
    from balancer.simulation import store

    if command is None:
        for fault in games.load_all()[1]:
            say(f"note: {fault}")
        text = schema_text()
    elif command in (schemas := output_schemas()):
        text = json.dumps(schemas[command], indent=2, ensure_ascii=False) + "\n"
    else:
        raise click.BadParameter(f"{command!r} writes no JSON; these do: {', '.join(schemas)}", param_hint="--json")
    if output is None:
        click.echo(text, nl=False)
    else:
        protect_file(output, "-o", force=force)
        store.write_atomically(output, text)
