"""What all narrators say: who sits where, when it is, how the game ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from balancer.core.result_row import CREDIT
from balancer.narration import steps as kinds
from balancer.narration.review import Review, blunder_words
from balancer.narration.steps import Step
from balancer.wording import capital, listed

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.simulation.jobs import CellJob


class Teller:
    """Collects the steps of one game."""

    def __init__(
        self,
        game: Game,
        table: Any,
        lineup: list[str],
        listed: int | None,
        gains: Mapping[int, float] | None,
        viewer: int | None,
    ) -> None:
        """Tell of `table` of `game`, which has `rounds`, `seats` and `entry`; `lineup` names its personas.

        listed: options per decision, None for all; gains: what thinking ahead gained, by number of the decision;
        viewer: the seat whose view is told, None: everything.
        """
        self.game, self.table, self.lineup, self.listed, self.viewer = game, table, lineup, listed, viewer
        self.gains = gains or {}
        self.steps: list[Step] = []
        self.review: Review | None = None
        self.begun = self.set_up = False
        self.round = self.turn = 0

    def layout(self) -> Sequence[str]:
        """Lines about the table when the setup is over."""
        raise NotImplementedError

    # Who and where --------------------------------------------------------------------------------------------------
    def persona(self, seat: int) -> str:
        """The persona that plays a seat in this game."""
        return self.lineup[int(self.table.entry[seat])]

    def seat(self, seat: int) -> str:
        """A seat with its persona, counted from 1."""
        return f"seat {seat + 1} ({self.persona(seat)})"

    def add(self, kind: str, text: str, **more: Any) -> None:
        """One more step, of plain numbers and words: workers send them as JSON."""
        self.steps.append(Step(kind, self.round, self.turn, text, **more))

    def add_heading(self) -> None:
        """Say where the game is before the first thing that happens there: in the setup, or in a round."""
        self.begin()
        if self.table.rounds != self.round:
            self.describe_setup()
            self.round, self.turn = int(self.table.rounds), 0
            self.add(kinds.ROUND, f"Round {self.table.rounds}")

    def begin(self) -> None:
        """The first heading."""
        if not self.begun:
            self.begun = True
            self.add(kinds.SETUP, "Setup")

    def describe_setup(self) -> None:
        """The table when the setup is over: when the first round has begun, or the first turn, or at the end."""
        if self.set_up:
            return
        self.set_up = True
        self.begin()
        for line in self.layout():
            self.add(kinds.LAYOUT, line)
        if chances := self.chances(0):
            self.add(kinds.LAYOUT, chances)

    def trial_reason(self, number: int) -> str:
        """Why a thinker has decided as it did; '' where its persona did."""
        gain = self.gains.get(number)
        if gain is None:
            return ""
        what = f"{gain * 100:+.0f} points" if gain else "a better position"
        return f"thinking ahead: {what} in trial games on what its persona would do"

    # A review -------------------------------------------------------------------------------------------------------
    def chances(self, rounds: int) -> str:
        """Each seat's chance after so many rounds; '' without a review."""
        return self.review.line(rounds, self.viewer) if self.review else ""

    def blunder(self, number: int, taken: Callable[[int], bool], words: Callable[[int], str], *, by_dice: bool) -> str:
        """What a decision lost, where it was much; taken: whether the option of a number was, words: of that option.

        Of many options some are not tried; what was taken is then worth what the persona does, unless dice decided.
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
        """How the game ended."""
        self.describe_setup()
        ending, winners = self.game.endings_by_number[row.ending], self.winners(row)
        self.add(kinds.END, f"End: {ending} after {row.turns} turns, {row.rounds} rounds, {row.decisions} decisions")
        for seat in range(self.table.seats):
            share = CREDIT // len(winners) / CREDIT if seat in winners else 0
            text = f"score {self.score(row, seat):g}, win share {share:.3g}"
            self.add(kinds.SCORE, text, seat=seat, who=self.seat(seat))
        if not winners:
            self.add(kinds.SCORE, "nobody wins")

    def winners(self, row: Any) -> list[int]:
        """The seats that win."""
        return [seat for seat in range(self.table.seats) if row.winners >> seat & 1]

    def score(self, row: Any, seat: int) -> float:
        """A final score in points."""
        return float(row.score[seat] / self.game.score_unit)

    def outcome(self, row: Any) -> str:
        """Who won, by how much, and how, in one sentence."""
        winners, seats = self.winners(row), range(self.table.seats)
        how = f"{self.game.endings_by_number[row.ending]} after {row.rounds} rounds"
        others = [seat for seat in seats if seat not in winners]
        if not winners:
            return f"Nobody wins: {how}"
        if self.game.one_loses and len(others) == 1:
            return capital(f"{self.seat(others[0])} loses: {how}")
        who = capital(listed([self.seat(seat) for seat in winners]))
        wins = "win together" if len(winners) > 1 else "wins"
        if not others:
            return f"{who} {wins}: {how}"
        first = min if self.game.lowest_wins else max
        mine, best = self.score(row, winners[0]), first(self.score(row, seat) for seat in others)
        leads = mine == first(mine, best)
        worse = "higher" if self.game.lowest_wins else "lower"
        by = "on a tie-break" if mine == best else f"by {abs(mine - best):g}" if leads else f"with the {worse} score"
        return f"{who} {wins} {by}, {mine:g} to {best:g}: {how}"


def header(job: CellJob, game_number: int, teller: Teller, viewer: int | None) -> list[str]:
    """What was played: the game, changed rules, who sits where."""
    game, cell = job.game, job.cell
    seats = [f"  seat {n + 1}{' (starts)' if n == 0 else ''}: {teller.persona(n)}" for n in range(cell.players)]
    return [
        f"{game.title}, game {game_number} of seed {cell.seed}, {cell.players} players"
        + (f", as seat {viewer + 1} sees it" if viewer is not None else ""),
        *(f"  {name}: {value}" for name, value in cell.rules.items() if value != game.defaults[name]),
        *seats,
    ]
