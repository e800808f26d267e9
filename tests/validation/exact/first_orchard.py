"""First Orchard, exactly: dynamic programming over the fruits left and the steps of the raven."""

import functools

Trees = tuple[int, ...]  # fruits left, the fullest tree last


@functools.cache
def play(trees: Trees, steps: int, policy: str) -> tuple[float, float]:
    """Return how often all fruits are picked before the raven has made so many steps, and the mean number of throws.

    policy: "most" picks from the fullest tree, "fewest" from the emptiest, "random" from any that has fruits.
    """
    if not any(trees):
        return 1.0, 0.0
    if steps == 0:
        return 0.0, 0.0
    full = [tree for tree, fruits in enumerate(trees) if fruits]
    baskets = {"most": full[-1:], "fewest": full[:1], "random": full}[policy]
    outcomes = [(trees, steps - 1, 1.0)]
    outcomes += [(pick(trees, tree), steps, 1.0) for tree in full]
    outcomes += [(pick(trees, tree), steps, 1 / len(baskets)) for tree in baskets]
    faces = 2 + len(full)  # that change something; the other faces are thrown again
    further = [(weight / faces, play(after, left, policy)) for after, left, weight in outcomes]
    won = sum(weight * wins for weight, (wins, _) in further)
    return won, 6 / faces + sum(weight * throws for weight, (_, throws) in further)


def pick(trees: Trees, tree: int) -> Trees:
    """Return the trees in order after a fruit of one was picked."""
    return tuple(sorted(fruits - (place == tree) for place, fruits in enumerate(trees)))
