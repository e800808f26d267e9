"""Goal seek: the smallest change that keeps all checks of a scenario.

knobs.py       what may change, through which values, and how far a value is from the base rules
candidates.py  the settings to be tried, the smallest change first
contender.py   the claims of a scenario's checks about one candidate, judged together
race.py        the race of candidates, and the change found judged on games of its own
"""
