"""A whole game as one file of plain Python, played by the same commands as any other (docs/your-own-game.md).

This package exports the names that a designer writes with.  declared.py, game.py, player.py and pile.py define them;
course.py and dice.py play one game, turn.py notices whether a turn has changed anything, dealing.py redeals what is
hidden.  loading/ and files.py read a designer's class and all that belongs to it; playable.py, lane.py and rows.py
make it a `core.game.Game`.  thinking/, taking.py and believing.py do what their namesakes in core do; watch.py ends
endless loops.
"""

from balancer.plain.declared import Card, cards, counter, ending, figure, habit, knob, optional, tally
from balancer.plain.game import Game
from balancer.plain.pile import Pile
from balancer.plain.player import Persona, Player, odds

__all__ = [
    "Card",
    "Game",
    "Persona",
    "Pile",
    "Player",
    "cards",
    "counter",
    "ending",
    "figure",
    "habit",
    "knob",
    "odds",
    "optional",
    "tally",
]
