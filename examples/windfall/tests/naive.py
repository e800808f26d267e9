"""Windfall written a second time, from its rulebook alone, in plain Python: lists and dicts, nothing compiled.

It shares no line with the game. All players choose at random, on the same dice as there: so game by game the two must
agree exactly.
"""

from typing import Any

from balancer.testing.naive_dice import NaiveDice, RandomPlayers

DEFAULTS = {"wasps": 12, "gift": True, "basket": 12, "max_rounds": 50, "wish_counts": 2}

ROWS = [("apple", 1, 12), ("pear", 2, 10), ("plum", 3, 8), ("cherry", 4, 6), ("quince", 5, 4), ("medlar", 6, 3)]
"""The printed fruit: kind, points, copies."""


def play(
    seed: int, game: int, players: int, rules: dict[str, Any] | None = None, rows: list[tuple[str, int, int]] = ROWS
) -> dict[str, Any]:
    """Play game number `game` of a seed; `rules` are the knobs that differ from the defaults."""
    rules = {**DEFAULTS, **(rules or {})}
    dice = NaiveDice(seed, game)
    lot = RandomPlayers(dice, ["pick", "give"])
    points = {kind: value for kind, value, _ in rows}
    kinds = list(points)

    # Setup: the tree, and a wish for everybody.
    tree = [kind for kind, _, copies in rows for _ in range(copies)] + ["wasp"] * rules["wasps"]
    dice.shuffle(tree)
    wishes = list(kinds)
    dice.shuffle(wishes)
    baskets: list[list[str]] = [[] for _ in range(players)]

    def score(seat: int) -> int:
        return sum(points[kind] * (rules["wish_counts"] if kind == wishes[seat] else 1) for kind in baskets[seat])

    turns = rounds = stings = given = 0
    standings: list[list[int]] = []
    ending = ""
    while not ending:
        if rounds == rules["max_rounds"]:
            ending = "unfinished"
            break
        rounds += 1
        for seat in range(players):
            turns += 1

            # Turn 1 to 3: pick until a wasp comes, one stops, or the tree is bare.
            picked: list[str] = []
            while True:
                card = tree.pop()
                if card == "wasp":
                    picked = []
                    stings += 1
                    break
                picked.append(card)
                if not tree or lot.choose(seat, turns, "pick", 2) == 0:
                    break

            # Turn 4: give one, keep the others.
            if rules["gift"] and len(picked) > 1:
                kinds_picked = [kind for kind in kinds if kind in picked]
                gift = kinds_picked[lot.choose(seat, turns, "give", len(kinds_picked))]
                picked.remove(gift)
                baskets[(seat + 1) % players].append(gift)
                given += points[gift]
            baskets[seat] += picked

            if not tree:
                ending = "bare"
                break
        standings.append([score(seat) for seat in range(players)])
        if not ending and max(map(len, baskets)) >= rules["basket"]:
            ending = "full_basket"

    scores = [score(seat) for seat in range(players)]
    return {
        "winners": [seat for seat in range(players) if scores[seat] == max(scores) and ending != "unfinished"],
        "ending": ending,
        "rounds": rounds,
        "turns": turns,
        **lot.counts(),
        "scores": scores,
        "standings": standings,
        "extras": {"stings": stings, "given": given},
        "parts": [{wish} for wish in wishes[:players]],
    }
