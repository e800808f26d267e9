"""The base of all narrators: who sits where, the time in the game, and its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from balancer.core.result_row import CREDIT, means_of_sides
from balancer.narration import steps as kinds
from balancer.narration.review import Review, blunder_words
from balancer.narration.steps import Step
from balancer.sides import BANK, RIVALS, SEAT_1, TEAMS, TOGETHER
from balancer.wording import bare, capital, listed, plural

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.simulation.jobs import CellJob


class Teller:
    """Collector of the steps of one game."""

    by_score = True  # whether the final scores decide who wins

    def __init__(
        self,
        game: Game,
        table: Any,
        lineup: list[str],
        listed: int | None,
        gains: Mapping[int, float] | None,
        viewer: int | None,
    ) -> None:
        """Narrate `table` of `game`, which has `rounds`, `seats` and `entry`; `lineup` names its personas.

        listed: options to list per decision, None for all; gains: gain of thinking ahead, by number of the decision;
        viewer: narrate what this seat sees, None for everything.
        """
        self.game, self.table, self.lineup, self.listed, self.viewer = game, table, lineup, listed, viewer
        self.gains = gains or {}
        self.steps: list[Step] = []
        self.review: Review | None = None
        self.begun = self.set_up = False
        self.round = self.turn = 0

    def layout(self) -> Sequence[str]:
        """Return lines about the table after the setup."""
        raise NotImplementedError

    # Who and where --------------------------------------------------------------------------------------------------
    def persona(self, seat: int) -> str:
        """Return the persona that plays a seat in this game."""
        return self.lineup[int(self.table.entry[seat])]

    def seat(self, seat: int) -> str:
        """Return a seat, counted from 1, with its persona."""
        return f"seat {seat + 1} ({self.persona(seat)})"

    def add(self, kind: str, text: str, **more: Any) -> None:
        """Add a step of plain numbers and words: workers send them as JSON."""
        self.steps.append(Step(kind, self.round, self.turn, text, **more))

    def add_heading(self) -> None:
        """Add the heading of the setup or the round, before the first thing that happens there."""
        self.begin()
        if self.table.rounds != self.round:
            self.describe_setup()
            self.round, self.turn = int(self.table.rounds), 0
            self.add(kinds.ROUND, f"Round {self.table.rounds}")

    def begin(self) -> None:
        """Add the heading "Setup", once."""
        if not self.begun:
            self.begun = True
            self.add(kinds.SETUP, "Setup")

    def describe_setup(self) -> None:
        """Add the table after the setup: when the first round or turn begins, or at the end."""
        if self.set_up:
            return
        self.set_up = True
        self.begin()
        for line in self.layout():
            self.add(kinds.LAYOUT, line)
        if chances := self.chances(0):
            self.add(kinds.LAYOUT, chances)

    def trial_reason(self, number: int) -> str:
        """Return why a thinker decided so; '' if its persona would have done the same."""
        gain = self.gains.get(number)
        if gain is None:
            return ""
        what = f"{gain * 100:+.0f} points" if gain else "a better position"
        return f"thinking ahead: {what} in trial games on what its persona would do"

    # A review -------------------------------------------------------------------------------------------------------
    def chances(self, rounds: int) -> str:
        """Return each seat's chance after `rounds` rounds; '' without a review."""
        return self.review.line(rounds, self.viewer) if self.review else ""

    def blunder(self, number: int, taken: Callable[[int], bool], words: Callable[[int], str], *, by_dice: bool) -> str:
        """Return what a decision lost, '' if it was little.

        taken: returns whether the option of a number was chosen; words: returns that option in words.  Of many options
        some are not tried; such a choice counts as what the persona does, unless the dice chose it.
        """
        decision = self.review.decisions.get(number) if self.review else None
        if decision is None:
            return ""
        place = next((1 + k for k, option in enumerate(decision.tried) if taken(option)), 0)
        if not place and by_dice:
            return ""
        return blunder_words(decision, place, words, one_loses=self.game.one_loses)

    # The end --------------------------------------------------------------------------------------------------------
    def on_end(self, row: Any) -> None:
        """Add how the game ended."""
        self.describe_setup()
        ending, winners = self.game.endings_by_number[row.ending], self.winners(row)
        self.add(kinds.END, f"End: {ending} after {row.turns} turns, {row.rounds} rounds, {row.decisions} decisions")
        for seat in range(self.table.seats):
            share = row.share / CREDIT if seat in winners else 0
            text = f"score {bare(self.score(row, seat))}, win share {share:.3g}"
            self.add(kinds.SCORE, text, seat=seat, who=self.seat(seat))
        if not winners:
            self.add(kinds.SCORE, "nobody wins")

    def winners(self, row: Any) -> list[int]:
        """Return the seats that win."""
        return [seat for seat in range(self.table.seats) if row.winners >> seat & 1]

    def score(self, row: Any, seat: int) -> float:
        """Return a final score in points."""
        return float(row.score[seat] / self.game.score_unit)

    def outcome(self, row: Any) -> str:
        """Return who won, by how much and after how many rounds, then what the game's ending means."""
        winners, seats = self.winners(row), range(self.table.seats)
        meanings = {ending.name: ending.meaning for ending in self.game.endings}
        meaning = meanings.get(self.game.endings_by_number[row.ending], "The game was cut off.")
        how = f"after {plural(int(row.rounds), 'round')}. {meaning}"
        others = [seat for seat in seats if seat not in winners]
        if self.game.sides == TOGETHER:
            return f"The table {'wins' if winners else 'loses'} {how}"
        if not winners:
            return f"Nobody wins, {how}"
        if self.game.one_loses and len(others) == 1:
            return capital(f"{self.seat(others[0])} loses {how}")
        seats_won = capital(listed([self.seat(seat) for seat in winners]))
        wins = "win together" if len(winners) > 1 else "wins"
        if self.table.seats == 1 and self.game.sides == RIVALS:  # nobody to win against
            return f"{seats_won} scores {bare(self.score(row, 0))} {how}"
        if not others and len(winners) > 1:
            return f"All players {'win' if self.game.sides == BANK else 'share the victory'} {how}"
        if not others or self.game.sides == BANK:
            return f"{seats_won} {wins.removesuffix(' together')} {how}"
        first = min if self.game.lowest_wins else max
        scores = [float(mean) for mean in means_of_sides(row, row.score) / self.game.score_unit]
        mine, best = scores[winners[0]], first(scores[seat] for seat in others)
        if not self.by_score:
            return f"{seats_won} {wins}, with a score of {bare(mine)} (best of the others: {bare(best)}), {how}"
        leads = mine == first(mine, best)
        worse = "higher" if self.game.lowest_wins else "lower"
        margin = f"by {bare(abs(mine - best))}" if leads else f"with the {worse} score"
        by = "on a tie-break" if mine == best else margin
        of_teams = "a mean score of " if self.game.sides == TEAMS else ""
        return f"{seats_won} {wins} {by}, {of_teams}{bare(mine)} to {bare(best)}, {how}"


def header(job: CellJob, game_number: int, teller: Teller, viewer: int | None) -> list[str]:
    """Return what was played: the game, changed rules, who sits where."""
    game, cell = job.game, job.cell
    starts = " (starts)" if game.starter == SEAT_1 and cell.players > 1 else ""
    seats = [f"  seat {n + 1}{starts if n == 0 else ''}: {teller.persona(n)}" for n in range(cell.players)]
    return [
        f"{game.title}, game {game_number} of seed {cell.seed}, {plural(cell.players, 'player')}"
        + (f", as seat {viewer + 1} sees it" if viewer is not None else ""),
        *(f"  {name}: {value}" for name, value in cell.rules.items() if value != game.defaults[name]),
        *seats,
    ]
