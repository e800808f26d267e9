"""Black Death written a second time, from its rules alone, in plain Python: lists and dicts, nothing compiled.

It shares no line with the package. All players choose at random. It throws the same dice as the fast room, so game by
game the two must agree exactly: who loses, how many turns, every decision, every standing.

A hand is a list of ranks (and Death): all suits of a rank are alike, and after pairing a rank is held once at most.
"""

from fractions import Fraction
from typing import Any

from balancer.testing.naive_dice import CHANCE, Dice, RandomPlayers

DEFAULTS = {"suits": 4, "ranks": 14, "offer_to": "left", "order": "offer", "max_rounds": 1000, "head_start": [0] * 10}

DEATH = 99  # a card of no rank: it pairs with nothing


def play(seed: int, game: int, players: int = 4, rules: dict[str, Any] | None = None) -> dict[str, Any]:
    """Play game number `game` of a seed; `rules` are the knobs that differ from the defaults."""
    rules = {**DEFAULTS, **(rules or {})}
    dice = Dice(seed, game)
    lot = RandomPlayers(dice, ["offer", "take"])

    # Setup: shuffle, deal all cards one at a time, discard pairs; who has no cards is out.
    hands = [without_pairs(cards) for cards in deal(dice, players, rules)]
    death_dealt_to = holder_of_death(hands)

    places = list(range(players))  # still to be given: the first to get out takes the highest
    scores = [Fraction(0)] * players
    out_in_setup = [seat for seat in range(players) if not hands[seat]]
    share_places(out_in_setup, places, scores)

    def still_in() -> list[int]:
        return [seat for seat in range(players) if hands[seat]]

    def next_in(seat: int) -> int:
        step = 1 if rules["offer_to"] == "left" else -1
        seat = (seat + step) % players
        while not hands[seat]:
            seat = (seat + step) % players
        return seat

    # Who is first: the offerer as printed, the taker under `order: draw`.
    acting = 0 if hands[0] else next_in(0)

    turns = rounds = death_moves = 0
    turns_left_in_round = 0
    standings: list[list[int]] = []
    ending = "death_held"

    while len(still_in()) > 1:
        if turns_left_in_round == 0:
            if rounds == rules["max_rounds"]:
                ending = "unfinished"
                break
            rounds += 1
            turns_left_in_round = len(still_in())

        if rules["order"] == "offer":
            offerer = acting
            taker = next_in(offerer)
        else:
            taker = acting
            offerer = next_in(taker)
        turns += 1

        # 1. The offerer lays out the hand, the taker takes one card.
        card = card_taken(dice, lot, turns, offerer, taker, hands[offerer])
        hands[offerer].remove(card)
        if card == DEATH:
            death_moves += 1

        # 2. The taker discards the pair, if it is one.
        hands[taker] = without_pairs([*hands[taker], card])

        # 3. Who has no cards is out, the offerer first.
        for seat in (offerer, taker):
            if not hands[seat]:
                share_places([seat], places, scores)

        # 4. As printed, the taker offers next; under `order: draw` the one drawn from draws next.
        if len(still_in()) > 1:
            acting = taker if rules["order"] == "offer" else offerer
            if not hands[acting]:
                acting = next_in(acting)

        turns_left_in_round -= 1
        if turns_left_in_round == 0:
            standings.append([-len(hand) for hand in hands])

    if turns_left_in_round > 0:  # it ended in the middle of a round
        standings.append([-len(hand) for hand in hands])

    # Result: the last one with cards loses; cut off, nobody wins and those still in share the places left.
    share_places(still_in(), places, scores)
    extras = {"death_moves": death_moves, "out_in_setup": len(out_in_setup)}
    winners = []
    if ending == "death_held":
        loser = holder_of_death(hands)
        assert hands[loser] == [DEATH]
        winners = [seat for seat in range(players) if seat != loser]
        extras["loss_given_death_dealt"] = int(loser == death_dealt_to)

    return {
        "winners": winners,
        "ending": ending,
        "rounds": rounds,
        "turns": turns,
        **lot.counts(),
        "scores": scores,
        "standings": standings,
        "extras": extras,
    }


def deal(dice: Dice, players: int, rules: dict[str, Any]) -> list[list[int]]:
    """The cards of each seat: the shuffled row, one card to each in turn."""
    row = [rank for rank in range(rules["ranks"]) for _suit in range(rules["suits"])] + [DEATH]
    dice.shuffle(row)
    hands: list[list[int]] = [[] for seat in range(players)]
    rounds = 0
    while row:
        for seat in range(players):
            if row and rounds >= rules["head_start"][seat]:
                hands[seat].append(row.pop(0))
        rounds += 1
    return hands


def without_pairs(cards: list[int]) -> list[int]:
    """What is left when all pairs of equal rank are discarded; Death pairs with nothing."""
    left: list[int] = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            left.append(card)
    return left


def card_taken(dice: Dice, lot: RandomPlayers, turn: int, offerer: int, taker: int, hand: list[int]) -> int:
    """The card at the slot the taker points at; cards other than Death lie in random order."""
    death_lies_at = None
    if hand == [DEATH]:
        death_lies_at = 0
    elif DEATH in hand:
        death_lies_at = lot.choose(offerer, turn, "offer", len(hand))
    slot = lot.choose(taker, turn, "take", len(hand))
    if slot == death_lies_at:
        return DEATH
    others = sorted(card for card in hand if card != DEATH)
    return others[dice.below(CHANCE, turn, len(others))]


def holder_of_death(hands: list[list[int]]) -> int:
    return next(seat for seat, hand in enumerate(hands) if DEATH in hand)


def share_places(seats: list[int], places: list[int], scores: list[Fraction]) -> None:
    """These seats get the highest places left, and share their mean."""
    taken = [places.pop() for _ in seats]
    for seat in seats:
        scores[seat] = Fraction(sum(taken), len(taken))
