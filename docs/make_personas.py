"""Write docs/personas.md from real runs: who the personas are, and what each wins against each other.

``make personas`` writes it whole; ``python docs/make_personas.py GAME...`` writes the sections of those games anew.
"""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Iterator

from balancer import games
from balancer.analysis import metrics
from balancer.analysis.results import CellResult
from balancer.core.game import Game
from balancer.players.tournament import Tournament
from balancer.scenario.plan import Cell
from balancer.simulation import runner
from balancer.simulation.jobs import CellJob
from balancer.simulation.stopping import FixedGames

HERE = pathlib.Path(__file__).parent
GAMES = 40_000
FEWER_GAMES = {"bartender": 10_000, "biergarten": 10_000, "devils_tarok": 10_000, "shit_head": 10_000, "festo": 3_000}
"""Of games that take longer."""
CUT_OFF_OFTEN = ("shit_head",)
"""Games that scripted players may not bring to an end."""
SEED = 1
HOLDS = {True: "yes", False: "no", None: "not certain"}
HEAD = """# Personas

Written by `make personas` from real runs; do not edit. Printed rules, each game's usual number of players, seed {seed}.
A figure is the mean win share of **one** player of the row's persona (in per cent) at a table where all other seats are
the column's, seats rotating; under each table stand its games a figure and the widest 95 % interval.
"""


def games_of(game: Game) -> int:
    """How many games stand behind each figure."""
    return FEWER_GAMES.get(game.name, GAMES)


def cell_of(game: Game, lineup: tuple[str, ...], players: int = 0) -> Cell:
    """The printed rules with this line-up; players: the game's usual number where 0."""
    return Cell(
        axes={},
        game=game.name,
        players=players or game.usual_players,
        lineup=lineup,
        personas={name: game.persona(name) for name in lineup},
        seating="rotate",
        rules=game.defaults,
        table_files={},
        tables=(),
        seed=SEED,
        games=games_of(game),
        precision=None,
        max_games=None,
        confidence=0.95,
    )


def play(game: Game, cells: list[Cell]) -> list[CellResult]:
    """The results of cells of a game."""
    with runner.open_runner() as playing:
        return list(playing.play([CellJob.of(cell) for cell in cells], FixedGames(games_of(game))))


def duels(game: Game) -> dict[tuple[str, str], CellResult]:
    """The tables of one `row` among `column`s, for every pair of personas."""
    names = [persona.name for persona in game.personas]
    pairs = [(row, column) for row in names for column in names]
    results = play(game, [cell_of(game, (row, *[column] * (game.usual_players - 1))) for row, column in pairs])
    return dict(zip(pairs, results, strict=True))


def matches(played: dict[tuple[str, str], CellResult]) -> dict[tuple[str, str], metrics.Estimate]:
    """Win share of one `row` among `column`s, for every pair of different personas."""
    different = {pair: cell for pair, cell in played.items() if pair[0] != pair[1]}
    return {pair: metrics.estimate(cell, "persona_win_rate", of=pair[0]) for pair, cell in different.items()}


def tournament(game: Game, played: dict[tuple[str, str], CellResult]) -> Tournament:
    """What follows from these tables, `random` left out."""
    names = tuple(persona.name for persona in game.personas if not persona.at_random)
    return Tournament.of([played[row, column] for row in names for column in names], names)


def describe(game: Game) -> Iterator[str]:
    """Claims and habits of a game's personas."""
    yield f"\n## {game.title}\n"
    yield "| persona | claim | habits that differ from their defaults |"
    yield "| --- | --- | --- |"
    for persona in game.personas:
        habits = ", ".join(f"`{name}` {value}" for name, value in persona.habits.items()) or "–"
        yield f"| `{persona.name}` | {persona.claim} | {habits} |"
    yield "\n| habit | default | range | meaning |"
    yield "| --- | --- | --- | --- |"
    for habit in game.habits:
        yield f"| `{habit.name}` | {habit.default} | {habit.low}..{habit.high} | {habit.meaning} |"


