"""The dice and the random player of the naive references: plain ints, no line shared with the package."""

from typing import Any

GOLDEN = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, the step between the seeds of SplitMix64
STREAM_STEP = 0xD1342543DE82EF95  # between the keys of streams
RETURN = 0xA0761D6478BD642F  # added to a key each time that a seat comes back to a node
WORDS = 4096  # words reserved at an address
NODES = 16  # addresses reserved in a turn, one for each node

# Streams: the setup, chance during play, and CHOICES + seat for the choices of a seat.
SETUP, CHANCE, CHOICES = 0, 1, 2


def mix(x: int) -> int:
    """Mix the 64 bits of a number: the last step of SplitMix64, with the constants of Stafford's variant 13."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


class NaiveDice:
    """Dice of one game of a seed.

    Word i at an address of a stream is mix(key + (WORDS * address + i) * GOLDEN); each stream has a key of its own.
    Where a seat comes back to a node within a turn, as its v-th way back to any node, RETURN * v is added to the key.
    """

    def __init__(self, seed: int, game: int) -> None:
        self.game_key = mix((mix((seed + GOLDEN) % 2**64) + game * GOLDEN) % 2**64)
        self.positions: dict[int, tuple[int, int]] = {}  # by stream: its address, and the words drawn there
        self.ways: dict[int, list[int]] = {}  # by seat: the addresses that it came to in this turn, in order

    def come(self, seat: int, turn: int, node: int) -> None:
        """Note that a seat comes to a node of a turn."""
        way = [place for place in self.ways.get(seat, []) if place // NODES == turn]
        address = NODES * turn + node
        self.ways[seat] = way if way[-1:] == [address] else [*way, address]

    def choose(self, seat: int, n: int) -> int:
        """Return 0 .. n-1 from the next word of a seat's choices, at the node that it came to last."""
        *before, address = self.ways[seat]
        returns = len(self.ways[seat]) - len(set(self.ways[seat])) if address in before else 0
        return self.below(CHOICES + seat, address, n, returns * RETURN)

    def below(self, stream: int, address: int, n: int, more: int = 0) -> int:
        """Return 0 .. n-1 from the next word at an address; at a new address of a stream that is word 0."""
        last_address, words = self.positions.get(stream, (address, 0))
        if last_address != address:
            words = 0
        self.positions[stream] = (address, words + 1)
        key = mix((self.game_key + (stream + 1) * STREAM_STEP) % 2**64)
        word = mix((key + more + (WORDS * address + words) * GOLDEN) % 2**64)
        return (word >> 32) * n >> 32  # the upper 32 bits as a fraction of 1, times n (Lemire 2019, without rejection)

    def shuffle(self, row: list[Any], stream: int = SETUP, address: int = 0) -> None:
        """Shuffle by Fisher-Yates from the last card down, with the dice of the setup or of another stream."""
        for i in range(len(row) - 1, 0, -1):
            j = self.below(stream, address, i + 1)
            row[i], row[j] = row[j], row[i]


class RandomPlayers:
    """Players in all seats who choose at random; their decisions are counted by node."""

    def __init__(self, dice: NaiveDice, nodes: list[str]) -> None:
        self.dice = dice
        self.nodes = nodes
        self.decisions = dict.fromkeys(nodes, 0)
        self.options = dict.fromkeys(nodes, 0)
        self.forced = 0

    def choose(self, seat: int, turn: int, node: str, count: int) -> int:
        """Return the number of one of `count` options; one option is no decision and takes no word."""
        if not self.is_decision(node, count):
            return 0
        return self.throw(seat, turn, node, count)

    def choose_by_class(self, seat: int, turn: int, node: str, sizes: list[int]) -> int:
        """Return the number of one of the options, which are listed class by class; sizes: options per class.

        A class that has an option is drawn first, then one of its options; where there is one, nothing is drawn.
        """
        if not self.is_decision(node, sum(sizes)):
            return 0
        present = [k for k, size in enumerate(sizes) if size > 0]
        chosen = present[self.throw(seat, turn, node, len(present))] if len(present) > 1 else present[0]
        within = self.throw(seat, turn, node, sizes[chosen]) if sizes[chosen] > 1 else 0
        return sum(sizes[:chosen]) + within

    def is_decision(self, node: str, count: int) -> bool:
        """Count a node, and return whether it is a decision: two options or more are, one is forced."""
        if count < 1:
            message = f"{node}: a choice among {count} options"
            raise ValueError(message)
        if count == 1:
            self.forced += 1
            return False
        self.decisions[node] += 1
        self.options[node] += count
        return True

    def throw(self, seat: int, turn: int, node: str, count: int) -> int:
        """Return a number below `count` from the dice for a seat's choices at a turn's node."""
        self.dice.come(seat, turn, self.nodes.index(node))
        return self.dice.choose(seat, count)

    def counts(self) -> dict[str, object]:
        """Return the counts of decisions by the names of a RESULT row."""
        return {
            "decisions": sum(self.decisions.values()),
            "options": sum(self.options.values()),
            "forced": self.forced,
            "node_decisions": self.decisions,
            "node_options": self.options,
        }
