"""`balancer schema`: JSON Schema of scenarios, for editors."""

from __future__ import annotations

import json
import pathlib

import click

FILE = "balancer.schema.json"
"""The file that a new scenario names in its first line."""


def schema_text() -> str:
    """The JSON Schema of scenarios of all games, as a file's text."""
    from balancer.scenario.json_schema import scenario_schema

    return json.dumps(scenario_schema(), indent=2, ensure_ascii=False) + "\n"


@click.command()
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=pathlib.Path), metavar="FILE", help="Write it there."
)
@click.option("--force", is_flag=True, help="Overwrite a file that balancer did not write.")
def schema(output: pathlib.Path | None, *, force: bool) -> None:
    """Print the JSON Schema of scenarios: editors then complete and explain every key.

    \b
    balancer schema -o balancer.schema.json
    and as the first line of a scenario:
    # yaml-language-server: $schema=./balancer.schema.json
    """  # noqa: D301  click wants the character itself: "don't fill this paragraph"
    from balancer import games
    from balancer.cli.app import say
    from balancer.cli.outputs import protect_file
    from balancer.simulation import store

    for fault in games.load_all()[1]:
        say(f"note: {fault}")
    text = schema_text()
    if output is None:
        click.echo(text, nl=False)
    else:
        protect_file(output, "-o", force=force)
        store.write_atomically(output, text)
