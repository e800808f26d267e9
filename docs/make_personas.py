"""Write docs/personas.md from real runs: who the personas are, and what each wins against each other.

``make personas`` writes the whole page; ``python docs/make_personas.py GAME...`` only the sections of those games.
"""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Iterator

from balancer import games
from balancer.analysis.estimates import metrics
from balancer.analysis.results import CellResult
from balancer.core.game import Game
from balancer.players.tournament import Tournament
from balancer.scenario.plan import Cell
from balancer.simulation import runner
from balancer.simulation.jobs import CellJob
from balancer.simulation.stopping import FixedGames

HERE = pathlib.Path(__file__).parent
GAMES = 40_000
FEWER_GAMES = {  # of games that take longer
    "bartender": 10_000,
    "biergarten": 10_000,
    "devils_tarok": 10_000,
    "shit_head": 10_000,
    "festo": 3_000,
}
CUT_OFF_OFTEN = ("shit_head",)  # scripted players may not bring this game to an end
SEED = 1
STABLE = {True: "yes", False: "no", None: "undecided"}
HEAD = """# Personas

Written by `make personas` from real runs; do not edit. Printed rules, each game's usual number of players, seed {seed}.
`balancer games NAME` lists the personas of a game with their claims; `balancer new NAME` writes each with its habits.

- **First table**: the mean win share, in per cent, of **one** player of the row's persona where all other seats play
  the column's persona. Seats rotate. Below it stand the games per figure and the widest 95 % interval.
- **Second table**: the share of each persona in the mixture that adapting players reach without `random` (opponents'
  effects added up), and what it wins against this mixture, in per cent with 95 % intervals. *Viable personas* is the
  effective number of personas in the mixture.

[players.md](players.md) explains mixture and *stable*.
"""


def games_of(game: Game) -> int:
    """Return the number of games behind each figure."""
    return FEWER_GAMES.get(game.name, GAMES)


def cell_of(game: Game, lineup: tuple[str, ...], players: int = 0) -> Cell:
    """Return the printed rules with this line-up; players: 0 is the game's usual number."""
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
    """Play the cells of a game."""
    with runner.open_runner() as playing:
        return list(playing.play([CellJob.of(cell) for cell in cells], FixedGames(games_of(game))))


def duels(game: Game) -> dict[tuple[str, str], CellResult]:
    """Play one `row` among `column`s, for every pair of personas."""
    names = [persona.name for persona in game.personas]
    pairs = [(row, column) for row in names for column in names]
    results = play(game, [cell_of(game, (row, *[column] * (game.usual_players - 1))) for row, column in pairs])
    return dict(zip(pairs, results, strict=True))


def matches(played: dict[tuple[str, str], CellResult]) -> dict[tuple[str, str], metrics.Estimate]:
    """Return the win share of one `row` among `column`s, for every pair of different personas."""
    different = {pair: cell for pair, cell in played.items() if pair[0] != pair[1]}
    return {pair: metrics.estimate(cell, "persona_win_rate", of=pair[0]) for pair, cell in different.items()}


def tournament(game: Game, played: dict[tuple[str, str], CellResult]) -> Tournament:
    """Return the tournament of these line-ups, without `random`."""
    names = tuple(persona.name for persona in game.personas if not persona.at_random)
    return Tournament.of([played[row, column] for row in names for column in names], names)


def describe(game: Game) -> Iterator[str]:
    """Yield the claims of a game's personas."""
    yield f"\n## {game.title}\n"
    yield from (f"- `{persona.name}`: {persona.claim}" for persona in game.personas)


