"""The Devil's Tarok written a second time, from its rules alone, in plain Python: lists and dicts, nothing compiled.

It shares no line with the package but the addressed dice. All players choose at random. Game by game it must agree
exactly with the compiled rules: who wins, every decision, every standing, every figure.

A card is a pair (suit, number): suits "beers", "lagers", "wines", "spirits" with numbers 1 (Ace) .. 14 (King), and
"majors" with numbers 0 (the Drunken Fool) .. 21.
"""

from fractions import Fraction
from typing import Any

from balancer.testing.naive_dice import Dice, RandomPlayers

DEFAULTS = {
    "target": 666,
    "hand_size": 15,
    "end_check": "hand",
    "draw": True,
    "trumps": "none",
    "fool": "beats_all",
    "points_major": 30,
    "points_devil": 50,
    "points_fool": 0,
    "points_king": 25,
    "points_queen": 20,
    "points_knight": 15,
    "points_page": 10,
    "points_pip": "face",
    "ace": "low",
    "head_start": [0] * 5,
    "max_rounds": 5000,
}

Card = tuple[str, int]
MINORS = ["beers", "lagers", "wines", "spirits"]
MAJORS = "majors"
FOOL = (MAJORS, 0)
DEVIL = (MAJORS, 15)
DECK = [(suit, number) for suit in MINORS for number in range(1, 15)] + [(MAJORS, number) for number in range(22)]
COURT = {11: "page", 12: "knight", 13: "queen", 14: "king"}


def points_of(card: Card, rules: dict[str, Any]) -> int:
    """What a card scores for the winner of its trick."""
    suit, number = card
    if card == FOOL:
        return int(rules["points_fool"])
    if card == DEVIL:
        return int(rules["points_devil"])
    if suit == MAJORS:
        return int(rules["points_major"])
    if number in COURT:
        return int(rules[f"points_{COURT[number]}"])
    return number if rules["points_pip"] == "face" else 0


def height(card: Card, rules: dict[str, Any]) -> int:
    """The place of a card within its suit in the order of tricks."""
    suit, number = card
    if suit != MAJORS and number == 1 and rules["ace"] == "high":
        return 15
    return number


def in_order(cards: list[Card], rules: dict[str, Any]) -> list[Card]:
    """Cards as options are listed: suit by suit, majors last, in each suit from the lowest up."""
    return sorted(cards, key=lambda card: ([*MINORS, MAJORS].index(card[0]), height(card, rules)))


def suit_led(trick: list[tuple[int, Card]], rules: dict[str, Any]) -> str | None:
    """The suit that the cards of a trick so far demand; None: nothing was led, or the Fool that sets no suit alone."""
    for _, card in trick:
        if card != FOOL or rules["fool"] == "beats_all":
            return card[0]
    return None


def legal(hand: list[Card], led: str | None, rules: dict[str, Any]) -> list[Card]:
    """The cards of a hand that may be played to a trick in which that suit was led."""
    if led is None:
        return list(hand)
    demanded = [card for card in hand if card[0] == led and card != FOOL]
    if not demanded and rules["trumps"] == "majors":
        demanded = [card for card in hand if card[0] == MAJORS and card != FOOL]
    if not demanded:
        return list(hand)
    return [card for card in hand if card in demanded or card == FOOL]


def winner_of(trick: list[tuple[int, Card]], rules: dict[str, Any]) -> int:
    """The seat that takes a complete trick."""
    for seat, card in trick:
        if card == FOOL and rules["fool"] == "beats_all":
            return seat
    wins = suit_led(trick, rules)
    if rules["trumps"] == "majors" and any(card[0] == MAJORS and card != FOOL for _, card in trick):
        wins = MAJORS
    able = [(height(card, rules), seat) for seat, card in trick if card[0] == wins and card != FOOL]
    return max(able)[1]


def ratio(numerator: int, denominator: int, unit: int) -> Fraction:
    """A ratio in whole numbers of 1 / unit, rounded down."""
    return Fraction(unit * numerator // denominator, unit)


def play(seed: int, game: int, players: int = 4, rules: dict[str, Any] | None = None) -> dict[str, Any]:
    """Play game number `game` of a seed; `rules` are the knobs that differ from the defaults."""
    rules = {**DEFAULTS, **(rules or {})}
    dice = Dice(seed, game)
    lot = RandomPlayers(dice, ["lead", "follow"])
    seats = range(players)

    given = rules["head_start"][:players]
    scores = list(given)
    won: list[set[str]] = [set() for _ in seats]
    turns = tricks = hands_begun = led_and_won = won_by_fool = 0
    standings: list[list[int]] = []
    ending = ""

    while not ending:
        if tricks == rules["max_rounds"]:
            ending = "unfinished"
            break

        # Setup of a hand: the seat after the dealer gets the first card and leads.
        first = hands_begun % players
        row = list(DECK)
        dice.shuffle(row, address=hands_begun)
        hands: list[list[Card]] = [[] for _ in seats]
        for _ in range(rules["hand_size"]):
            for k in seats:
                hands[(first + k) % players].append(row.pop(0))
        pile = row if rules["draw"] else []
        hands_begun += 1
        leader = first

        while all(hands) and not ending:
            if tricks == rules["max_rounds"]:
                ending = "unfinished"
                break
            tricks += 1
            order = [(leader + k) % players for k in seats]
            trick: list[tuple[int, Card]] = []
            for seat in order:
                turns += 1
                options = in_order(legal(hands[seat], suit_led(trick, rules), rules), rules)
                node = "follow" if trick else "lead"
                card = options[lot.choose(seat, turns, node, len(options))]
                hands[seat].remove(card)
                trick.append((seat, card))

            winner = winner_of(trick, rules)
            for seat, card in trick:
                owner = seat if card == FOOL and rules["fool"] == "excuse" else winner
                scores[owner] += points_of(card, rules)
                won[owner] |= {name for name, part in (("Devil", DEVIL), ("Fool", FOOL)) if part == card}
            led_and_won += winner == leader
            won_by_fool += rules["fool"] == "beats_all" and (winner, FOOL) in trick
            standings.append(list(scores))
            if rules["end_check"] == "trick" and max(scores) >= rules["target"]:
                ending = "target"
                break
            for seat in order:
                if pile:
                    hands[seat].append(pile.pop(0))
            leader = winner

        if not ending and max(scores) >= rules["target"]:
            ending = "target"

    extras: dict[str, Any] = {
        "hands": hands_begun,
        "points_per_trick": ratio(sum(scores) - sum(given), tricks, 1000),
        "leader_share": ratio(led_and_won, tricks, 10**6),
        "fool_share": ratio(won_by_fool, tricks, 10**6),
        "leader_tricks": led_and_won,
        "fool_tricks": won_by_fool,
        "points": sum(scores) - sum(given),
    }
    winners = []
    if ending == "target":
        best, second = sorted(scores, reverse=True)[:2]
        winners = [seat for seat in seats if scores[seat] == best]
        extras |= {
            "margin": best - second,
            "past_target": best - rules["target"],
            "shared_win": int(len(winners) > 1),
            "several_at_target": int(sum(score >= rules["target"] for score in scores) > 1),
        }
    return {
        "winners": winners,
        "ending": ending,
        "rounds": tricks,
        "turns": turns,
        **lot.counts(),
        "scores": scores,
        "standings": standings,
        "extras": extras,
        "parts": won,
    }
