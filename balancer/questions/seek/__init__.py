"""Goal seek: the smallest change of the rules with which all checks of a scenario pass.

knobs.py       what may change, its values to try, and how far each is from the base rules
candidates.py  the settings to try, the smallest change first
contender.py   the checks of a scenario, judged together for one candidate
race.py        the race of candidates, and the confirmation of its winner on games of another seed
"""
