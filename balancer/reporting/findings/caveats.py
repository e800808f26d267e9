"""Reasons for care before a report is relied on: one sentence for each that applies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from balancer.analysis.conclusions.ranking import FarFromFair
from balancer.analysis.estimates.equal_share import share_of_player
from balancer.analysis.estimates.estimate import limit_of_unseen
from balancer.analysis.results import CellResult
from balancer.analysis.tally import Group, TallyQuantity, tally_of
from balancer.reporting import numbers
from balancer.reporting.figure_reader import FigureReader
from balancer.reporting.findings.axis_line import Headline
from balancer.reporting.numbers import DIFFERENCE, SHARE, SHORT, amount, count, round_up, short_count, text
from balancer.reporting.sweep_grid import Sweep
from balancer.scenario.question import GameCard
from balancer.sides import TEAMS
from balancer.wording import capital, listed

FEW_GAMES = 1000
MANY_TIES = 0.02
# rates that fall with the number of players -> the metric without that fault
RATES = {"seat_win_rate": "seat_advantage", "persona_win_rate": "persona_lift"}


def caveats(
    sweep: Sweep, reader: FigureReader, headlines: Sequence[Headline], card: GameCard, warnings: Sequence[str]
) -> list[str]:
    """Return all caveats that apply, the most serious first; warnings: those of the scenario."""
    sentences = [
        _unfinished(sweep, reader),
        _nobody_wins(sweep),
        _not_precise(sweep),
        _too_few_games(sweep, reader, headlines),
        _few_games(sweep),
        _seating(sweep),
        _neighbours(sweep),
        _partners(sweep),
        _personas(sweep),
        _ties(sweep, reader),
        _more_players(sweep, headlines),
        never_seen(sweep, reader.confidence, card),
        _reconstructed(sweep, card),
    ]
    return [*filter(None, sentences), *(f"{capital(warning.removesuffix('.'))}." for warning in warnings)]


def _in_cells(sweep: Sweep, applies: Callable[[CellResult], bool]) -> str | None:
    """Count the settings where something applies: ` in 3 of the 20 settings`; None: in none, '': of one."""
    number = sum(map(applies, sweep.cells))
    if not number or len(sweep.cells) == 1:
        return "" if number else None
    return " in every setting" if number == len(sweep.cells) else f" in {number} of the {len(sweep.cells)} settings"


def _at(cell: int, sweep: Sweep) -> str:
    return f" ({sweep.phrase(cell)})" if len(sweep.cells) > 1 else ""


def _unfinished(sweep: Sweep, reader: FigureReader) -> str:
    shares = [reader.figure(cell, "ending_share", "unfinished") for cell in sweep.cells]
    cells = [number for number, share in enumerate(shares) if share.defined and share.value > 0]
    if not cells:
        return ""
    worst = max(cells, key=lambda number: shares[number].value)
    limit = sweep.cells[worst].rules.get("max_rounds")
    rounds = f" after {count(limit)} rounds (max_rounds)" if isinstance(limit, int) else ""
    upto = "up to " if len(cells) > 1 else ""
    where = _in_cells(sweep, lambda cell: bool(cell.tally["endings"].get("unfinished")))
    many = f"{upto}{text(shares[worst], SHARE)} of them{_at(worst, sweep)}"
    cut = f"Games were cut off as 'unfinished'{rounds}{where}: {many}."
    return f"{cut} Nobody wins such a game, and it stays in every share."


def _nobody_wins(sweep: Sweep) -> str:
    def lost(cell: CellResult) -> bool:
        tally = cell.tally
        return cell.has_rivals and bool(tally["games"] - tally["won"] - tally["endings"].get("unfinished", 0) > 0)

    where = _in_cells(sweep, lost)
    if where == "" and not any(cell.tally["won"] for cell in sweep.cells):
        return "Nobody wins any of these games."
    return "" if where is None else f"Some games end without a winner{where}: win rates add up to less than 100%."


def _not_precise(sweep: Sweep) -> str:
    def missed(cell: CellResult) -> bool:
        return (cell.precision or {}).get("reached") is False

    where = _in_cells(sweep, missed)
    if where is None:
        return ""
    requested = next((cell.precision or {})["wanted"] for cell in filter(missed, sweep.cells))
    return f"The requested precision (±{amount(requested, DIFFERENCE)}) was not reached within max_games{where}."


def _too_few_games(sweep: Sweep, reader: FigureReader, headlines: Sequence[Headline]) -> str:
    """Name the figure whose interval exceeds its margin by most, and the games that would bring all within theirs."""
    wide = [
        (figure.games * (figure.half_width / headline.margin) ** 2, headline, headline.margin, figure, cell)
        for headline in headlines
        if headline.margin
        for values in headline.figures_at(reader.confidence).values()
        for cell, figure in enumerate(values)
        if figure.known and figure.half_width > headline.margin
    ]
    if not wide:
        return ""
    games, headline, margin, worst, cell = max(wide, key=lambda entry: entry[0])
    several = len({id(entry[1]) for entry in wide}) > 1
    half, most = (amount(size, headline.unit) for size in (worst.half_width, margin))
    return (
        f"{capital(headline.phrase)} is known only to ±{half}{_at(cell, sweep)}; the margin is ±{most}: "
        f"about {short_count(round_up(games))} games per setting would bring "
        f"{'every headline figure within its margin' if several else 'it within'}."
    )


def _few_games(sweep: Sweep) -> str:
    fewest = min(cell.games for cell in sweep.cells)
    few = f"Only {count(fewest)} games per setting were played: enough for a first impression."
    return few if fewest < FEW_GAMES and not all(cell.precision for cell in sweep.cells) else ""


def _seating(sweep: Sweep) -> str:
    where = _in_cells(sweep, lambda cell: cell.seating == "fixed" and len(set(cell.lineup)) > 1)
    if where is None:
        return ""
    why = f"The line-up did not rotate{where} (seating: fixed)"
    return f"{why}: the effects of a seat and of its persona cannot be separated."


def _neighbours(sweep: Sweep) -> str:
    """Warn of a line-up that has several circular orders and was played in only one of them."""
    where = _in_cells(sweep, lambda cell: cell.seating == "in_order" and _has_orders(cell))
    if where is None:
        return ""
    return (
        f"Personas kept the order of the line-up{where} (seating: in_order): neighbours never change, and the figures "
        "of a persona are those next to these neighbours. With seating: rotate they are means over all orders."
    )


def _partners(sweep: Sweep) -> str:
    """Warn that partners are of different personas, so that a persona's figures are not those of its team."""
    where = _in_cells(
        sweep,
        lambda cell: (
            cell.sides == TEAMS
            and cell.players > cell.side_count  # somebody has a partner
            and cell.seating == "rotate"
            and len(set(cell.lineup)) > 1
        ),
    )
    if where is None:
        return ""
    if all(cell.even_teams for cell in sweep.cells):
        means = f"Partners are often of different personas{where} (seating: rotate): a persona's figures are those with"
        means, advice = f"{means} such partners.", "`balancer tournament` gives each team one persona."
    else:
        means = f"Teams differ in size, and each persona plays every seat equally often{where} (seating: rotate): its"
        means = f"{means} figures are means over all teams."
        advice = (
            "With seating: fixed each entry of the line-up keeps its seat; `balancer tournament` tells the figures of "
            "each persona as each team."
        )
    changing = any(not all(cell.team_seats.values()) for cell in sweep.cells)  # nobody is of one team in all games
    return means if changing else f"{means} {advice}"


