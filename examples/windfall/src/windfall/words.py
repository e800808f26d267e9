"""What things are called in sentences about Windfall."""

names: list[str] = []  # of the kinds of fruit, which the table knows by number


def fruit_name(kind):
    """Return the name of a kind of fruit; its number where no game is narrated."""
    return names[kind] if names else f"kind {kind}"


def fruit_words(table, cards):
    """Return how many there are of each kind."""
    counted = [f"{cards[kind]} {fruit_name(kind)}" for kind in range(table.kinds) if cards[kind]]
    return ", ".join(counted) or "nothing"