def table(game: Game, played: dict[tuple[str, str], metrics.Estimate]) -> Iterator[str]:
    """The cross table of a game."""
    names = [persona.name for persona in game.personas]
    share = (game.usual_players - 1 if game.one_loses else 1) / game.usual_players
    if game.one_loses:
        yield f"\nOne player loses and the others share the win; a fair win share is {100 / game.usual_players:.1f} %."
        yield f"A win share w means losing {100:.0f} − {game.usual_players - 1}·w per cent of the games.\n"
    else:
        yield f"\nA fair win share is {100 * share:.1f} %.\n"
    yield f"| one … among {game.usual_players - 1} … | " + " | ".join(f"`{name}`" for name in names) + " |"
    yield "| --- |" + " ---: |" * len(names)
    for row in names:
        shares = ["–" if row == column else f"{100 * value(played[row, column]):.1f}" for column in names]
        yield f"| `{row}` | " + " | ".join(shares) + " |"
    half = 50 * max((found.high or 1) - (found.low or 0) for found in played.values())
    yield f"\n{games_of(game):,} games a figure, ± {half:.2f} points at most."


def cut_off(game: Game) -> Iterator[str]:
    """How often games among players of one persona are cut off, by their number."""
    numbers = range(game.least_players, game.most_players + 1)
    names = [persona.name for persona in game.personas]
    results = iter(play(game, [cell_of(game, (name,), players) for name in names for players in numbers]))
    limit = game.defaults["max_rounds"]
    yield f"\nGames cut off after {limit} rounds (`unfinished`), in per cent, where all players are of one persona:\n"
    yield "| all are … | " + " | ".join(f"{players} players" for players in numbers) + " |"
    yield "| --- |" + " ---: |" * len(numbers)
    for name in names:
        shares = [metrics.estimate(next(results), "ending_share", of="unfinished") for _ in numbers]
        yield f"| `{name}` | " + " | ".join(f"{100 * value(share):.1f}" for share in shares) + " |"


def value(estimate: metrics.Estimate) -> float:
    """The figure itself, which every finished run has."""
    assert estimate.value is not None  # noqa: S101 - games were played
    return estimate.value


def settled(found: Tournament) -> Iterator[str]:
    """Where players settle who change to what wins more, what each persona gets there, and whose tables hold."""
    viable = found.viable
    yield "\nWhere players settle who may be any of these but `random` (opponents' effects added up; 95 % intervals):"
    yield f"{viable.value:.1f} viable personas ({viable.low:.1f} to {viable.high:.1f}).\n"
    yield "| persona | share of the mixture | gets among others drawn from it | a table of its own holds |"
    yield "| --- | ---: | ---: | --- |"
    for one in found.ranking:
        mixed, payoff = found.shares[one], found.against_equilibrium[one]
        share = f"{100 * mixed.value:.0f} % ({100 * mixed.low:.0f} to {100 * mixed.high:.0f})"
        gets = f"{100 * payoff.value:.1f} % ({100 * payoff.low:.1f} to {100 * payoff.high:.1f})"
        yield f"| `{found.names[one]}` | {share} | {gets} | {HOLDS[found.stabilities[one].stable]} |"


def sections(page: str) -> dict[str, str]:
    """The sections of a page by their titles; "" for what comes before the first."""
    head, *rest = re.split(r"^## ", page, flags=re.MULTILINE)
    return {"": head, **{part.partition("\n")[0]: "## " + part.rstrip("\n") + "\n" for part in rest}}


def section(game: Game) -> str:
    """The section of a game, played."""
    played = duels(game)
    lines = [*describe(game), *table(game, matches(played)), *settled(tournament(game, played))]
    lines += cut_off(game) if game.name in CUT_OFF_OFTEN else []
    return "\n".join(lines).lstrip("\n") + "\n"


def main() -> None:
    """Play all pairs and write the page."""
    page = HERE / "personas.md"
    wanted = sys.argv[1:]
    kept = sections(page.read_text(encoding="utf-8")) if wanted and page.exists() else {}
    written = []
    for name in games.own_names():
        game = games.load(name)
        if not wanted or name in wanted:
            written.append(section(game))
        elif game.title in kept:
            written.append(kept[game.title])
    page.write_text("\n".join([HEAD.format(seed=SEED), *written]), encoding="utf-8")


if __name__ == "__main__":
    main()