def _has_orders(cell: CellResult) -> bool:
    # There is only one order in a circle if all places, or all but one, have the same persona.
    repeated = -(-cell.players // len(cell.lineup))  # the line-up fills the table
    return repeated * (len(cell.lineup) - max(Counter(cell.lineup).values())) > 1


def _personas(sweep: Sweep) -> str:
    if not any(cell.scope.nodes for cell in sweep.cells):  # a game of chance: it does not matter who plays
        return ""
    seated = {name: persona for cell in sweep.cells for name, persona in cell.personas.items()}
    if seated and all(persona.get("at_random") for persona in seated.values()):
        return "All players chose at random: rules that reward skill appear weaker than they are."
    if len(seated) == 1:
        by = "All seats were" if max(cell.players for cell in sweep.cells) > 1 else "The only seat was"
        return f"{by} played by '{next(iter(seated))}': other ways of playing may change the result."
    return ""


def _ties(sweep: Sweep, reader: FigureReader) -> str:
    rates = [] if sweep.cells[0].one_loses else [reader.figure(cell, "tie_rate") for cell in sweep.cells]
    cells = [number for number, rate in enumerate(rates) if rate.defined and rate.value >= MANY_TIES]
    if not cells:
        return ""
    worst = max(cells, key=lambda number: rates[number].value)
    upto = "Up to " if len(cells) > 1 else ""
    most = f"{upto}{text(rates[worst], SHARE)}"
    return f"{most} of the games end in a shared victory{_at(worst, sweep)}; winners share equally."


def _more_players(sweep: Sweep, headlines: Sequence[Headline]) -> str:
    """Explain that an equal share, and with it every win rate, falls as players are added."""
    rates = [name for name in RATES if any(headline.ref.metric == name for headline in headlines)]
    if (
        not rates
        or len({cell.players for cell in sweep.cells}) == 1
        or not all(cell.has_equal_players for cell in sweep.cells)
    ):
        return ""
    instead = listed([RATES[name].replace("_", " ") for name in rates])
    return f"With more players an equal share is smaller; {instead} correct{'s' if len(rates) == 1 else ''} for that."


def _reconstructed(sweep: Sweep, card: GameCard) -> str:
    """Name what was reconstructed in an incomplete rulebook, or the scenario's own tables if all settings use them."""
    what, printed = card.reconstructed.strip(), card.printed
    if not what:
        return ""
    tables = [name for name, file in printed.items() if str(file).endswith(".csv")]
    own = [{str(cell.rules[name]) for name in tables if cell.rules.get(name) != printed[name]} for cell in sweep.cells]
    if own and all(own):
        return f"The component table is your own: {listed(sorted(set().union(*own)))}."
    return f"The rulebook is incomplete. Reconstructed: {what.rstrip('.')}."


# What no game has shown -----------------------------------------------------------------------------------------------
NAMED = 6  # things that are named; of more the number


def never_seen(sweep: Sweep, confidence: float, card: GameCard) -> str:
    """Name the endings, decisions and cards that never occurred, and the figures that were always 0."""
    shares = {part for whole in card.wholes for part in whole.parts}
    first, *others = ([*_not_in(cell, shares)] for cell in sweep.cells)
    never = [name for name in first if all(name in other for other in others)]
    if not never:
        return ""
    named = never if len(never) <= NAMED else [*never[: NAMED - 1], f"{len(never) - NAMED + 1} more"]
    games, fewest = sum(cell.games for cell in sweep.cells), min(cell.games for cell in sweep.cells)
    several = len(sweep.cells) > 1
    at_most = 100 * limit_of_unseen(fewest, confidence)
    rules = "any of these rules" if several else "these rules"
    where = "the games of any setting" if several else "all games"
    seen = f"Never seen with {rules}, in {count(games)} games: {listed(named)}."
    return f"{seen} If it can happen, it happens in fewer than {amount(at_most)}% of {where}."


def _not_in(cell: CellResult, shares: set[str]) -> Iterator[str]:
    """Name what a cell never saw; shares: figures that add up to another, which stands for them."""
    tally, scope = tally_of(cell), cell.scope
    for ending, games in tally.endings.items():
        if not games and ending != "unfinished":
            yield f"the ending '{ending}'"
    for node in scope.nodes:
        if not tally.sums(TallyQuantity(Group.NODE, node)).m:
            yield f"a decision at '{node}' with more than one option"
    for part in scope.parts:
        if not tally.sums(TallyQuantity(Group.PART, part)).m:
            yield f"'{part}' {cell.part_holding.partition(',')[0]}"
    for name, extra in scope.extras.items():
        sums = tally.sums(TallyQuantity(Group.EXTRA, name))
        if sums.m and not sums.xx and name not in shares and not extra.get("group"):  # a place of a tally may be empty
            yield f"'{extra.get('title') or name.replace('_', ' ')!s}' other than 0"


# Personas and seats far from an equal share ---------------------------------------------------------------------------
def persona_sentence(far: FarFromFair, sweep: Sweep) -> str:
    """Return `The rusher persona wins less than half an equal share in 36 of 40 settings (3.8% ...)`."""
    verb = "loses" if sweep.cells[0].one_loses else "wins"
    size, pick = ("more than one and a half times", max) if far.above else ("less than half", min)
    cell = pick(far.rates, key=lambda number: far.rates[number].value / share_of_player(sweep.cells[number]))
    where = at = ""
    if len(sweep.cells) > 1:
        where, at = f" in {_count_settings(far, len(sweep.cells))}", f" {sweep.phrase(cell)}"
    equal = numbers.plain(share_of_player(sweep.cells[cell]), SHARE)
    rate = f"{text(far.rates[cell], SHARE, SHORT)}{at}; an equal share is {equal}"
    return f"The {far.name} persona {verb} {size} an equal share{where} ({rate})."


def seat_sentence(far: Sequence[FarFromFair], sweep: Sweep) -> str:
    """Return `A seat wins less than half an equal share in 3 of 20 settings: seat 1 8% with ...`; '' if none does."""
    cells = {cell for seat in far for cell in seat.rates}
    if not cells:
        return ""

    def distance(cell: int) -> float:
        return max(
            abs(seat.rates[cell].value / share_of_player(sweep.cells[cell]) - 1) for seat in far if cell in seat.rates
        )

    cell = (
        sweep.base if sweep.base in cells else max(cells, key=distance)
    )  # the base speaks for all, if it is among them
    seats = sorted((seat for seat in far if cell in seat.rates), key=lambda seat: -seat.rates[cell].value)
    shown = dict.fromkeys([seats[0].name, seats[-1].name])
    starter = sweep.cells[cell].starter
    verb = "loses" if sweep.cells[0].one_loses else "wins"
    rates = [
        f"{numbers.seat(int(seat.name), starter)} {verb} {text(seat.rates[cell], SHARE, SHORT)}"
        for seat in seats
        if seat.name in shown
    ]
    sizes = dict.fromkeys("more than one and a half times" if seat.above else "less than half" for seat in seats)
    where = at = ""
    if len(sweep.cells) > 1:
        every = len(cells) == len(sweep.cells)
        where = " in every setting" if every else f" in {len(cells)} of {len(sweep.cells)} settings"
        at = f" {sweep.phrase(cell)}"
    equal = numbers.plain(share_of_player(sweep.cells[cell]), SHARE)
    far_words = listed(list(sizes), last="or")
    return f"A seat {verb} {far_words} an equal share{where}: {listed(rates)}{at}; an equal share is {equal}."


def _count_settings(far: FarFromFair, cells: int) -> str:
    """Count the settings where that is certain, and those where it looks so: `2 of 40 settings, perhaps 3`."""
    certain = len(far.rates)
    if certain == cells:
        return "every setting"
    return f"{certain} of {cells} settings{f', perhaps {far.by_figures}' if certain < far.by_figures else ''}"
