"""Who plays Draft."""

from balancer.core.game import Persona

HABITS = ()
PERSONAS = (Persona("random", "Takes any.", at_random=True), Persona("greedy", "Takes what is worth more."))
