"""The effects of cards that are played from a hand (rulebook.md, § Parts)."""

from balancer.core.compile import separate_rule
from balancer.core.events import say
from balancer.games.bartender import bar, deck
from balancer.games.bartender.components import EFFECT
from balancer.games.bartender.decisions import NO_TARGET
from balancer.games.bartender.table import NOBODY
from balancer.games.bartender.words import name_of


@separate_rule
def take_effect(table, seat, kind, target):
    """Carry out the effect of a card that `seat` has played; an aimed effect without a target does nothing."""
    facts = table.facts[kind]
    effect = facts.effect
    amount = facts.amount
    if effect == EFFECT.DRAW:
        deck.draw_cards(table, seat, amount)
    elif effect == EFFECT.CHEER:
        table.total += amount
        say("The bar's total changes by {}", amount)
    elif effect == EFFECT.LOCKOUT:
        table.locks_next = 1
    elif effect == EFFECT.ENCORE:
        table.to_ask += 1
    elif effect == EFFECT.HOURS:
        table.last_hour = max(table.hour, table.last_hour + amount)
        say("The shift ends after hour {}", table.last_hour)
    elif effect == EFFECT.NO_REVEAL:
        table.no_reveal = 1
    elif effect == EFFECT.GOAL:
        table.goal = max(1, table.goal + amount)
        say("The goal is {} now", table.goal)
    elif effect == EFFECT.PROTECT:
        table.protected = 1
    elif effect == EFFECT.SILENCE:
        table.silenced = 1
    elif target != NO_TARGET:
        take_aimed_effect(table, seat, effect, amount, target)


@separate_rule
def take_aimed_effect(table, seat, effect, amount, target):
    """Carry out the effect of a card that is aimed at an opponent or at a patron in the bar."""
    if effect == EFFECT.DISCARD:
        deck.lose_random_cards(table, target, amount, NOBODY)
    elif effect == EFFECT.STEAL:
        deck.lose_random_cards(table, target, amount, seat)
    elif effect == EFFECT.SWAP:
        deck.swap_hands(table, seat, target)
    elif effect == EFFECT.EJECT:
        bar.eject(table, target)
        say("{} is thrown out", name_of(table, target))
