"""The tarot deck of *Alcohol Tarot*: 56 minors in four suits of fourteen ranks, and 22 majors."""

SUITS = ("beers", "lagers", "wines", "spirits")  # the minor suits
RANKS = 14  # ranks of a minor suit: 1 is the Ace, 11 to 14 are the court
MAJORS = 22  # the majors are numbered 0 .. 21

CARDS = RANKS * len(SUITS) + MAJORS

FOOL, HANGED_MAN, DEATH, DEVIL = 0, 12, 13, 15  # numbers of majors that games give a role of their own

ACE = "Ace"
COURT = {11: "Page", 12: "Knight", 13: "Queen", 14: "King"}

MAJOR_NAMES = {FOOL: "the Fool", HANGED_MAN: "the Hanged Man", DEATH: "Death", DEVIL: "the Devil"}


def rank_name(rank: int) -> str:
    """Return the name of a minor rank, 1 .. 14."""
    return ACE if rank == 1 else COURT.get(rank, str(rank))


def major_name(number: int) -> str:
    """Return the name of a major, 0 .. 21, or its number if no game gives it a role."""
    return MAJOR_NAMES.get(number, f"Major {number}")