def table(game: Game, played: dict[tuple[str, str], metrics.Estimate]) -> Iterator[str]:
    """Yield the cross table of a game."""
    names = [persona.name for persona in game.personas]
    share = (game.usual_players - 1 if game.one_loses else 1) / game.usual_players
    if game.one_loses:
        yield f"\nOne player loses and the others share the win; an equal share is {100 / game.usual_players:.1f} %."
        yield f"A win share w means losing {100:.0f} − {game.usual_players - 1}·w per cent of the games.\n"
    else:
        yield f"\nAn equal share is {100 * share:.1f} %.\n"
    yield f"| one … among {game.usual_players - 1} … | " + " | ".join(f"`{name}`" for name in names) + " |"
    yield "| --- |" + " ---: |" * len(names)
    for row in names:
        shares = ["–" if row == column else f"{100 * value(played[row, column]):.1f}" for column in names]
        yield f"| `{row}` | " + " | ".join(shares) + " |"
    half = 50 * max((figure.high or 1) - (figure.low or 0) for figure in played.values())
    yield f"\n{games_of(game):,} games per figure; the widest interval is ± {half:.2f} pp."


def cut_off(game: Game) -> Iterator[str]:
    """Yield the shares of games that are cut off where all seats play one persona, by number of players."""
    numbers = range(game.least_players, game.most_players + 1)
    names = [persona.name for persona in game.personas]
    results = iter(play(game, [cell_of(game, (name,), players) for name in names for players in numbers]))
    limit = game.defaults["max_rounds"]
    yield f"\nGames cut off after {limit} rounds (`unfinished`), in per cent, where all seats play one persona:\n"
    yield "| all seats … | " + " | ".join(f"{players} players" for players in numbers) + " |"
    yield "| --- |" + " ---: |" * len(numbers)
    for name in names:
        shares = [metrics.estimate(next(results), "ending_share", of="unfinished") for _ in numbers]
        yield f"| `{name}` | " + " | ".join(f"{100 * value(share):.1f}" for share in shares) + " |"


def value(estimate: metrics.Estimate) -> float:
    """Return the value of a figure; every finished run has one."""
    assert estimate.value is not None  # noqa: S101 - games were played
    return estimate.value


def equilibrium(played: Tournament) -> Iterator[str]:
    """Yield the equilibrium, each persona's share against it, and the stable personas."""
    viable = played.viable
    yield f"\nViable personas: {viable.value:.1f} ({viable.low:.1f} to {viable.high:.1f}).\n"
    yield "| persona | share | wins against the mixture | stable |"
    yield "| --- | ---: | ---: | --- |"
    for number in played.ranking:
        mixed, payoff = played.shares[number], played.against_equilibrium[number]
        share = f"{100 * mixed.value:.0f} ({100 * mixed.low:.0f}–{100 * mixed.high:.0f})"
        wins = f"{100 * payoff.value:.1f} ({100 * payoff.low:.1f}–{100 * payoff.high:.1f})"
        yield f"| `{played.names[number]}` | {share} | {wins} | {STABLE[played.stabilities[number].stable]} |"


def sections(page: str) -> dict[str, str]:
    """Return the sections of a page by their titles; "" for the text before the first."""
    head, *rest = re.split(r"^## ", page, flags=re.MULTILINE)
    return {"": head, **{part.partition("\n")[0]: "## " + part.rstrip("\n") + "\n" for part in rest}}


def section(game: Game) -> str:
    """Play a game's duels and return its section."""
    played = duels(game)
    lines = [*describe(game), *table(game, matches(played)), *equilibrium(tournament(game, played))]
    lines += cut_off(game) if game.name in CUT_OFF_OFTEN else []
    return "\n".join(lines).lstrip("\n") + "\n"


def main() -> None:
    """Play all pairs and write the page."""
    page = HERE / "personas.md"
    names = sys.argv[1:]
    old = sections(page.read_text(encoding="utf-8")) if names and page.exists() else {}
    written = []
    for name in games.own_names():
        game = games.load(name)
        if not names or name in names:
            written.append(section(game))
        elif game.title in old:
            written.append(old[game.title])
    page.write_text("\n".join([HEAD.format(seed=SEED), *written]), encoding="utf-8")


if __name__ == "__main__":
    main()
