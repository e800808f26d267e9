"""`balancer games`: a list of the games, or a description of one."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any

import click

from balancer.shell import completion

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.reporting.console import Console


@click.command()
@click.argument("name", metavar="[GAME]", required=False, shell_complete=completion.games)
def games(name: str | None) -> None:
    """List the games, or describe one: rules, personas, habits, decisions, endings, parts."""
    from balancer.reporting.console import Console

    words = Console()
    if name is None:
        _list(words)
    else:
        _describe(loaded(name), words)
    words.show()


def named(name: str) -> str:
    """Return the name of a game, given by itself or by its plain file; UsageError: the file is no game."""
    from balancer import games as registry

    if not name.endswith(".py"):
        return name
    try:
        return registry.add_file(pathlib.Path(name))
    except registry.BrokenGameError as error:
        raise click.UsageError(str(error)) from None


def loaded(name: str) -> Game:
    """Return the game of that name; UsageError: with the most similar name, or with what is wrong with a plug-in."""
    from balancer import games as registry
    from balancer.scenario.literals import sentence
    from balancer.wording import did_you_mean

    name = named(name)
    names = registry.names()
    if name not in names:
        all_names = f"there are: {', '.join(names)}"
        raise click.UsageError(
            sentence(f"no game {name!r}", all_names, *registry.plugin_problems(), did_you_mean(name, names))
        )
    try:
        return registry.load(name)
    except registry.BrokenGameError as error:
        raise click.UsageError(str(error)) from None


def _list(words: Console) -> None:
    from balancer import games as registry
    from balancer.shell import say

    loaded_games, faults = registry.load_all()
    for fault in faults:
        say(f"note: {fault}")
    rows = [(game.name, _players(game), game.summary) for game in loaded_games.values()]
    words.table(["game", "players", "what it is"], rows)
    words.paragraph("`balancer games GAME` describes one, `balancer run GAME` plays it.")


def _players(game: Game) -> str:
    return game.player_words.replace("..", "–")


def _describe(game: Game, words: Console) -> None:
    from balancer.scenario.literals import written
    from balancer.scenario.question import GameCard

    words.title(f"{game.title} ({game.name})")
    words.paragraph(game.summary)
    words.paragraph(f"Source: {game.source}")
    if game.reconstructed:
        words.paragraph(f"Reconstructed: {game.reconstructed}")
    words.paragraph(f"Players: {_players(game)}, usually {game.usual_players}")
    words.paragraph(f"Line-up of `balancer run {game.name}`: {', '.join(game.lineup)}")
    words.paragraph(f"Score: {game.score_words}")
    words.paragraph(f"Standing: {game.standing_meaning}")
    words.title("Rules")
    rules = [(k.name, written(k.default), k.section, f"{k.meaning}\nallowed: {k.allowed}") for k in game.knobs]
    words.table(["rule", "default", "§", "meaning and allowed values"], rules)
    words.title("Personas")
    words.table(["persona", "how it plays"], [(persona.name, persona.claim) for persona in game.all_personas])
    if game.habits:
        words.title("Habits (weights of a persona)")
        rows = [(h.name, str(h.default), f"{h.low}..{h.high}", h.meaning) for h in game.habits]
        words.table(["habit", "default", "range", "meaning"], rows)
        words.paragraph(_example(game))
    words.title("Decisions")
    words.table(["node", "who", "options"], [(n.name, n.who, n.options) for n in game.nodes], wrapped=(1, 2))
    words.title("Endings")
    words.table(["ending", "meaning"], list(GameCard.of(game).endings.items()))
    if game.extras:
        words.title("Figures of this game")
        words.table(["extra", "unit", "meaning"], [(e.name, e.measure, e.meaning) for e in game.extras])
    if game.components:
        _parts(game, words)


def _example(game: Game) -> str:
    habit = game.habits[0]
    base = next((persona.name for persona in game.personas if not persona.at_random), game.personas[0].name)
    return (
        f"In a scenario:\n  personas: {{mine: {{base: {base}, habits: {{{habit.name}: {habit.default}}}, "
        "mistakes: 50}}\n"
        "mistakes: decisions per thousand that are made at random"
    )


def _parts(game: Game, words: Console) -> None:
    words.title("Parts")
    own = {knob.name: knob.default for knob in game.knobs}
    for knob, table in game.components.items():
        words.paragraph(
            f"To use your own table: rules.{knob}: FILE.csv, with the columns below; the game's own is {own[knob]}."
        )
        rows = [(column.called, column_range(column), column.meaning) for column in table.columns]
        words.table(["column", "values", "meaning"], rows, wrapped=(1, 2))
    names = game.read_parts().names
    if names:
        words.paragraph(f"Parts with a lift (of seats that have one {game.part_holding}): {', '.join(names)}")


def column_range(column: Any) -> str:
    """Return the allowed values of a column of a component table, as words."""
    return f"{column.limits}{' or empty' if column.may_be_empty and column.limits != 'text' else ''}"
