"""A whole game as one file of plain Python, played by the same commands as any other: see docs/your-own-game.md.

What a designer writes with is here.  declared.py, game.py, player.py, pile.py are what a file sees; course.py and
dice.py play one game, turn.py sees whether a turn has changed anything, dealing.py deals anew what is hidden.
loading/ and files.py read a designer's class and all that belongs to it; playable.py, lane.py, rows.py make it a
`core.game.Game`.  thinking/, taking.py, believing.py do what their namesakes in core do; watch.py ends endless loops.
"""

from balancer.plain.declared import Card, cards, counter, ending, figure, habit, knob, optional
from balancer.plain.game import Game
from balancer.plain.pile import Pile
from balancer.plain.player import Persona, Player

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
    "optional",
]
